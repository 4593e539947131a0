import Foundation
import GalleyLab
import TestSupport
import Testing

@Suite("galley bench turns", .timeLimit(.minutes(15)))
struct BenchTurnsTests {
  private func turns(
    _ galley: GalleyRunner, _ programs: [String], _ options: [String] = [],
    _ arguments: [String] = []
  ) throws -> CommandOutput {
    try galley.run(
      ["bench", "turns"] + programs + ["--before", galley.folder.path("before")]
        + ["--after", galley.folder.path("after")] + options + ["--"] + arguments)
  }

  @Test(
    "starts the scrolls of both programs in turns and their rows in pairs, and finds a layout that takes longer"
  )
  func files() throws {
    let galley = try GalleyRunner()
    let programs = [GalleyRunner.executable.path, GalleyRunner.executable.path]
    let run = try turns(
      galley, programs, ["--rounds", "2", "--pairs", "11", "--plant", "layout=400%"],
      [Repository.feed("everyday.jsonl"), "--seconds", "0.3", "--verdict-only", "--jobs", "2"])
    // The scrolls have too few frames for a verdict, but the rows have one.
    #expect(run.status == 75, "\(run.errors)")
    #expect(run.errors.hasPrefix("galley: round 1 of 2\ngalley: round 2 of 2, "), "\(run.errors)")
    #expect(run.errors.contains("; bench compare --fail-on layout,raster compares its rows\n"))
    let files = try ["before", "after"].map {
      try BenchFile(try Data(contentsOf: URL(fileURLWithPath: galley.folder.path($0))))
    }
    // The throttle that the first run found is that of all.
    #expect(files[0].conditions.cpuThrottle == files[1].conditions.cpuThrottle)
    let rows = try files.map { file -> [RowTimes] in
      let runs = try #require(file.results.first { $0.cell == .sync() }).runs
      #expect(runs.map { $0.rowProcesses?.count } == [5, 6])
      return runs.flatMap { $0.rowProcesses ?? [] }
    }
    // The processes of a pair work at the same time, and pairs follow each other.
    let pairs = zip(rows[0], rows[1]).map { ($0.began, $1.began) }
    for (pair, next) in zip(pairs, pairs.dropFirst()) {
      #expect(max(pair.0, pair.1) < min(next.0, next.1))
    }
    for (old, new) in zip(rows[0], rows[1]) { #expect(new.layoutUs > 2 * old.layoutUs) }
    let compared = try galley.run(
      "bench", "compare", galley.folder.path("before"), galley.folder.path("after"), "--fail-on",
      "layout")
    #expect(compared.status == 1, "\(compared.errors)")
    #expect(compared.lines.last?.contains("layout of 1 combination worse") == true)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: galley.folder.url.path).sorted() == [
        "after", "before",
      ])
  }

  @Test(
    "refuses in one line, and keeps the older files",
    arguments: [
      ([], [], 64, "the feed is missing after --"),
      ([], ["-"], 64, "not as standard input"),
      ([], ["feed", "--json=x"], 64, "--json is no option of bench run in turns"),
      (["--rounds", "1"], ["feed"], 64, "--rounds is 2 to 1000"),
      (["--pairs", "4"], ["feed"], 64, "--pairs is --rounds, 10, to 10000"),
      ([], ["no-such-feed"], 66, "no-such-feed"),
      ([], ["feed", "--bogus"], 64, "--bogus"),
      ([], ["feed", "--clock", "virtual"], 64, "the virtual clock needs no turns"),
    ] as [([String], [String], Int32, String)])
  func refusals(options: [String], arguments: [String], status: Int32, words: String) throws {
    let galley = try GalleyRunner()
    let path = galley.folder.path("before")
    try "old".write(toFile: path, atomically: true, encoding: .utf8)
    let program = GalleyRunner.executable.path
    let run = try turns(galley, [program, program], options, arguments)
    #expect(run.status == status && run.errors.contains(words), "\(run.errors)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "old")
  }

  @Test("names a program that cannot be started, or that is no Galley")
  func programs() throws {
    let galley = try GalleyRunner()
    let missing = try turns(galley, ["none/galley", "none/galley"], [], ["feed"])
    #expect(
      missing.status == 69 && missing.errors.contains("cannot start none/galley: "),
      "\(missing.errors)")
    let other = try turns(galley, ["/bin/true", "/bin/true"], [], ["feed"])
    #expect(other.status == 69 && other.errors.contains("/bin/true"), "\(other.errors)")
  }
}

import Foundation
import TestSupport
import Testing

@Suite("Resuming galley render", .serialized, .timeLimit(.minutes(60)))
struct ResumeTests {
  private static let outputs = [
    ["-o", "out/cards/{index:05}.png"], ["-o", "out/{hash:2}/{hash}.png"],
    ["-o", "out/x-{archive:03}.tar", "--archive-size", "2MiB"],
  ]

  @Test(
    "a run that is killed at random moments and resumed has the files of one that was not",
    arguments: outputs)
  func resumes(output: [String]) throws {
    let (galley, whole) = (try GalleyRunner(), try GalleyRunner())
    let count = Effort.count(1500, full: 20_000)
    let feed = try galley.write(BulkFeed.text(count), to: "feed.jsonl")
    let arguments =
      ["render", feed, "--cards", "--manifest", "out/m.jsonl", "--resume", "--quiet"] + output
    let start = ContinuousClock.now
    let undisturbed = try whole.run(arguments)
    let time = ContinuousClock.now - start
    #expect(undisturbed.status == 1, "\(undisturbed.errors)")
    let expected = try BulkFeed.files(in: whole.folder.path("out"))
    var kills = 0
    let limit = Effort.count(4, full: 30)
    while true {
      let running = try galley.start(arguments + ["--json=records.jsonl"], isDirect: true)
      if kills < limit {
        // The moments are spread over the whole run, whatever its length.
        let share = Double.random(in: 0..<2.2) / Double(limit)
        usleep(UInt32(share * (time / .seconds(1)) * 1_000_000))
        kill(running.process.processIdentifier, SIGKILL)
        kills += 1
      }
      let run = try running.wait()
      let manifest = (try? galley.folder.bytes("out/m.jsonl")) ?? []
      let end = manifest.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      let isPrefix = try #require(expected["m.jsonl"]).starts(with: manifest[..<end])
      #expect(isPrefix, "kill \(kills)")
      guard run.status == 128 + SIGKILL else {
        #expect(run.status == 1, "kill \(kills): \(run.errors)")
        break
      }
    }
    let found = try BulkFeed.files(in: galley.folder.path("out"))
    #expect(Set(found.keys) == Set(expected.keys))
    for (name, bytes) in expected { #expect(found[name] == bytes, "\(name)") }
    // The last process drew only the rows that were not in the manifest.
    let records = try CommandOutput.records(galley.folder.bytes("records.jsonl"))
    let summary = try #require(records.last)
    #expect(records.count - 1 + (summary["resumed"] as? Int ?? 0) == count)
  }

  @Test("archives that were complete before the manifest's last lines are continued")
  func continuesBeforeArchives() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(BulkFeed.text(200), to: "feed.jsonl")
    let arguments = [
      "render", feed, "--cards", "--manifest", "out/m.jsonl", "--resume", "--quiet", "-o",
      "out/x-{archive:03}.tar", "--archive-size", "100KiB",
    ]
    #expect(try galley.run(arguments).status == 1)
    let expected = try BulkFeed.files(in: galley.folder.path("out"))
    let lines = try #require(expected["m.jsonl"]).split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    func keepLines(_ count: Int) throws {
      let start = Array(lines[..<count].joined(separator: [UInt8(ascii: "\n")])) + [10]
      try Data(start).write(to: URL(filePath: galley.folder.path("out/m.jsonl")))
    }
    #expect(expected.count > 6)
    for count in [2, 50, 99, 100, 160] {
      try keepLines(count)
      let run = try galley.run(arguments)
      #expect(run.status == 1, "\(count) lines: \(run.errors)")
      #expect(try BulkFeed.files(in: galley.folder.path("out")) == expected, "\(count) lines")
    }
    // An archive that is lost is noticed.
    try keepLines(160)
    try FileManager.default.removeItem(atPath: galley.folder.path("out/x-000.tar"))
    #expect(try galley.run(arguments).status == 65)
  }

  @Test("a file that is no manifest is kept, and settings of the text must be those of the run")
  func refusesOthers() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(BulkFeed.text(20), to: "feed.jsonl")
    let arguments = ["render", feed, "--cards", "-o", "c{index}.png", "--resume", "--quiet"]
    _ = try galley.write("notes without a newline", to: "notes")
    let notes = try galley.run(arguments + ["--manifest", "notes"])
    #expect(notes.status == 66, "\(notes.errors)")
    #expect(try galley.folder.bytes("notes") == Array("notes without a newline".utf8))
    #expect(try galley.run(arguments + ["--manifest", "m.jsonl"]).status <= 1)
    for (other, difference) in [
      (["--max-text", "20"], "largest text 20, not "), (["--pango-exact"], "text rules "),
      (["--now", "2026-05-01T10:00:00Z"], "now "), (["--theme", "dark"], "background #"),
      (["--width", "300"], "width 300.0, not 375.0"),
    ] {
      let run = try galley.run(arguments + ["--manifest", "m.jsonl"] + other)
      #expect(run.status == 64 && run.errors.contains(difference), "\(run.status) \(run.errors)")
    }
    #expect(
      try galley.run(arguments + ["--manifest", "m.jsonl", "--max-feed-rows", "99"]).status <= 1)
  }

  @Test("a complete manifest looks for its last archive, and a failed start leaves no manifest")
  func looksForArchives() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(BulkFeed.text(40), to: "feed.jsonl")
    let arguments = ["render", feed, "--cards", "--quiet", "--resume", "--manifest", "m.jsonl"]
    let archive = arguments + ["-o", "x.tar"]
    for _ in 0..<2 { #expect(try galley.run(archive).status == 0) }
    try FileManager.default.removeItem(atPath: galley.folder.path("x.tar"))
    let lost = try galley.run(archive)
    #expect(
      lost.status == 65 && lost.errors.contains("x.tar of the manifest m.jsonl is missing"),
      "\(lost.errors)")
    // The archive of another run is in the way.
    try FileManager.default.removeItem(atPath: galley.folder.path("m.jsonl"))
    try galley.folder.write("", to: "x.tar.part")
    let file = open(galley.folder.path("x.tar.part"), O_RDWR)
    defer { close(file) }
    #expect(flock(file, LOCK_EX) == 0)
    let locked = try galley.run(archive)
    #expect(locked.status == 73 && locked.errors.contains("another process writes it"))
    #expect(!(try galley.folder.names().contains("m.jsonl")))
    // A picture's name is never that of the manifest.
    _ = try galley.write(#"{"id":"m","title":"m"}"#, to: "m.feed")
    let own = try galley.run(
      "render", "m.feed", "--cards", "-o", "{id}.jsonl", "--format", "png", "--manifest", "m.jsonl")
    #expect(own.status == 64 && own.errors.contains("m.jsonl"), "\(own.status) \(own.errors)")
    #expect(mkfifo(galley.folder.path("c0.png"), 0o600) == 0)
    let pipe = try galley.run("render", feed, "--cards", "-o", "c{index}.png", "--skip-existing")
    #expect(pipe.status == 73 && pipe.errors.contains("no regular file"), "\(pipe.errors)")
  }

  @Test("rows of the manifest are not drawn again")
  func drawsOnce() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(BulkFeed.text(400), to: "feed.jsonl")
    let arguments = [
      "render", feed, "--cards", "-o", "out/{index}.png", "--manifest", "m.jsonl", "--quiet",
    ]
    #expect(try galley.run(arguments).status == 1)
    let manifest = try galley.folder.bytes("m.jsonl")
    var lines = manifest.split(separator: UInt8(ascii: "\n")).map {
      Array($0) + [UInt8(ascii: "\n")]
    }
    lines.removeLast(151)
    // A torn line follows, as a process leaves it that is killed while it writes.
    let torn = lines.flatMap { $0 } + manifest[..<40]
    try Data(torn).write(to: galley.folder.url.appendingPathComponent("m.jsonl"))
    // A file of a row in the manifest stays as it is, even if it is not a picture.
    try galley.folder.write("mark", to: "out/17.png")
    let run = try galley.run(arguments + ["--resume", "--json=r.jsonl"])
    #expect(run.status == 1, "\(run.errors)")
    let records = try CommandOutput.records(galley.folder.bytes("r.jsonl"))
    #expect(records.dropLast().compactMap { $0["index"] as? Int } == Array(250..<400))
    #expect(records.last?["resumed"] as? Int == 250)
    #expect(try galley.folder.bytes("m.jsonl") == manifest)
    #expect(try galley.folder.bytes("out/17.png") == Array("mark".utf8))
  }

  @Test("a second process does not write the manifest of a run that goes on")
  func isLocked() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(BulkFeed.text(20_000), to: "feed.jsonl")
    let arguments = [
      "render", feed, "--cards", "-o", "x.tar", "--manifest", "m.jsonl", "--quiet", "--resume",
    ]
    let running = try galley.start(arguments, isDirect: true)
    defer { kill(running.process.processIdentifier, SIGKILL) }
    while (try? galley.folder.bytes("m.jsonl"))?.isEmpty ?? true { usleep(10_000) }
    let second = try galley.run(arguments)
    #expect(second.status == 73)
    #expect(second.errors.contains("another process"), "\(second.errors)")
  }
}

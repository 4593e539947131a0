import Foundation
import GalleyLab
import TestSupport
import Testing

@testable import GalleyLabCommands

@Suite("galley bench run", .timeLimit(.minutes(15)))
struct BenchRunTests {
  private func run(
    _ galley: GalleyRunner, _ more: [String] = [], feed: String = "everyday.jsonl"
  ) throws -> CommandOutput {
    try galley.run(
      [
        "bench", "run", Repository.feed(feed), "--clock", "virtual", "--seconds", "6",
        "--speed", "1000", "--jobs", "1", "--quiet", "--height", "300", "--cpu-throttle", "20",
      ] + more)
  }

  @Test("has a record for each combination, the same in each run")
  func records() throws {
    let galley = try GalleyRunner()
    let first = try run(galley, ["--json"])
    #expect(first.status == 0, "\(first.errors)")
    let records = try first.records()
    // {none, place, key} × {frames, template} × {sync, async by 1} × {cold, warm}, frames that wait, cold and
    // warm, the four policies while rows change, and a summary.
    #expect(records.count == 24 + 2 + 4 + 1)
    #expect(Set(records.dropLast().map { "\($0["cell"] ?? "")" }).count == 30)
    for record in records.dropLast() {
      let runs = try #require(record["runs"] as? [[String: Any]])
      #expect(runs.count == 1)
      #expect(
        Set(runs[0].keys).isSuperset(of: [
          "frameDurationCpuMs", "frameOverrunMs", "hitchMsPerSecond", "dropped",
          "blankPixelSeconds", "wastedWorkRatio", "cacheHits",
        ]))
    }
    let summary = try #require(records.last)
    #expect(summary["framesAreEqual"] as? Bool == true)
    #expect((summary["syncDropsTenthAt"] as? Double ?? 0) > 1)
    #expect(summary["refusals"] as? [String] == [])
    #expect(summary["costModel"] != nil && summary["machine"] != nil)
    func figure(_ policy: String, _ name: String) throws -> Double {
      let record = records.first { record in
        let cell = record["cell"] as? [String: Any]
        return cell?["policy"] as? String == policy && cell?["isEdited"] as? Bool == true
      }
      return try #require((record?["runs"] as? [[String: Any]])?.first?[name] as? Double)
    }
    // Async that waits is never blank, and pays for that with dropped frames.
    #expect(try figure("wait", "blankPixelSeconds") == 0)
    for policy in ["clear", "keep", "placeholder"] {
      #expect(try figure(policy, "blankPixelSeconds") > 0)
      #expect(try figure(policy, "dropped") <= figure("wait", "dropped"))
      // Rows that change show their older pictures, the page, or empty cards.
      #expect(try (figure(policy, "olderShare") > 0) == (policy == "keep"))
      #expect(try (figure(policy, "pageShare") > 0) == (policy == "clear"))
    }
    #expect(summary["edits"] as? String == "reload@1.2,insert@2.4,font-size@3.6,rotate@4.8")
    #expect((summary["mostPictureBytes"] as? Int ?? 0) > 0)
    #expect(try run(galley, ["--json"]).lines == first.lines)
  }

  @Test(
    "shows the same in both modes with each way to round corners, and masks cost the main queue")
  func corners() throws {
    let galley = try GalleyRunner()
    func summary(_ more: [String]) throws -> (summary: [String: Any], composite: Double) {
      let run = try run(galley, ["--json", "--cpu-throttle", "10"] + more)
      // A scroll of 12 frames may present too few of them for a verdict.
      #expect(run.status == 0 || run.status == 75, "\(run.errors)")
      let records = try run.records()
      let warm = try #require(
        records.first { ($0["cell"] as? [String: Any])?["isWarm"] as? Bool == true })
      let runs = try #require(warm["runs"] as? [[String: Any]])
      let frames = try #require(runs[0]["frameDurationCpuMs"] as? [String: Double])
      return (try #require(records.last), frames["p50"] ?? 0)
    }
    let (plain, plainTime) = try summary([])
    #expect(plain["corners"] as? String == "drawn")
    for way in ["none", "covered", "masked"] {
      let (other, time) = try summary(["--corners", way])
      #expect(other["corners"] as? String == way)
      #expect(other["framesAreEqual"] as? Bool == true)
      #expect(way == "masked" ? time > plainTime : time == plainTime)
    }
  }

  @Test("writes a page that needs nothing from elsewhere, and a table")
  func report() throws {
    let galley = try GalleyRunner()
    let path = galley.folder.path("report.html")
    let run = try run(galley, ["--report", path])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.count > 25 && run.lines[1].contains("main P50 ms"))
    #expect(run.lines[0].hasPrefix("return on the virtual clock, at 60 Hz"), "\(run.lines[0])")
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(page.contains("byte for byte") && page.contains("data:image/png;base64,iVBOR"))
    for word in [
      "http:", "https:", " src=\"h", "<script src", "fetch(", "XMLHttp", "url(", "@import",
    ] { #expect(!page.contains(word)) }
    #expect(page.components(separatedBy: "<rect").count > 20)
  }

  @Test("finds each planted fault, and nothing without one")
  func planted() throws {
    let galley = try GalleyRunner()
    func bench(_ name: String, _ more: [String] = []) throws -> String {
      let path = galley.folder.path(name)
      let bench = try run(
        galley, ["--json=\(path)"] + more)
      #expect(bench.status == 0, "\(bench.errors)")
      return path
    }
    let before = try bench("before")
    // On the virtual clock all tries are equal: the second shows it.
    let equal = try galley.run("bench", "compare", before, try bench("again"))
    #expect(equal.status == 0 && equal.lines.last?.hasPrefix("passed") == true)
    let faults = [
      ("layout=5%", "layout"), ("frames=20%", "p99"),
      ("pause=1/100", "slowest"), ("hits=10%", "hits"),
    ]
    for (fault, metric) in faults {
      let after = try bench("after", ["--plant", fault])
      let worse = try galley.run("bench", "compare", before, after, "--fail-on", metric)
      #expect(worse.status == 1, "\(fault)")
      let line = try #require(worse.lines.last)
      #expect(line.hasPrefix("failed") && line.contains("\(metric) of "), "\(line)")
    }
  }

  @Test("refuses files that cannot be compared, and fails if a combination is missing")
  func compares() throws {
    let galley = try GalleyRunner()
    let (before, after) = (galley.folder.path("before"), galley.folder.path("after"))
    #expect(try run(galley, ["--json=\(before)"]).status == 0)
    #expect(try run(galley, ["--json=\(after)", "--hz", "120"]).status == 0)
    let other = try galley.run("bench", "compare", before, after)
    #expect(other.status == 65 && other.errors.contains("hz is 60 and 120"))
    // Another feed of too few frames has no verdict, and other conditions come first.
    _ = try run(galley, ["--json=\(after)"], feed: "journal.json")
    let feed = try galley.run("bench", "compare", before, after)
    #expect(feed.status == 65 && feed.errors.contains("feedDigest is "), "\(feed.errors)")
    #expect(try galley.run("bench", "compare", before, "/nonexistent").status == 66)
    #expect(
      try galley.run("bench", "compare", before, Repository.feed("journal.json")).status == 65)
    let text = try String(contentsOfFile: before, encoding: .utf8)
    let cut = galley.folder.path("cut")
    func compareCut(_ text: Substring, with before: String) throws -> CommandOutput {
      try String(text).write(toFile: cut, atomically: true, encoding: .utf8)
      return try galley.run("bench", "compare", before, cut)
    }
    let short = try compareCut(text.prefix(700), with: before)
    #expect(short.status == 65 && short.errors.contains("the file was cut off"))
    let figure = try compareCut(
      Substring(text.replacing(#/"rowLayoutUs":[0-9.]+,/#, with: "")), with: before)
    #expect(figure.status == 1)
    #expect(figure.lines.contains { $0.hasSuffix("layout is not in \(cut)") }, "\(figure.lines)")
    let missing = try compareCut(text.drop { $0 != "\n" }.dropFirst(), with: before)
    #expect(missing.status == 1 && missing.lines.contains { $0.hasSuffix("not in \(cut)") })
    // A combination that is missing in both files is noticed by its options.
    let both = try galley.run("bench", "compare", cut, cut)
    #expect(both.status == 1 && both.lines.contains { $0.hasSuffix("in neither file") })
    let one = try compareCut(
      Substring(text.split(separator: "\n").suffix(2).joined(separator: "\n")), with: before)
    #expect(one.status == 1)
    let alone = try galley.run("bench", "compare", cut, cut)
    #expect(alone.status == 1)
    #expect(alone.lines.contains { $0.hasSuffix("of its bench not in the file") }, "\(alone.lines)")
    let bare = try compareCut(
      Substring(text.replacing(#/"rowLayoutUs":[0-9.]+,/#, with: "")), with: before)
    #expect(bare.status == 1)
    let silent = try galley.run("bench", "compare", cut, cut)
    #expect(silent.status == 1)
    #expect(silent.lines.contains("layout was measured, and is in neither file"), "\(silent.lines)")
    let count = try compareCut(
      text.replacing(/"dropped":\d+/, with: #""dropped":9223372036854775807"#)[...], with: before)
    #expect(count.status == 65 && count.errors.contains("line 1: dropped"))
  }

  @Test(
    "gives no verdict of a fault that no scroll reaches, and measures the verdict alone if asked")
  func faultNotReached() throws {
    let galley = try GalleyRunner()
    let path = galley.folder.path("short")
    let short = try run(
      galley, ["--json=\(path)", "--verdict-only", "--seconds", "0.3", "--plant", "pause=1/100"])
    #expect(short.status == 75, "\(short.errors)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("faultNotReached") && text.contains("tooFewFrames"))
    #expect(text.split(separator: "\n").count == 7)
    let whole = try run(galley, ["--json=\(path)", "--verdict-only", "--plant", "pause=1/100"])
    #expect(whole.status == 0, "\(whole.errors)")
  }

  @Test("reaches a planted pause in the scroll that counts stalls, if the others are too short")
  func pauseAmongStalls() throws {
    let galley = try GalleyRunner()
    let path = galley.folder.path("runs")
    let run = try galley.run(
      "bench", "run", Repository.feed("everyday.jsonl"), "--cpu-throttle", "1", "--seconds", "0.3",
      "--verdict-only", "--quiet", "--append", "--plant", "pause=1/100", "--json=\(path)")
    #expect(run.status == 0, "\(run.errors)")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains("\"refusals\":[") && !text.contains("faultNotReached"))
  }

  @Test("prints the verdict in the terminal if the records are in a file")
  func answers() throws {
    let galley = try GalleyRunner()
    let bench = try galley.run(
      "bench", "run", Repository.feed("everyday.jsonl"), "--clock", "virtual", "--seconds", "6",
      "--speed", "1000", "--height", "300", "--verdict-only",
      "--json=\(galley.folder.path("records"))")
    #expect(bench.status == 0 && bench.output.isEmpty, "\(bench.errors)")
    #expect(bench.errors.contains("galley: cold async that waits: results equal sync"))
  }

  @Test("gives no verdict, with a status of its own, if less than half of the frames are presented")
  func refuses() throws {
    let galley = try GalleyRunner()
    let path = galley.folder.path("refused")
    let bench = try run(galley, ["--json=\(path)", "--cpu-throttle", "1000"])
    #expect(bench.status == 75)
    #expect(bench.errors.contains("galley: no verdict: "), "\(bench.errors)")
    #expect(bench.errors.split(separator: "\n").count == 1)
    let compared = try galley.run("bench", "compare", path, path)
    #expect(compared.status == 75 && compared.errors.contains("due frames were presented"))
  }

  @Test("the time left is that of the parts to come")
  func progress() {
    let start = ContinuousClock.now
    let progress = BenchProgress(weights: [1, 1] + Array(repeating: 5, count: 34)) {
      start + .seconds(20)
    }
    #expect(progress.words(done: 0) == "1 of 36")
    // 42 of 172 parts took 20 s, a little less than the clock of the progress.
    #expect(progress.words(done: 10) == "11 of 36, 1 min 2 s left")
    #expect(progress.words(done: 34).hasPrefix("35 of 36, 2 s"))
    #expect(progress.words(done: 36) == "36 of 36, 0 s left")
  }
}

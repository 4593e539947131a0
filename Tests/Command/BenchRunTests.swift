import Foundation
import GalleyLab
import TestSupport
import Testing

@Suite("galley bench run", .timeLimit(.minutes(15)))
struct BenchRunTests {
  private func run(_ galley: GalleyRunner, _ more: [String] = []) throws -> CommandOutput {
    try galley.run(
      [
        "bench", "run", Repository.feed("journal.json"), "--clock", "virtual", "--seconds", "0.2",
        "--jobs", "1", "--quiet", "--height", "300",
      ] + more)
  }

  @Test("has a record for each combination, the same in each run")
  func records() throws {
    let galley = try GalleyRunner()
    let first = try run(galley, ["--json"])
    #expect(first.status == 0, "\(first.errors)")
    let records = try first.records()
    // {none, place, key} × {frames, template} × {sync, async by 1} × {cold, warm}, and a summary.
    #expect(records.count == 24 + 1)
    #expect(Set(records.dropLast().map { "\($0["cell"] ?? "")" }).count == 24)
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
    let (sync, vsyncs) = (
      summary["syncDropped"] as? Int ?? 0, summary["checkedVsyncs"] as? Int ?? 0
    )
    #expect(sync * 10 >= vsyncs && vsyncs > 0)
    #expect((summary["asyncDropped"] as? Int ?? sync) * 5 <= sync)
    #expect(summary["costModel"] != nil && summary["machine"] != nil)
    // Each policy on the same scroll: what waits is never blank, and pays for that with dropped frames.
    let policies = try #require(summary["policies"] as? [[String: Any]])
    #expect(policies.count == 4)
    func figure(_ policy: String, _ name: String) throws -> Double {
      let runs = policies.first { $0["policy"] as? String == policy }?["runs"] as? [[String: Any]]
      return try #require(runs?.first?[name] as? Double)
    }
    #expect(try figure("wait", "blankPixelSeconds") == 0)
    #expect(try figure("wait", "dropped") > 0)
    for policy in ["clear", "keep", "placeholder"] {
      #expect(try figure(policy, "blankPixelSeconds") > 0)
      #expect(try figure(policy, "dropped") < figure("wait", "dropped"))
    }
    #expect((summary["mostPictureBytes"] as? Int ?? 0) > 0)
    #expect(try run(galley, ["--json"]).lines == first.lines)
  }

  @Test(
    "shows the same in both modes with each way to round corners, and masks cost the main queue")
  func corners() throws {
    let galley = try GalleyRunner()
    func summary(_ more: [String]) throws -> (summary: [String: Any], composite: Double) {
      let run = try run(galley, ["--json", "--cpu-throttle", "10"] + more)
      #expect(run.status == 0, "\(run.errors)")
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
    #expect(run.lines.count > 25 && run.lines[0].contains("cpu P50"))
    let page = try String(contentsOfFile: path, encoding: .utf8)
    #expect(page.contains("byte for byte") && page.contains("data:image/png;base64,iVBOR"))
    for word in ["http:", "https:", "<script", "url(", "@import"] { #expect(!page.contains(word)) }
    #expect(page.components(separatedBy: "<rect").count > 20)
  }

  @Test("fails where figures got worse by more than is allowed")
  func compares() throws {
    let galley = try GalleyRunner()
    let (before, after) = (galley.folder.path("before"), galley.folder.path("after"))
    #expect(try run(galley, ["--json=\(before)", "--cpu-throttle", "50"]).status == 0)
    #expect(try run(galley, ["--json=\(after)", "--cpu-throttle", "100"]).status == 0)
    #expect(try galley.run("bench", "compare", before, before).status == 0)
    let worse = try galley.run("bench", "compare", before, after, "--fail-over", "10%")
    #expect(worse.status == 1)
    #expect(worse.lines.contains { $0.contains("frameDurationCpuMs.p50") })
    // A figure that was 0 and is not grew without bounds; in the other direction all figures fell.
    #expect(try galley.run("bench", "compare", after, before, "--fail-over", "0%").status == 0)
    #expect(try galley.run("bench", "compare", before, "/nonexistent").status == 66)
    #expect(
      try galley.run("bench", "compare", before, Repository.feed("journal.json")).status == 65)
    let text = try String(contentsOfFile: before, encoding: .utf8)
    let cut = galley.folder.path("cut")
    func compareCut(_ text: Substring) throws -> CommandOutput {
      try String(text).write(toFile: cut, atomically: true, encoding: .utf8)
      return try galley.run("bench", "compare", before, cut)
    }
    let short = try compareCut(text.prefix(700))
    #expect(short.status == 65 && short.errors.contains("the file was cut off"))
    let missing = try compareCut(text.drop { $0 != "\n" }.dropFirst())
    #expect(missing.status == 1 && missing.lines.contains { $0.hasSuffix("not in \(cut)") })
    let count = try compareCut(
      text.replacing(/"dropped":\d+/, with: #""dropped":9223372036854775807"#)[...])
    #expect(count.status == 65 && count.errors.contains("line 1: dropped"))
  }

  @Test("knows the interval in which the true mean lies, by Student's distribution")
  func intervals() {
    #expect(BenchFigure([7]).halfWidth == nil)
    let figure = BenchFigure([1, 2, 3])
    #expect(figure.mean == 2)
    #expect(abs((figure.halfWidth ?? 0) - 4.303 / 3.0.squareRoot()) < 1e-9)
  }
}

import Galley
import GalleyFrames
import GalleyLive
import GalleyPrimitives
import Testing

@testable import GalleyLab

@Suite("Bench of corners", .timeLimit(.minutes(15)))
@MainActor
struct CornerBenchTests {
  @Test("measures masks by their number and pixels, and nothing else by the model")
  func measures() async throws {
    var options = try ScrollOptions(duration: .milliseconds(400))
    options.rendering.template.scale = 1
    options.costModel.composite.perPixel = 10
    let bench = CornerBench(
      .bytes(BenchFeed.jsonLines(rowCount: 40, seed: 3)), options: options, repeatCount: 9,
      workerCount: 1)
    #expect(bench.repeatCount == 1)
    let cells = CornerBench.cells(CornerRounding.allCases)
    #expect(cells.count == 2 + 3 * 4 * 2 && Set(cells).count == cells.count)
    func composite(_ count: Int, _ corners: CornerRounding) async throws -> Double {
      let cell = CornerCell(partCount: count, corners: corners, mode: .sync)
      let results = try await bench.measure([cell])
      #expect(results.count == 1 && results[0].runs.count == 1 && results[0].runs[0].dropped == 0)
      return try #require(results[0].runs[0].compositeMs?["p50"])
    }
    let none = try await composite(0, .none)
    for corners in [CornerRounding.none, .drawn, .covered] {
      #expect(try await composite(12, corners) == none)
    }
    // A disc is 36 by 36 pixels, so a dozen take 0.156 ms, and the pixel rows below them as well; as
    // many are seen only on average.
    var last = 0.0
    for count in [6, 12, 24] {
      let cost = try await composite(count, .masked) - none
      let discs = Double(count) * 36 * 36 * 10 / 1e6
      let screen = 375.0 * 667 * 10 / 1e6
      #expect(
        cost > last && cost > 0.75 * discs && cost < 1.25 * discs + screen, "\(count): \(cost)")
      last = cost
    }
  }

  /// The results of drawn and masked discs in sync mode, whose runs have these dropped frames.
  private func results(drawn: [Int], masked: [Int], host: Int = 0) async throws -> [CornerResult] {
    let options = try ScrollOptions(duration: .milliseconds(200))
    let bench = CornerBench(
      .bytes(BenchFeed.jsonLines(rowCount: 10, seed: 3)), options: options, repeatCount: 1,
      workerCount: 1)
    let run = try await bench.run(CornerCell(partCount: 12, corners: .drawn, mode: .sync))
    return [(CornerRounding.drawn, drawn), (.masked, masked)].map { way, counts in
      CornerResult(
        cell: CornerCell(partCount: 12, corners: way, mode: .sync), workerCount: 0,
        runs: counts.enumerated().map { index, count in
          var run = run
          (run.vsyncs, run.presented, run.dropped, run.hostDropped) = (
            120, 120 - count, count, host
          )
          run.mainMs = Array(repeating: 1, count: 120)
          run.frameDurationCpuMs["p50"] = (way == .masked ? 8 : 0.3) + Double(index) / 100
          return run
        })
    }
  }

  @Test("finds dropped frames that masks cause, and no others")
  func verdict() async throws {
    let clear = try #require(
      CornerVerdict(
        .sync, of: try await results(drawn: [1, 0, 2, 1, 1], masked: [30, 32, 29, 31, 30]),
        clock: .real))
    #expect(clear.refusals.isEmpty && clear.dropped.isFound && clear.cpuMs.isFound)
    #expect(clear.words.contains("they drop 29.4 frames of 120 more"))
    for masked in [[1, 1, 0, 2, 1], [3, 0, 2, 4, 1]] {
      let equal = try #require(
        CornerVerdict(
          .sync, of: try await results(drawn: [1, 0, 2, 1, 1], masked: masked), clock: .real))
      #expect(equal.refusals.isEmpty && !equal.dropped.isFound && equal.cpuMs.isFound)
      #expect(equal.words.contains("they drop no more frames than drawn discs"))
    }
    // Equal runs have no spread, but two frames in 600 are chance.
    let rare = try #require(
      CornerVerdict(
        .sync, of: try await results(drawn: [0, 0, 0, 0, 0], masked: [1, 1, 1, 1, 1]), clock: .real)
    )
    #expect(!rare.dropped.isFound && rare.dropped.detectable > 1)
  }

  @Test(
    "gives no verdict if the host took the frames, or too few were presented, or runs are too few")
  func refusals() async throws {
    func names(
      _ drawn: [Int], _ masked: [Int], host: Int = 0, clock: ScrollClock = .real
    ) async throws -> [String] {
      try #require(
        CornerVerdict(
          .sync, of: try await results(drawn: drawn, masked: masked, host: host), clock: clock)
      ).refusals.map(\.name)
    }
    #expect(
      try await names([9, 9, 9, 9, 9], [9, 9, 9, 9, 9], host: 7) == [
        "hostTookFrames", "hostTookFrames",
      ])
    #expect(try await names([1, 1, 1, 1, 1], [70, 70, 70, 70, 70]) == ["tooFewPresented"])
    #expect(try await names([1, 1, 1, 1], [1, 1, 1, 1]) == ["tooFewRounds"])
    #expect(try await names([1], [1], clock: .virtual) == ["tooFewFrames", "tooFewFrames"])
    var busy = try await results(drawn: [1, 1, 1, 1, 1], masked: [1, 1, 1, 1, 1])
    for index in busy[1].runs.indices { busy[1].runs[index].foreignShare = 0.5 }
    let loaded = try #require(CornerVerdict(.sync, of: busy, clock: .real))
    #expect(loaded.refusals.map(\.name) == ["hostWasBusy"])
    let incomplete = try await results(drawn: [1, 1, 1, 1], masked: [])
    #expect(CornerVerdict(.sync, of: incomplete, clock: .real) == nil)
  }
}

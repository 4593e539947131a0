import Galley
import GalleyFrames
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
      let result = try await bench.measure(cell)
      #expect(result.runs.count == 1 && result.runs[0].dropped == 0)
      return try #require(result.runs[0].compositeMs?["p50"])
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
}

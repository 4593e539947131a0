import Galley
import GalleyFrames
import GalleyLive
import GalleyPrimitives
import Testing

@testable import GalleyLab

@Suite("Fling through cold rows", .timeLimit(.minutes(15)))
@MainActor
struct FlingBenchTests {
  private func result(
    estimate: Double, policy: BlankPolicy, inserts: Int
  ) async throws -> FlingResult {
    var rendering = RenderOptions(mode: .async, workerCount: 2)
    rendering.template.width = 160
    rendering.template.scale = 1
    var options = try ScrollOptions(
      rendering: rendering, script: .fling(), hertz: 120, duration: .seconds(2),
      viewportHeight: 240, policy: policy)
    options.clock = .virtual
    options.estimatedRowHeight = estimate
    let items = (0..<40).map { number in
      FeedItem(
        index: number, title: "Row \(number)",
        body: String(repeating: "some words ", count: number * number % 7))
    }
    return try await FlingBench(
      items, options: options, rowCount: 4000, insertCount: inserts
    ).run()
  }

  @Test(
    "moves the rows on the screen exactly as the viewport, with rows inserted at the top and corrected heights",
    arguments: [(20.0, BlankPolicy.placeholder), (70, .keep), (400, .wait)])
  func jumps(estimate: Double, policy: BlankPolicy) async throws {
    let result = try await result(estimate: estimate, policy: policy, inserts: 5)
    let counts = result.counts
    #expect(counts.jumpCount == 0 && counts.insertedCount == 5)
    #expect(result.run.vsyncs == 240 && (policy.waits || result.run.dropped == 0))
    // 2 s of flings are about 8,600 units.
    #expect(counts.distance > 8000 && counts.displayedCount > 50)
    #expect(counts.displayedCount == counts.endedCount)
  }

  @Test("is the same each time on the virtual clock")
  func repeated() async throws {
    var results: [FlingResult] = []
    for _ in 0..<2 {
      var result = try await result(estimate: 70, policy: .placeholder, inserts: 3)
      // Pictures reuse the memory of earlier ones.
      #expect(result.counts.reusedSurfaceCount > result.counts.surfaceCount)
      #expect(result.counts.mostSurfaceCount > 0)
      // The most bytes of pictures, their memory and the number of layouts depend on when superseded tasks end.
      result.run.mostPictureBytes = 0
      result.counts.surfaceCount = 0
      result.counts.reusedSurfaceCount = 0
      result.counts.mostSurfaceCount = 0
      result.counts.laidOutCount = 0
      results.append(result)
    }
    #expect(results[0] == results[1])
  }
}

import GalleyHandles
import GalleyLayout
import GalleyPrimitives
@testable import GalleyRaster
import GalleyText
import Testing

@Suite("Interrupted underlines", .timeLimit(.minutes(15)))
struct InkBandTests {
  private let band = InkBand(start: 10, end: 110, across: 0, height: 2, margin: 2, least: 8)

  @Test(
    "leave no sliver at an end beside a letter, and keep longer parts",
    arguments: [
      ([], []), ([12.0..<20], [10.0..<20]), ([18..<20], [18..<20]), ([90..<104], [90..<110]),
      ([90..<101], [90..<101]), ([5..<20], [5..<20]), ([12..<108], [10..<110]),
      ([13..<20, 50..<60, 107..<115], [10..<20, 50..<60, 107..<115]),
    ] as [([Range<Double>], [Range<Double>])])
  func hasNoSlivers(gaps: [Range<Double>], expected: [Range<Double>]) {
    #expect(band.withoutSlivers(gaps) == expected)
  }
}

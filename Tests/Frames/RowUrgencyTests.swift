import GalleyFrames
import Testing

@Suite("RowUrgency", .timeLimit(.minutes(15)))
struct RowUrgencyTests {
  @Test(
    "puts visible rows first, then those ahead, then those behind",
    arguments: [
      (3..<5, 1..<7, ScrollDirection.forward, [3, 4, 5, 6, 2, 1]),
      (3..<5, 1..<7, .backward, [4, 3, 2, 1, 5, 6]),
      (0..<2, 0..<4, .forward, [0, 1, 2, 3]),
      (3..<3, 3..<3, .forward, []),
      (0..<0, 0..<2, .forward, [0, 1]),
    ])
  func orders(
    visible: Range<Int>, prepared: Range<Int>, direction: ScrollDirection, rows: [Int]
  ) {
    #expect(
      RowUrgency(visible: visible, prepared: prepared, direction: direction).rows == rows)
  }
}

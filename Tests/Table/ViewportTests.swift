import GalleyPrimitives
import GalleyTable
import Testing

private func viewport(_ offset: Int, height: Int = 10) -> Viewport {
  Viewport(offset: offset, size: PixelSize(width: 100, height: height))
}

@Suite("Viewport", .timeLimit(.minutes(15)))
struct ViewportTests {
  @Test(
    "shows the rows inside it and those at its edges",
    arguments: [
      (0, 0..<2, [0, 8, 16]),
      (-3, 0..<1, [0, 8]),
      (-10, 0..<0, []),
      (6, 0..<2, [0, 8, 16]),
      (7, 0..<3, [0, 8, 16, 24]),
      (8, 1..<3, [8, 16, 24]),
      (23, 2..<3, [16, 24]),
      (24, 0..<0, []),
    ])
  func sees(offset: Int, rows: Range<Int>, edges: [Int]) {
    let visible = viewport(offset).visibleRows(of: TableRows(heights: [[8, 8, 8]]))
    #expect(visible.rows == rows)
    #expect(visible.edges == edges)
    for row in rows {
      #expect(visible.y(ofRow: row) == 8 * row)
      #expect(visible.height(ofRow: row) == 8)
    }
  }

  @Test("shows no rows of an empty table, or without a height")
  func empty() {
    #expect(viewport(0).visibleRows(of: TableRows(estimatedHeight: 1)).rows.isEmpty)
    #expect(viewport(3, height: 0).visibleRows(of: TableRows(heights: [[8]])).rows.isEmpty)
  }
}

@Suite("ScreenRange", .timeLimit(.minutes(15)))
struct ScreenRangeTests {
  @Test(
    "extends further in the direction of scrolling, within the table",
    arguments: [
      (50, true, 45..<70), (50, false, 40..<65), (0, true, 0..<20), (90, true, 85..<100),
    ])
  func reaches(offset: Int, isForward: Bool, band: Range<Int>) {
    let range = ScreenRange(ahead: 1, behind: 0.5)
    #expect(
      range.band(around: viewport(offset), isForward: isForward, totalHeight: 100) == band)
  }

  @Test("is clamped for any number of screenfuls")
  func bounded() {
    let range = ScreenRange(ahead: .infinity, behind: 1e300)
    #expect(range.band(around: viewport(5), isForward: true, totalHeight: 100) == 0..<100)
  }

  @Test("is the viewport alone where its numbers were made negative or no numbers")
  func unsupported() {
    for number in [-1, -Double.infinity, .nan] {
      var range = ScreenRange.display
      (range.ahead, range.behind) = (number, number)
      #expect(range.band(around: viewport(5), isForward: true, totalHeight: 100) == 5..<15)
    }
  }
}

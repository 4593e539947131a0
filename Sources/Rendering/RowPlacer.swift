/// Assigns rows their places in the feed, and cuts them at the ends of pages.
///
/// A value that only uses heights, in device pixels.
package struct RowPlacer: Sendable {
  /// The height of a page in device pixels; `nil` if all rows go to one picture.
  let pageHeight: Int?
  /// The bottom of the last row.
  private(set) var bottom = 0

  init(pageHeight: Int?) { self.pageHeight = pageHeight }

  /// The place of a row, and its cuts.
  package struct Place: Hashable, Sendable {
    /// The row's top in the feed, in device pixels.
    var top: Int
    /// The first page that shows a part of the row.
    var firstPage: Int
    /// The part of the row on each of its pages, in pixel rows from the row's top.
    var cuts: [Range<Int>]
  }

  /// Places a row below the previous one.
  ///
  /// - Complexity: O(pages that show the row).
  mutating func place(height: Int) -> Place {
    let top = bottom
    bottom += height
    guard let pageHeight else { return Place(top: top, firstPage: 0, cuts: [0..<height]) }
    let firstPage = top / pageHeight
    var cuts: [Range<Int>] = []
    var start = 0
    while start < height {
      let pageEnd = ((top + start) / pageHeight + 1) * pageHeight - top
      cuts.append(start..<min(pageEnd, height))
      start = min(pageEnd, height)
    }
    return Place(top: top, firstPage: firstPage, cuts: cuts)
  }
}

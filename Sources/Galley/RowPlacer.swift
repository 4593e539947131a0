/// Gives rows their places in the feed, and cuts them where one picture ends and the next starts.
///
/// A value without pixels: it knows heights only, in device pixels.
struct RowPlacer: Sendable {
  /// How tall a page is, in device pixels; `nil` where all rows go to one picture.
  let pageHeight: Int?
  /// The bottom of the last row.
  private(set) var bottom = 0

  init(pageHeight: Int?) { self.pageHeight = pageHeight }

  /// Where a row stands, and how it is parted.
  struct Place: Hashable, Sendable {
    /// The row's top in the feed, in device pixels.
    var top: Int
    /// The first page that shows some of the row.
    var firstPage: Int
    /// A part for each page that shows some of the row, in pixel rows from the row's top.
    var cuts: [Range<Int>]
  }

  /// Places a row below the last one.
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

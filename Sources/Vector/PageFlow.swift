/// Decides on which page of a document a row is, in device pixels.
///
/// A row that does not fit below the others begins a page; one that is higher than a page goes on on the pages
/// after it.
package struct PageFlow: Sendable {
  /// A page, with the places of its rows.
  package struct Page: Sendable {
    /// The numbers of rows, and the distances of their tops from the page's; negative for the rest of a row.
    package var rows: [(number: Int, top: Int)] = []
    /// The height of the page.
    package var height = 0

    /// A page without rows.
    package init(height: Int = 0) { self.height = height }
  }

  private let pageHeight: Int?
  private let limit: Int
  private var page = Page()
  private var filled = 0
  private var count = 0
  private var pageCount = 0
  /// The numbers of the pages that show the last row.
  package private(set) var lastPages = 0...0

  /// A flow on pages of a height, or on pages as high as their rows, up to `limit`.
  package init(pageHeight: Int?, limit: Int) {
    self.pageHeight = pageHeight
    self.limit = max(1, min(pageHeight ?? limit, limit))
  }

  /// Places the next row; returns the pages that are complete.
  ///
  /// - Complexity: O(pages that show the row).
  package mutating func place(height: Int) -> [Page] {
    var pages: [Page] = []
    if filled > 0, filled + height > limit { pages += finish() }
    let first = pageCount
    var top = filled
    while top + height > limit {
      page.rows.append((count, top))
      filled = limit
      pages += finish()
      top -= limit
    }
    page.rows.append((count, top))
    filled = top + height
    count += 1
    lastPages = first...pageCount
    return pages
  }

  /// Ends the page; returns it, if it has a row.
  package mutating func finish() -> [Page] {
    guard !page.rows.isEmpty else { return [] }
    page.height = pageHeight ?? max(1, filled)
    defer { (page, filled, pageCount) = (Page(), 0, pageCount + 1) }
    return [page]
  }

  /// The number of the first row that a later page may show.
  package var firstOpenRow: Int { page.rows.first?.number ?? count }
}

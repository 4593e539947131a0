package import Galley
import GalleyFeed
import GalleyFeedItems

/// Runs each stage once over the rows of a feed, for a tool such as Callgrind that counts the
/// instructions of a function.
///
/// An earlier pass fills fonts, caches and memory; each text of the counted pass is new.
package struct CountedStages {
  private let probe: StageProbe
  private let items: [FeedItem]

  /// The stages over the rows of `feed`.
  ///
  /// - Throws: As ``FeedRenderer/init(_:)``, and ``FeedError``.
  package init(_ feed: FeedInput, options: RenderOptions) throws {
    probe = try StageProbe(options)
    items = try probe.readItems(of: feed)
  }

  /// Lays out, draws and encodes all rows, and returns the numbers of rows and pixels.
  package func run() throws -> (rowCount: Int, pixelCount: Int) {
    for row in try items.map({ try probe.set($0.marked(0)) }) {
      try probe.rasterize(row) { pixels, stride, count in
        _ = probe.encode(pixels, stride: stride, rowCount: count)
      }
    }
    let rows = try countedLayout()
    try countedRaster(rows)
    return (rows.count, rows.reduce(0) { $0 + $1.pixelCount })
  }

  @inline(never) private func countedLayout() throws -> [ProbedRow] {
    try items.map { try probe.set($0.marked(1)) }
  }

  @inline(never) private func countedRaster(_ rows: [ProbedRow]) throws {
    for row in rows {
      try probe.rasterize(row) { countedEncode($0, stride: $1, rowCount: $2) }
    }
  }

  @inline(never) private func countedEncode(
    _ pixels: UnsafeRawBufferPointer, stride: Int, rowCount: Int
  ) {
    _ = probe.encode(pixels, stride: stride, rowCount: rowCount)
  }
}

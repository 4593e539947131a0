package import Galley
import GalleyFeed

/// Each stage once over a feed's rows, in functions of their own: for a tool that counts what a
/// function executes, as Callgrind does.
///
/// A pass before it warms fonts, caches and memory; in the counted one each text is new.
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

  /// Sets, draws and encodes all rows; how many there are, and the pixels of them.
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

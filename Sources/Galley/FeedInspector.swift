package import GalleyCellRendering
package import GalleyCells
import GalleyFeed
import GalleyFiles
package import GalleyFonts
import GalleyLayout
import GalleyPNG
import GalleyPrimitives
package import GalleyRaster

/// The reason why a row cannot be inspected.
package enum InspectError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The feed has fewer rows.
  case noSuchRow(Int, rowCount: Int)
  /// The element of the row is not an item.
  case badRow(RowFailure)

  /// One line with the reason.
  package var description: String {
    switch self {
    case .noSuchRow(let row, let count):
      "the feed has no row \(row): it has \(count) \(count == 1 ? "row" : "rows"), counted from 0"
    case .badRow(let failure): failure.message
    }
  }
}

/// A row of a feed with its layout.
package struct InspectedRow: Hashable, Sendable {
  /// The index among all elements of the feed, from 0.
  package var index: Int
  /// The item's identifier; `nil` if it has none.
  package var id: String?
  /// The language of the item's texts; `nil` if nothing says one.
  package var language: RowLanguage?
  /// The cell.
  package var layout: CellLayout
  /// The names of the item's images.
  var imageNames: [String]
}

/// Inspects single rows of a feed: their whole layouts, and pictures with overlays.
///
/// It is not `Sendable`, because it has the fonts of a worker.
package final class FeedInspector {
  private let options: RenderOptions
  private let renderer: CellRenderer
  /// The differences between the fonts and the request.
  package var fontWarnings: [FontWarning] { renderer.shop.fontWarnings }

  /// Makes an inspector with `options`.
  ///
  /// - Throws: ``/GalleyCellRendering/RenderError`` where an option is out of bounds, ``GalleyFonts/FontError`` where there are no
  ///   fonts, ``GalleyImages/ImageError`` where the assets folder cannot be opened.
  package init(_ options: RenderOptions = RenderOptions()) throws {
    try options.validate()
    self.options = options
    renderer = try CellShop(options).makeRenderer()
  }

  /// Lays out row `index` of `feed`, counted from 0.
  ///
  /// - Throws: ``/GalleyFeedItems/FeedError``, ``InspectError``, or an error of the layout.
  /// - Complexity: O(feed up to the row).
  package func inspect(_ feed: FeedInput, row index: Int) throws -> InspectedRow {
    let reader = try feed.reader(format: options.format, limits: options.limits)
    var count = 0
    while let element = try reader.next() {
      defer { count += 1 }
      guard count == index else { continue }
      switch element {
      case .bad(let error): throw InspectError.badRow(RowFailure(error))
      case .item(let item):
        let row = try renderer.measure(item)
        return InspectedRow(
          index: index, id: item.id, language: row.language, layout: row.layout,
          imageNames: item.pictures.map(\.url) + [item.avatar].compactMap { $0 })
      }
    }
    throw InspectError.noSuchRow(index, rowCount: count)
  }

  /// Checks that a file at `path` replaces no image of the row.
  ///
  /// - Throws: ``/GalleyCellRendering/RenderError/replacesInput(path:)``.
  package func check(_ path: String, replacesNoImageOf row: InspectedRow) throws(RenderError) {
    guard let identity = FileIdentity(existingPath: path) else { return }
    let assets = renderer.shop.source.assets
    guard !row.imageNames.contains(where: { assets.identity(of: $0) == identity }) else {
      throw .replacesInput(path: path)
    }
  }

  /// Makes a PNG of the row, with an overlay on each of its texts, and overlays of the cell above them.
  ///
  /// - Throws: ``GalleyRaster/RasterError``, ``GalleyPNG/PNGError``, ``GalleyLayout/LayoutError``.
  package func picture(
    of row: InspectedRow, overlay: LayoutOverlay = .all, cell: Set<CellOverlay> = []
  ) throws -> [UInt8] {
    try renderer.picture(of: row.layout, overlay: overlay, cell: cell)
  }
}

extension CellRenderer {
  /// Makes a PNG of a cell with an overlay on each of its texts, and overlays above them.
  fileprivate func picture(
    of layout: CellLayout, overlay: LayoutOverlay, cell: Set<CellOverlay>
  ) throws -> [UInt8] {
    let scale = shop.template.scale
    var list = shop.displayList(of: layout)
    for part in layout.parts {
      guard let text = part.text else { continue }
      list.append(overlay, of: text, origin: part.textOrigin, scale: scale)
    }
    for kind in CellOverlay.allCases where cell.contains(kind) {
      list.items += try kind.items(over: layout, at: .zero, with: self)
    }
    var strips: [Strip] = []
    for band in Painter.bands(of: layout.pixelSize) {
      var surface = try painter.makeSurface(
        PixelSize(width: shop.template.pixelWidth, height: band.count))
      try painter.draw(
        list, rows: band, scale: scale, background: shop.background, into: &surface)
      surface.withPixels { bytes, stride in
        bytes.withUnsafeBytes {
          strips.append(
            encoder.encode(
              $0, stride: stride, width: shop.template.pixelWidth, rows: 0..<band.count))
        }
      }
    }
    return try AssembledPNG(strips, scale: scale).bytes
  }
}

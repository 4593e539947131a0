import GalleyCellRendering
import GalleyCells
import GalleyHandles
import GalleyPNG
import GalleyPrimitives

/// Streams the feed to one PNG in bounded memory.
final class TallSink: RowSink {
  private var writer: PNGFileWriter?
  private let path: String
  private let width: Int
  private let encoder: StripEncoder
  private let emptyPage: (color: Color, rowCount: Int)
  private(set) var written = WrittenFiles()

  /// Starts the file at `path`; `-` is standard output.
  ///
  /// An empty feed becomes `emptyPage`, because a PNG has at least one pixel row.
  init(
    path: String, shop: CellShop, emptyPage: (color: Color, rowCount: Int)
  ) throws(PNGError) {
    self.path = path
    self.emptyPage = emptyPage
    width = shop.template.pixelWidth
    encoder = StripEncoder(profile: shop.profile, colorType: shop.colorType)
    writer =
      if path == "-" {
        try PNGFileWriter(
          spoolingTo: 1, named: "standard output", width: width, colorType: shop.colorType,
          scale: shop.template.scale)
      } else {
        try PNGFileWriter(
          path: path, width: width, colorType: shop.colorType, scale: shop.template.scale)
      }
  }

  func consume(_ row: FinishedRow) throws -> RowFiles {
    if case .strips(let strips) = row.output {
      for strip in strips { try writer?.append(strip) }
    }
    return RowFiles(paths: [path])
  }

  func finish() throws {
    guard var writer = writer.take() else { return }
    if writer.rowCount == 0 {
      try writer.append(
        encoder.encode(repeating: emptyPage.color, width: width, rowCount: emptyPage.rowCount))
    }
    let rowCount = writer.rowCount
    written.add(bytes: try writer.finish(), width: width, rows: rowCount)
  }
}

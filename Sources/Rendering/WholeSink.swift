import GalleyCellRendering
import GalleyCells
import GalleyEncoders
import GalleyHandles
import GalleyPNG
import GalleyPrimitives

/// Writes the feed to one picture in a format that is encoded as a whole.
///
/// It holds the pixels of the whole feed, up to the longest edge of the format.
final class WholeSink: RowSink {
  private let path: String
  private let shop: CellShop
  private let encoder: any PictureEncoder
  private let emptyPage: (color: Color, rowCount: Int)
  private var rowCount = 0
  private(set) var written = WrittenFiles()

  /// Starts the picture at `path`; `-` is standard output.
  ///
  /// An empty feed becomes `emptyPage`, because a picture has at least one pixel row.
  init(
    path: String, shop: CellShop, emptyPage: (color: Color, rowCount: Int)
  ) throws(PNGError) {
    if path != "-" { try checkPlace(ofFile: path) }
    self.path = path
    self.shop = shop
    self.emptyPage = emptyPage
    encoder = shop.makeEncoder()
  }

  func consume(_ row: FinishedRow) throws -> RowFiles {
    guard case .pixels(let parts) = row.output else { return RowFiles(paths: []) }
    for part in parts {
      rowCount += part.rowCount
      // Refused at the first row too many, before the feed fills the memory.
      guard rowCount <= shop.picture.edgeLimit else {
        throw PictureError.unsupportedSize(
          shop.picture.kind, PixelSize(width: shop.template.pixelWidth, height: rowCount),
          edgeLimit: shop.picture.edgeLimit)
      }
      part.bytes.withUnsafeBytes {
        encoder.append($0, stride: 4 * shop.template.pixelWidth, rows: 0..<part.rowCount)
      }
    }
    return RowFiles(paths: [path])
  }

  func finish() throws {
    if rowCount == 0 {
      encoder.append(repeating: emptyPage.color, rowCount: emptyPage.rowCount)
      rowCount = emptyPage.rowCount
    }
    let bytes = try encoder.finish(scale: shop.template.scale)
    if path == "-" {
      try writePicture(bytes, spoolingTo: 1, named: "standard output")
    } else {
      try writePicture(bytes, to: path, durable: true)
    }
    written.add(bytes: bytes.count, width: shop.template.pixelWidth, rows: rowCount)
  }
}

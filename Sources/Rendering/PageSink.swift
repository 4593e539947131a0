import GalleyCellRendering
import GalleyCells
import GalleyEncoders
import GalleyFiles
import GalleyHandles
import GalleyPNG
import GalleyPrimitives

/// Writes windows of the feed, each when its last row is complete.
final class PageSink: RowSink {
  private let pattern: PathPattern
  private let pageHeight: Int
  private let shop: CellShop
  private let isDurable: Bool
  private let guarded: GuardedInputs
  private let encoder: StripEncoder
  private let wholeEncoder: (any PictureEncoder)?
  private var strips: [Strip] = []
  private var page = 0
  private var filled = 0
  private(set) var written = WrittenFiles()

  init(
    pattern: PathPattern, pageHeight: Int, shop: CellShop, isDurable: Bool, guarded: GuardedInputs
  ) throws(PNGError) {
    try checkPlace(ofFile: pattern.path(0))
    self.pattern = pattern
    self.pageHeight = pageHeight
    self.shop = shop
    self.isDurable = isDurable
    self.guarded = guarded
    encoder = StripEncoder(profile: shop.profile, colorType: shop.colorType)
    wholeEncoder = shop.encodesWhole ? shop.makeEncoder() : nil
  }

  func consume(_ row: FinishedRow) throws -> RowFiles {
    switch row.output {
    case .strips(let parts):
      for strip in parts {
        strips.append(strip)
        try advance(by: strip.rowCount)
      }
    case .pixels(let parts):
      for part in parts {
        part.bytes.withUnsafeBytes {
          wholeEncoder?.append($0, stride: 4 * shop.template.pixelWidth, rows: 0..<part.rowCount)
        }
        try advance(by: part.rowCount)
      }
    case .picture, .drawing: break
    }
    return RowFiles(
      paths: row.place.cuts.indices.map { pattern.path(row.place.firstPage + $0) })
  }

  /// Fills the rest of the last page with the page's colour; an empty feed is one such page.
  func finish() throws {
    guard filled > 0 || page == 0 else { return }
    let rest = pageHeight - filled
    if let wholeEncoder {
      wholeEncoder.append(repeating: shop.background, rowCount: rest)
    } else {
      strips.append(
        encoder.encode(
          repeating: shop.background, width: shop.template.pixelWidth, rowCount: rest))
    }
    try advance(by: rest)
  }

  private func advance(by rowCount: Int) throws {
    filled += rowCount
    guard filled == pageHeight else { return }
    let path = pattern.path(page)
    try guarded.check(path)
    let byteCount: Int
    if let wholeEncoder {
      let bytes = try wholeEncoder.finish(scale: shop.template.scale)
      try writePicture(bytes, to: path, durable: isDurable)
      byteCount = bytes.count
    } else {
      let picture = try AssembledPNG(strips, scale: shop.template.scale)
      try picture.write(to: path, durable: isDurable)
      byteCount = picture.byteCount
      strips.removeAll(keepingCapacity: true)
    }
    written.add(bytes: byteCount, width: shop.template.pixelWidth, rows: pageHeight)
    page += 1
    filled = 0
  }
}

import GalleyHandles
import GalleyPNG
import GalleyPrimitives

/// Where finished rows go, in the feed's order: one tall picture, pages, or cards.
protocol RowSink {
  /// Takes the next row; returns the files that show some of it.
  mutating func consume(_ row: FinishedRow) throws -> [String]
  /// Completes the last file.
  mutating func finish() throws
  /// What was written so far.
  var written: WrittenFiles { get }
}

/// How much was written.
struct WrittenFiles: Hashable, Sendable {
  var fileCount = 0
  var byteCount = 0
  var pixelCount = 0

  mutating func add(bytes: Int, width: Int, rows: Int) {
    fileCount += 1
    byteCount += bytes
    pixelCount += width * rows
  }
}

/// A row that has been drawn and deflated.
struct FinishedRow: Sendable {
  var row: MeasuredRow
  var place: RowPlacer.Place
  var output: Output

  enum Output: Sendable {
    /// A strip for each cut; several where a row is taller than a surface.
    case strips([Strip])
    /// A whole PNG.
    case picture([UInt8])
    /// Pixels for a page that is deflated whole.
    case pixels([PixelRows])
  }
}

/// Streams the feed to one PNG, with bounded memory.
final class TallSink: RowSink {
  private var writer: PNGFileWriter?
  private let path: String
  private let width: Int
  private let encoder: StripEncoder
  private let emptyPage: (color: Color, rowCount: Int)
  private(set) var written = WrittenFiles()

  /// Starts the file at `path`; `-` is standard output.
  ///
  /// An empty feed becomes `emptyPage`, since a PNG has at least one pixel row.
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

  func consume(_ row: FinishedRow) throws -> [String] {
    if case .strips(let strips) = row.output {
      for strip in strips { try writer?.append(strip) }
    }
    return [path]
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

/// Writes a PNG of each card.
struct CardSink: RowSink {
  let pattern: PathPattern
  let isDurable: Bool
  private let guarded: GuardedInputs
  private(set) var written = WrittenFiles()

  init(pattern: PathPattern, isDurable: Bool, guarded: GuardedInputs) throws(PNGError) {
    try checkPlace(ofFile: pattern.path(0))
    self.pattern = pattern
    self.isDurable = isDurable
    self.guarded = guarded
  }

  mutating func consume(_ row: FinishedRow) throws -> [String] {
    guard case .picture(let bytes) = row.output else { return [] }
    let path = pattern.path(row.row.item.index)
    try guarded.check(path)
    try writePNG(bytes, to: path, durable: isDurable)
    let size = row.row.layout.pixelSize
    written.add(bytes: bytes.count, width: size.width, rows: size.height)
    return [path]
  }

  func finish() {}
}

/// Writes windows of the feed, each as soon as its last row is there.
final class PageSink: RowSink {
  private let pattern: PathPattern
  private let pageHeight: Int
  private let shop: CellShop
  private let isDurable: Bool
  private let guarded: GuardedInputs
  private let encoder: StripEncoder
  private let wholeEncoder: WholePictureEncoder?
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
    wholeEncoder =
      shop.profile == .small
      ? WholePictureEncoder(width: shop.template.pixelWidth, colorType: shop.colorType) : nil
  }

  func consume(_ row: FinishedRow) throws -> [String] {
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
    case .picture: break
    }
    return row.place.cuts.indices.map { pattern.path(row.place.firstPage + $0) }
  }

  /// Fills the last page up with the page's colour; an empty feed is one such page.
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
      try writePNG(bytes, to: path, durable: isDurable)
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

import GalleyCellRendering
import GalleyCells
import GalleyEncoders
import GalleyFiles
import GalleyPrimitives
import GalleyRaster
import GalleyVector

/// Writes the feed to one document, or to a document for each page.
///
/// It holds the drawings of a page, whose height has to be known before it is written; an SVG of the whole feed is
/// written row by row.
final class DocumentSink: RowSink {
  /// The files of the document.
  private enum Destination {
    case whole(path: String)
    case pages(PathPattern)
  }

  private let destination: Destination
  private let shop: CellShop
  private let isDurable: Bool
  private let guarded: GuardedInputs
  private let documents: VectorDocuments
  private let scale: Double
  private let width: Int
  private let emptyRowCount: Int
  private let pageHeight: Int?
  private var flow: PageFlow
  private var rows: [Int: PagedDrawing] = [:]
  private var rowCount = 0
  private var bottom = 0
  private var page = 0
  private var file: AtomicFile?
  private var pdf: PDFWriter?
  private var svg: SVGWriter?
  private(set) var written = WrittenFiles()

  /// Starts the document; `nil` if the output is no document of the feed.
  ///
  /// An empty feed becomes a page of
  /// `emptyRowCount` pixel rows, or of the pages' height.
  init?(
    _ output: RenderOutput, shop: CellShop, emptyRowCount: Int, isDurable: Bool,
    guarded: GuardedInputs
  ) throws {
    guard shop.isVector else { return nil }
    let isPDF = shop.picture.kind == .pdf
    scale = shop.template.scale
    width = shop.template.pixelWidth
    var height: Double?
    switch output {
    case .tall(let path): destination = .whole(path: path)
    case .standardOutput: destination = .whole(path: "-")
    case .pagedDocument(let own, let path):
      guard isPDF else { throw RenderError.unsupportedDocument(shop.picture) }
      (destination, height) = (.whole(path: path), own)
    case .pages(let own, let pattern): (destination, height) = (.pages(pattern), own)
    case .cards, .archives: return nil
    }
    guard shop.template.width <= PDFWriter.sideLimit || !isPDF else {
      throw PictureError.pageTooWide(shop.template.width)
    }
    let limit = isPDF ? PDFWriter.pageLimit(scale: scale) : 1 << 20
    if let height {
      let pixels = height * scale
      guard (1...65_536).contains(pixels), pixels == pixels.rounded() else {
        throw RenderError.unsupportedPageHeight(height, scale: scale)
      }
      guard Int(pixels) <= limit else { throw PictureError.pageTooHigh(height) }
    }
    let pixelsPerUnit = scale
    pageHeight = height.map { Int($0 * pixelsPerUnit) }
    flow = PageFlow(pageHeight: pageHeight, limit: limit)
    guard let documents = VectorDocuments(isPDF ? .pdf : .svg) else {
      throw PictureError.outOfMemory
    }
    (self.documents, self.shop, self.guarded) = (documents, shop, guarded)
    (self.isDurable, self.emptyRowCount) = (isDurable, emptyRowCount)
    guarded.keepImages()
    try begin(isPDF: isPDF)
  }

  /// Opens the file of a whole document.
  private func begin(isPDF: Bool) throws {
    guard case .whole(let path) = destination else { return }
    if path == "-" {
      file = try AtomicFile(spoolingTo: 1, named: "standard output")
    } else {
      try guarded.check(path)
      guarded.watchImages(of: path)
      file = try AtomicFile(path)
    }
    if isPDF {
      pdf = PDFWriter(scale: scale, fonts: documents.fonts)
    } else {
      let svg = SVGWriter(scale: scale, fonts: documents.fonts)
      svg.begin(background: shop.background)
      self.svg = svg
    }
  }

  func consume(_ row: FinishedRow) throws -> RowFiles {
    guard case .drawing(let drawing) = row.output else { return RowFiles(paths: []) }
    defer { bottom += drawing.size.height }
    if let svg {
      svg.append(drawing, top: bottom)
      try file?.write(svg.take())
    } else {
      rows[rowCount] = PagedDrawing(drawing)
      rowCount += 1
      for page in flow.place(height: drawing.size.height) { try write(page) }
    }
    switch destination {
    case .whole(let path): return RowFiles(paths: [path])
    case .pages(let pattern): return RowFiles(paths: flow.lastPages.map(pattern.path))
    }
  }

  /// Completes the last page and the file; an empty feed is one page.
  func finish() throws {
    if svg == nil {
      let last = flow.finish()
      for page in last { try write(page) }
      if page == 0 {
        try write(PageFlow.Page(height: pageHeight ?? emptyRowCount))
      }
    }
    guard var file = file.take() else { return }
    let height = svg == nil ? bottom : max(bottom, emptyRowCount)
    if let pdf {
      try pdf.finish()
      try file.write(pdf.take())
    } else if let svg {
      try file.write(svg.end())
      try file.overwrite(svg.header(size: PixelSize(width: width, height: height)), at: 0)
      written.pageCount = 1
    }
    let byteCount = file.byteCount
    try file.commit(durable: true)
    written.add(bytes: byteCount, width: width, rows: height)
  }

  /// Writes a page to the document, or as a document.
  private func write(_ page: PageFlow.Page) throws {
    let size = PixelSize(width: width, height: page.height)
    var ground = VectorDrawing(size: size)
    if shop.background.alpha > 0 { ground.fill(with: shop.background) }
    let parts =
      [(drawing: ground, top: 0)]
      + page.rows.compactMap { row in
        rows[row.number].map {
          (drawing: $0.part(top: row.top, height: page.height), top: row.top)
        }
      }
    if let pdf {
      try pdf.addPage(parts, size: size)
      try file?.write(pdf.take())
    } else if case .pages(let pattern) = destination {
      try writeDocument(parts, size: size, to: pattern.path(self.page))
    }
    self.page += 1
    written.pageCount += 1
    let open = flow.firstOpenRow
    rows = rows.filter { $0.key >= open }
  }

  private func writeDocument(
    _ parts: [(drawing: VectorDrawing, top: Int)], size: PixelSize, to path: String
  ) throws {
    try guarded.check(path)
    documents.fonts.trim()
    let bytes: [UInt8]
    switch documents.format {
    case .pdf:
      let writer = PDFWriter(scale: scale, fonts: documents.fonts)
      try writer.addPage(parts, size: size)
      try writer.finish()
      bytes = writer.take()
    case .svg:
      let writer = SVGWriter(scale: scale, fonts: documents.fonts)
      for part in parts { writer.append(part.drawing, top: part.top) }
      bytes = writer.finished(size: size)
    }
    var file = try AtomicFile(path)
    try file.write(bytes)
    try file.commit(durable: isDurable)
    written.add(bytes: bytes.count, width: width, rows: size.height)
  }
}

import GalleyCompression
package import GalleyEncoders
import GalleyHandles
package import GalleyPrimitives
package import GalleyRaster

/// Writes pages of vector drawings as a PDF, page by page.
///
/// The bytes depend on the drawings alone: there is no date and no identifier in them. Memory grows with the used
/// glyphs, pages and distinct images, each by some bytes; the caller takes the bytes of the pages so far.
package final class PDFWriter {
  /// The longest side of a page, in layout units: 14,400 units of PDF.
  package static let sideLimit = 19_200.0
  /// Units of PDF, 1/72 inch, in a layout unit, 1/96 inch.
  static let unit = 0.75

  private let scale: Double
  let fonts: PDFFonts
  private let deflater = WholeDeflater()
  private var bytes: [UInt8] = []
  private var writtenCount = 0
  /// The place of each object from 1 on; 0 if it is not written yet.
  private var offsets: [Int] = []
  private var pages: [Int] = []
  private var images: [ContentKey: Int] = [:]
  private let (catalog, pageTree, information): (Int, Int, Int) = (1, 2, 3)

  /// Starts a document of drawings with `scale` device pixels per layout unit.
  package init(scale: Double, fonts: VectorFonts) {
    self.scale = scale
    self.fonts = PDFFonts(fonts)
    offsets = [0, 0, 0]
    bytes.append("%PDF-1.7\n%\u{80}\u{81}\u{82}\u{83}\n")
  }

  /// The bytes that are ready, each once.
  package func take() -> [UInt8] {
    writtenCount += bytes.count
    defer { bytes = [] }
    return bytes
  }

  /// Adds a page of drawings, or parts of them, whose images are encoded, at their distances from the page's top.
  ///
  /// - Parameters:
  ///   - drawings: The drawings, each over those before it.
  ///   - size: The page in device pixels.
  /// - Throws: ``/GalleyEncoders/PictureError/pageTooWide(_:)``.
  package func addPage(
    _ drawings: [(drawing: VectorDrawing, top: Int)], size: PixelSize
  ) throws(PictureError) {
    let width = Double(size.width) / scale
    guard width <= Self.sideLimit else { throw .pageTooWide(width) }
    let factor = Self.unit / scale
    let height = Double(size.height) * factor
    let page = PDFPage(self, size: size)
    page.begin(factor: factor, height: height)
    for part in drawings { page.draw(part.drawing, top: part.top) }
    let content = page.finish()
    let resources = reserve()
    for form in page.forms {
      var entries: [UInt8] = []
      entries.append(
        "/Type /XObject /Subtype /Form /Group << /S /Transparency /CS /DeviceRGB >>")
      entries.append(" /Resources \(resources) 0 R /BBox [0 0 \(size.width) \(size.height)]")
      write(form.number, entries, stream: form.content)
    }
    let contents = reserve()
    write(contents, [], stream: content)
    write(resources, page.resources)
    var record: [UInt8] = []
    record.append("<< /Type /Page /Parent \(pageTree) 0 R /MediaBox [0 0")
    record.append(Double(size.width) * factor, height)
    record.append("] /Resources \(resources) 0 R /Contents \(contents) 0 R")
    record.append(" /Group << /S /Transparency /CS /DeviceRGB >>")
    if !page.links.isEmpty {
      record.append(" /Annots [")
      for link in page.links { record += link.annotation(factor: factor, height: height) }
      record.append("]")
    }
    record.append(" >>")
    let number = reserve()
    write(number, record)
    pages.append(number)
  }

  /// Completes the document: writes the fonts and the table of objects.
  ///
  /// - Throws: ``/GalleyEncoders/PictureError/documentTooLarge(byteCount:)``.
  package func finish() throws(PictureError) {
    fonts.write(to: self)
    var kids = "<< /Type /Pages /Count \(pages.count) /Kids ["
    for page in pages { kids += "\(page) 0 R " }
    write(pageTree, Array((kids + "] >>").utf8))
    write(information, Array("<< /Producer (Galley) >>".utf8))
    write(catalog, Array("<< /Type /Catalog /Pages \(pageTree) 0 R >>".utf8))
    let start = writtenCount + bytes.count
    guard start < 10_000_000_000 else { throw .documentTooLarge(byteCount: start) }
    bytes.append("xref\n0 \(offsets.count + 1)\n0000000000 65535 f \n")
    for offset in offsets {
      let digits = String(offset)
      bytes.append(String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n")
    }
    bytes.append("trailer\n<< /Size \(offsets.count + 1) /Root \(catalog) 0 R ")
    bytes.append("/Info \(information) 0 R >>\nstartxref\n\(start)\n%%EOF\n")
  }

  // MARK: - Objects

  /// Returns the number of an object that is written later.
  func reserve() -> Int {
    offsets.append(0)
    return offsets.count
  }

  /// Writes an object.
  func write(_ number: Int, _ object: [UInt8]) {
    begin(number)
    bytes += object
    bytes.append("\nendobj\n")
  }

  /// Writes a stream, which is compressed here unless `isDeflated`; `entries` are further ones of its dictionary.
  func write(_ number: Int, _ entries: [UInt8], stream: [UInt8], isDeflated: Bool = false) {
    let data = isDeflated ? stream : deflater.deflated(stream)
    begin(number)
    bytes.append("<< /Filter /FlateDecode /Length \(data.count) ")
    bytes += entries
    bytes.append(" >>\nstream\n")
    bytes += data
    bytes.append("\nendstream\nendobj\n")
  }

  private func begin(_ number: Int) {
    offsets[number - 1] = writtenCount + bytes.count
    bytes.append("\(number) 0 obj\n")
  }

  /// Returns the number of an image, and writes it if it is not written yet; `nil` for one that is not encoded.
  func object(of image: VectorImage) -> Int? {
    if let known = images[image.key] { return known }
    guard case .encoded(let color, let alpha) = image.content else { return nil }
    let size = "/Width \(image.size.width) /Height \(image.size.height) /BitsPerComponent 8"
    var mask = ""
    if let alpha {
      let number = reserve()
      write(
        number, Array("/Type /XObject /Subtype /Image /ColorSpace /DeviceGray \(size)".utf8),
        stream: alpha, isDeflated: true)
      mask = " /SMask \(number) 0 R"
    }
    let number = reserve()
    write(
      number, Array("/Type /XObject /Subtype /Image /ColorSpace /DeviceRGB \(size)\(mask)".utf8),
      stream: color, isDeflated: true)
    images[image.key] = number
    return number
  }
}

/// An area of a page that leads to an address, in device pixels.
struct PDFLink {
  var address: String
  var rect: Rect

  /// The annotation on a page of a height in units of PDF, `factor` of them in a device pixel.
  func annotation(factor: Double, height: Double) -> [UInt8] {
    var result: [UInt8] = []
    result.append("<< /Type /Annot /Subtype /Link /F 4 /Border [0 0 0] /Rect [")
    result.append(
      rect.minX * factor, height - rect.maxY * factor, rect.maxX * factor,
      height - rect.minY * factor)
    // The address has no parentheses and no backslash.
    result.append("] /A << /S /URI /URI (\(address)) >> >>")
    return result
  }
}

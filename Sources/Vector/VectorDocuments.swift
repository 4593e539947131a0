package import GalleyEncoders
import GalleyPrimitives
package import GalleyRaster

/// Makes whole documents of vector drawings, on one thread.
package final class VectorDocuments {
  /// The format.
  package let format: VectorFormat
  /// The encoder of images.
  package let encoder: VectorImageEncoder
  /// The faces of fonts.
  package let fonts: VectorFonts

  /// Opens no font yet; `nil` for lack of memory.
  package init?(_ format: VectorFormat) {
    guard let fonts = VectorFonts() else { return nil }
    self.format = format
    self.fonts = fonts
    encoder = VectorImageEncoder(format)
  }

  /// Writes a document of a drawing whose images are encoded.
  ///
  /// An SVG has one page. A PDF has several, if the drawing is higher than 19,200 layout units.
  ///
  /// - Parameters:
  ///   - drawing: The drawing.
  ///   - scale: The device pixels of the drawing per layout unit.
  /// - Returns: The bytes of the file.
  /// - Throws: ``/GalleyEncoders/PictureError``.
  package func document(of drawing: VectorDrawing, scale: Double) throws(PictureError) -> [UInt8] {
    fonts.trim()
    switch format {
    case .svg:
      let writer = SVGWriter(scale: scale, fonts: fonts)
      writer.append(drawing, top: 0)
      return writer.finished(size: drawing.size)
    case .pdf:
      let writer = PDFWriter(scale: scale, fonts: fonts)
      var flow = PageFlow(pageHeight: nil, limit: PDFWriter.pageLimit(scale: scale))
      let paged = PagedDrawing(drawing)
      for page in flow.place(height: drawing.size.height) + flow.finish() {
        try writer.addPage(
          page.rows.map { (paged.part(top: $0.top, height: page.height), $0.top) },
          size: PixelSize(width: drawing.size.width, height: page.height))
      }
      try writer.finish()
      return writer.take()
    }
  }
}

extension PDFWriter {
  /// The highest page in device pixels.
  package static func pageLimit(scale: Double) -> Int { max(1, Int(sideLimit * scale)) }
}

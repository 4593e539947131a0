package import GalleyCells
import GalleyEncoders
package import GalleyPrimitives
package import GalleyRaster
package import GalleyVector

extension CellRenderer {
  /// Makes a drawing of a cell without the page's colour, with images as a document has them.
  package func drawing(of layout: CellLayout) throws -> VectorDrawing {
    var drawing = try drawing(
      of: shop.displayList(of: layout), size: layout.pixelSize, background: .clear,
      with: openDocuments())
    drawing.describe(layout)
    return drawing
  }

  /// Writes a document of a cell: one page, or more for a cell that is too high for a page of a PDF.
  package func document(of layout: CellLayout) throws -> [UInt8] {
    try document(
      of: shop.displayList(of: layout), size: layout.pixelSize, describing: layout,
      with: openDocuments())
  }

  /// Writes a document of a display list of a size in device pixels, with the descriptions of a cell's images.
  package func document(
    of list: DisplayList, size: PixelSize, describing layout: CellLayout? = nil,
    with documents: VectorDocuments
  ) throws -> [UInt8] {
    var drawing = try drawing(
      of: list, size: size, background: shop.background, with: documents)
    if let layout { drawing.describe(layout) }
    return try documents.document(of: drawing, scale: shop.template.scale)
  }

  private func drawing(
    of list: DisplayList, size: PixelSize, background: Color, with documents: VectorDocuments
  ) throws -> VectorDrawing {
    try documents.encoder.encode(
      painter.vectorDrawing(
        of: list, size: size, scale: shop.template.scale, background: background))
  }

  private func openDocuments() throws(PictureError) -> VectorDocuments {
    guard let documents else { throw .outOfMemory }
    return documents
  }
}

extension VectorDrawing {
  /// Adds the descriptions of a cell's images, above everything else.
  fileprivate mutating func describe(_ layout: CellLayout) {
    for (index, words) in layout.imageDescriptions.sorted(by: { $0.key < $1.key }) {
      guard layout.parts.indices.contains(index) else { continue }
      let rect = layout.parts[index].rect
      operations.append(
        .description(
          words,
          Rect(
            x: rect.minX * layout.scale, y: rect.minY * layout.scale,
            width: rect.width * layout.scale, height: rect.height * layout.scale)))
    }
  }
}

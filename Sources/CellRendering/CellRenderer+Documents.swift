package import GalleyCells
package import GalleyPrimitives
package import GalleyRaster
package import GalleyVector

extension CellRenderer {
  /// Makes a drawing of a cell without the page's colour, with images as a document has them.
  package func drawing(of layout: CellLayout) throws -> VectorDrawing {
    try drawing(
      of: shop.displayList(of: layout), size: layout.pixelSize, background: .clear,
      with: openDocuments())
  }

  /// Writes a document of a cell: one page, or more for a cell that is too high for a page of a PDF.
  package func document(of layout: CellLayout) throws -> [UInt8] {
    try document(
      of: shop.displayList(of: layout), size: layout.pixelSize, with: openDocuments())
  }

  /// Writes a document of a display list of a size in device pixels.
  package func document(
    of list: DisplayList, size: PixelSize, with documents: VectorDocuments
  ) throws -> [UInt8] {
    let drawing = try drawing(
      of: list, size: size, background: shop.background, with: documents)
    return try documents.document(of: drawing, scale: shop.template.scale)
  }

  private func drawing(
    of list: DisplayList, size: PixelSize, background: Color, with documents: VectorDocuments
  ) throws -> VectorDrawing {
    try documents.encoder.encode(
      painter.vectorDrawing(
        of: list, size: size, scale: shop.template.scale, background: background))
  }

  private func openDocuments() throws(VectorError) -> VectorDocuments {
    guard let documents else { throw .outOfMemory }
    return documents
  }
}

import GalleyCellRendering
import GalleyCells
public import GalleyElements
public import GalleyLayout
public import GalleyPrimitives
public import GalleyRaster
import GalleyVector

extension PictureRenderer {
  /// A format of documents with paths, images and texts instead of pixels.
  public enum DocumentFormat: String, Hashable, Sendable, CaseIterable {
    /// PDF, with the used letters of the fonts.
    case pdf
    /// SVG, with the names of fonts.
    case svg
  }

  /// Writes a cell as a document.
  ///
  /// - Throws: ``GalleyElements/ElementError``, ``GalleyRaster/RasterError``, ``/GalleyEncoders/PictureError``.
  public func document(of cell: some Element, as format: DocumentFormat) throws -> [UInt8] {
    let layout = try layout(of: cell)
    return try document(
      of: renderer.shop.displayList(of: layout), size: layout.size, describing: layout, as: format)
  }

  /// Writes a text's layout as a document, as large as its bounding size.
  ///
  /// The characters are those of the layout's text; a layout that was decoded has none, and its letters are found
  /// by no search.
  ///
  /// - Throws: ``GalleyRaster/RasterError``, ``/GalleyEncoders/PictureError``.
  public func document(of layout: TextLayout, as format: DocumentFormat) throws -> [UInt8] {
    try document(
      of: DisplayList(bounding: layout), size: layout.boundingSize, as: format)
  }

  /// Writes a display list as a document of `size` layout units.
  ///
  /// Edges are where the pixels of a picture in this scale are, and images have its resolution. A drawing that is
  /// higher than a page of a PDF, 19,200 layout units, goes on on further pages.
  ///
  /// - Throws: ``GalleyRaster/RasterError``, ``/GalleyEncoders/PictureError``.
  /// - Complexity: O(glyphs + pixels of images and shadows); for a PDF also O(glyphs of its fonts).
  public func document(
    of list: DisplayList, size: Size, as format: DocumentFormat
  ) throws -> [UInt8] {
    try document(of: list, size: size, describing: nil, as: format)
  }

  private func document(
    of list: DisplayList, size: Size, describing layout: CellLayout?, as format: DocumentFormat
  ) throws -> [UInt8] {
    guard let documents = VectorDocuments(format == .pdf ? .pdf : .svg) else {
      throw PictureError.outOfMemory
    }
    defer { noteImages() }
    return try renderer.document(
      of: list, size: Painter.pixelSize(of: size, scale: scale), describing: layout,
      with: documents)
  }
}

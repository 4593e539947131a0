package import GalleyHandles
import GalleyPrimitives

/// The font faces from which one worker draws glyphs.
package final class FontFaces {
  /// A face of a font file.
  package struct File: Hashable {
    let path: String
    let index: Int
    let axes: [Double]?
  }

  private let library: FreeTypeLibrary
  private var faces: [File: FontFace] = [:]
  /// For each face of a collection, the first face with the same glyphs.
  private var firstFiles: [File: File] = [:]

  /// `nil` if memory runs out.
  package init?() {
    guard let library = FreeTypeLibrary() else { return nil }
    self.library = library
  }

  /// Returns a face, and opens it if it is not open yet.
  func face(_ file: File) throws(FontFaceError) -> FontFace {
    if let known = faces[file] { return known }
    let face = try FontFace(
      library: library, path: file.path, index: file.index, axes: file.axes)
    faces[file] = face
    return face
  }

  /// Returns the file and face with a font's glyphs: the first face of its file that has the same
  /// ones.
  func file(of font: FontKey) -> File {
    let file = File(path: font.path, index: font.faceIndex, axes: font.axes)
    if let known = firstFiles[file] { return known }
    // Only glyphs and line metrics are read from a face here, so faces that share both can share
    // one.
    let first = File(
      path: file.path, index: FontFace.firstFace(like: file.index, path: file.path),
      axes: file.axes)
    firstFiles[file] = first
    return first
  }

  /// Returns the coloured bitmap of a glyph; `nil` if the font has none.
  package func strike(of glyph: UInt32, in font: SizedFont) -> FontFace.Strike? {
    (try? face(font.file))?.strike(of: glyph, size: font.size)
  }

  /// Closes all faces.
  func closeAll() {
    faces = [:]
    firstFiles = [:]
  }
}

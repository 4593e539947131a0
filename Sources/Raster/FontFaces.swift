import GalleyHandles
import GalleyPrimitives

/// The faces that one worker draws glyphs of.
final class FontFaces {
  /// A face of a font file.
  struct File: Hashable {
    let path: String
    let index: Int
  }

  private let library: FreeTypeLibrary
  private var faces: [File: FontFace] = [:]
  /// The face whose glyphs a face of a collection has.
  private var firstFiles: [File: File] = [:]

  /// - Throws: ``RasterError/outOfMemory``.
  init() throws(RasterError) {
    guard let library = FreeTypeLibrary() else { throw .outOfMemory }
    self.library = library
  }

  /// A face, opened now if it is not.
  func face(_ file: File) throws(FontFaceError) -> FontFace {
    if let known = faces[file] { return known }
    let face = try FontFace(library: library, path: file.path, index: file.index)
    faces[file] = face
    return face
  }

  /// Where the glyphs of a font are: in the first face of its file that has the same.
  func file(of font: FontKey) -> File {
    let file = File(path: font.path, index: font.faceIndex)
    if let known = firstFiles[file] { return known }
    // Glyphs and lines are all that is asked of a face here.
    let first = File(
      path: file.path, index: FontFace.firstFace(like: file.index, path: file.path))
    firstFiles[file] = first
    return first
  }

  /// The coloured bitmap of a glyph; `nil` if it has none.
  func strike(of glyph: UInt32, in font: SizedFont) -> FontFace.Strike? {
    (try? face(font.file))?.strike(of: glyph, size: font.size)
  }

  /// Closes all faces.
  func closeAll() {
    faces = [:]
    firstFiles = [:]
  }
}

import GalleyHandles
import GalleyPrimitives

/// The font faces from which one thread writes documents.
package final class VectorFonts {
  /// A face of a font file.
  struct File: Hashable {
    var path: String
    var index: Int
    var axes: [Double]?

    init(_ font: FontKey) {
      path = font.path
      index = font.faceIndex
      axes = font.axes
    }
  }

  /// An open face with its facts.
  final class Face {
    let face: FontFace
    let facts: FontFaceFacts
    private var widths: [UInt32: Double] = [:]

    init(_ face: FontFace) {
      self.face = face
      facts = face.facts
    }

    /// The advance of a glyph in thousandths of an em.
    func width(of glyph: UInt32) -> Double {
      if let known = widths[glyph] { return known }
      let width = face.advance(of: glyph, size: 1000)
      widths[glyph] = width
      return width
    }
  }

  private let library: FreeTypeLibrary
  private var faces: [File: Face?] = [:]

  /// Fonts with no face open; `nil` for lack of memory.
  package init?() {
    guard let library = FreeTypeLibrary() else { return nil }
    self.library = library
  }

  /// Returns the face of a font, and opens it if it is not open; `nil` if its file cannot be opened.
  func face(_ font: FontKey) -> Face? {
    let file = File(font)
    if let known = faces[file] { return known }
    let opened = try? FontFace(
      library: library, path: file.path, index: file.index, axes: file.axes)
    let face = opened.map(Face.init)
    faces[file] = face
    return face
  }

  /// Closes the faces, if there are many.
  package func trim() { if faces.count > 256 { faces = [:] } }
}

internal import CHarfBuzz
internal import CPango
package import GalleyPrimitives

/// The file and the face of a font's outlines: a ``FontKey`` without the size.
package struct FontFaceDescription: Hashable, Sendable {
  package var path: String
  package var faceIndex: Int
  package var name: String
  package var transform: FontTransform?
  package var isEmboldened: Bool
  /// The places on the axes of a variable font, in the file's order; `nil` for those of the face.
  package var axes: [Double]?

  /// The key of this face at `size` layout units per em.
  package func key(size: Double) -> FontKey {
    var key = FontKey(
      path: path, faceIndex: faceIndex, size: size, name: name, transform: transform,
      isEmboldened: isEmboldened)
    key.axes = axes
    return key
  }

  /// The face of the font without glyphs.
  static let none = FontFaceDescription(
    path: "", faceIndex: 0, name: "", transform: nil, isEmboldened: false)
}

extension FontFaceDescription {
  /// The face of a font, by the pattern from which Pango opened it.
  init(_ font: UnsafeMutablePointer<PangoFont>) {
    let fcFont = UnsafeMutableRawPointer(font).assumingMemoryBound(to: PangoFcFont.self)
    let pattern = pango_fc_font_get_pattern(fcFont)
    func string(_ name: String) -> String {
      var value: UnsafeMutablePointer<FcChar8>?
      guard FcPatternGetString(pattern, name, 0, &value) == FcResultMatch, let value else {
        return ""
      }
      return String(cString: value)
    }
    func bool(_ name: String, default: Bool) -> Bool {
      var value: FcBool = 0
      guard FcPatternGetBool(pattern, name, 0, &value) == FcResultMatch else { return `default` }
      return value != 0
    }
    var faceIndex: Int32 = 0
    _ = FcPatternGetInteger(pattern, FC_INDEX, 0, &faceIndex)
    var transform: FontTransform?
    var matrix: UnsafeMutablePointer<FcMatrix>?
    // A bitmap font's matrix only scales its strike to the requested size, which drawing does itself.
    if bool(FC_OUTLINE, default: true),
      FcPatternGetMatrix(pattern, FC_MATRIX, 0, &matrix) == FcResultMatch,
      let value = matrix?.pointee,
      // Pango gives each font a matrix.
      (value.xx, value.xy, value.yx, value.yy) != (1, 0, 0, 1)
    {
      transform = FontTransform(xx: value.xx, xy: value.xy, yx: value.yx, yy: value.yy)
    }
    let (family, style) = (string(FC_FAMILY).streamSafe, string(FC_STYLE).streamSafe)
    self.init(
      path: string(FC_FILE), faceIndex: Int(faceIndex),
      name: style.isEmpty || style == "Regular" ? family : "\(family) \(style)",
      transform: transform, isEmboldened: bool(FC_EMBOLDEN, default: false))
    axes = Self.axes(of: font)
  }

  /// The axes with which Pango shapes text in a font: those of its request, and of its weight.
  private static func axes(of font: UnsafeMutablePointer<PangoFont>) -> [Double]? {
    let known: OpaquePointer = pango_font_get_hb_font(font)
    var count: UInt32 = 0
    guard let places = hb_font_get_var_coords_normalized(known, &count),
      (0..<Int(count)).contains(where: { places[$0] != 0 }),
      let axes = hb_font_get_var_coords_design(known, &count)
    else { return nil }
    return UnsafeBufferPointer(start: axes, count: Int(min(count, 64))).map(Double.init)
  }
}

internal import CHarfBuzz
internal import CPango

/// A font that a font map has opened.
struct LoadedFont {
  /// Kept alive by its own reference; `nil` for the font without glyphs.
  var pango: UnsafeMutablePointer<PangoFont>?
  /// The font that text is shaped with; owned by the font map.
  var harfBuzz: OpaquePointer
  /// The file with the bytes that `harfBuzz` reads; `nil` if Pango mapped them.
  var file: FontFile?
  /// Logical extents, in Pango units: positive, but for damaged fonts.
  var ascent: Int32
  var descent: Int32
  /// The advance of the hyphen at a break within a word.
  var hyphenAdvance: Int32
}

extension LoadedFont {
  /// The font without glyphs: text in it is shown as missing.
  static var glyphless: LoadedFont {
    LoadedFont(
      pango: nil, harfBuzz: hb_font_reference(hb_font_get_empty()), file: nil,
      ascent: 14 * PANGO_SCALE, descent: 4 * PANGO_SCALE, hyphenAdvance: 0)
  }

  /// Opens a font for shaping, and takes a reference to it.
  init(_ font: UnsafeMutablePointer<PangoFont>, face: FontFaceDescription) {
    g_object_ref(font)
    let file = FontFile.shared(face.path)
    Self.withMapping(of: font) { file?.replace($0) }
    let harfBuzz = Self.harfBuzzFont(of: font, face: face, file: file)
    var logical = PangoRectangle()
    pango_font_get_glyph_extents(font, 0, nil, &logical)
    // Pango maps the file for each worker, and reads most of these pages only to open the font.
    Self.withMapping(of: font) { FontFile.releasePages(of: $0) }
    var hyphen: hb_codepoint_t = 0
    var hyphenAdvance: Int32 = 0
    if hb_font_get_nominal_glyph(harfBuzz, 0x2010, &hyphen) != 0
      || hb_font_get_nominal_glyph(harfBuzz, 0x2D, &hyphen) != 0
    {
      hyphenAdvance = FontLength.bounded(hb_font_get_glyph_h_advance(harfBuzz, hyphen))
    }
    self.init(
      pango: font, harfBuzz: harfBuzz, file: file, ascent: FontLength.bounded(-Int(logical.y)),
      descent: FontLength.bounded(Int(logical.height) + Int(logical.y)),
      hyphenAdvance: hyphenAdvance)
  }

  func release() {
    hb_font_destroy(harfBuzz)
    if let pango { g_object_unref(pango) }
  }

  /// A font equal to Pango's, on the face that all workers share: Pango would map the file and read its tables
  /// again for each worker.
  private static func harfBuzzFont(
    of font: UnsafeMutablePointer<PangoFont>, face: FontFaceDescription, file: FontFile?
  ) -> OpaquePointer {
    let known: OpaquePointer = pango_font_get_hb_font(font)
    guard let file else { return hb_font_reference(known) }
    // The upper 16 bits choose a named instance, whose coordinates Pango has set.
    let result: OpaquePointer = hb_font_create(file.harfBuzzFace(face.faceIndex & 0xFFFF))
    var (x, y) = (Int32(0), Int32(0))
    hb_font_get_scale(known, &x, &y)
    hb_font_set_scale(result, x, y)
    var (xPixels, yPixels) = (UInt32(0), UInt32(0))
    hb_font_get_ppem(known, &xPixels, &yPixels)
    hb_font_set_ppem(result, xPixels, yPixels)
    hb_font_set_ptem(result, hb_font_get_ptem(known))
    hb_font_set_synthetic_slant(result, hb_font_get_synthetic_slant(known))
    var count: UInt32 = 0
    if let coordinates = hb_font_get_var_coords_normalized(known, &count) {
      hb_font_set_var_coords_normalized(result, coordinates, count)
    }
    hb_font_make_immutable(result)
    return result
  }

  /// Lends the bytes of `font` that Pango has, which are mostly a mapping of its file.
  private static func withMapping(
    of font: UnsafeMutablePointer<PangoFont>, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    let known: OpaquePointer = pango_font_get_hb_font(font)
    let blob: OpaquePointer = hb_face_reference_blob(hb_font_get_face(known))
    defer { hb_blob_destroy(blob) }
    var count: UInt32 = 0
    let start = hb_blob_get_data(blob, &count)
    body(UnsafeRawBufferPointer(start: start, count: Int(count)))
  }
}

internal import CHarfBuzz
internal import CPango
package import GalleyPrimitives

/// A description of the wanted font: what fontconfig chooses by.
package struct FontRequest: Hashable, Sendable {
  package var family: String
  /// Layout units per em.
  package var size: Double
  /// 100–1000, as in OpenType.
  package var weight: Int
  package var isItalic: Bool

  package init(family: String, size: Double, weight: Int, isItalic: Bool) {
    self.family = family
    self.size = size
    self.weight = weight
    self.isItalic = isItalic
  }
}

/// A font that has been opened by an environment.
struct LoadedFont {
  /// Kept alive by a reference of its own; `nil` for the font without glyphs.
  var pango: UnsafeMutablePointer<PangoFont>?
  /// What text is shaped with; owned by the environment.
  var harfBuzz: OpaquePointer
  /// Whose bytes `harfBuzz` reads; `nil` where Pango mapped them.
  var file: FontFile?
  /// Logical extents, in Pango units, positive.
  var ascent: Int32
  var descent: Int32
  /// The advance of the hyphen that is put at a break within a word.
  var hyphenAdvance: Int32
}

/// Where a font's outlines are: a ``FontKey`` without the size.
package struct FontFaceDescription: Hashable, Sendable {
  package var path: String
  package var faceIndex: Int
  package var name: String
  package var transform: FontTransform?
  package var isEmboldened: Bool

  /// The key of this face at `size` layout units per em.
  package func key(size: Double) -> FontKey {
    FontKey(
      path: path, faceIndex: faceIndex, size: size, name: name, transform: transform,
      isEmboldened: isEmboldened)
  }
}

/// One worker's fonts: a PangoFT2 font map, its context and a HarfBuzz buffer.
///
/// Nothing of it is ever shared: four threads on one font map corrupt the heap within seconds. It
/// is not `Sendable`, so the compiler keeps it on the worker that made it.
///
/// Properties that each piece of text reads are `@exclusivity(unchecked)`: the checks took a tenth of the
/// time. Invariant: no method lends such a property in place to code that has a reference to this object.
package final class FontEnvironment {
  let map: UnsafeMutablePointer<PangoFontMap>
  let context: OpaquePointer
  let buffer: OpaquePointer
  private let configuration: FontConfiguration
  @exclusivity(unchecked) private(set) var fonts: [LoadedFont] = []
  /// The faces of the opened fonts, by their numbers: what of them may leave the worker.
  package var faces: [FontFaceDescription] { openedFaces }
  // Apart from what other modules see, who would check the exclusivity all the same.
  @exclusivity(unchecked) private var openedFaces: [FontFaceDescription] = []
  @exclusivity(unchecked) private var fontIndices: [UnsafeMutablePointer<PangoFont>: Int] = [:]
  private var descriptions: [DescriptionKey: OpaquePointer] = [:]
  private var languages: [String: OpaquePointer] = [:]
  @exclusivity(unchecked) private var lastTag = (tag: "", canonical: LanguageTag.fallback)
  @exclusivity(unchecked) private var baselines: [BaselineQuery: Int32] = [:]
  @exclusivity(unchecked) private var recentBaselines = [(query: BaselineQuery, position: Int32)](
    repeating: (BaselineQuery(font: -1, script: 0, kind: 0), 0), count: 64)
  /// How text of the fonts and scripts that were met stands on lines.
  @exclusivity(unchecked) package internal(set) var lookTable = LookTable()
  @exclusivity(unchecked) var recentLooks = [Int](repeating: 0, count: 64)
  private var missingAdvances: [Int: Int32] = [:]
  private var glyphlessFont: Int?
  @exclusivity(unchecked) var plans: [ShapingPlan] = []
  @exclusivity(unchecked) var recentPlans = [Int](repeating: 0, count: 64)
  @exclusivity(unchecked) var shapedPieces = PieceCache<ShapedGlyph>(byteLimit: 2 << 20)
  /// Whether even plain text is itemized by Pango, which is what our own way is checked against.
  package var leavesAllToPango = false
  @exclusivity(unchecked) var brokenPieces = PieceCache<BreakFlags>(byteLimit: 1 << 20)
  @exclusivity(unchecked) var styles: [StyleFonts] = []
  /// The numbers of all styles, and of the first style in each language.
  var styleNumbers: [StyleKey: Int] = [:]
  var languageStyles: [String: Int] = [:]
  /// The style that was asked for last.
  @exclusivity(unchecked) var lastStyle = 0
  let plain = PlainScratch()
  /// Room for the items of a paragraph while it is cut.
  @exclusivity(unchecked) var itemRoom: [TextItem] = []
  /// For each style, the breaks before an ideograph between two others, where they were met.
  @exclusivity(unchecked) var ideographFlags: [BreakFlags?] = []

  /// Opens a font map on `configuration`; fonts are opened when text first asks for them.
  package init(configuration: FontConfiguration) {
    self.configuration = configuration
    map = pango_ft2_font_map_new()
    configuration.govern(OpaquePointer(map))
    pango_ft2_font_map_set_resolution(OpaquePointer(map), 96, 96)
    context = pango_font_map_create_context(map)
    pango_context_set_round_glyph_positions(context, 0)
    buffer = hb_buffer_create()
  }

  /// The tag that ``LanguageTag/canonical(_:)`` returns for a text's language.
  ///
  /// The last one is kept, because the texts of a cell share theirs, and a look-up hashes the tag.
  package func canonicalTag(_ tag: String?) -> String {
    guard let tag else { return LanguageTag.fallback }
    if tag != lastTag.tag { lastTag = (tag, LanguageTag.canonical(tag)) }
    return lastTag.canonical
  }

  deinit {
    for font in fonts {
      hb_font_destroy(font.harfBuzz)
      if let pango = font.pango { g_object_unref(pango) }
    }
    for style in styles { for script in style.scripts { g_object_unref(script.fontset) } }
    for description in descriptions.values { pango_font_description_free(description) }
    hb_buffer_destroy(buffer)
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(map)
  }

  /// Whether a new environment has to take the place of this one, which keeps each font and style for good.
  ///
  /// Fonts are told from one another by a byte where text is plain, and each font request in each language
  /// takes some 20 kB. A feed in forty scripts has some 160 fonts; one in all languages that are told
  /// apart some 1,400 requests.
  package var isFull: Bool {
    fonts.count >= Self.fontLimit || styles.count >= Self.styleLimit
      || descriptions.count >= Self.styleLimit
  }

  /// How many fonts, and how many font requests in a language, are opened before ``isFull``.
  package static var fontLimit: Int { 240 }
  package static var styleLimit: Int { 2048 }

  /// How many fonts, requests in a language, descriptions and languages are kept.
  package var counts: [Int] { [fonts.count, styles.count, descriptions.count, languages.count] }

  /// The ascent and descent that stack lines, in Pango units, both positive.
  package func metrics(_ index: Int) -> (ascent: Int32, descent: Int32) {
    (fonts[index].ascent, fonts[index].descent)
  }

  /// The advance, in Pango units, of the hyphen put at a break within a word.
  package func hyphenAdvance(_ index: Int) -> Int32 { fonts[index].hyphenAdvance }

  /// The number of the font that serves `request` where nothing asks for another.
  package func baseFont(_ request: FontRequest, language: String) -> Int? {
    let style = styleNumber(request, language: language)
    if let known = styles[style].base { return known }
    let font = pango_font_map_load_font(map, context, description(request, language: language))
    defer { if let font { g_object_unref(font) } }
    styles[style].base = .some(font.map(index(of:)))
    return styles[style].base ?? nil
  }

  /// The advance, in Pango units, of the box that stands for a character no font has.
  package func missingAdvance(_ index: Int, character: UInt32) -> Int32 {
    // PangoFT2's boxes are all as wide as the font's characters are on average.
    if let known = missingAdvances[index] { return known }
    guard let pango = fonts[index].pango else { return fonts[index].ascent / 2 }
    var logical = PangoRectangle()
    PangoLock.withLock {
      pango_font_get_glyph_extents(
        pango, galley_unknown_glyph(character), nil, &logical)
    }
    missingAdvances[index] = logical.width
    return logical.width
  }

  /// The kind of baseline that a script stands on, an OpenType tag.
  package func baselineKind(ofScript script: UInt32) -> UInt32 {
    hb_ot_layout_get_horizontal_baseline_tag_for_script(hb_script_t(script)).rawValue
  }

  /// Where a kind of baseline lies in a font for `script`, in Pango units, y up.
  package func baseline(font: Int, script: UInt32, kind: UInt32) -> Int32 {
    let query = BaselineQuery(font: font, script: script, kind: kind)
    // Asked for each text that has two fonts: hashing would take longer than all the rest.
    let place = query.place & (recentBaselines.count - 1)
    if recentBaselines[place].query == query { return recentBaselines[place].position }
    let position = position(query)
    recentBaselines[place] = (query, position)
    return position
  }

  private func position(_ query: BaselineQuery) -> Int32 {
    if let known = baselines[query] { return known }
    var scriptCount: UInt32 = 1
    var scriptTag: hb_tag_t = 0
    hb_ot_tags_from_script_and_language(
      hb_script_t(query.script), nil, &scriptCount, &scriptTag, nil, nil)
    var position: hb_position_t = 0
    hb_ot_layout_get_baseline_with_fallback(
      fonts[query.font].harfBuzz, hb_ot_layout_baseline_tag_t(query.kind), HB_DIRECTION_LTR,
      scriptTag, 0, &position)
    baselines[query] = position
    return position
  }

  private struct BaselineQuery: Hashable {
    var font: Int
    var script: UInt32
    var kind: UInt32

    /// What tells most queries apart: tags differ in all their letters.
    var place: Int { font &* 31 &+ Int(script >> 8 ^ script) &* 7 &+ Int(kind >> 8 ^ kind) }
  }

  /// The number of an opened font, opening its description on first sight.
  func index(of font: UnsafeMutablePointer<PangoFont>) -> Int {
    if let known = fontIndices[font] { return known }
    g_object_ref(font)
    let face = Self.describe(font)
    let file = FontFile.shared(face.path)
    let harfBuzz = Self.harfBuzzFont(of: font, face: face, file: file)
    var logical = PangoRectangle()
    pango_font_get_glyph_extents(font, 0, nil, &logical)
    Self.releasePages(of: font)
    var hyphen: hb_codepoint_t = 0
    var hyphenAdvance: Int32 = 0
    if hb_font_get_nominal_glyph(harfBuzz, 0x2010, &hyphen) != 0
      || hb_font_get_nominal_glyph(harfBuzz, 0x2D, &hyphen) != 0
    {
      hyphenAdvance = hb_font_get_glyph_h_advance(harfBuzz, hyphen)
    }
    let index = fonts.count
    fonts.append(
      LoadedFont(
        pango: font, harfBuzz: harfBuzz, file: file, ascent: -logical.y,
        descent: logical.height + logical.y, hyphenAdvance: hyphenAdvance))
    openedFaces.append(face)
    fontIndices[font] = index
    return index
  }

  /// The number of a font without glyphs, for text that Pango finds no font for: all of the text is
  /// shown as missing.
  func numberOfGlyphlessFont() -> Int {
    if let known = glyphlessFont { return known }
    fonts.append(
      LoadedFont(
        pango: nil, harfBuzz: hb_font_reference(hb_font_get_empty()), file: nil,
        ascent: 14 * PANGO_SCALE, descent: 4 * PANGO_SCALE, hyphenAdvance: 0))
    openedFaces.append(
      FontFaceDescription(path: "", faceIndex: 0, name: "", transform: nil, isEmboldened: false))
    glyphlessFont = fonts.count - 1
    return fonts.count - 1
  }

  /// A font like Pango's own, on the face that all workers share: Pango would map the file, and read
  /// its tables, for each worker anew.
  private static func harfBuzzFont(
    of font: UnsafeMutablePointer<PangoFont>, face: FontFaceDescription, file: FontFile?
  ) -> OpaquePointer {
    let known: OpaquePointer = pango_font_get_hb_font(font)
    // The upper 16 bits choose a named instance: Pango has made its coordinates.
    guard let file else { return hb_font_reference(known) }
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

  /// Lets go of the pages that Pango looked at to open `font`: it maps the file for each worker, and
  /// looks at most of what it reads only then.
  private static func releasePages(of font: UnsafeMutablePointer<PangoFont>) {
    let known: OpaquePointer = pango_font_get_hb_font(font)
    let blob: OpaquePointer = hb_face_reference_blob(hb_font_get_face(known))
    defer { hb_blob_destroy(blob) }
    var count: UInt32 = 0
    let start = hb_blob_get_data(blob, &count)
    FontFile.releasePages(of: UnsafeRawBufferPointer(start: start, count: Int(count)))
  }

  /// Lends Pango's context, with a font request and a language selected, and its description of the request.
  package func withContext<Result>(
    _ request: FontRequest, language: String,
    _ body: (_ context: OpaquePointer, _ description: OpaquePointer) -> Result
  ) -> Result {
    select(request, language: language)
    return body(context, description(request, language: language))
  }

  /// Selects the font request and the language of the context.
  func select(_ request: FontRequest, language: String) {
    pango_context_set_font_description(context, description(request, language: language))
    pango_context_set_language(context, self.language(language))
  }

  private struct DescriptionKey: Hashable {
    var request: FontRequest
    var isKorean: Bool
  }

  /// Pango's description of a font for text in `language`.
  func description(_ request: FontRequest, language: String) -> OpaquePointer {
    let key = DescriptionKey(request: request, isKorean: LanguageTag.isKorean(language))
    if let known = descriptions[key] { return known }
    let description: OpaquePointer = pango_font_description_new()
    pango_font_description_set_family(
      description, FontConfiguration.marked(request.family, language: language))
    pango_font_description_set_absolute_size(description, request.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(
      description, PangoWeight(rawValue: PangoWeight.RawValue(request.weight)))
    pango_font_description_set_style(
      description, request.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    descriptions[key] = description
    return description
  }

  func language(_ tag: String) -> OpaquePointer? {
    if let known = languages[tag] { return known }
    let language: OpaquePointer? = pango_language_from_string(tag)
    languages[tag] = language
    return language
  }

  private static func describe(_ font: UnsafeMutablePointer<PangoFont>) -> FontFaceDescription {
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
    // A bitmap font's matrix only scales its strike to the size asked for; that is drawing's work.
    if bool(FC_OUTLINE, default: true),
      FcPatternGetMatrix(pattern, FC_MATRIX, 0, &matrix) == FcResultMatch,
      let value = matrix?.pointee
    {
      transform = FontTransform(xx: value.xx, xy: value.xy, yx: value.yx, yy: value.yy)
    }
    let style = string(FC_STYLE)
    return FontFaceDescription(
      path: string(FC_FILE), faceIndex: Int(faceIndex),
      name: style.isEmpty || style == "Regular"
        ? string(FC_FAMILY) : "\(string(FC_FAMILY)) \(style)",
      transform: transform, isEmboldened: bool(FC_EMBOLDEN, default: false))
  }
}

extension FontEnvironment {
  /// The advance, in Pango units, of a character's glyph; 0 where the font has none.
  package func advance(of character: UInt32, font: Int) -> Int32 {
    var glyph: hb_codepoint_t = 0
    guard hb_font_get_nominal_glyph(fonts[font].harfBuzz, character, &glyph) != 0 else { return 0 }
    return hb_font_get_glyph_h_advance(fonts[font].harfBuzz, glyph)
  }

  /// Where a font would have carets within a ligature, in Pango units from the glyph's left side,
  /// from left to right; empty where it does not say.
  package func ligatureCarets(_ glyph: UInt32, font: Int) -> [Int32] {
    var carets = [hb_position_t](repeating: 0, count: 16)
    var count = UInt32(carets.count)
    hb_ot_layout_get_ligature_carets(
      fonts[font].harfBuzz, HB_DIRECTION_LTR, glyph, 0, &count, &carets)
    return Array(carets.prefix(Int(count)))
  }
}

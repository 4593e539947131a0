internal import CHarfBuzz
internal import CPango

/// One worker's fonts: a PangoFT2 font map, its context, the fonts that it opened, and a HarfBuzz buffer.
///
/// Threads must not share it: four threads on one font map corrupt the heap within seconds. It is not
/// `Sendable`, so that the compiler keeps it on the worker that made it.
///
/// Properties that are read for each piece of text are `@exclusivity(unchecked)`: the checks took a tenth of
/// the time. Invariant: this module alone accesses them, and no method calls out of it during an access: C
/// receives none of them, and no closure of a caller runs.
package final class FontMap {
  let context: OpaquePointer
  let buffer: OpaquePointer
  let map: UnsafeMutablePointer<PangoFontMap>
  private let configuration: FontConfiguration
  /// Whether text follows the rules of readers where Pango's differ.
  let isForReaders: Bool
  @exclusivity(unchecked) private(set) var fonts: [LoadedFont] = []
  /// The faces of the opened fonts, by their numbers; these may leave the worker.
  package var faces: [FontFaceDescription] { openedFaces }
  // Private, since other modules would check the exclusivity of each access.
  @exclusivity(unchecked) private var openedFaces: [FontFaceDescription] = []
  @exclusivity(unchecked) private var fontIndices: [UnsafeMutablePointer<PangoFont>: Int] = [:]
  private var descriptions: [DescriptionKey: OpaquePointer] = [:]
  private var languages: [String: TextLanguage?] = [:]
  private var missingAdvances: [Int: Int32] = [:]
  private var glyphlessFont: Int?

  /// Opens a font map on `configuration`; fonts are opened when text first uses them.
  ///
  /// For readers, text in a language that is written with Han has the fonts of its own language in all scripts of
  /// East Asia, and for their punctuation beside other scripts; Pango chooses them by the script. Letters that join
  /// stay joined at a hyphen.
  package init(configuration: FontConfiguration, isForReaders: Bool = false) {
    self.configuration = configuration
    self.isForReaders = isForReaders
    map = pango_ft2_font_map_new()
    configuration.govern(OpaquePointer(map))
    pango_ft2_font_map_set_resolution(OpaquePointer(map), 96, 96)
    context = pango_font_map_create_context(map)
    pango_context_set_round_glyph_positions(context, 0)
    buffer = hb_buffer_create()
  }

  deinit {
    for font in fonts { font.release() }
    for description in descriptions.values { pango_font_description_free(description) }
    hb_buffer_destroy(buffer)
    g_object_unref(UnsafeMutableRawPointer(context))
    g_object_unref(map)
  }

  /// The numbers of opened fonts, and of font requests and languages with a Pango object.
  package var counts: (fonts: Int, descriptions: Int, languages: Int) {
    (fonts.count, descriptions.count, languages.count)
  }

  /// The number of an opened font; opens its face at first sight.
  func index(of font: UnsafeMutablePointer<PangoFont>) -> Int {
    if let known = fontIndices[font] { return known }
    let face = FontFaceDescription(font)
    let index = fonts.count
    fonts.append(LoadedFont(font, face: face))
    openedFaces.append(face)
    fontIndices[font] = index
    return index
  }

  /// The number of the font without glyphs, for text that Pango finds no font for.
  func numberOfGlyphlessFont() -> Int {
    if let known = glyphlessFont { return known }
    fonts.append(.glyphless)
    openedFaces.append(.none)
    glyphlessFont = fonts.count - 1
    return fonts.count - 1
  }

  /// The number of the font that Pango loads for `request`; `nil` if there is none.
  package func load(_ request: FontRequest, language: String) -> Int? {
    let font = pango_font_map_load_font(map, context, description(request, language: language))
    defer { if let font { g_object_unref(font) } }
    return font.map(index(of:))
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
    pango_context_set_language(context, self.language(language)?.handle)
  }

  private struct DescriptionKey: Hashable {
    var request: FontRequest
    var mark: FontMark
  }

  private func mark(of language: String) -> FontMark {
    FontMark(language: language, keepsHan: isForReaders)
  }

  /// Whether text in a language keeps it in a script that Pango does not know it to be written in.
  func keepsLanguage(_ tag: String, script: UnicodeScript) -> Bool {
    script.isEastAsian && mark(of: tag).keepsLanguage(in: script)
  }

  /// Pango's description of a font for text in `language`.
  func description(_ request: FontRequest, language: String) -> OpaquePointer {
    let mark = mark(of: language)
    let key = DescriptionKey(request: request, mark: mark)
    if let known = descriptions[key] { return known }
    let description: OpaquePointer = pango_font_description_new()
    pango_font_description_set_family(
      description, FontConfiguration.marked(request.family, as: mark))
    pango_font_description_set_absolute_size(description, request.size * Double(PANGO_SCALE))
    pango_font_description_set_weight(
      description, PangoWeight(rawValue: PangoWeight.RawValue(request.weight)))
    pango_font_description_set_style(
      description, request.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
    if !request.variations.isEmpty {
      pango_font_description_set_variations(description, request.variations)
    }
    descriptions[key] = description
    return description
  }

  /// The language of a canonical BCP 47 tag.
  package func language(_ tag: String) -> TextLanguage? {
    if let known = languages[tag] { return known }
    let language = TextLanguage(tag: tag)
    languages[tag] = .some(language)
    return language
  }
}

extension FontMap {
  /// The ascent and descent that stack lines, in Pango units, both positive.
  package func metrics(_ index: Int) -> (ascent: Int32, descent: Int32) {
    (fonts[index].ascent, fonts[index].descent)
  }

  /// The font's size, in Pango units per em.
  package func em(_ index: Int) -> Int32 {
    var (x, y) = (Int32(0), Int32(0))
    hb_font_get_scale(fonts[index].harfBuzz, &x, &y)
    return y
  }

  /// The thickness of the font's underlines, in Pango units; 0 if the font has none.
  package func underlineThickness(_ index: Int) -> Int32 {
    var thickness: hb_position_t = 0
    let found = hb_ot_metrics_get_position(
      fonts[index].harfBuzz, HB_OT_METRICS_TAG_UNDERLINE_SIZE, &thickness)
    return found != 0 ? FontLength.bounded(thickness) : 0
  }

  /// The advance, in Pango units, of the hyphen at a break within a word.
  package func hyphenAdvance(_ index: Int) -> Int32 { fonts[index].hyphenAdvance }

  /// The advance, in Pango units, of the box that stands for a character without a glyph.
  func missingAdvance(_ index: Int, character: UInt32) -> Int32 {
    // All boxes of PangoFT2 are as wide as the font's characters are on average.
    if let known = missingAdvances[index] { return known }
    guard let pango = fonts[index].pango else { return fonts[index].ascent / 2 }
    var logical = PangoRectangle()
    PangoLock.withLock {
      pango_font_get_glyph_extents(
        pango, galley_unknown_glyph(character), nil, &logical)
    }
    let advance = FontLength.bounded(logical.width)
    missingAdvances[index] = advance
    return advance
  }

  /// The number of a character's glyph; `nil` if the font has none.
  package func glyph(of character: UInt32, font: Int) -> UInt32? {
    var glyph: hb_codepoint_t = 0
    return hb_font_get_nominal_glyph(fonts[font].harfBuzz, character, &glyph) != 0 ? glyph : nil
  }

  /// The advance of a glyph along x, in Pango units.
  package func advance(ofGlyph glyph: UInt32, font: Int) -> Int32 {
    FontLength.bounded(hb_font_get_glyph_h_advance(fonts[font].harfBuzz, glyph))
  }

  /// The advance, in Pango units, of a character's glyph; 0 if the font has none.
  package func advance(of character: UInt32, font: Int) -> Int32 {
    guard let glyph = glyph(of: character, font: font) else { return 0 }
    return advance(ofGlyph: glyph, font: font)
  }

  /// The positions of carets within a ligature, in Pango units from the glyph's left side, from left to right;
  /// empty if the font has none.
  package func ligatureCarets(_ glyph: UInt32, font: Int) -> [Int32] {
    var carets = [hb_position_t](repeating: 0, count: 16)
    var count = UInt32(carets.count)
    hb_ot_layout_get_ligature_carets(
      fonts[font].harfBuzz, HB_DIRECTION_LTR, glyph, 0, &count, &carets)
    return carets.prefix(Int(count)).map(FontLength.bounded)
  }

  /// The kind of baseline that a script stands on, an OpenType tag.
  package func baselineKind(ofScript script: UInt32) -> UInt32 {
    hb_ot_layout_get_horizontal_baseline_tag_for_script(hb_script_t(script)).rawValue
  }

  /// The position of a kind of baseline in a font for `script`, in Pango units, y up.
  package func baseline(font: Int, script: UInt32, kind: UInt32) -> Int32 {
    var scriptCount: UInt32 = 1
    var scriptTag: hb_tag_t = 0
    hb_ot_tags_from_script_and_language(
      hb_script_t(script), nil, &scriptCount, &scriptTag, nil, nil)
    var position: hb_position_t = 0
    hb_ot_layout_get_baseline_with_fallback(
      fonts[font].harfBuzz, hb_ot_layout_baseline_tag_t(kind), HB_DIRECTION_LTR, scriptTag, 0,
      &position)
    return FontLength.bounded(position)
  }
}

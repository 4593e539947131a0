internal import CHarfBuzz
internal import CPango
import GalleyPrimitives

/// How text of one font, script, language and direction is shaped, and where it may be cut without
/// a change to any glyph.
///
/// A glyph that no lookup of the plan mentions, neither as input nor as context, is *inert*: nothing
/// acts on it, and nothing acts across it. So text may be parted beside it, each part shaped alone,
/// and the glyphs put side by side. The space is inert in most fonts, and so are Han characters.
///
/// - SeeAlso: `hb_ot_layout_lookup_collect_glyphs`; OpenType's GSUB and GPOS.
final class ShapingPlan {
  // Invariant: no method lends an `@exclusivity(unchecked)` property to code that has a reference to this
  // plan.
  let font: Int
  let script: UInt32
  /// The languages that it is known to serve: those for which the font has the same rules.
  @exclusivity(unchecked) private var languages: [OpaquePointer?]
  private let rules: LanguageRules?
  let isRightToLeft: Bool
  let isSpaced: Bool
  let harfBuzzLanguage: hb_language_t?
  /// Whether it is from left to right in a script that is not, as numbers are.
  let isAgainstScript: Bool
  /// Whether letters take their form from the text around, the item's neighbours included.
  let looksAround: Bool
  /// What is known of wide characters, at their places; empty until one is asked for.
  ///
  /// Memory of our own, because an array checks for each character whether its memory is shared.
  @exclusivity(unchecked) private var known = UnsafeMutableBufferPointer<Known>(
    start: nil, count: 0)
  /// What is known of the space, after which text may be cut if that is inert.
  @exclusivity(unchecked) private(set) var space: Known
  /// What characters came to by themselves, at cluster 0.
  @exclusivity(unchecked) private var glyphs: [ShapedGlyph] = []

  private let lookups: InertGlyphs

  init(
    _ item: TextItem, font: OpaquePointer, face: FontFaceDescription, rules: LanguageRules?
  ) {
    self.rules = rules
    self.font = item.font
    script = item.script
    languages = [item.language]
    isRightToLeft = item.isRightToLeft
    isSpaced = item.isSpaced
    harfBuzzLanguage = item.harfBuzzLanguage
    lookups = InertGlyphs.of(
      font, face: face, script: script, isRightToLeft: isRightToLeft, language: harfBuzzLanguage)
    var glyph: hb_codepoint_t = 0
    space = Known(
      isInert: hb_font_get_nominal_glyph(font, 0x20, &glyph) != 0 && lookups.contains(glyph))
    isAgainstScript =
      !isRightToLeft
      && hb_script_get_horizontal_direction(hb_script_t(script)) == HB_DIRECTION_RTL
    looksAround = !Self.contextFreeScripts.contains(script)
  }

  deinit { known.deallocate() }

  /// Whether this is known as the plan of an item.
  func serves(_ item: TextItem) -> Bool {
    guard isAlike(item) else { return false }
    for language in languages where language == item.language { return true }
    return false
  }

  /// Takes an item's language on, if the font has the same rules for it: `rules`.
  func takesOn(_ item: TextItem, rules: LanguageRules?) -> Bool {
    guard let rules, rules == self.rules, isAlike(item) else { return false }
    languages.append(item.language)
    return true
  }

  private func isAlike(_ item: TextItem) -> Bool {
    font == item.font && script == item.script && isRightToLeft == item.isRightToLeft
      && isSpaced == item.isSpaced
  }

  /// What is known of a character: in two bytes, since a text in Chinese takes most of its characters
  /// from places that no cache holds.
  struct Known {
    /// Whether it is inert, and 0 for what was never asked for, 1 for what was, or its glyph's number + 2.
    private var bits: UInt16

    /// Nothing is.
    static let nothing = Known(bits: 0)
    private static let inert: UInt16 = 1 << 15

    private init(bits: UInt16) { self.bits = bits }

    fileprivate init(isInert: Bool) { bits = 1 | (isInert ? Self.inert : 0) }

    fileprivate var isAsked: Bool { bits != 0 }
    /// Whether text may be cut on both sides.
    var isInert: Bool { bits & Self.inert != 0 }
    /// The number of its glyph, if it was met alone.
    fileprivate var glyph: Int? {
      let number = Int(bits & ~Self.inert)
      return number < 2 ? nil : number - 2
    }

    /// This, with its glyph; there are fewer places than numbers.
    fileprivate func having(glyph: Int) -> Known {
      Known(bits: bits & Self.inert | UInt16(glyph + 2))
    }

    /// Where a character's is kept, if it is one of what is wide in Chinese and Japanese.
    fileprivate static func place(of character: UInt32) -> Int? {
      switch character {
      case 0x3000...0x9FFF: Int(character) - 0x3000
      case 0xFF00...0xFFEF: Int(character) - 0xFF00 + 0x7000
      default: nil
      }
    }

    fileprivate static let placeCount = 0x70F0
  }

  /// What is known of a character that is not the space.
  func known(_ character: UInt32, font: OpaquePointer) -> Known {
    guard let place = Known.place(of: character), !looksAround else { return .nothing }
    if known.isEmpty {
      known = .allocate(capacity: Known.placeCount)
      known.initialize(repeating: .nothing)
    }
    if !known[place].isAsked { known[place] = Known(isInert: isInert(character, font: font)) }
    return known[place]
  }

  /// Whether a character is Han that text may be cut beside.
  private func isInert(_ character: UInt32, font: OpaquePointer) -> Bool {
    var glyph: hb_codepoint_t = 0
    return (0x3400...0x9FFF).contains(character)
      && hb_font_get_nominal_glyph(font, character, &glyph) != 0 && lookups.contains(glyph)
  }

  /// The glyph of a character that stands alone in its piece, at cluster 0.
  func glyph(of known: Known) -> ShapedGlyph? { known.glyph.map { glyphs[$0] } }

  /// Remembers what a character came to that stood alone in its piece.
  func note(_ character: UInt32, as shaped: ArraySlice<ShapedGlyph>) {
    guard var glyph = shaped.first, shaped.count == 1, !glyph.isUnsafeToBreak, !looksAround else {
      return
    }
    glyph.cluster = 0
    if character == 0x20, space.glyph == nil {
      space = space.having(glyph: glyphs.count)
    } else if let place = Known.place(of: character), place < known.count,
      known[place].glyph == nil
    {
      known[place] = known[place].having(glyph: glyphs.count)
    } else {
      return
    }
    glyphs.append(glyph)
  }

  /// Scripts whose letters are shaped by their item alone.
  private static let contextFreeScripts: Set<UInt32> = Set(
    [
      HB_SCRIPT_COMMON, HB_SCRIPT_LATIN, HB_SCRIPT_GREEK, HB_SCRIPT_CYRILLIC, HB_SCRIPT_HAN,
      HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA, HB_SCRIPT_HANGUL, HB_SCRIPT_HEBREW, HB_SCRIPT_THAI,
    ].map(\.rawValue))
}

extension TextItem {
  fileprivate var harfBuzzLanguage: hb_language_t? {
    language.flatMap { hb_language_from_string(pango_language_to_string($0), -1) }
  }
}

/// Which of a font's rules an item is shaped by: the number of its script and of its language among those
/// that GSUB and GPOS tell apart.
///
/// Few fonts tell many languages apart, so that most share what was shaped in another.
struct LanguageRules: Equatable {
  private var numbers: [UInt32] = []

  /// The rules of an item; `nil` where languages may differ in more than these.
  init?(_ item: TextItem, font: OpaquePointer) {
    let face: OpaquePointer? = hb_font_get_face(font)
    // Graphite's rules, and Apple's, are programs.
    guard hb_aat_layout_has_substitution(face) == 0, hb_aat_layout_has_positioning(face) == 0,
      !InertGlyphs.hasTable("Silf", face)
    else { return nil }
    // As many as HarfBuzz looks for.
    var scripts = [hb_tag_t](repeating: 0, count: 3)
    var languages = [hb_tag_t](repeating: 0, count: 3)
    var (scriptCount, languageCount) = (UInt32(scripts.count), UInt32(languages.count))
    hb_ot_tags_from_script_and_language(
      hb_script_t(item.script), item.harfBuzzLanguage, &scriptCount, &scripts, &languageCount,
      &languages)
    for table in [InertGlyphs.tag("GSUB"), InertGlyphs.tag("GPOS")] {
      var (script, chosen, language) = (UInt32(0), hb_tag_t(0), UInt32(0))
      hb_ot_layout_table_select_script(face, table, scriptCount, scripts, &script, &chosen)
      hb_ot_layout_script_select_language(
        face, table, script, languageCount, languages, &language)
      numbers += [script, chosen, language]
    }
  }
}

/// The glyphs of a face that no lookup of a shaping plan mentions.
struct InertGlyphs: Sendable {
  /// A bit for each glyph that is mentioned; `nil` where nothing is known to be inert.
  private let mentioned: [UInt64]?

  /// Whether a glyph is inert.
  func contains(_ glyph: UInt32) -> Bool {
    guard let mentioned, Int(glyph) / 64 < mentioned.count, glyph != 0 else { return false }
    return mentioned[Int(glyph) / 64] >> UInt64(glyph % 64) & 1 == 0
  }

  private struct Key: Hashable {
    var path: String
    var faceIndex: Int
    var script: UInt32
    var isRightToLeft: Bool
    var language: String
  }

  private static let known = Monitor<[Key: InertGlyphs]>([:])

  /// The inert glyphs of a plan; found once a process.
  ///
  /// - Complexity: O(glyphs), some 0.3 ms the first time.
  static func of(
    _ font: OpaquePointer, face: FontFaceDescription, script: UInt32, isRightToLeft: Bool,
    language: hb_language_t?
  ) -> InertGlyphs {
    let key = Key(
      path: face.path, faceIndex: face.faceIndex, script: script, isRightToLeft: isRightToLeft,
      language: language.flatMap { hb_language_to_string($0) }.map { String(cString: $0) } ?? "")
    if let known = known.withLock({ $0[key] }) { return known }
    let found = InertGlyphs(
      mentioned: mentionedGlyphs(
        font, script: script, isRightToLeft: isRightToLeft, language: language))
    known.withLock { $0[key] = found }
    return found
  }

  private static func mentionedGlyphs(
    _ font: OpaquePointer, script: UInt32, isRightToLeft: Bool, language: hb_language_t?
  ) -> [UInt64]? {
    let face: OpaquePointer? = hb_font_get_face(font)
    // Kerning outside GPOS, and Apple's tables, say nothing of which glyphs they act on.
    guard hb_aat_layout_has_substitution(face) == 0, hb_aat_layout_has_positioning(face) == 0,
      !hasTable("kern", face)
    else { return nil }
    var properties = hb_segment_properties_t()
    properties.direction = isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR
    properties.script = hb_script_t(script)
    properties.language = language
    let plan: OpaquePointer? = hb_shape_plan_create_cached(face, &properties, nil, 0, nil)
    let glyphs: OpaquePointer? = hb_set_create()
    defer {
      hb_set_destroy(glyphs)
      hb_shape_plan_destroy(plan)
    }
    for table in [tag("GSUB"), tag("GPOS")] {
      let lookups: OpaquePointer? = hb_set_create()
      defer { hb_set_destroy(lookups) }
      hb_ot_shape_plan_collect_lookups(plan, table, lookups)
      var lookup = hb_codepoint_t.max
      while hb_set_next(lookups, &lookup) != 0 {
        hb_ot_layout_lookup_collect_glyphs(face, table, lookup, glyphs, glyphs, glyphs, nil)
      }
    }
    var bits = [UInt64](repeating: 0, count: Int(hb_face_get_glyph_count(face) + 63) / 64)
    var glyph = hb_codepoint_t.max
    while hb_set_next(glyphs, &glyph) != 0 {
      if Int(glyph) / 64 < bits.count { bits[Int(glyph) / 64] |= 1 << UInt64(glyph % 64) }
    }
    return bits
  }

  fileprivate static func hasTable(_ name: StaticString, _ face: OpaquePointer?) -> Bool {
    let table: OpaquePointer? = hb_face_reference_table(face, tag(name))
    defer { hb_blob_destroy(table) }
    return hb_blob_get_length(table) > 0
  }

  fileprivate static func tag(_ name: StaticString) -> hb_tag_t {
    name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | hb_tag_t($1) } }
  }
}

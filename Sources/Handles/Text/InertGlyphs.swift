internal import CHarfBuzz
internal import CPango
import GalleyPrimitives

/// The *inert* glyphs of a face: those that no lookup of a shaping plan mentions, neither as input nor as
/// context.
///
/// - SeeAlso: `hb_ot_layout_lookup_collect_glyphs`; OpenType's GSUB and GPOS.
package struct InertGlyphs: Sendable {
  /// A bit for each mentioned glyph; `nil` if no glyph is known to be inert.
  private let mentioned: [UInt64]?

  /// No inert glyphs.
  fileprivate static let none = InertGlyphs(mentioned: nil)

  /// Whether a glyph is inert.
  package func contains(_ glyph: UInt32) -> Bool {
    guard let mentioned, Int(glyph) / 64 < mentioned.count, glyph != 0 else { return false }
    return mentioned[Int(glyph) / 64] >> UInt64(glyph % 64) & 1 == 0
  }

  fileprivate struct Key: Hashable {
    var path: String
    var faceIndex: Int
    var script: UInt32
    var isRightToLeft: Bool
    var language: String
  }

  private static let known = Monitor<[Key: InertGlyphs]>([:])

  /// The inert glyphs of a plan; searched once in a process.
  ///
  /// - Complexity: O(glyphs), some 0.3 ms the first time.
  fileprivate static func of(
    _ font: OpaquePointer, key: Key, language: ShapingLanguage
  ) -> InertGlyphs {
    if let known = known.withLock({ $0[key] }) { return known }
    let found = InertGlyphs(mentioned: mentionedGlyphs(font, key: key, language: language))
    known.withLock { $0[key] = found }
    return found
  }

  private static func mentionedGlyphs(
    _ font: OpaquePointer, key: Key, language: ShapingLanguage
  ) -> [UInt64]? {
    let face: OpaquePointer? = hb_font_get_face(font)
    // Kerning outside GPOS, and Apple's tables, do not list the glyphs that they act on.
    guard hb_aat_layout_has_substitution(face) == 0, hb_aat_layout_has_positioning(face) == 0,
      !hasTable("kern", face)
    else { return nil }
    var properties = hb_segment_properties_t()
    properties.direction = key.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR
    properties.script = hb_script_t(key.script)
    properties.language = language.handle
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
}

extension FontMap {
  /// The inert glyphs of the font of an item, in its script, language and direction.
  package func inertGlyphs(of item: TextItem) -> InertGlyphs {
    let language = ShapingLanguage(item.language)
    let face = faces[item.font]
    // Lookups can depend on the axes.
    guard face.axes == nil else { return .none }
    return InertGlyphs.of(
      fonts[item.font].harfBuzz,
      key: InertGlyphs.Key(
        path: face.path, faceIndex: face.faceIndex, script: item.script,
        isRightToLeft: item.isRightToLeft, language: language.tag), language: language)
  }
}

internal import CHarfBuzz
internal import CPango

/// The rules of a font by which an item is shaped: the numbers of its script and its language in GSUB and GPOS.
///
/// Few fonts have rules for many languages, so that most languages share shaped text.
package struct LanguageRules: Equatable {
  private var numbers: [UInt32] = []

  fileprivate init?(_ item: TextItem, language: ShapingLanguage, font: OpaquePointer) {
    let face: OpaquePointer? = hb_font_get_face(font)
    // Rules of Graphite and of Apple's tables are programs.
    guard hb_aat_layout_has_substitution(face) == 0, hb_aat_layout_has_positioning(face) == 0,
      !hasTable("Silf", face)
    else { return nil }
    // As many tags as HarfBuzz looks for.
    var scripts = [hb_tag_t](repeating: 0, count: 3)
    var languages = [hb_tag_t](repeating: 0, count: 3)
    var (scriptCount, languageCount) = (UInt32(scripts.count), UInt32(languages.count))
    hb_ot_tags_from_script_and_language(
      hb_script_t(item.script), language.handle, &scriptCount, &scripts, &languageCount,
      &languages)
    for table in [tag("GSUB"), tag("GPOS")] {
      var (script, chosen, language) = (UInt32(0), hb_tag_t(0), UInt32(0))
      hb_ot_layout_table_select_script(face, table, scriptCount, scripts, &script, &chosen)
      hb_ot_layout_script_select_language(
        face, table, script, languageCount, languages, &language)
      numbers += [script, chosen, language]
    }
  }
}

extension FontMap {
  /// The rules that an item's font has for its script and language; `nil` if languages may differ in more.
  package func rules(of item: TextItem) -> LanguageRules? {
    LanguageRules(
      item, language: ShapingLanguage(item.language), font: fonts[item.font].harfBuzz)
  }
}

/// Whether a face has a table.
func hasTable(_ name: StaticString, _ face: OpaquePointer?) -> Bool {
  let table: OpaquePointer? = hb_face_reference_table(face, tag(name))
  defer { hb_blob_destroy(table) }
  return hb_blob_get_length(table) > 0
}

/// The OpenType tag of four letters.
func tag(_ name: StaticString) -> UInt32 {
  name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
}

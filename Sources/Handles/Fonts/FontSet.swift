internal import CPango

/// The fonts for text of a font request in a script, in the order of preference.
package final class FontSet {
  private let handle: UnsafeMutablePointer<PangoFontset>
  // Pango's set refers to its map, which therefore lives longer.
  private let fonts: FontMap
  /// A language that is written in the script: the text's own if possible.
  package let language: TextLanguage?

  fileprivate init(
    _ handle: UnsafeMutablePointer<PangoFontset>, of fonts: FontMap, language: TextLanguage?
  ) {
    self.handle = handle
    self.fonts = fonts
    self.language = language
  }

  deinit { g_object_unref(handle) }

  /// The number of the first font that has a character; `nil` if no font has it.
  package func font(of character: UInt32) -> Int? {
    guard let font = pango_fontset_get_font(handle, character) else { return nil }
    defer { g_object_unref(font) }
    let number = fonts.index(of: font)
    return pango_font_has_char(font, character) != 0 ? number : nil
  }

  /// The number of fonts before a font of the set.
  package func rank(of number: Int) -> Int {
    struct Search {
      let font: UnsafeMutablePointer<PangoFont>?
      var rank = 0
    }
    var search = Search(font: fonts.fonts[number].pango)
    pango_fontset_foreach(
      handle,
      { _, font, data in
        guard let search = data?.assumingMemoryBound(to: Search.self) else { return 1 }
        if search.pointee.font == font { return 1 }
        search.pointee.rank += 1
        return 0
      }, &search)
    return search.rank
  }
}

extension FontMap {
  /// The fonts of a request for text in a language and a script; `nil` if Pango has none.
  ///
  /// As in Pango, a language chooses the fonts only for scripts that it is written in, or that it is kept in; in other
  /// scripts, a language of the script does.
  package func fontSet(
    _ request: FontRequest, language tag: String, script: UnicodeScript, isEmoji: Bool
  ) -> FontSet? {
    var chosen = language(tag)
    if chosen.map({ keepsLanguage(tag, script: script) || $0.includes(script) }) != true {
      chosen =
        TextLanguage(pango_script_get_sample_language(script.pango))
        ?? language(FontConfiguration.unknownLanguage)
    }
    let description = self.description(request, language: tag)
    let emojiDescription = isEmoji ? pango_font_description_copy_static(description) : nil
    defer { pango_font_description_free(emojiDescription) }
    if let emojiDescription { pango_font_description_set_family(emojiDescription, "emoji") }
    guard
      let handle = pango_font_map_load_fontset(
        map, context, emojiDescription ?? description, chosen?.handle)
    else { return nil }
    return FontSet(handle, of: self, language: chosen)
  }
}

internal import CPango

extension FontConfiguration {
  /// Has the patterns of a PangoFT2 font map follow this configuration's rules and no others.
  ///
  /// PangoFT2 applies the rules of fontconfig's *default* configuration, the host's, to each pattern, whatever
  /// configuration the map looks for fonts in. The changes of those rules are reverted here, and the rules of
  /// this configuration are applied. A mark separates the requested family from those that the host added:
  /// request ``marked(_:isKorean:)``.
  ///
  /// - Precondition: The configuration outlives the map, which is a `PangoFcFontMap`.
  package func govern(_ map: OpaquePointer) {
    pango_fc_font_map_set_config(map, handle)
    pango_fc_font_map_set_default_substitute(
      map,
      { pattern, data in
        guard let pattern, let data else { return }
        FontConfiguration.substitute(pattern, by: OpaquePointer(data))
      }, UnsafeMutableRawPointer(handle), nil)
  }

  /// The name of `family` in requests of a governed map.
  ///
  /// Pango requests the fonts of Han in Korean text in another language, so that the name marks Korean.
  package static func marked(_ family: String, isKorean: Bool = false) -> String {
    (isKorean ? koreanMark : mark) + family
  }

  /// Whether text in the language `tag` may have Han characters although Pango does not know it to have them:
  /// Pango replaces the language of such a stretch, and its fonts with it.
  static func isKorean(_ tag: String) -> Bool { tag == "ko" || tag.hasPrefix("ko-") }

  /// The tag of a language that chooses no font.
  package static let unknownLanguage = "xx"

  private static let mark = "galley:"
  private static let koreanMark = "galley-ko:"

  /// The properties that Pango requests, beside the family and the language; rules added all others.
  private static let asked: Set<String> = [
    FC_SLANT, FC_WEIGHT, FC_WIDTH, FC_VARIABLE, FC_SIZE, FC_PIXEL_SIZE, FC_DPI, FC_FONT_VARIATIONS,
    FC_FONT_FEATURES, FC_PRGNAME,
  ]

  private static func substitute(_ pattern: OpaquePointer, by config: OpaquePointer) {
    let (family, isKorean) = asked(of: pattern)
    var language = string(FC_LANG, at: 0, of: pattern)
    if isKorean, language == unknownLanguage { language = "ko" }
    for name in names(of: pattern) where !asked.contains(name) { FcPatternDel(pattern, name) }
    FcPatternAddString(pattern, FC_FAMILY, family)
    if let language { FcPatternAddString(pattern, FC_LANG, language) }
    // If a pattern has an undetermined language, fontconfig does not add that of the environment.
    FcPatternAddString(pattern, FC_LANG, "und")
    FcConfigSubstitute(config, pattern, FcMatchPattern)
    FcPatternDel(pattern, FC_LANG)
    if let language { FcPatternAddString(pattern, FC_LANG, language) }
    // A font's name must not depend on the language either.
    FcPatternDel(pattern, FC_NAMELANG)
    FcPatternAddString(pattern, FC_NAMELANG, "en")
    FcPatternDel(pattern, FC_HINTING)
    FcPatternAddBool(pattern, FC_HINTING, 0)
  }

  /// The requested family, among those that rules added, and whether it is for Korean text; Pango itself
  /// requests emoji.
  private static func asked(of pattern: OpaquePointer) -> (family: String, isKorean: Bool) {
    var index: Int32 = 0
    var isEmoji = false
    while let family = string(FC_FAMILY, at: index, of: pattern) {
      for name in [mark, koreanMark] where family.hasPrefix(name) {
        return (String(family.dropFirst(name.count)), name == koreanMark)
      }
      if family == "emoji" { isEmoji = true }
      index += 1
    }
    return (isEmoji ? "emoji" : string(FC_FAMILY, at: 0, of: pattern) ?? "", false)
  }

  private static func names(of pattern: OpaquePointer) -> [String] {
    var names: [String] = []
    var iterator = FcPatternIter()
    FcPatternIterStart(pattern, &iterator)
    while FcPatternIterIsValid(pattern, &iterator) != 0 {
      if let name = FcPatternIterGetObject(pattern, &iterator) {
        names.append(String(cString: name))
      }
      guard FcPatternIterNext(pattern, &iterator) != 0 else { break }
    }
    return names
  }
}

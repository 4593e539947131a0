internal import CPango

extension FontConfiguration {
  /// Has the patterns of a PangoFT2 font map follow this configuration's rules and no others.
  ///
  /// PangoFT2 applies the rules of fontconfig's *default* configuration, the host's, to each pattern,
  /// whatever configuration the map looks for fonts in. What those rules did is taken back here, and
  /// ours are applied. The asked-for family is told from those that the host added by its mark: ask
  /// for ``marked(_:)``.
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

  /// The name under which `family` is asked for in a governed map, for text in `language`.
  ///
  /// Pango asks for the fonts of Han in Korean text with another language, so that the name tells it.
  package static func marked(_ family: String, language: String = "") -> String {
    (LanguageTag.isKorean(language) ? koreanMark : mark) + family
  }

  private static let mark = "galley:"
  private static let koreanMark = "galley-ko:"

  /// What Pango asks by, beside the family and the language; all else came from rules.
  private static let asked: Set<String> = [
    FC_SLANT, FC_WEIGHT, FC_WIDTH, FC_SIZE, FC_PIXEL_SIZE, FC_DPI, FC_FONT_VARIATIONS,
    FC_FONT_FEATURES, FC_PRGNAME,
  ]

  private static func substitute(_ pattern: OpaquePointer, by config: OpaquePointer) {
    let (family, isKorean) = asked(of: pattern)
    var language = string(FC_LANG, at: 0, of: pattern)
    if isKorean, language == LanguageTag.unknown { language = "ko" }
    for name in names(of: pattern) where !asked.contains(name) { FcPatternDel(pattern, name) }
    FcPatternAddString(pattern, FC_FAMILY, family)
    if let language { FcPatternAddString(pattern, FC_LANG, language) }
    // With an undetermined language there, fontconfig does not add that of the environment.
    FcPatternAddString(pattern, FC_LANG, "und")
    FcConfigSubstitute(config, pattern, FcMatchPattern)
    FcPatternDel(pattern, FC_LANG)
    if let language { FcPatternAddString(pattern, FC_LANG, language) }
    // Nor does a font's name depend on it.
    FcPatternDel(pattern, FC_NAMELANG)
    FcPatternAddString(pattern, FC_NAMELANG, "en")
    FcPatternDel(pattern, FC_HINTING)
    FcPatternAddBool(pattern, FC_HINTING, 0)
  }

  /// The family that was asked for, among those that rules added, and whether for Korean text; Pango
  /// itself asks for emoji.
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

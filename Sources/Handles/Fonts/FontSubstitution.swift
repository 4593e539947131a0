internal import CPango

extension FontConfiguration {
  /// Has the patterns of a PangoFT2 font map follow this configuration's rules and no others.
  ///
  /// PangoFT2 applies the rules of fontconfig's *default* configuration, the host's, to each pattern, whatever
  /// configuration the map looks for fonts in. The changes of those rules are reverted here, and the rules of
  /// this configuration are applied. A mark separates the requested family from those that the host added:
  /// request ``marked(_:as:)``.
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
  package static func marked(_ family: String, as mark: FontMark = .none) -> String {
    mark.prefix + family
  }

  /// A family in a fallback order that stands for the Han family of the text's language: see ``hanLanguage(_:)``.
  package static let hanFamily = "galley-han"

  /// The language that a pattern has beside its own for text in the language `tag`: rules replace
  /// ``hanFamily`` by it.
  package static func hanLanguage(_ tag: String) -> String { "galley-" + tag }

  /// The tag of a language that chooses no font.
  package static let unknownLanguage = "xx"

  /// The properties that Pango requests, beside the family and the language; rules added all others.
  private static let asked: Set<String> = [
    FC_SLANT, FC_WEIGHT, FC_WIDTH, FC_VARIABLE, FC_SIZE, FC_PIXEL_SIZE, FC_DPI, FC_FONT_VARIATIONS,
    FC_FONT_FEATURES, FC_PRGNAME,
  ]

  private static func substitute(_ pattern: OpaquePointer, by config: OpaquePointer) {
    let (family, mark) = asked(of: pattern)
    let language = string(FC_LANG, at: 0, of: pattern).map(mark.language)
    for name in names(of: pattern) where !asked.contains(name) { FcPatternDel(pattern, name) }
    FcPatternAddString(pattern, FC_FAMILY, family)
    if let language { FcPatternAddString(pattern, FC_LANG, language) }
    // If a pattern has an undetermined language, fontconfig does not add that of the environment.
    FcPatternAddString(pattern, FC_LANG, "und")
    if case .han(let tag) = mark { FcPatternAddString(pattern, FC_LANG, hanLanguage(tag)) }
    FcConfigSubstitute(config, pattern, FcMatchPattern)
    FcPatternDel(pattern, FC_LANG)
    if let language { FcPatternAddString(pattern, FC_LANG, language) }
    // A font's name must not depend on the language either.
    FcPatternDel(pattern, FC_NAMELANG)
    FcPatternAddString(pattern, FC_NAMELANG, "en")
    FcPatternDel(pattern, FC_HINTING)
    FcPatternAddBool(pattern, FC_HINTING, 0)
  }

  /// The requested family, among those that rules added, and its mark; Pango itself requests emoji.
  private static func asked(of pattern: OpaquePointer) -> (family: String, mark: FontMark) {
    var index: Int32 = 0
    var isEmoji = false
    while let family = string(FC_FAMILY, at: index, of: pattern) {
      if let asked = FontMark.separated(family) { return asked }
      if family == "emoji" { isEmoji = true }
      index += 1
    }
    return (isEmoji ? "emoji" : string(FC_FAMILY, at: 0, of: pattern) ?? "", .none)
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

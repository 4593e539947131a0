/// What the name of a family in a font request says of the language of the text.
///
/// Pango requests the fonts of a stretch of text in a language that is written in the script of the stretch, which may
/// be another language than that of the text.
package enum FontMark: Hashable {
  /// The language of the stretch chooses all fonts.
  case none
  /// Text in Korean, whose Han Pango requests in no language.
  case korean
  /// Text in a language that is written with Han: it chooses the fonts of all scripts of East Asia, and those of
  /// punctuation beside other scripts.
  case han(String)

  /// The mark of text in the language `tag`; without `keepsHan`, of text by Pango's rules.
  init(language tag: String, keepsHan: Bool) {
    if keepsHan {
      self = Self.isWrittenWithHan(tag) ? .han(tag) : .none
    } else {
      self = tag == "ko" || tag.hasPrefix("ko-") ? .korean : .none
    }
  }

  /// Whether the language of a canonical tag is written with Han.
  private static func isWrittenWithHan(_ tag: String) -> Bool {
    // Each request asks, mostly for another language.
    var bytes = tag.utf8.makeIterator()
    switch (bytes.next(), bytes.next()) {
    // ja, ko, zh
    case (0x6A, 0x61), (0x6B, 0x6F), (0x7A, 0x68): break
    // yue
    case (0x79, 0x75): guard bytes.next() == 0x65 else { return false }
    default: return false
    }
    return [nil, UInt8(ascii: "-")].contains(bytes.next())
  }

  /// Whether text keeps its language in a script that Pango does not know it to be written in.
  func keepsLanguage(in script: UnicodeScript) -> Bool {
    switch self {
    case .none: false
    case .korean: script == .han
    case .han: script.isEastAsian
    }
  }

  /// The language that chooses the fonts of a stretch that Pango requests in `language`.
  func language(_ language: String) -> String {
    switch self {
    case .none: language
    case .korean: language == FontConfiguration.unknownLanguage ? "ko" : language
    // Pango requests kana in Japanese, Hangul in Korean, and other characters of East Asia in no language.
    case .han(let tag):
      [FontConfiguration.unknownLanguage, "ja", "ko"].contains(language) ? tag : language
    }
  }

  /// The start of a marked family.
  var prefix: String {
    switch self {
    case .none: "galley:"
    case .korean: "galley-korean:"
    case .han(let tag): "galley-han-" + tag + ":"
    }
  }

  /// The family and the mark of a marked name; `nil` for another name.
  static func separated(_ name: String) -> (family: String, mark: FontMark)? {
    guard name.hasPrefix("galley"), let end = name.firstIndex(of: ":") else { return nil }
    let family = String(name[name.index(after: end)...])
    switch name[..<end] {
    case "galley": return (family, .none)
    case "galley-korean": return (family, .korean)
    case let mark where mark.hasPrefix("galley-han-"):
      return (family, .han(String(mark.dropFirst("galley-han-".count))))
    default: return nil
    }
  }
}

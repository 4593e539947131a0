import GalleyFonts
import GalleyHandles
import GalleyText

extension Theme {
  /// Whether ``families`` may have a key.
  package static func isScript(_ tag: String) -> Bool {
    ["Hans", "Hant", "Jpan", "Kore"].contains(tag) || UnicodeScript(tag: tag) != nil
  }

  /// The font families of the theme's styles and scripts, each with its key.
  package var askedFamilies: [(name: String, family: String)] {
    [
      ("title", title.font.family), ("body", body.font.family), ("author", author.font.family),
      ("time", time.font.family), ("initials", initials.font.family),
    ] + families.sorted { $0.key < $1.key }.map { ("families.\($0.key)", $0.value) }
  }

  /// Returns a text whose letters have the families of their scripts, where they have one of the theme's families.
  ///
  /// - Complexity: O(text), and O(1) for a theme without families for scripts.
  func withFamilies(_ text: AttributedText) -> AttributedText {
    guard !families.isEmpty else { return text }
    let own = Set([title, body, author, time, initials].map(\.font.family))
    let decided = text.decidedLanguage
    return text.replacingFamilies { script, attributes in
      guard own.contains(attributes.font.family) else { return nil }
      return family(of: script, language: attributes.language ?? decided)
    }
  }

  /// The family for a script in text of a language; of several keys for it, the narrowest counts.
  private func family(of script: UnicodeScript, language: String?) -> String? {
    let name = script.name
    let tags =
      switch name {
      case "Hani": [Self.hanScript(of: language), name]
      case "Hira", "Kana": [name, "Jpan"]
      case "Hang": [name, "Kore"]
      default: [name]
      }
    for tag in tags { if let family = families[tag] { return family } }
    return nil
  }

  /// The tag of the writing that has the forms of Han of a language, as the Noto fonts have them.
  private static func hanScript(of language: String?) -> String {
    switch language.flatMap(hanFamily(of:))?.suffix(2) {
    case "JP": "Jpan"
    case "KR": "Kore"
    case "TC", "HK": "Hant"
    default: "Hans"
    }
  }
}

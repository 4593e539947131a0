import GalleyFonts

/// Finds the Debian package with a font for a character, as far as one is known.
struct FontPackages {
  /// The packages whose fonts a source has already.
  private let present: Set<String>

  /// The packages of the Noto fonts, each with a family of it.
  private static let families = [
    ("fonts-noto-core", "Noto Sans"), ("fonts-noto-cjk", "Noto Sans CJK JP"),
    ("fonts-noto-color-emoji", "Noto Color Emoji"), ("fonts-unifont", "Unifont"),
  ]

  init(_ library: FontLibrary) {
    present = Set(Self.families.filter { library.hasFamily($0.1) }.map(\.0))
  }

  /// The character, with the package that has a font for it and is not there yet.
  func named(_ missing: FeedExamination.MissingCharacter) -> FeedExamination.MissingCharacter {
    var missing = missing
    missing.package = Self.packages(for: missing.character).first { !present.contains($0) }
    return missing
  }

  /// The packages with a font for a character, the best first.
  private static func packages(for character: Unicode.Scalar) -> [String] {
    let properties = character.properties
    switch properties.generalCategory {
    case .privateUse, .unassigned, .surrogate, .control: return []
    default: break
    }
    if properties.isEmoji, character.value > 0xFF { return ["fonts-noto-color-emoji"] }
    if isEastAsian(character) { return ["fonts-noto-cjk", "fonts-hanazono"] }
    // Unifont has a glyph for each character of the first two planes.
    return ["fonts-noto-core"] + (character.value < 0x20000 ? ["fonts-unifont"] : [])
  }

  /// Whether a character is Han, Kana, Bopomofo or Hangul.
  private static func isEastAsian(_ character: Unicode.Scalar) -> Bool {
    if character.properties.isIdeographic { return true }
    switch character.value {
    case 0x1100..<0x1200, 0x2E80..<0x3400, 0xA960..<0xA980, 0xAC00..<0xD7FC, 0xFE30..<0xFE50,
      0xFF00..<0xFFF0, 0x1AFF0..<0x1B170, 0x20000..<0x32000:
      return true
    default: return false
    }
  }
}

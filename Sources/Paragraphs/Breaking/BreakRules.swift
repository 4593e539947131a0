import GalleyHandles
import GalleyItemization
import GalleyPrimitives
import GalleyText

/// Changes the break opportunities of a paragraph by its style.
///
/// - SeeAlso: CSS Text 3, `line-break` and `word-break`.
struct BreakRules {
  let keepsWords: Bool
  let strictness: ParagraphStyle.Strictness

  /// Whether the language is Chinese or Japanese; `nil` if the text has none.
  let isHanLanguage: Bool?

  /// `nil` if the style changes none; `language` is the tag of the paragraph's first letters.
  init?(_ style: ParagraphStyle, language: String?) {
    keepsWords = if case .keepAll = style.wordBreak { true } else { false }
    strictness = style.strictness
    // Nearly all paragraphs end here.
    if case .automatic = strictness, !keepsWords { return nil }
    let isKnown = language.map { !$0.isEmpty && $0 != LanguageTag.unknown } ?? false
    let primary = language?.prefix { $0 != "-" } ?? ""
    isHanLanguage = isKnown ? ["ja", "zh", "yue"].contains(primary) : nil
  }

  /// Changes the flags before each scalar of a paragraph.
  ///
  /// - Complexity: O(text).
  func apply(to flags: inout [BreakFlags], of text: UnsafeBufferPointer<UInt8>) {
    var byte = 0
    var last: UInt32?
    for scalar in flags.indices where byte < text.count {
      let character = text.scalar(at: byte)
      byte += utf8Width(text[byte])
      defer { last = character }
      guard let last, let isAllowed = allows(between: last, and: character) else { continue }
      if isAllowed {
        // Not within a grapheme, as before a variation selector.
        if flags[scalar].contains(.caret) { flags[scalar].insert([.line, .character]) }
      } else {
        flags[scalar].subtract([.line, .hyphen, .replacesPreceding])
      }
    }
  }

  /// Whether a line may end between two characters; `nil` if the style does not decide.
  private func allows(between last: UInt32, and next: UInt32) -> Bool? {
    let (isAfterWide, isWide) = (Self.isWideLetter(last), Self.isWideLetter(next))
    if keepsWords, isAfterWide || isWide, Self.isLetter(last), Self.isLetter(next) { return false }
    let isSmall = UnicodeProperties.isSmallKana(next)
    switch strictness {
    case .automatic: return nil
    case .strict: return isSmall && last != 0x20 && last != 0x200B ? false : nil
    case .normal: return isAllowedInNormalText(last, next, isAfterWide: isAfterWide) ? true : nil
    case .loose:
      return isAllowedInNormalText(last, next, isAfterWide: isAfterWide)
        || isAllowedInLooseText(last, next, isAfterWide: isAfterWide) ? true : nil
    }
  }

  /// Whether a character belongs to text in Han and kana.
  private func isHanText(_ character: UInt32) -> Bool {
    if let isHanLanguage { return isHanLanguage && Self.isLetter(character) }
    return Self.isWideLetter(character) && UnicodeScript(of: character) != .hangul
  }

  private func isAllowedInNormalText(_ last: UInt32, _ next: UInt32, isAfterWide: Bool) -> Bool {
    if UnicodeProperties.isSmallKana(next) { return isAfterWide }
    return Self.isWaveDash(next) && isHanText(last)
  }

  private func isAllowedInLooseText(_ last: UInt32, _ next: UInt32, isAfterWide: Bool) -> Bool {
    if UnicodeProperties.isIterationMark(next) { return isAfterWide }
    if Self.isLeader(next) { return Self.isLeader(last) }
    if Self.isHyphen(next) { return isAfterWide && isHanText(last) }
    if Self.isCentred(next) {
      return isHanText(last) || Self.isWideSign(last) && isHanLanguage != false
    }
    if Self.isSuffix(next) { return isHanText(last) }
    return Self.isPrefix(last) && Self.isLetter(next) && (isHanLanguage ?? isHanText(next))
  }

  private static func isLetter(_ character: UInt32) -> Bool {
    switch UnicodeProperties.category(of: character) {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
      true
    default: false
    }
  }

  private static func isWideLetter(_ character: UInt32) -> Bool {
    character >= 0x1100 && UnicodeProperties.isWide(character) && isLetter(character)
  }

  /// Whether a character is punctuation of full width behind which a line may end.
  private static func isWideSign(_ character: UInt32) -> Bool {
    guard character >= 0x1100, UnicodeProperties.isWide(character) else { return false }
    switch UnicodeProperties.category(of: character) {
    case .closePunctuation, .otherPunctuation: return true
    default: return false
    }
  }

  private static func isWaveDash(_ character: UInt32) -> Bool {
    character == 0x301C || character == 0x30A0
  }

  private static func isHyphen(_ character: UInt32) -> Bool {
    character == 0x2010 || character == 0x2013
  }

  /// Line_Break=IN.
  private static func isLeader(_ character: UInt32) -> Bool {
    switch character {
    case 0x2024, 0x2025, 0x2026, 0x22EF, 0xFE19: true
    default: false
    }
  }

  /// Punctuation in the middle of its square.
  private static func isCentred(_ character: UInt32) -> Bool {
    switch character {
    case 0x30FB, 0xFF1A, 0xFF1B, 0xFF65, 0x203C, 0x2047, 0x2048, 0x2049, 0xFF01, 0xFF1F: true
    default: false
    }
  }

  /// Line_Break=PO of an ambiguous or full width.
  private static func isSuffix(_ character: UInt32) -> Bool {
    switch character {
    case 0xB0, 0x2030, 0x2032, 0x2033, 0x2035, 0x2103, 0x2109, 0xFE6A, 0xFF05, 0xFFE0: true
    default: false
    }
  }

  /// Line_Break=PR of an ambiguous or full width.
  private static func isPrefix(_ character: UInt32) -> Bool {
    switch character {
    case 0xA4, 0xB1, 0x20AC, 0x2116, 0xFE69, 0xFF04, 0xFFE1, 0xFFE5, 0xFFE6: true
    default: false
    }
  }
}

import GalleyHandles
import GalleyPrimitives
import GalleyText

/// Changes the break opportunities of a paragraph by its style.
struct BreakRules {
  let keepsWords: Bool
  let strictness: ParagraphStyle.Strictness

  /// `nil` if the style changes none.
  init?(_ style: ParagraphStyle) {
    keepsWords = if case .keepAll = style.wordBreak { true } else { false }
    strictness = style.strictness
    if case .automatic = strictness, !keepsWords { return nil }
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
        flags[scalar].insert([.line, .character])
      } else {
        flags[scalar].subtract([.line, .hyphen, .replacesPreceding])
      }
    }
  }

  /// Whether a line may end between two characters; `nil` if the style does not decide.
  private func allows(between last: UInt32, and next: UInt32) -> Bool? {
    let (isAfterWide, isWide) = (Self.isWideLetter(last), Self.isWideLetter(next))
    if keepsWords, isAfterWide || isWide, Self.isLetter(last), Self.isLetter(next) { return false }
    let isSmall = Self.isSmallKana(next)
    switch strictness {
    case .automatic: return nil
    case .strict: return isSmall && last != 0x20 ? false : nil
    case .normal: return isSmall && isAfterWide ? true : nil
    case .loose: return isAfterWide && (isSmall || Self.mayStartLooseLines(next)) ? true : nil
    }
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

  /// Small kana and the sound mark: Line_Break=CJ.
  private static func isSmallKana(_ character: UInt32) -> Bool {
    switch character {
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095,
      0x3096, 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE,
      0x30F5, 0x30F6, 0x30FC, 0x31F0...0x31FF, 0xFF67...0xFF70:
      true
    default: false
    }
  }

  /// Iteration marks, hyphens and middle dots, before which loose lines break.
  ///
  /// - SeeAlso: CSS Text 3, `line-break: loose`.
  private static func mayStartLooseLines(_ character: UInt32) -> Bool {
    switch character {
    case 0x3005, 0x303B, 0x309D, 0x309E, 0x30FD, 0x30FE, 0x2010, 0x2013, 0x301C, 0x30A0, 0x30FB,
      0xFF1A, 0xFF1B, 0xFF65, 0x203C, 0x2047, 0x2048, 0x2049, 0xFF01, 0xFF1F:
      true
    default: false
    }
  }
}

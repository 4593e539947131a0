import GalleyHandles

/// The properties of a character by which plain text is itemized and broken.
///
/// Plain characters are letters, marks, digits, punctuation and symbols of the scripts in use, and emoji. Text
/// with other characters (controls, rare scripts, directional controls, …) is left to Pango.
///
/// - SeeAlso: UAX #24 for scripts, UAX #14 for breaks at spaces; GLib has the data.
struct PlainCharacter {
  private var bits: UInt32

  private static let plain: UInt32 = 1 << 8
  private static let beforeSpace: UInt32 = 1 << 9
  private static let afterSpace: UInt32 = 1 << 10
  private static let ideograph: UInt32 = 1 << 11
  private static let blank: UInt32 = 1 << 12
  private static let mark: UInt32 = 1 << 13
  private static let rightToLeft: UInt32 = 1 << 14
  private static let emojiSign: UInt32 = 1 << 15
  private static let followsDirection: UInt32 = 1 << 30

  private static let known: UInt32 = 1 << 31

  /// Whether it was classified.
  var isKnown: Bool { bits & Self.known != 0 }
  /// Whether the plain rules apply to it.
  var isPlain: Bool { bits & Self.plain != 0 }
  /// Whether a line may always end after it and a space, if the next character starts a word.
  var endsWord: Bool { bits & Self.beforeSpace != 0 }
  /// Whether a line may always start with it after the end of a word and a space.
  var startsWord: Bool { bits & Self.afterSpace != 0 }
  /// Whether lines break around it as around Han: a line may always end between two of these.
  var isIdeograph: Bool { bits & Self.ideograph != 0 }
  /// Whether it takes the font of the character before it.
  var isBlank: Bool { bits & Self.blank != 0 }
  /// Whether it belongs to the character before it.
  var isMark: Bool { bits & Self.mark != 0 }
  /// Whether text with it may have levels.
  var isRightToLeft: Bool { bits & Self.rightToLeft != 0 }
  /// Whether it has the paragraph's level in a paragraph from right to left with such characters only.
  var followsDirection: Bool { bits & Self.followsDirection != 0 }
  /// Whether a text with it may have emoji.
  var takesPartInEmoji: Bool { bits & Self.emojiSign != 0 }
  /// Whether it may be part of an emoji in a text with a character of which ``takesPartInEmoji`` is true.
  var isEmojiPart: Bool { bits & 0x0F_0000 != 0 }
  /// The number of a bracket's pair, and whether it opens the pair; `nil` if it is no bracket.
  var bracket: (pair: Int, isOpening: Bool)? {
    let number = Int(bits >> 24 & 0x3F) - 1
    return number < 0 ? nil : (number / 2, number % 2 == 0)
  }
  /// Its role in emoji sequences.
  var emoji: EmojiRuns.Kind {
    EmojiRuns.Kind(rawValue: UInt8(truncatingIfNeeded: bits >> 16 & 0xF)) ?? .other
  }
  /// Its class in the bidirectional algorithm.
  var bidi: BidiClass {
    BidiClass(rawValue: UInt8(truncatingIfNeeded: bits >> 20 & 0xF)) ?? .other
  }
  /// GLib's number of its script.
  var script: UInt8 { UInt8(truncatingIfNeeded: bits) }
  /// A byte that never occurs in UTF-8 and stands for all characters that break lines as `character` does, which
  /// has these properties; `nil` for a character with its own rules.
  func breakKind(of character: UInt32) -> UInt8? {
    if isIdeograph { return script == UnicodeScript.katakana.number ? 0xFE : 0xFF }
    guard startsWord else { return nil }
    switch script {
    case UnicodeScript.latin.number:
      // Catalan has a rule for l, and lines break around wide letters as around ideographs.
      return character | 0x20 == 0x6C || character > 0x3000 ? nil : 0xFC
    case UnicodeScript.cyrillic.number, UnicodeScript.greek.number: return 0xF9
    case UnicodeScript.hangul.number: return 0xFD
    // Numbers of these scripts have another direction.
    case UnicodeScript.arabic.number: return bidi == .arabicLetter ? 0xFB : nil
    case UnicodeScript.hebrew.number: return bidi == .right ? 0xFA : nil
    default: return nil
    }
  }

  private init(bits: UInt32) { self.bits = bits }

  /// No property, and all of them.
  static let none = PlainCharacter(bits: 0)
  static let all = PlainCharacter(bits: .max)

  mutating func formUnion(_ other: PlainCharacter) { bits |= other.bits }
  mutating func formIntersection(_ other: PlainCharacter) { bits &= other.bits }

  static let ideographs = PlainCharacter(
    bits: plain | ideograph | beforeSpace | afterSpace | UInt32(UnicodeScript.han.number))
  static let syllables = PlainCharacter(
    bits: plain | beforeSpace | afterSpace | UInt32(UnicodeScript.hangul.number))

  /// Looks up a character that is neither common Han nor a syllable of Hangul.
  init(classifying character: UInt32) {
    switch character {
    case ..<0x3100, 0xFF01...0xFF9F, 0x1F000..<0x1FB00, 0xFE0E, 0xFE0F, 0xE0020...0xE007F:
      bits = Self.known | Self.classify(character)
    case 0x3400..<0xA000, 0xF900..<0xFB00, 0x20000..<0x30000:
      bits = Self.known | Self.classifyHan(character)
    default: bits = Self.known
    }
  }

  /// The properties of a rare character of Han.
  ///
  /// Lines break around all of them alike. But for breaks that show a hyphen, Pango treats those that Unicode
  /// added late as letters.
  private static func classifyHan(_ character: UInt32) -> UInt32 {
    guard UnicodeScript(of: character) == .han,
      UnicodeProperties.category(of: character) == .otherLetter
    else { return 0 }
    switch character {
    case 0x3400...0x4DB5, 0xF900...0xFA2D, 0xFA30...0xFA6A, 0xFA70...0xFAD9, 0x20000...0x2A6D6,
      0x2F800...0x2FA1D:
      return ideographs.bits
    default:
      return plain | UInt32(UnicodeScript.han.number)
    }
  }

  /// Scripts with spaces between words, whose letters are all alike to line breaks.
  private static let spacedScripts: Set<UnicodeScript> = [
    .arabic, .armenian, .bengali, .cyrillic, .devanagari, .ethiopic, .georgian, .greek, .gujarati,
    .gurmukhi, .hebrew, .kannada, .khmer, .lao, .latin, .malayalam, .myanmar, .oriya, .sinhala,
    .tamil, .telugu, .thai,
  ]

  private static let otherScripts: Set<UnicodeScript> = [
    .common, .inherited, .han, .hiragana, .katakana,
  ]

  // All brackets that Pango pairs and that are plain.
  private static let brackets: [UInt32] = [
    0x28, 0x29, 0x3C, 0x3E, 0x5B, 0x5D, 0x7B, 0x7D, 0xAB, 0xBB, 0x2018, 0x2019, 0x201C, 0x201D,
    0x2039, 0x203A, 0x3008, 0x3009, 0x300A, 0x300B, 0x300C, 0x300D, 0x300E, 0x300F, 0x3010, 0x3011,
    0x3014, 0x3015, 0x3016, 0x3017, 0x3018, 0x3019, 0x301A, 0x301B, 0xFF08, 0xFF09, 0xFF3B, 0xFF3D,
    0xFF5B, 0xFF5D, 0xFF5F, 0xFF60, 0xFF62, 0xFF63,
  ]

  /// Neutral signs, letters from right to left, and marks and joiners of letters.
  private static func direction(of character: UInt32) -> UInt32 {
    switch character {
    case 0x20...0x22, 0x27...0x2A, 0x2C, 0x2E, 0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E, 0xA0,
      0xAB, 0xBB, 0x2010...0x2027, 0x2039, 0x203A, 0x200C,
      0x5BE, 0x5D0...0x5EA, 0x5F3, 0x5F4,
      0x60C, 0x61B, 0x61F, 0x620...0x65F, 0x66E...0x6D4, 0x6FA...0x6FF:
      followsDirection
    default:
      UnicodeProperties.category(of: character) == .nonspacingMark ? followsDirection : 0
    }
  }

  private static let zeroWidthNonJoiner: UInt32 = 0x200C
  /// Punctuation after words.
  private static let wordEnds: Set<UInt32> = [
    0x2C, 0x2E, 0x3A, 0x3B, 0x21, 0x3F, 0x60C, 0x61B, 0x61F, 0x6D4, 0x964, 0x965,
  ]

  private static func classify(_ character: UInt32) -> UInt32 {
    // Rare brackets would have to be paired.
    switch character {
    case 0x2045, 0x2046, 0x207D, 0x207E, 0x208D, 0x208E, 0x27E6...0x27EF, 0x2983...0x29FD,
      0x2E00...0x2E7F:
      return 0
    default: break
    }
    let emoji = EmojiRuns.Kind(character)
    let emojiBits =
      UInt32(emoji.rawValue) << 16 | (emoji.takesPart ? emojiSign : 0)
      | UInt32(BidiClass(of: character).rawValue) << 20
    let common = UInt32(UnicodeScript.common.number)
    switch emoji {
    case .joiner, .textSelector, .emojiSelector, .tag, .tagEnd:
      // These take the script and the font of the character before them.
      let kind = emoji == .emojiSelector || emoji == .textSelector ? mark : 0
      return plain | blank | kind | common | emojiBits
    case .keycap:
      return plain | common | emojiBits
    default:
      break
    }
    let script = UnicodeScript(of: character)
    let isSpaced = spacedScripts.contains(script)
    guard isSpaced || otherScripts.contains(script),
      var kind = kind(of: character, isSpaced: isSpaced)
    else { return 0 }
    if character >= 0x1F300, emoji.isShownAsEmoji { kind |= beforeSpace | afterSpace }
    if (0x590..<0x900).contains(character) { kind |= rightToLeft }
    // An inherited script is that of the character before, like a common one.
    let shown = script == .inherited ? common : UInt32(script.number)
    let bracket = brackets.firstIndex(of: character).map { UInt32($0 + 1) << 24 } ?? 0
    return kind | plain | shown | emojiBits | bracket | direction(of: character)
  }

  /// The bits that follow from the general category; `nil` if the character is not plain.
  private static func kind(of character: UInt32, isSpaced: Bool) -> UInt32? {
    switch UnicodeProperties.category(of: character) {
    case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter:
      return beforeSpace | afterSpace
    case .otherLetter:
      if isSpaced { return beforeSpace | afterSpace }
      // Kana, except small ones.
      return character >= 0x3040 && UnicodeProperties.isIdeographic(character)
        ? ideograph | beforeSpace | afterSpace : 0
    case .nonspacingMark, .spacingMark, .enclosingMark:
      return mark
    case .format:
      return character == zeroWidthNonJoiner ? mark | blank : nil
    case .decimalNumber:
      // Lines break around wide digits as around Han.
      return character < 0x3000 ? beforeSpace | afterSpace : 0
    case .otherPunctuation:
      return wordEnds.contains(character) ? beforeSpace : 0
    case .modifierLetter, .letterNumber, .otherNumber, .connectorPunctuation, .dashPunctuation,
      .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .currencySymbol, .mathSymbol, .modifierSymbol:
      return 0
    case .otherSymbol:
      return beforeSpace
    case .spaceSeparator:
      return blank
    default:
      return nil
    }
  }
}

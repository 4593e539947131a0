internal import CPango

/// What itemizing and breaking text have to know of a character, for the characters that follow plain
/// rules.
///
/// Plain are letters, marks, digits, punctuation and symbols of the scripts in use, and emoji. All
/// others (controls, rare scripts, what tells directions, …) are left to Pango.
///
/// - SeeAlso: UAX #24 for scripts, UAX #14 for what spaces part; GLib has the data.
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
  fileprivate var isKnown: Bool { bits & Self.known != 0 }
  /// Whether the plain rules hold for it.
  var isPlain: Bool { bits & Self.plain != 0 }
  /// Whether a space after it parts it from what follows, whatever rules there are.
  var endsWord: Bool { bits & Self.beforeSpace != 0 }
  /// Whether a line may always start with it after such a space.
  var startsWord: Bool { bits & Self.afterSpace != 0 }
  /// Whether lines break around it as around Han: two of these may always be parted.
  var isIdeograph: Bool { bits & Self.ideograph != 0 }
  /// Whether it takes the font of what stands before it.
  var isBlank: Bool { bits & Self.blank != 0 }
  /// Whether it belongs to the character before it.
  var isMark: Bool { bits & Self.mark != 0 }
  /// Whether text with it may have levels.
  var isRightToLeft: Bool { bits & Self.rightToLeft != 0 }
  /// Whether it has the paragraph's level where a paragraph from right to left has only such.
  var followsDirection: Bool { bits & Self.followsDirection != 0 }
  /// Whether a text with it may have emoji.
  var takesPartInEmoji: Bool { bits & Self.emojiSign != 0 }
  /// Whether it may be in an emoji, where ``takesPartInEmoji`` is true of another.
  var isEmojiPart: Bool { bits & 0x0F_0000 != 0 }
  /// The number of a bracket's pair, and whether it opens it; `nil` for what is no bracket.
  var bracket: (pair: Int, isOpening: Bool)? {
    let number = Int(bits >> 24 & 0x3F) - 1
    return number < 0 ? nil : (number / 2, number % 2 == 0)
  }
  /// What it is to the scanner of emoji.
  var emoji: EmojiRuns.Kind {
    EmojiRuns.Kind(rawValue: UInt8(truncatingIfNeeded: bits >> 16 & 0xF)) ?? .other
  }
  /// What it is to the bidirectional algorithm.
  var bidi: BidiClass {
    BidiClass(rawValue: UInt8(truncatingIfNeeded: bits >> 20 & 0xF)) ?? .other
  }
  /// GLib's number of its script.
  var script: UInt8 { UInt8(truncatingIfNeeded: bits) }
  /// The byte, one that UTF-8 lacks, which stands for all characters that break lines as `character`
  /// does, whose class this is: for letters of scripts that have no rules of their own.
  func breakKind(of character: UInt32) -> UInt8? {
    if isIdeograph { return script == Self.katakana ? 0xFE : 0xFF }
    guard startsWord else { return nil }
    switch script {
    case Self.latin, Self.cyrillic, Self.greek:
      // Catalan has a rule for l; and wide letters break as ideographs do.
      return character | 0x20 == 0x6C || character > 0x3000 ? nil : 0xFC
    case Self.hangul: return 0xFD
    // Their numbers have another direction.
    case Self.arabic: return bidi == .arabicLetter ? 0xFB : nil
    case Self.hebrew: return bidi == .right ? 0xFA : nil
    default: return nil
    }
  }
  private static let latin = UInt8(G_UNICODE_SCRIPT_LATIN.rawValue)
  private static let cyrillic = UInt8(G_UNICODE_SCRIPT_CYRILLIC.rawValue)
  private static let greek = UInt8(G_UNICODE_SCRIPT_GREEK.rawValue)
  private static let hangul = UInt8(G_UNICODE_SCRIPT_HANGUL.rawValue)
  private static let arabic = UInt8(G_UNICODE_SCRIPT_ARABIC.rawValue)
  private static let hebrew = UInt8(G_UNICODE_SCRIPT_HEBREW.rawValue)
  private static let katakana = UInt8(G_UNICODE_SCRIPT_KATAKANA.rawValue)

  fileprivate init(bits: UInt32) { self.bits = bits }

  /// What is true of no character, and of all.
  static let none = PlainCharacter(bits: 0)
  static let all = PlainCharacter(bits: .max)

  mutating func formUnion(_ other: PlainCharacter) { bits |= other.bits }
  mutating func formIntersection(_ other: PlainCharacter) { bits &= other.bits }

  fileprivate static let ideographs = PlainCharacter(
    bits: plain | ideograph | beforeSpace | afterSpace | UInt32(G_UNICODE_SCRIPT_HAN.rawValue))
  fileprivate static let syllables = PlainCharacter(
    bits: plain | beforeSpace | afterSpace | UInt32(G_UNICODE_SCRIPT_HANGUL.rawValue))

  /// What a character is that is neither common Han nor a syllable of Hangul; the slow way.
  fileprivate init(classifying character: UInt32) {
    switch character {
    case ..<0x3100, 0xFF01...0xFF9F, 0x1F000..<0x1FB00, 0xFE0E, 0xFE0F, 0xE0020...0xE007F:
      bits = Self.known | Self.classify(character)
    case 0x3400..<0xA000, 0xF900..<0xFB00, 0x20000..<0x30000:
      bits = Self.known | Self.classifyHan(character)
    default: bits = Self.known
    }
  }

  /// What a rare character of Han is.
  ///
  /// Lines break around all of them alike, but where a break within a word shows a hyphen Pango takes
  /// what Unicode added late for letters.
  private static func classifyHan(_ character: UInt32) -> UInt32 {
    guard g_unichar_get_script(character) == G_UNICODE_SCRIPT_HAN,
      g_unichar_type(character) == G_UNICODE_OTHER_LETTER
    else { return 0 }
    switch character {
    case 0x3400...0x4DB5, 0xF900...0xFA2D, 0xFA30...0xFA6A, 0xFA70...0xFAD9, 0x20000...0x2A6D6,
      0x2F800...0x2FA1D:
      return ideographs.bits
    default:
      return plain | UInt32(G_UNICODE_SCRIPT_HAN.rawValue)
    }
  }

  /// Scripts whose words a space parts, and whose letters are all alike to line breaks.
  private static let spacedScripts: Set<Int32> = Set(
    [
      G_UNICODE_SCRIPT_ARABIC, G_UNICODE_SCRIPT_ARMENIAN, G_UNICODE_SCRIPT_BENGALI,
      G_UNICODE_SCRIPT_CYRILLIC, G_UNICODE_SCRIPT_DEVANAGARI, G_UNICODE_SCRIPT_ETHIOPIC,
      G_UNICODE_SCRIPT_GEORGIAN, G_UNICODE_SCRIPT_GREEK, G_UNICODE_SCRIPT_GUJARATI,
      G_UNICODE_SCRIPT_GURMUKHI, G_UNICODE_SCRIPT_HEBREW, G_UNICODE_SCRIPT_KANNADA,
      G_UNICODE_SCRIPT_KHMER, G_UNICODE_SCRIPT_LAO, G_UNICODE_SCRIPT_LATIN,
      G_UNICODE_SCRIPT_MALAYALAM, G_UNICODE_SCRIPT_MYANMAR, G_UNICODE_SCRIPT_ORIYA,
      G_UNICODE_SCRIPT_SINHALA, G_UNICODE_SCRIPT_TAMIL, G_UNICODE_SCRIPT_TELUGU,
      G_UNICODE_SCRIPT_THAI,
    ].map(\.rawValue))

  private static let otherScripts: Set<Int32> = Set(
    [
      G_UNICODE_SCRIPT_COMMON, G_UNICODE_SCRIPT_INHERITED, G_UNICODE_SCRIPT_HAN,
      G_UNICODE_SCRIPT_HIRAGANA, G_UNICODE_SCRIPT_KATAKANA,
    ].map(\.rawValue))

  // All that Pango pairs, save for those that are not plain.
  private static let brackets: [UInt32] = [
    0x28, 0x29, 0x3C, 0x3E, 0x5B, 0x5D, 0x7B, 0x7D, 0xAB, 0xBB, 0x2018, 0x2019, 0x201C, 0x201D,
    0x2039, 0x203A, 0x3008, 0x3009, 0x300A, 0x300B, 0x300C, 0x300D, 0x300E, 0x300F, 0x3010, 0x3011,
    0x3014, 0x3015, 0x3016, 0x3017, 0x3018, 0x3019, 0x301A, 0x301B, 0xFF08, 0xFF09, 0xFF3B, 0xFF3D,
    0xFF5B, 0xFF5D, 0xFF5F, 0xFF60, 0xFF62, 0xFF63,
  ]

  /// Neutral signs, letters from right to left and what belongs to letters.
  private static func direction(of character: UInt32) -> UInt32 {
    switch character {
    case 0x20...0x22, 0x27...0x2A, 0x2C, 0x2E, 0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E, 0xA0,
      0xAB, 0xBB, 0x2010...0x2027, 0x2039, 0x203A, 0x200C,
      0x5BE, 0x5D0...0x5EA, 0x5F3, 0x5F4,
      0x60C, 0x61B, 0x61F, 0x620...0x65F, 0x66E...0x6D4, 0x6FA...0x6FF:
      followsDirection
    default:
      g_unichar_type(character) == G_UNICODE_NON_SPACING_MARK ? followsDirection : 0
    }
  }

  private static let zeroWidthNonJoiner: UInt32 = 0x200C
  /// Signs after a word, of scripts that have them.
  private static let wordEnds: Set<UInt32> = [
    0x2C, 0x2E, 0x3A, 0x3B, 0x21, 0x3F, 0x60C, 0x61B, 0x61F, 0x6D4, 0x964, 0x965,
  ]

  private static func classify(_ character: UInt32) -> UInt32 {
    // Rare brackets, which would have to be paired.
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
    let common = UInt32(G_UNICODE_SCRIPT_COMMON.rawValue)
    switch emoji {
    case .joiner, .textSelector, .emojiSelector, .tag, .tagEnd:
      // These take the script and the font of what they follow.
      let kind = emoji == .emojiSelector || emoji == .textSelector ? mark : 0
      return plain | blank | kind | common | emojiBits
    case .keycap:
      return plain | common | emojiBits
    default:
      break
    }
    let script = g_unichar_get_script(character)
    let isSpaced = spacedScripts.contains(script.rawValue)
    guard isSpaced || otherScripts.contains(script.rawValue),
      var kind = kind(of: character, isSpaced: isSpaced)
    else { return 0 }
    if character >= 0x1F300, emoji.isShownAsEmoji { kind |= beforeSpace | afterSpace }
    if (0x590..<0x900).contains(character) { kind |= rightToLeft }
    // What is inherited has the script of what is before it, as what is common has.
    let shown = script == G_UNICODE_SCRIPT_INHERITED ? common : UInt32(script.rawValue)
    let bracket = brackets.firstIndex(of: character).map { UInt32($0 + 1) << 24 } ?? 0
    return kind | plain | shown | emojiBits | bracket | direction(of: character)
  }

  /// The bits that a character's general category gives; `nil` where it is not plain.
  private static func kind(of character: UInt32, isSpaced: Bool) -> UInt32? {
    switch g_unichar_type(character) {
    case G_UNICODE_LOWERCASE_LETTER, G_UNICODE_UPPERCASE_LETTER, G_UNICODE_TITLECASE_LETTER:
      return beforeSpace | afterSpace
    case G_UNICODE_OTHER_LETTER:
      if isSpaced { return beforeSpace | afterSpace }
      // Kana, but for the small ones.
      return character >= 0x3040 && g_unichar_break_type(character) == G_UNICODE_BREAK_IDEOGRAPHIC
        ? ideograph | beforeSpace | afterSpace : 0
    case G_UNICODE_NON_SPACING_MARK, G_UNICODE_SPACING_MARK, G_UNICODE_ENCLOSING_MARK:
      return mark
    case G_UNICODE_FORMAT:
      return character == zeroWidthNonJoiner ? mark | blank : nil
    case G_UNICODE_DECIMAL_NUMBER:
      // The wide ones are as Han.
      return character < 0x3000 ? beforeSpace | afterSpace : 0
    case G_UNICODE_OTHER_PUNCTUATION:
      return wordEnds.contains(character) ? beforeSpace : 0
    case G_UNICODE_MODIFIER_LETTER, G_UNICODE_LETTER_NUMBER,
      G_UNICODE_OTHER_NUMBER, G_UNICODE_CONNECT_PUNCTUATION, G_UNICODE_DASH_PUNCTUATION,
      G_UNICODE_OPEN_PUNCTUATION, G_UNICODE_CLOSE_PUNCTUATION, G_UNICODE_INITIAL_PUNCTUATION,
      G_UNICODE_FINAL_PUNCTUATION, G_UNICODE_CURRENCY_SYMBOL, G_UNICODE_MATH_SYMBOL,
      G_UNICODE_MODIFIER_SYMBOL:
      return 0
    case G_UNICODE_OTHER_SYMBOL:
      return beforeSpace
    case G_UNICODE_SPACE_SEPARATOR:
      return blank
    default:
      return nil
    }
  }
}

extension BidiClass {
  /// The slow way, by Pango's data; what is rare, and brackets that are not ASCII's, are left to FriBidi.
  fileprivate init(of character: UInt32) {
    switch galley_bidi_type(character) {
    case PANGO_BIDI_TYPE_L: self = .left
    case PANGO_BIDI_TYPE_R: self = .right
    case PANGO_BIDI_TYPE_AL: self = .arabicLetter
    case PANGO_BIDI_TYPE_EN: self = .europeanNumber
    case PANGO_BIDI_TYPE_ES: self = .europeanSeparator
    case PANGO_BIDI_TYPE_ET: self = .europeanTerminator
    case PANGO_BIDI_TYPE_AN: self = .arabicNumber
    case PANGO_BIDI_TYPE_CS: self = .commonSeparator
    case PANGO_BIDI_TYPE_NSM: self = .mark
    case PANGO_BIDI_TYPE_BN: self = .boundary
    case PANGO_BIDI_TYPE_WS: self = .white
    case PANGO_BIDI_TYPE_ON:
      switch g_unichar_type(character) {
      case G_UNICODE_OPEN_PUNCTUATION, G_UNICODE_CLOSE_PUNCTUATION:
        self = character < 0x80 ? .bracket : .other
      default: self = .neutral
      }
    default: self = .other
    }
  }
}

/// The plain characters, each classified when it is first asked for.
struct PlainCharacters {
  /// Which 256 of ``characters`` a block is; 0, where all are unknown, if none of it was asked for.
  private var blocks = [UInt8](repeating: 0, count: 0x300)
  private var characters = [PlainCharacter](repeating: .none, count: 256)
  private let ideographs = PlainCharacter.ideographs
  private let syllables = PlainCharacter.syllables

  /// - Complexity: O(1).
  subscript(_ character: UInt32) -> PlainCharacter {
    mutating get {
      if (0x4E00...0x9FC3).contains(character) { return ideographs }
      if (0xAC00...0xD7A3).contains(character) { return syllables }
      let block = Int(character >> 8)
      guard block < blocks.count else { return PlainCharacter(classifying: character) }
      let known = characters[Int(blocks[block]) << 8 | Int(character & 0xFF)]
      return known.isKnown ? known : classify(character)
    }
  }

  private mutating func classify(_ character: UInt32) -> PlainCharacter {
    let found = PlainCharacter(classifying: character)
    let block = Int(character >> 8)
    if blocks[block] == 0 {
      // A number of a block is a byte.
      guard characters.count < 256 * 256 else { return found }
      blocks[block] = UInt8(characters.count >> 8)
      characters.append(contentsOf: repeatElement(.none, count: 256))
    }
    characters[Int(blocks[block]) << 8 | Int(character & 0xFF)] = found
    return found
  }
}

/// Cuts plain text where its script changes.
///
/// Characters that all scripts share take the script before them, or after them at the start, and
/// a closing bracket that of its opening one.
///
/// - SeeAlso: UAX #24, section 5.1; ICU's `usc_impl.c`, which Pango follows.
struct ScriptRuns {
  private struct Opened {
    var pair: Int
    var script: UInt8
  }

  private var opened: [Opened] = []
  /// How many of `opened` were there before the run at hand.
  private var known = 0
  private var script: UInt8 = 0
  private static let common = UInt8(G_UNICODE_SCRIPT_COMMON.rawValue)
  private static let maximumDepth = 128

  /// Whether `character` goes on with the run at hand; if not, a new one starts with it.
  mutating func continues(_ character: PlainCharacter) -> Bool {
    if accept(character) { return true }
    script = Self.common
    known = opened.count
    _ = accept(character)
    return false
  }

  /// The script of the run so far.
  var current: UInt8 { script }

  /// Starts a paragraph.
  mutating func reset() {
    opened.removeAll(keepingCapacity: true)
    known = 0
    script = Self.common
  }

  private mutating func accept(_ character: PlainCharacter) -> Bool {
    var own = character.script
    var closes = false
    if own == Self.common, let bracket = character.bracket {
      if bracket.isOpening {
        if opened.count < Self.maximumDepth {
          opened.append(Opened(pair: bracket.pair, script: script))
        }
      } else {
        while let last = opened.last, last.pair != bracket.pair { opened.removeLast() }
        known = min(known, opened.count)
        if let last = opened.last {
          own = last.script
          closes = true
        }
      }
    }
    guard script == Self.common || own == Self.common || script == own else { return false }
    if script == Self.common, own != Self.common {
      script = own
      // What was opened before the script was known has it too.
      while known < opened.count {
        opened[known].script = own
        known += 1
      }
    }
    if closes {
      opened.removeLast()
      known = min(known, opened.count)
    }
    return true
  }
}

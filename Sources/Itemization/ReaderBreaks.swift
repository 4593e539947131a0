import GalleyHandles

/// The places where browsers and later versions of Unicode break lines and Pango does not, or the reverse.
///
/// - SeeAlso: UAX #14, revision 53: LB15a, LB19a, LB20a, LB21a; UAX #29: GB9a, GB9c; decision 0029.
struct ReaderBreaks {
  /// The characters of a paragraph.
  let text: UnsafeBufferPointer<UInt32>

  /// Changes the flags before the characters `places`, of which `flags[start]` is the first.
  ///
  /// - Complexity: O(text).
  func apply(to flags: inout [BreakFlags], from start: Int, places: Range<Int>) {
    for place in places {
      let index = start + place - places.lowerBound
      if flags[index].contains(.white) {
        // A no-break space neither hangs nor vanishes at a line's end.
        if text[place] == 0xA0 {
          flags[index].remove(.white)
        } else {
          flags[index].insert(.hangingSpace)
        }
      }
      guard place > 0 else { continue }
      if joinsConjunct(at: place) || isVowelSign(at: place) {
        flags[index].subtract([.character, .caret])
      }
      guard let isAllowed = allowsLineEnd(at: place, isCaret: flags[index].contains(.caret))
      else { continue }
      if isAllowed {
        guard flags[index].contains(.caret) else { continue }
        flags[index].insert([.line, .character])
        if text[place - 1] == 0xAD { flags[index].insert(.hyphen) }
      } else {
        flags[index].subtract([.line, .hyphen, .replacesPreceding])
      }
    }
  }

  /// Whether a line may end before the character at `place`, where a caret may stand or not; `nil` if Pango's answer stays.
  private func allowsLineEnd(at place: Int, isCaret: Bool) -> Bool? {
    let (last, next) = (Self.folded(text[place - 1]), Self.folded(text[place]))
    if last < 0x7F, next < 0x7F {
      if last > 0x20, next > 0x20 { return allowsLineEnd(betweenASCII: last, next, at: place) }
      return last == 0x20 ? allowsLineEnd(afterSpaceAt: place) : nil
    }
    if next < 0xAB, last < 0xAB { return nil }
    if last == 0x20 {
      // A space with a mark or a joiner behind it is one grapheme.
      guard isCaret else { return UnicodeProperties.startsCluster(next) ? nil : false }
      return allowsLineEnd(afterSpaceAt: place)
    }
    switch next {
    case 0xAB, 0x2018, 0x201B, 0x201C, 0x201F, 0x2039:
      guard place + 1 < text.count else { return nil }
      return Self.isWideEnd(last) && UnicodeProperties.isWide(text[place + 1]) ? true : nil
    default: break
    }
    switch last {
    case 0xBB, 0x2019, 0x201D, 0x203A:
      guard place > 1 else { return nil }
      return UnicodeProperties.isWide(text[place - 2]) && Self.isWideStart(next) ? true : nil
    case 0x2D, 0x2010, 0x5BE:
      let first = place > 1 ? text[place - 2] : 0x20
      if first == 0x20 || first == 0xA0 {
        return UnicodeProperties.isWide(next) || !Self.isLetter(next) ? nil : false
      }
      return (0x5D0...0x5EA).contains(first) && (0x5D0...0x5EA).contains(next) ? true : nil
    case 0xAD:
      // A soft hyphen is a place for a break in Hebrew too.
      return place > 1 && (0x5D0...0x5EA).contains(next)
        && (0x591...0x5F4).contains(text[place - 2]) ? true : nil
    default:
      return UnicodeProperties.isSmallKana(next) && Self.mayEndBeforeKana(last) ? true : nil
    }
  }

  /// The breaks of browsers between two signs or letters of ASCII: none after a slash or a full stop of an
  /// address, one after a hyphen or a question mark, and one before a bracket that follows a sign.
  private func allowsLineEnd(betweenASCII last: UInt32, _ next: UInt32, at place: Int) -> Bool {
    switch last {
    case 0x2D where (0x30...0x39).contains(next):
      return place > 1 && Self.isASCIIWord(text[place - 2])
    case 0x2D, 0x3F:
      switch next {
      case 0x21, 0x24, 0x29, 0x2C, 0x2E, 0x2F, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D:
        return next == 0x24 && last == 0x3F
      case 0x22, 0x27: return last == 0x2D
      default: return true
      }
    // Of the other signs, these take a bracket with them.
    case 0x24, 0x27, 0x28, 0x2F, 0x3C, 0x40, 0x5B, 0x5E...0x60, 0x7B: return false
    default:
      return !Self.isASCIIWord(last) && (Self.opens(next) || next == 0x3C)
    }
  }

  /// Whether a line may end after spaces: before the full stop or the slash of a name or a path, and, since
  /// Unicode 15.1, between a quotation mark and an opening bracket; `nil` elsewhere.
  private func allowsLineEnd(afterSpaceAt place: Int) -> Bool? {
    let next = text[place]
    if next == 0x2E || next == 0x2F {
      return place + 1 < text.count && Self.isASCIIWord(text[place + 1]) ? true : nil
    }
    guard Self.opens(next) else { return nil }
    var quote = place - 1
    while quote >= 0, text[quote] == 0x20 { quote -= 1 }
    guard quote >= 0 else { return nil }
    switch text[quote] {
    case 0x22, 0x27, 0xBB, 0x2019, 0x201D, 0x203A: return true
    case 0xAB, 0x2018, 0x201B, 0x201C, 0x201F, 0x2039:
      return quote > 0 && Self.isLetter(text[quote - 1]) ? true : nil
    default: return nil
    }
  }

  /// Whether a consonant belongs to a conjunct with the one before it: neither a line nor a grapheme cluster ends there.
  private func joinsConjunct(at place: Int) -> Bool {
    guard Self.isConsonant(text[place]) else { return false }
    var hasVirama = false
    for last in stride(from: place - 1, through: 0, by: -1) {
      switch text[last] {
      case 0x94D, 0x9CD, 0xACD, 0xB4D, 0xC4D, 0xD4D: hasVirama = true
      // Nuktas, and the joiner that asks for a half form.
      case 0x93C, 0x9BC, 0xABC, 0xB3C, 0xC3C, 0x200D: continue
      case let letter: return hasVirama && Self.isConsonant(letter)
      }
    }
    return false
  }

  /// Whether a character is the vowel sign AM of Thai or Lao, a letter for Pango, behind a character.
  private func isVowelSign(at place: Int) -> Bool {
    guard text[place] == 0xE33 || text[place] == 0xEB3 else { return false }
    return text[place - 1] >= 0x20 && text[place - 1] != 0x200B
  }

  /// Whether a character is a consonant of Devanagari, Bengali, Gujarati, Odia, Telugu or Malayalam, whose viramas make
  /// conjuncts.
  private static func isConsonant(_ character: UInt32) -> Bool {
    guard character >= 0x900, character < 0xD80 else { return false }
    switch character & ~0x7F {
    case 0x900, 0x980, 0xA80, 0xB00, 0xC00, 0xD00: break
    default: return false
    }
    switch character & 0x7F {
    case 0x15...0x3A, 0x58...0x5F: return isLetter(character)
    default: break
    }
    switch character {
    case 0x978...0x97F, 0x9F0, 0x9F1, 0xAF9, 0xB71: return true
    default: return false
    }
  }

  /// The letter a for all letters of Latin beyond ASCII, since the breaks of pieces do not depend on the letter.
  private static func folded(_ character: UInt32) -> UInt32 {
    guard character >= 0x80, character < 0x3000, UnicodeScript(of: character) == .latin else {
      return character
    }
    return 0x61
  }

  private static func opens(_ character: UInt32) -> Bool {
    character == 0x28 || character == 0x5B || character == 0x7B
      || character >= 0x3008 && UnicodeProperties.category(of: character) == .openPunctuation
  }

  private static func isASCIIWord(_ character: UInt32) -> Bool {
    switch character {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    default: false
    }
  }

  private static func isLetter(_ character: UInt32) -> Bool {
    switch UnicodeProperties.category(of: character) {
    case .lowercaseLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
    default: false
    }
  }

  /// Whether a line may end after a wide character and before one that begins a line.
  private static func isWideEnd(_ character: UInt32) -> Bool {
    guard character >= 0x1100, UnicodeProperties.isWide(character) else { return false }
    switch UnicodeProperties.category(of: character) {
    case .openPunctuation, .currencySymbol: return false
    default: return true
    }
  }

  /// Whether a line may end behind a character and before a small kana, which browsers take for an ideograph.
  private static func mayEndBeforeKana(_ character: UInt32) -> Bool {
    if isWideEnd(character) || isLetter(character) { return true }
    if character == 0x2025 || character == 0x2026 { return true }
    switch UnicodeProperties.category(of: character) {
    case .decimalNumber, .closePunctuation: return true
    default: return false
    }
  }

  /// Whether a wide character may begin a line.
  private static func isWideStart(_ character: UInt32) -> Bool {
    guard character >= 0x1100, UnicodeProperties.isWide(character) else { return false }
    return isLetter(character) && !UnicodeProperties.isIterationMark(character)
      || UnicodeProperties.category(of: character) == .openPunctuation
  }
}

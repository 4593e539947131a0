/// Finds the characters of a text that are shown as emoji.
///
/// - SeeAlso: UTS #51, section 1.4.9; the emoji segmenter of Chromium, which Pango follows.
struct EmojiRuns {
  /// The role of a character in emoji sequences.
  enum Kind: UInt8 {
    case other, keycapBase, keycap, strikeout, joiner, textSelector, emojiSelector, tagBase, tag,
      tagEnd, modifierBase, modifier, regional, emojiByDefault, textByDefault

    init(_ character: UInt32) {
      switch character {
      case 0x23, 0x2A, 0x30...0x39: self = .keycapBase
      case ..<0xA9: self = .other
      case 0x20E0: self = .strikeout
      case 0x20E3: self = .keycap
      case 0x200D: self = .joiner
      case 0xFE0E: self = .textSelector
      case 0xFE0F: self = .emojiSelector
      case 0x1F3F4: self = .tagBase
      case 0xE0030...0xE0039, 0xE0061...0xE007A: self = .tag
      case 0xE007F: self = .tagEnd
      case 0x1F1E6...0x1F1FF: self = .regional
      default:
        guard let properties = Unicode.Scalar(character)?.properties, properties.isEmoji else {
          self = .other
          return
        }
        self =
          properties.isEmojiModifierBase
          ? .modifierBase
          : properties.isEmojiModifier
            ? .modifier : properties.isEmojiPresentation ? .emojiByDefault : .textByDefault
      }
    }

    /// Whether it is shown as emoji unless a following selector changes that.
    var isShownAsEmoji: Bool {
      switch self {
      case .emojiByDefault, .tagBase, .modifierBase: true
      default: false
      }
    }

    /// Whether a text with it may have emoji; a text without such a character has none.
    var takesPart: Bool {
      switch self {
      case .other, .keycapBase, .keycap, .textByDefault: false
      default: true
      }
    }

    /// Whether a sequence of emoji may start with it.
    fileprivate var isBase: Bool {
      switch self {
      case .emojiByDefault, .textByDefault, .keycapBase, .modifierBase, .tagBase: true
      default: false
      }
    }
  }

  /// The end of the longest sequence that starts at `start`, and whether it is shown as emoji.
  ///
  /// - Complexity: O(sequence).
  static func sequence(
    at start: Int, of text: PlainText
  ) -> (end: Int, isEmoji: Bool) {
    guard text.classes[start].isEmojiPart else { return (start + 1, false) }
    let first = kind(start, text)
    let second = kind(start + 1, text)
    switch first {
    case .regional where second == .regional: return (start + 2, true)
    case .tagBase where second == .tag:
      var end = start + 1
      while kind(end, text) == .tag { end += 1 }
      if kind(end, text) == .tagEnd { return (end + 1, true) }
    case .keycapBase where second == .emojiSelector && kind(start + 2, text) == .keycap:
      return (start + 3, true)
    default: break
    }
    guard first.isBase else { return (start + 1, false) }
    if second == .textSelector { return (start + 2, false) }
    if second == .strikeout { return (start + 2, true) }
    var end = element(at: start, of: text)
    var isEmoji = end > start + 1 || first.isShownAsEmoji
    while kind(end, text) == .joiner, kind(end + 1, text).isBase {
      end = element(at: end + 1, of: text)
      isEmoji = true
    }
    return (end, isEmoji)
  }

  /// The end of one element of a joined sequence.
  private static func element(at start: Int, of text: PlainText) -> Int {
    switch (kind(start, text), kind(start + 1, text)) {
    case (.modifierBase, .modifier), (_, .emojiSelector): start + 2
    default: start + 1
    }
  }

  private static func kind(_ index: Int, _ text: PlainText) -> Kind {
    index < text.count ? text.classes[index].emoji : .other
  }
}

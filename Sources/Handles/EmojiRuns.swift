/// Tells which characters of a text are shown as emoji.
///
/// - SeeAlso: UTS #51, section 1.4.9; the emoji segmenter of Chromium, which Pango follows.
struct EmojiRuns {
  /// What a character is to emoji sequences.
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

    /// Whether it is shown as emoji where nothing follows that says otherwise.
    var isShownAsEmoji: Bool {
      switch self {
      case .emojiByDefault, .tagBase, .modifierBase: true
      default: false
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
    at start: Int, of classes: [PlainCharacter]
  ) -> (end: Int, isEmoji: Bool) {
    let first = kind(start, classes)
    let second = kind(start + 1, classes)
    switch first {
    case .regional where second == .regional: return (start + 2, true)
    case .tagBase where second == .tag:
      var end = start + 1
      while kind(end, classes) == .tag { end += 1 }
      if kind(end, classes) == .tagEnd { return (end + 1, true) }
    case .keycapBase where second == .emojiSelector && kind(start + 2, classes) == .keycap:
      return (start + 3, true)
    default: break
    }
    guard first.isBase else { return (start + 1, false) }
    if second == .textSelector { return (start + 2, false) }
    if second == .strikeout { return (start + 2, true) }
    var end = element(at: start, of: classes)
    var isEmoji = end > start + 1 || first.isShownAsEmoji
    while kind(end, classes) == .joiner, kind(end + 1, classes).isBase {
      end = element(at: end + 1, of: classes)
      isEmoji = true
    }
    return (end, isEmoji)
  }

  /// The end of one element of a joined sequence.
  private static func element(at start: Int, of classes: [PlainCharacter]) -> Int {
    switch (kind(start, classes), kind(start + 1, classes)) {
    case (.modifierBase, .modifier), (_, .emojiSelector): start + 2
    default: start + 1
    }
  }

  private static func kind(_ index: Int, _ classes: [PlainCharacter]) -> Kind {
    index < classes.count ? classes[index].emoji : .other
  }
}

import GalleyHandles
import GalleyPrimitives

/// The punctuation that stands outside of its line.
///
/// - SeeAlso: CSS Text 3, `hanging-punctuation`.
enum HangingPunctuation {
  /// Marks the punctuation of a paragraph that hangs, or may hang.
  ///
  /// - Complexity: O(text).
  static func mark(
    _ flags: inout [BreakFlags], of text: UnsafeBufferPointer<UInt8>, _ settings: ParagraphSettings
  ) {
    guard !text.isEmpty else { return }
    if settings.hangsOpening, !settings.isContinuation, isQuote(text.scalar(at: 0), opens: true) {
      flags[0].insert(.hangs)
    }
    var byte = 0
    for scalar in flags.indices where byte < text.count {
      let character = text.scalar(at: byte)
      if settings.hangsStops, isStop(character) { flags[scalar].insert(.mayHang) }
      byte += utf8Width(text[byte])
      if settings.hangsClosing, byte == text.count, isQuote(character, opens: false) {
        flags[scalar].insert(.hangs)
      }
    }
  }

  private static func isQuote(_ character: UInt32, opens: Bool) -> Bool {
    switch UnicodeProperties.category(of: character) {
    case .initialPunctuation, .finalPunctuation: true
    case .openPunctuation: opens
    case .closePunctuation: !opens
    default: character == 0x22 || character == 0x27 || opens && character == 0x3000
    }
  }

  private static func isStop(_ character: UInt32) -> Bool {
    switch character {
    case 0x2C, 0x2E, 0x60C, 0x6D4, 0x3001, 0x3002, 0xFE50...0xFE52, 0xFF0C, 0xFF0E, 0xFF61, 0xFF64:
      true
    default: false
    }
  }
}

/// The parts of a line outside of its width, in Pango units.
extension ShapedParagraph {
  /// The advance of the punctuation that hangs before a line that starts at a scalar.
  func headHang(from start: Int) -> Int {
    guard start == 0, scalarCount > 1, flags[0].contains(.hangs), isAtEdge(0) else { return 0 }
    return advance(of: 0)
  }

  /// The punctuation that hangs behind a line, and whether it does so only if the line is too long otherwise.
  ///
  /// Spaces that hang may follow it. `nil` if there is none, or if nothing stands before it on the line.
  func tailHang(of scalars: Range<Int>) -> (scalar: Int, isConditional: Bool)? {
    let (start, end) = (scalars.lowerBound, scalars.upperBound)
    guard settings.hangsPunctuation, end - start > 1 else { return nil }
    let isEnd = end == scalarCount
    let scalar = (isEnd ? end : flags.hangingStart(before: end, from: start)) - 1
    guard scalar > start, isAtEdge(scalar) else { return nil }
    if isEnd, flags[scalar].contains(.hangs) { return (scalar, false) }
    return flags[scalar].contains(.mayHang) ? (scalar, true) : nil
  }

  /// Whether a scalar at a line's start or end, in reading order, is at its edge too.
  private func isAtEdge(_ scalar: Int) -> Bool {
    items[item(at: scalar)].level == (isRightToLeft ? 1 : 0)
  }
}

import GalleyHandles
import GalleyPrimitives

/// The space between a wide letter (Han, kana, Hangul) and a letter or digit of another script.
///
/// As in Chromium, where Hangul has it too, and letters that stand upright on vertical lines have none. Between two directions it is at the character of the lower level, which
/// is beside the other text as it is shown; a character of the higher level may be at the far end of its run.
///
/// - SeeAlso: CSS Text 4, `text-autospace: normal`.
struct LetterGap: Sendable {
  /// The start, in the paragraph, of the scalar beside the space.
  var byte: UInt32
  /// Whether the space is before the scalar in reading order, and not behind it.
  var isBefore: Bool
  /// The space, in Pango units.
  var advance: Int32

  /// Finds the spaces of a text, and marks the scalars beside them.
  ///
  /// `size` is the font size at a byte, and `isCombined` tells whether the text there is combined on a vertical line.
  ///
  /// - Complexity: O(text).
  static func mark(
    _ flags: inout [BreakFlags], of text: UnsafeBufferPointer<UInt8>, items: [TextItem],
    size: (Int) -> Double, isCombined: (Int) -> Bool = { _ in false }
  ) -> [LetterGap] {
    var gaps: [LetterGap] = []
    var (byte, start) = (0, 0)
    var (item, level) = (0, items.first?.level ?? 0)
    var last = Kind.other
    for scalar in flags.indices where byte < text.count {
      var kind = Kind(text.scalar(at: byte))
      let lastLevel = level
      while item + 1 < items.count, items[item].bytes.upperBound <= byte { item += 1 }
      if items.indices.contains(item) {
        level = items[item].level
        if kind == .letter, items[item].isUpright || isCombined(byte) { kind = .other }
      }
      switch (last, kind) {
      case (.ideograph, .letter), (.letter, .ideograph):
        let isBefore = level < lastLevel
        flags[isBefore ? scalar : scalar - 1].insert(isBefore ? .spacedBefore : .spaced)
        gaps.append(
          LetterGap(
            byte: UInt32(isBefore ? byte : start), isBefore: isBefore,
            advance: Int32((size(start) * 128).rounded())))
      default: break
      }
      // A mark belongs to the character before it.
      if kind != .mark { last = kind }
      start = byte
      byte += utf8Width(text[byte])
    }
    return gaps
  }

  private enum Kind {
    case ideograph, letter, mark, other

    init(_ character: UInt32) {
      switch character {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A:
        self = .letter
        return
      case 0..<0xAA:
        self = .other
        return
      default: break
      }
      switch UnicodeProperties.category(of: character) {
      case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .decimalNumber:
        self =
          !UnicodeProperties.isWide(character)
          ? Self.isHalfWidth(character) ? .other : .letter
          : Self.isFullWidth(character) ? .other : .ideograph
      case .letterNumber: self = UnicodeProperties.isWide(character) ? .ideograph : .other
      case .modifierSymbol: self = 0x309B...0x309C ~= character ? .ideograph : .other
      default: self = .other
      }
    }

    private static func isFullWidth(_ character: UInt32) -> Bool {
      0xFF01...0xFF60 ~= character || 0xFFE0...0xFFE6 ~= character
    }

    private static func isHalfWidth(_ character: UInt32) -> Bool { 0xFF61...0xFFDC ~= character }
  }
}

extension ShapedParagraph {
  /// Adds the spaces between ideographs and letters to the glyphs of an item after `start`.
  ///
  /// - Complexity: O(glyphs × log gaps).
  static func widen(
    _ glyphs: inout [ShapedGlyph], from start: Int, gaps: [LetterGap], of item: TextItem,
    bytes: Range<Int>
  ) {
    var (low, high) = (0, gaps.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(gaps[middle].byte) < bytes.lowerBound { low = middle + 1 } else { high = middle }
    }
    for gap in gaps[low...] {
      if Int(gap.byte) >= bytes.upperBound { break }
      guard !gap.isBefore else {
        widen(&glyphs, from: start, by: gap, of: item)
        continue
      }
      // The last glyph, in reading order, of the cluster with the scalar.
      if item.isRightToLeft {
        guard let glyph = (start..<glyphs.count).first(where: { glyphs[$0].cluster <= gap.byte })
        else { continue }
        glyphs[glyph].widen(left: Int(gap.advance), right: 0)
      } else {
        guard let glyph = (start..<glyphs.count).last(where: { glyphs[$0].cluster <= gap.byte })
        else { continue }
        glyphs[glyph].widen(left: 0, right: Int(gap.advance))
      }
    }
  }

  /// Adds a space before the first glyph, in reading order, of the cluster with its scalar.
  private static func widen(
    _ glyphs: inout [ShapedGlyph], from start: Int, by gap: LetterGap, of item: TextItem
  ) {
    if item.isRightToLeft {
      guard let glyph = (start..<glyphs.count).last(where: { glyphs[$0].cluster >= gap.byte })
      else { return }
      glyphs[glyph].widen(left: 0, right: Int(gap.advance))
    } else {
      guard let glyph = (start..<glyphs.count).first(where: { glyphs[$0].cluster >= gap.byte })
      else { return }
      glyphs[glyph].widen(left: Int(gap.advance), right: 0)
    }
  }

  /// The space behind the last scalar of a line that ends before a scalar, which the line does not show.
  func gapAdvance(at end: Int) -> Int {
    guard end > 0, end < scalarCount, flags[end - 1].contains(.spaced) else { return 0 }
    return gaps.first { $0.byte == UInt32(offsets[end - 1]) && !$0.isBefore }
      .map { Int($0.advance) } ?? 0
  }

  /// The space before the first scalar of a line that starts at a scalar, which the line does not show.
  func headGap(from start: Int) -> Int {
    guard start < scalarCount, flags[start].contains(.spacedBefore) else { return 0 }
    return gaps.first { $0.byte == UInt32(offsets[start]) && $0.isBefore }
      .map { Int($0.advance) } ?? 0
  }
}

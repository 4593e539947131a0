internal import CPango

/// The breaks that a place between two scalars allows, and the kind of the scalar after it.
///
/// Inlinable, members and all: Layout reads them for each scalar. Through the witness tables of a set that it
/// cannot see into, this took a fifth of a layout's time.
@usableFromInline
package struct BreakFlags: OptionSet, BitwiseCopyable, Sendable {
  @usableFromInline package let rawValue: UInt16
  @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }

  /// A line may end here.
  @inlinable package static var line: BreakFlags { BreakFlags(rawValue: 1 << 0) }
  /// A line may end here if it can end nowhere else.
  @inlinable package static var character: BreakFlags { BreakFlags(rawValue: 1 << 1) }
  /// The scalar after is white space.
  @inlinable package static var white: BreakFlags { BreakFlags(rawValue: 1 << 2) }
  /// A caret may stand here: a grapheme cluster's edge.
  @inlinable package static var caret: BreakFlags { BreakFlags(rawValue: 1 << 3) }
  /// A line that ends here shows a hyphen.
  @inlinable package static var hyphen: BreakFlags { BreakFlags(rawValue: 1 << 4) }
  /// The hyphen takes the place of the scalar before.
  @inlinable package static var replacesPreceding: BreakFlags { BreakFlags(rawValue: 1 << 5) }
  /// A line may end here within an annotated stretch that is longer than the line.
  ///
  /// It has the bit of ``replacesPreceding``, which means nothing without a hyphen.
  @inlinable package static var annotated: BreakFlags { .replacesPreceding }
  /// The scalar after is a space that justification may widen.
  @inlinable package static var expandable: BreakFlags { BreakFlags(rawValue: 1 << 6) }
  /// The scalar after is a wide character, around which justification may add space.
  @inlinable package static var spaceable: BreakFlags { BreakFlags(rawValue: 1 << 9) }
  /// The scalar after is a tab.
  @inlinable package static var tab: BreakFlags { BreakFlags(rawValue: 1 << 7) }
  /// The text on both sides was shaped together and must be shaped again if a line ends here.
  @inlinable package static var unsafe: BreakFlags { BreakFlags(rawValue: 1 << 8) }
  /// The scalar after is punctuation whose second half is blank and hangs at a line's end.
  @inlinable package static var halfBlank: BreakFlags { BreakFlags(rawValue: 1 << 10) }
  /// The scalar after has the space between ideographs and letters behind it.
  @inlinable package static var spaced: BreakFlags { BreakFlags(rawValue: 1 << 11) }
  /// The scalar after has that space before it.
  @inlinable package static var spacedBefore: BreakFlags { BreakFlags(rawValue: 1 << 15) }
  /// The scalar after is a quotation mark or bracket that hangs at its paragraph's start or end.
  @inlinable package static var hangs: BreakFlags { BreakFlags(rawValue: 1 << 12) }
  /// The scalar after is a stop or comma that hangs at a line's end if the line is too long otherwise.
  @inlinable package static var mayHang: BreakFlags { BreakFlags(rawValue: 1 << 13) }
  /// The scalar after is white space of which any number hangs at a line's end: all but U+00A0.
  @inlinable package static var hangingSpace: BreakFlags { BreakFlags(rawValue: 1 << 14) }
}

extension RandomAccessCollection<BreakFlags> where Index == Int {
  /// The first of the spaces that hang behind a line from scalar `start` that ends before scalar `end`; `end` if
  /// the line ends in none.
  ///
  /// By Pango's rules only the last one hangs: they mark no ``BreakFlags/hangingSpace``.
  @inlinable
  package func hangingStart(before end: Int, from start: Int) -> Int {
    guard end > start, self[end - 1].contains(.white) else { return end }
    var first = end - 1
    guard self[first].contains(.hangingSpace) else { return first }
    while first > start, self[first - 1].contains(.hangingSpace) { first -= 1 }
    return first
  }
}

extension BreakFlags {
  /// Removes the hyphen of a break, unless that takes the place of a character.
  package mutating func removeFalseHyphen() {
    if !contains(.replacesPreceding) { remove(.hyphen) }
  }

  /// The flags of a place in Pango's terms.
  init(_ attr: PangoLogAttr) {
    self = []
    if attr.is_line_break != 0 { insert(.line) }
    if attr.is_char_break != 0 { insert(.character) }
    if attr.is_white != 0 { insert(.white) }
    if attr.is_cursor_position != 0 { insert(.caret) }
    if attr.break_inserts_hyphen != 0 { insert(.hyphen) }
    if attr.break_removes_preceding != 0 { insert(.replacesPreceding) }
    if attr.is_expandable_space != 0 { insert(.expandable) }
  }
}

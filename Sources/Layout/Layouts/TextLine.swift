public import GalleyPrimitives

/// One line of a layout, in layout units, y down, from the container's top-left corner.
///
/// *Logical* extents stack lines and answer hit tests; *ink* may overflow them (italics, stacked
/// marks).
public struct TextLine: Hashable, Sendable, Codable {
  /// The UTF-8 offsets of the line's text, its line terminator not included.
  public var range: Range<Int>
  /// Where the baseline starts: the line's left edge, and the baseline's y.
  public var origin: Point
  /// From the baseline up to the line's top; positive.
  public var ascent: Double
  /// From the baseline down to the line's bottom; positive.
  public var descent: Double
  /// The inline advance, trailing white space included.
  public var advance: Double
  /// The part of ``advance`` owed to trailing white space.
  public var trailingWhitespace: Double
  /// The text row that the line is in.
  public var rowIndex: Int
  /// Whether the line's paragraph reads from right to left.
  public var isRightToLeft: Bool
  /// The line's runs, as indices into ``PlacedContent/runs``.
  public var runs: Range<Int>
  /// Whether the line runs from top to bottom: ascent is then to the right of the baseline, which is
  /// the middle of upright characters, and descent to the left.
  public package(set) var isVertical = false

  package init(
    range: Range<Int>, origin: Point, ascent: Double, descent: Double, advance: Double,
    trailingWhitespace: Double, rowIndex: Int, isRightToLeft: Bool, runs: Range<Int>
  ) {
    self.range = range
    self.origin = origin
    self.ascent = ascent
    self.descent = descent
    self.advance = advance
    self.trailingWhitespace = trailingWhitespace
    self.rowIndex = rowIndex
    self.isRightToLeft = isRightToLeft
    self.runs = runs
  }

  /// The line's logical extents.
  public var rect: Rect {
    isVertical
      ? Rect(x: origin.x - descent, y: origin.y, width: ascent + descent, height: advance)
      : Rect(x: origin.x, y: origin.y - ascent, width: advance, height: ascent + descent)
  }
}

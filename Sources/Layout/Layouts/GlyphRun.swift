public import GalleyPrimitives

/// Adjacent glyphs of one font and colour on a line.
public struct GlyphRun: Hashable, Sendable, Codable {
  /// The font, as an index into ``PlacedContent/fonts``.
  public var font: Int
  /// The colour; a colour font's glyphs ignore it, save for its alpha.
  public var color: Color
  /// The UTF-8 offsets of the run's text.
  public var range: Range<Int>
  /// The glyphs, left to right, as indices into ``PlacedContent/glyphs``.
  public var glyphs: Range<Int>
  /// Where the run's baseline starts, in layout units from the container's top-left corner.
  public var origin: Point
  /// The embedding level of the bidirectional algorithm; odd levels read from right to left.
  public var level: UInt8
  /// The run's length along its line, white space included.
  public var advance: PangoUnits
  // Small, so that plain text's runs do not grow.
  @usableFromInline var attributeRunNumber: Int32

  /// The run's attributes, as an index into ``PlacedContent/attributeRuns``; `nil` for plain text.
  public var attributeRun: Int? { attributeRunNumber < 0 ? nil : Int(attributeRunNumber) }

  @inlinable package init(
    font: Int, color: Color, range: Range<Int>, glyphs: Range<Int>, origin: Point, level: UInt8,
    advance: PangoUnits = PangoUnits(rawValue: 0), attributeRun: Int? = nil
  ) {
    self.font = font
    self.color = color
    self.range = range
    self.glyphs = glyphs
    self.origin = origin
    self.level = level
    self.advance = advance
    attributeRunNumber = Int32(attributeRun ?? -1)
  }
}

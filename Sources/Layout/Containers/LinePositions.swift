/// Baselines at equal distances, for lines of any contents; in layout units.
public struct LinePositions: Hashable, Sendable, Codable {
  /// From a baseline up to its line's top.
  public var ascent: Double
  /// From a baseline down to its line's bottom.
  public var descent: Double
  /// From one baseline to the next.
  public var distance: Double
  /// The space above the first line.
  public var top: Double
  /// The space below the last line.
  public var bottom: Double

  /// Baselines at a distance, below room of `top`.
  public init(
    ascent: Double, descent: Double, distance: Double, top: Double = 0, bottom: Double = 0
  ) {
    self.ascent = ascent
    self.descent = descent
    self.distance = distance
    self.top = top
    self.bottom = bottom
  }

  /// Lines of one height, nine tenths of it above the baseline, as YYText's modifier has them.
  public static func fixed(lineHeight: Double) -> LinePositions {
    LinePositions(ascent: 0.9 * lineHeight, descent: 0.1 * lineHeight, distance: lineHeight)
  }

  /// The lines of YYKit's feed demo for a font size: heights depend on the count of lines alone.
  public static func feed(
    fontSize: Double, top: Double = 0, bottom: Double = 0
  ) -> LinePositions {
    LinePositions(
      ascent: 0.86 * fontSize, descent: 0.14 * fontSize, distance: 1.34 * fontSize, top: top,
      bottom: bottom)
  }

  var isSound: Bool {
    [ascent, descent, top, bottom].allSatisfy { abs($0) <= 16_384 } && ascent + descent > 0
      && distance > 0 && distance <= 16_384 && top >= 0 && bottom >= 0
  }
}

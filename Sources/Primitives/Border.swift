/// A line along the inside of a shape's edge that follows the radius of each corner.
public struct Border: Hashable, Sendable, Codable {
  /// The line's width in layout units; 0 stands for one device pixel.
  ///
  /// The drawn width is rounded down to whole device pixels: at least one, at most half of the
  /// shape.
  public var width: Double
  /// The line's colour; where it is translucent, the fill shows through.
  public var color: Color
  /// The lengths of dashes and gaps along the middle of the line, in layout units; empty for a
  /// solid line.
  ///
  /// Dashes begin at the left end of the top edge, after its corner, go clockwise and have straight
  /// ends. An odd number of lengths is repeated once. The line is solid if a length is negative or
  /// not finite, if there are more than 64 lengths, if their sum is shorter than a device pixel, or
  /// if the line leaves no space between the corners. A corner whose radius is smaller than the
  /// line's width counts as sharp.
  public var dashes: [Double]
  /// The offset into the dashes at which the line begins, in layout units.
  public var phase: Double

  /// A border of `width` layout units.
  public init(width: Double, color: Color, dashes: [Double] = [], phase: Double = 0) {
    self.width = width
    self.color = color
    self.dashes = dashes
    self.phase = phase
  }

  /// A border of one device pixel.
  public static func hairline(_ color: Color) -> Border { Border(width: 0, color: color) }
}

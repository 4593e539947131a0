public import GalleyPrimitives

/// A line below or through text.
public struct TextDecoration: Hashable, Sendable, Codable {
  /// How heavy the line is.
  public var weight: LineWeight
  /// How the line is interrupted.
  public var pattern: LinePattern
  /// How wide the line is, 0…256 layout units; `nil` for as the font says.
  public var width: Double?
  /// The line's colour; `nil` for the text's.
  public var color: Color?
  /// The line's own shadow.
  public var shadow: TextShadow?

  /// A line of a weight and a pattern.
  public init(
    _ weight: LineWeight = .single, pattern: LinePattern = .solid, width: Double? = nil,
    color: Color? = nil, shadow: TextShadow? = nil
  ) {
    self.weight = weight
    self.pattern = pattern
    self.width = width
    self.color = color
    self.shadow = shadow
  }
}

/// How heavy a line is.
public enum LineWeight: String, Hashable, Sendable, Codable, CaseIterable {
  /// One line.
  case single
  /// One line of twice the width.
  case thick
  /// Two lines, a line's width apart.
  case double
}

/// How a line is interrupted, in widths of the line.
public enum LinePattern: String, Hashable, Sendable, Codable, CaseIterable {
  /// Not at all.
  case solid
  /// Dots of 5, 3 apart.
  case dot
  /// Dashes of 12, 3 apart.
  case dash
  /// A dash and a dot in turn.
  case dashDot
  /// A dash and two dots in turn.
  case dashDotDot
  /// Round dots, their centres 3 apart.
  case circleDot

  /// The lengths that are drawn and left free in turn, in widths of the line.
  public var dashes: [Double] {
    switch self {
    case .solid: []
    case .dot: [5, 3]
    case .dash: [12, 3]
    case .dashDot: [12, 3, 5, 3]
    case .dashDotDot: [12, 3, 5, 3, 5, 3]
    case .circleDot: [0, 3]
    }
  }
}

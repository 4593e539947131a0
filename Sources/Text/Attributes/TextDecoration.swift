public import GalleyPrimitives

/// A line below, above or through text.
public struct TextDecoration: Hashable, Sendable, Codable {
  /// The weight of the line.
  public var weight: LineWeight
  /// The pattern of the line.
  public var pattern: LinePattern
  /// The width of the line, 0…256 layout units; `nil` for the font's own.
  public var width: Double?
  /// The line's colour; `nil` for the text's colour.
  public var color: Color?
  /// The line's own shadow.
  public var shadow: TextShadow?
  /// Whether an underline or overline is interrupted where letters cross it; ideographs do not interrupt it.
  public var skipsInk = true

  /// Makes a line with a weight and a pattern.
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

/// The weight of a line.
public enum LineWeight: String, Hashable, Sendable, Codable, CaseIterable {
  /// One line.
  case single
  /// One line of double width.
  case thick
  /// Two lines, a line's width apart.
  case double
}

/// The pattern of a line, in multiples of its width.
public enum LinePattern: String, Hashable, Sendable, Codable, CaseIterable {
  /// Without gaps.
  case solid
  /// Dots of 5 with gaps of 3.
  case dot
  /// Dashes of 12 with gaps of 3.
  case dash
  /// A dash and a dot in alternation.
  case dashDot
  /// A dash and two dots in alternation.
  case dashDotDot
  /// Round dots with centres 3 apart.
  case circleDot

  /// The alternating lengths of dashes and gaps, in multiples of the line's width.
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

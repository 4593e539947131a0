/// A length of a box along one axis.
public enum BoxLength: Hashable, Sendable, Codable {
  /// The layout chooses: from the content, the siblings or the container.
  case auto
  /// A length in layout units.
  case units(Double)
  /// A percentage of the container's inner extent: 100 is all of it. Margins and padding take it of the
  /// container's inner width. Against an extent that depends on the box itself, the length is ``auto``.
  case percent(Double)

  /// No length.
  public static let zero = BoxLength.units(0)

  /// The length in layout units; `nil` if it is automatic, or a percentage of an unknown extent.
  func resolved(_ extent: Double?) -> Double? {
    switch self {
    case .auto: nil
    case .units(let length): length
    case .percent(let share): extent.map { $0 * share / 100 }
    }
  }

  /// The number of units or percent; `nil` if there is none.
  var number: Double? {
    switch self {
    case .auto: nil
    case .units(let length): length
    case .percent(let share): share
    }
  }
}

extension BoxLength: ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
  /// Makes a length in layout units.
  public init(floatLiteral value: Double) { self = .units(value) }
  /// Makes a length in layout units.
  public init(integerLiteral value: Int) { self = .units(Double(value)) }
}

/// Four values, one for each side of a box, in the reading direction of the box.
public struct BoxEdges<Value> {
  /// The value at the top.
  public var top: Value
  /// The value where lines begin: at the left, or at the right in a box that reads right to left.
  public var leading: Value
  /// The value at the bottom.
  public var bottom: Value
  /// The value where lines end.
  public var trailing: Value

  /// A value for each side.
  public init(top: Value, leading: Value, bottom: Value, trailing: Value) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// The same value for all sides.
  public init(all value: Value) {
    self.init(top: value, leading: value, bottom: value, trailing: value)
  }

  /// Returns the results of `body` for the values.
  func map<Other>(_ body: (Value) -> Other) -> BoxEdges<Other> {
    BoxEdges<Other>(
      top: body(top), leading: body(leading), bottom: body(bottom), trailing: body(trailing))
  }
}

extension BoxEdges: Equatable where Value: Equatable {}
extension BoxEdges: Hashable where Value: Hashable {}
extension BoxEdges: Sendable where Value: Sendable {}
extension BoxEdges: Encodable where Value: Encodable {}
extension BoxEdges: Decodable where Value: Decodable {}

extension BoxEdges<Double> {
  /// The sum of leading and trailing.
  var width: Double { leading + trailing }
  /// The sum of top and bottom.
  var height: Double { top + bottom }

  static func + (first: Self, second: Self) -> Self {
    Self(
      top: first.top + second.top, leading: first.leading + second.leading,
      bottom: first.bottom + second.bottom, trailing: first.trailing + second.trailing)
  }
}

/// One side of a constraint: a multiple of an anchor plus a constant.
///
/// It exists in order to write constraints, and has no equality; `==` makes a constraint.
public struct ConstraintExpression: Sendable {
  /// The anchor.
  public var anchor: ConstraintAnchor
  /// The factor of the anchor.
  public var multiplier = 1.0
  /// The added length, in layout units.
  public var constant = 0.0

  /// Makes an expression that is equal to an anchor.
  public init(_ anchor: ConstraintAnchor) { self.anchor = anchor }

  /// Adds a length.
  public static func + (expression: Self, length: Double) -> Self {
    var result = expression
    result.constant += length
    return result
  }

  /// Subtracts a length.
  public static func - (expression: Self, length: Double) -> Self { expression + -length }

  /// Multiplies an expression.
  public static func * (expression: Self, factor: Double) -> Self {
    var result = expression
    result.multiplier *= factor
    result.constant *= factor
    return result
  }

  /// Divides an expression.
  public static func / (expression: Self, divisor: Double) -> Self { expression * (1 / divisor) }

  /// Requires both sides to be equal.
  public static func == (first: Self, second: Self) -> LayoutConstraint {
    LayoutConstraint(first, .equal, second)
  }
  /// Requires the left side to be at most the right one.
  public static func <= (first: Self, second: Self) -> LayoutConstraint {
    LayoutConstraint(first, .lessThanOrEqual, second)
  }
  /// Requires the left side to be at least the right one.
  public static func >= (first: Self, second: Self) -> LayoutConstraint {
    LayoutConstraint(first, .greaterThanOrEqual, second)
  }
  /// Requires an extent, or a position in the container, to be `length`.
  public static func == (first: Self, length: Double) -> LayoutConstraint {
    LayoutConstraint(first, .equal, length)
  }
  /// Requires an extent, or a position in the container, to be at most `length`.
  public static func <= (first: Self, length: Double) -> LayoutConstraint {
    LayoutConstraint(first, .lessThanOrEqual, length)
  }
  /// Requires an extent, or a position in the container, to be at least `length`.
  public static func >= (first: Self, length: Double) -> LayoutConstraint {
    LayoutConstraint(first, .greaterThanOrEqual, length)
  }
}

/// Gathers constraints that are written one below the other, with `if`, `switch` and `for`.
@resultBuilder
public enum ConstraintBuilder {
  /// Makes a list of one constraint.
  public static func buildExpression(_ constraint: LayoutConstraint) -> [LayoutConstraint] {
    [constraint]
  }
  /// Keeps a list.
  public static func buildExpression(_ list: [LayoutConstraint]) -> [LayoutConstraint] { list }
  /// Joins lists.
  public static func buildBlock(_ lists: [LayoutConstraint]...) -> [LayoutConstraint] {
    lists.flatMap(\.self)
  }
  /// Makes an empty list of a missing one.
  public static func buildOptional(_ list: [LayoutConstraint]?) -> [LayoutConstraint] {
    list ?? []
  }
  /// Keeps the list of a condition's first branch.
  public static func buildEither(first list: [LayoutConstraint]) -> [LayoutConstraint] { list }
  /// Keeps the list of a condition's second branch.
  public static func buildEither(second list: [LayoutConstraint]) -> [LayoutConstraint] { list }
  /// Joins the lists of a loop.
  public static func buildArray(_ lists: [[LayoutConstraint]]) -> [LayoutConstraint] {
    lists.flatMap(\.self)
  }
}

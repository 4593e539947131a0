/// A linear relation between two anchors, or of one to a length: `first relation second × multiplier + constant`.
///
/// ```swift
/// title.leading == box.leading + 12
/// title.height <= image.height * 0.5
/// (badge.width == 40).priority(750)
/// ```
public struct LayoutConstraint: Hashable, Sendable {
  /// The comparison.
  public enum Relation: String, Hashable, Sendable, Codable, CaseIterable {
    /// The first side is at most the second.
    case lessThanOrEqual
    /// Both sides are equal.
    case equal
    /// The first side is at least the second.
    case greaterThanOrEqual
  }

  /// The anchor on the left.
  public var first: ConstraintAnchor
  /// The comparison.
  public var relation: Relation
  /// The anchor on the right; `nil` for a length.
  public var second: ConstraintAnchor?
  /// The factor of the second anchor.
  public var multiplier: Double
  /// The added length, in layout units.
  ///
  /// Along x it counts in the reading direction, unless an anchor is left or
  /// right.
  public var constant: Double
  /// The importance, 1…1000: constraints of 1000 are required, others are met as well as possible.
  ///
  /// A higher one outweighs any number of lower ones.
  public var priority: Int

  /// The priority of a constraint that is never violated.
  public static let requiredPriority = 1_000
  /// The priority with which content resists compression, unless it says otherwise.
  public static let highPriority = 750
  /// The priority with which content resists growth, unless it says otherwise.
  public static let lowPriority = 250
  /// The priority with which a container is as small as its content allows.
  public static let fittingPriority = 50
  /// The priorities that are possible.
  public static let priorities = 1...requiredPriority

  /// Makes a constraint.
  public init(
    first: ConstraintAnchor, relation: Relation, second: ConstraintAnchor?,
    multiplier: Double = 1, constant: Double = 0, priority: Int = requiredPriority
  ) {
    self.first = first
    self.relation = relation
    self.second = second
    self.multiplier = multiplier
    self.constant = constant
    self.priority = priority
  }

  init(_ first: ConstraintExpression, _ relation: Relation, _ second: ConstraintExpression) {
    self.init(
      first: first.anchor, relation: first.multiplier < 0 ? relation.reversed : relation,
      second: second.anchor, multiplier: second.multiplier / first.multiplier,
      constant: (second.constant - first.constant) / first.multiplier)
  }

  init(_ first: ConstraintExpression, _ relation: Relation, _ length: Double) {
    self.init(
      first: first.anchor, relation: first.multiplier < 0 ? relation.reversed : relation,
      second: nil, constant: (length - first.constant) / first.multiplier)
  }

  /// Returns the constraint with another priority.
  public func priority(_ priority: Int) -> LayoutConstraint {
    var result = self
    result.priority = priority
    return result
  }
}

extension LayoutConstraint.Relation {
  fileprivate var reversed: Self {
    switch self {
    case .lessThanOrEqual: .greaterThanOrEqual
    case .equal: .equal
    case .greaterThanOrEqual: .lessThanOrEqual
    }
  }

  fileprivate var sign: String {
    switch self {
    case .lessThanOrEqual: "<="
    case .equal: "=="
    case .greaterThanOrEqual: ">="
    }
  }
}

extension LayoutConstraint: CustomStringConvertible {
  /// The constraint as it is written in Swift, with its priority if it is not required.
  public var description: String {
    var text = "\(first) \(relation.sign) "
    if let second {
      text += "\(second)"
      if multiplier != 1 { text += " * \(Self.text(multiplier))" }
      if constant != 0 {
        text += constant < 0 ? " - \(Self.text(-constant))" : " + \(Self.text(constant))"
      }
    } else {
      text += Self.text(constant)
    }
    return priority == Self.requiredPriority ? text : text + " at \(priority)"
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : "\(number)"
  }
}

extension LayoutConstraint: Codable {
  private enum CodingKeys: String, CodingKey {
    case first, relation, second, multiplier, constant, priority
  }

  /// Decodes a constraint; a missing multiplier is 1, a missing constant 0, a missing priority 1000.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      first: try values.decode(ConstraintAnchor.self, forKey: .first),
      relation: try values.decode(Relation.self, forKey: .relation),
      second: try values.decodeIfPresent(ConstraintAnchor.self, forKey: .second),
      multiplier: try values.decodeIfPresent(Double.self, forKey: .multiplier) ?? 1,
      constant: try values.decodeIfPresent(Double.self, forKey: .constant) ?? 0,
      priority: try values.decodeIfPresent(Int.self, forKey: .priority) ?? Self.requiredPriority)
  }

  /// Encodes the members that differ from these.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(first, forKey: .first)
    try values.encode(relation, forKey: .relation)
    try values.encodeIfPresent(second, forKey: .second)
    if multiplier != 1 { try values.encode(multiplier, forKey: .multiplier) }
    if constant != 0 { try values.encode(constant, forKey: .constant) }
    if priority != Self.requiredPriority { try values.encode(priority, forKey: .priority) }
  }
}

/// The identifier of an element that constraints place, and the priorities of its content's size.
public struct ConstraintTraits: Hashable, Sendable, Codable {
  /// The name in constraints; `nil` for none.
  public var identifier: String?
  /// The priorities with which the element does not grow beyond its content.
  public var hugging: ConstraintPriorities
  /// The priorities with which the element does not shrink below its content.
  public var compressionResistance: ConstraintPriorities

  /// Makes the traits of an element; by default, content resists compression more than growth.
  public init(
    identifier: String? = nil,
    hugging: ConstraintPriorities = ConstraintPriorities(both: LayoutConstraint.lowPriority),
    compressionResistance: ConstraintPriorities = ConstraintPriorities(
      both: LayoutConstraint.highPriority)
  ) {
    self.identifier = identifier
    self.hugging = hugging
    self.compressionResistance = compressionResistance
  }
}

/// A priority for each axis.
public struct ConstraintPriorities: Hashable, Sendable, Codable {
  /// The priority along x.
  public var x: Int
  /// The priority along y.
  public var y: Int

  /// A priority for each axis.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The same priority for both axes.
  public init(both priority: Int) { self.init(x: priority, y: priority) }
}

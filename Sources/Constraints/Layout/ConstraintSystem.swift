package import GalleyPrimitives

/// The space for a container along one axis.
package enum ConstraintSpace: Hashable, Sendable {
  /// This extent.
  case exactly(Double)
  /// As small as the content allows, and at most this.
  case atMost(Double)
  /// As small as the content allows.
  case fitting
}

/// The height of an element at a width.
package struct ConstrainedHeight: Hashable, Sendable {
  /// The content's height; `nil` if the element has no content.
  package var height: Double?
  /// The distances of baselines from the top; `nil`: the bottom stands for it.
  package var firstBaseline: Double?
  package var lastBaseline: Double?

  package init(height: Double?, firstBaseline: Double? = nil, lastBaseline: Double? = nil) {
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
  }
}

/// The places of a container's elements.
package struct ConstraintSolution: Hashable, Sendable {
  /// The extent of the container.
  package var size: Size
  /// The rectangles of the elements, from the container's top-left corner.
  package var rects: [Rect]
  /// The heights of the contents at the elements' widths.
  package var heights: [ConstrainedHeight]
  /// The number of pivots.
  package var pivotCount: Int
}

/// The number of terms that the solutions of one cell may still read; containers in containers share it.
package final class ConstraintBudget {
  package var remaining: Int

  package init(_ count: Int = ConstraintSystem.workLimit) { remaining = count }
}

/// Constraints between the elements of one container, checked and ready to be solved at any size.
package struct ConstraintSystem: Sendable {
  /// The maximum number of elements, and of constraints.
  package static let countLimit = 4_096
  /// The maximum number of terms that solving the containers of one cell may read.
  package static let workLimit = 100_000_000
  /// The largest constant and the largest extent, in layout units.
  package static let lengthLimit = 16_777_216.0
  /// The sizes of usable multipliers.
  package static let multipliers = 1e-4...1e4
  /// The maximum number of times that heights are measured if widths depend on them.
  package static let passLimit = 8

  /// A constraint with the numbers of its items; -1 is the container.
  struct Resolved: Sendable {
    var constraint: LayoutConstraint
    var first: Int
    var second: Int

    /// Whether it relates the axes.
    var isMixed: Bool {
      constraint.second.map { $0.attribute.isHorizontal != constraint.first.attribute.isHorizontal }
        ?? false
    }
    var isPhysical: Bool {
      constraint.first.attribute.isPhysical || constraint.second?.attribute.isPhysical == true
    }
    var hasBaseline: Bool {
      constraint.first.attribute.isBaseline || constraint.second?.attribute.isBaseline == true
    }
  }

  let traits: [ConstraintTraits]
  /// The constraints, required ones first.
  let constraints: [Resolved]
  let isRightToLeft: Bool
  /// Whether a constraint relates the axes, so that they are solved together.
  package let isMixed: Bool

  /// Checks constraints between elements with these traits.
  ///
  /// - Throws: ``ConstraintError``.
  /// - Complexity: O(constraints + elements).
  package init(
    _ constraints: [LayoutConstraint], traits: [ConstraintTraits], isRightToLeft: Bool = false
  ) throws(ConstraintError) {
    guard constraints.count <= Self.countLimit, traits.count <= Self.countLimit else {
      throw .tooMany(limit: Self.countLimit)
    }
    var numbers: [String: Int] = [:]
    for (number, trait) in traits.enumerated() {
      try Self.check(trait, number)
      guard let identifier = trait.identifier else { continue }
      guard numbers.updateValue(number, forKey: identifier) == nil else {
        throw .duplicateItem(identifier)
      }
    }
    func number(
      _ item: ConstraintItem, _ constraint: LayoutConstraint
    ) throws(ConstraintError) -> Int {
      guard let identifier = item.identifier else { return -1 }
      guard let number = numbers[identifier] else { throw .unknownItem(constraint, identifier) }
      return number
    }
    var resolved: [Resolved] = []
    resolved.reserveCapacity(constraints.count)
    for constraint in constraints {
      try Self.check(constraint)
      var second = -1
      if let anchor = constraint.second { second = try number(anchor.item, constraint) }
      resolved.append(
        Resolved(
          constraint: constraint, first: try number(constraint.first.item, constraint),
          second: second))
    }
    let required = LayoutConstraint.requiredPriority
    self.constraints =
      resolved.filter { $0.constraint.priority == required }
      + resolved.filter { $0.constraint.priority != required }
    self.traits = traits
    self.isRightToLeft = isRightToLeft
    isMixed = resolved.contains(where: \.isMixed)
  }

  private static func check(_ trait: ConstraintTraits, _ number: Int) throws(ConstraintError) {
    for priority in [
      trait.hugging.x, trait.hugging.y, trait.compressionResistance.x,
      trait.compressionResistance.y,
    ] where !LayoutConstraint.priorities.contains(priority) {
      throw .unusablePriority("content of \(trait.identifier ?? "element \(number)")", priority)
    }
  }

  private static func check(_ constraint: LayoutConstraint) throws(ConstraintError) {
    guard LayoutConstraint.priorities.contains(constraint.priority) else {
      throw .unusablePriority("constraint \(constraint)", constraint.priority)
    }
    guard abs(constraint.constant) <= lengthLimit,
      multipliers.contains(abs(constraint.multiplier))
    else { throw .unusableNumber(constraint) }
    let first = constraint.first
    let isContainerBaseline = { (anchor: ConstraintAnchor) in
      anchor.item == .container && anchor.attribute.isBaseline
    }
    guard !isContainerBaseline(first) else { throw .incompatible(constraint) }
    guard let second = constraint.second else { return }
    let (own, other) = (first.attribute, second.attribute)
    guard !isContainerBaseline(second), own.isExtent == other.isExtent,
      own.isExtent || own.isHorizontal == other.isHorizontal,
      !(own.isPhysical && other.isLogical), !(own.isLogical && other.isPhysical)
    else { throw .incompatible(constraint) }
  }
}

import GalleyPrimitives

extension LinearRelation {
  init(_ relation: LayoutConstraint.Relation) {
    switch relation {
    case .lessThanOrEqual: self = .lessThanOrEqual
    case .equal: self = .equal
    case .greaterThanOrEqual: self = .greaterThanOrEqual
    }
  }
}

/// An anchor in variables; along x, positions count from the side where lines begin.
private struct AnchorTerms {
  var terms: [LinearConstraint.Term] = []
  var constant = 0.0

  mutating func add(_ coefficient: Double, _ variable: SolverVariable) {
    terms.append(.init(coefficient, variable))
  }
}

extension ConstraintPass {
  /// Returns a written constraint in variables.
  func linear(_ resolved: ConstraintSystem.Resolved) -> LinearConstraint {
    let constraint = resolved.constraint
    let isPhysical = resolved.isPhysical
    var sum = terms(constraint.first.attribute, resolved.first, isPhysical: isPhysical)
    sum.constant -= constraint.constant
    if let second = constraint.second {
      let other = terms(second.attribute, resolved.second, isPhysical: isPhysical)
      for term in other.terms {
        sum.add(-constraint.multiplier * term.coefficient, term.variable)
      }
      sum.constant -= constraint.multiplier * other.constant
    }
    let strength =
      constraint.priority == LayoutConstraint.requiredPriority
      ? Strength.required : Strength(level: constraint.priority)
    return LinearConstraint(
      sum.terms, sum.constant, LinearRelation(constraint.relation), strength)
  }

  /// Returns an anchor in variables; a physical one counts from the left side.
  private func terms(
    _ attribute: ConstraintAttribute, _ item: Int, isPhysical: Bool
  ) -> AnchorTerms {
    guard isPhysical, system.isRightToLeft else { return terms(attribute.logical, item) }
    let mirrored: ConstraintAttribute =
      attribute == .left ? .trailing : attribute == .right ? .leading : attribute
    let logical = terms(mirrored, item)
    var result = AnchorTerms(constant: -logical.constant)
    result.add(1, variables[0].container)
    for term in logical.terms { result.add(-term.coefficient, term.variable) }
    return result
  }

  private func terms(_ attribute: ConstraintAttribute, _ item: Int) -> AnchorTerms {
    let axis = variables[attribute.isHorizontal ? 0 : 1]
    var result = AnchorTerms()
    let extent = item < 0 ? axis.container : axis.extents[item]
    if item >= 0, !attribute.isExtent { result.add(1, axis.positions[item]) }
    switch attribute {
    case .leading, .left, .top: break
    case .trailing, .right, .bottom, .width, .height: result.add(1, extent)
    case .centerX, .centerY: result.add(0.5, extent)
    case .firstBaseline, .lastBaseline:
      let content = heights[item]
      let baseline =
        attribute == .firstBaseline ? content.firstBaseline : content.lastBaseline
      if let baseline { result.constant = baseline } else { result.add(1, extent) }
    }
    return result
  }

  /// The places of the elements, after a check of all required constraints.
  func solution() throws(PassError) -> ConstraintSolution {
    guard isSatisfied() else { throw .layout(.unstable) }
    let size = Size(width: containerExtent(0), height: containerExtent(1))
    var rects: [Rect] = []
    rects.reserveCapacity(system.traits.count)
    for (element, traits) in system.traits.enumerated() {
      let item = ConstraintItem(traits.identifier ?? "element \(element)")
      var rect = Rect(
        x: position(0, of: element), y: position(1, of: element),
        width: max(0, extent(0, of: element)), height: max(0, extent(1, of: element)))
      if system.isRightToLeft { rect.origin.x = size.width - rect.minX - rect.width }
      for (value, attribute) in [
        (rect.minX, ConstraintAttribute.leading), (rect.minY, .top), (rect.width, .width),
        (rect.height, .height),
      ] where !(abs(value) <= ConstraintSystem.lengthLimit) {
        throw .layout(.tooLarge(ConstraintAnchor(item: item, attribute: attribute)))
      }
      rects.append(rect)
    }
    for (extent, attribute) in [(size.width, ConstraintAttribute.width), (size.height, .height)]
    where !(extent <= ConstraintSystem.lengthLimit) {
      throw .layout(.tooLarge(ConstraintAnchor(item: .container, attribute: attribute)))
    }
    return ConstraintSolution(
      size: size, rects: rects, heights: heights, pivotCount: pivotCount)
  }
}

extension ConstraintAttribute {
  /// The attribute of a cell that reads left to right.
  fileprivate var logical: ConstraintAttribute {
    switch self {
    case .left: .leading
    case .right: .trailing
    default: self
    }
  }
}

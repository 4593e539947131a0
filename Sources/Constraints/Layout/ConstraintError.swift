/// The reason why constraints do not place all elements.
public enum ConstraintError: Error, Hashable, Sendable {
  /// No element has this identifier.
  case unknownItem(LayoutConstraint, String)
  /// Several elements of one container have this identifier.
  case duplicateItem(String)
  /// The anchors have no relation: they are of different axes, a position and an extent, left or right and
  /// leading or trailing, or a baseline of the container.
  case incompatible(LayoutConstraint)
  /// The multiplier or the constant is not finite or out of bounds.
  case unusableNumber(LayoutConstraint)
  /// A priority is not in 1…1000: that of a constraint, or of the content of an element.
  case unusablePriority(String, Int)
  /// The container has more elements or constraints than it may have.
  case tooMany(limit: Int)
  /// These required constraints contradict each other.
  case unsatisfiable([LayoutConstraint])
  /// The constraints leave these anchors open.
  case ambiguous([ConstraintAnchor])
  /// The constraints make this anchor larger than any layout may be.
  case tooLarge(ConstraintAnchor)
  /// Widths depend on heights of texts that depend on these widths, and do not settle.
  case unsettled
  /// The solution takes too many steps.
  case tooMuchWork
  /// Rounding errors hide the solution; multipliers of very different sizes can be the reason.
  case unstable
}

extension ConstraintError: CustomStringConvertible {
  /// One line that names the constraints.
  public var description: String {
    switch self {
    case .unknownItem(let constraint, let name):
      "constraint \(constraint): no element has the identifier \(name)"
    case .duplicateItem(let name): "several elements have the identifier \(name)"
    case .incompatible(let constraint):
      "constraint \(constraint): these anchors cannot be compared"
    case .unusableNumber(let constraint):
      "constraint \(constraint): a number is not finite or out of bounds"
    case .unusablePriority(let name, let priority):
      "\(name): the priority \(priority) is not in 1…1000"
    case .tooMany(let limit): "more than \(limit) elements or constraints are in one container"
    case .unsatisfiable(let constraints):
      "these constraints contradict each other: "
        + constraints.map(\.description).joined(separator: "; ")
    case .ambiguous(let anchors):
      "the constraints leave open: " + anchors.map(\.description).joined(separator: ", ")
    case .tooLarge(let anchor): "the constraints make \(anchor) too large"
    case .unsettled: "widths and heights depend on each other and do not settle"
    case .tooMuchWork: "the constraints take too many steps to solve"
    case .unstable: "the constraints cannot be solved with the precision of numbers"
    }
  }
}

import GalleyPrimitives

extension ConstraintSystem {
  /// Places the elements: widths first, then the heights of contents at these widths, then the rest.
  ///
  /// That is what `systemLayoutSizeFitting` means for a given width. Constraints that relate widths to heights
  /// are solved with both axes at once, and again while heights change the widths.
  ///
  /// - Parameters:
  ///   - width: The space for the container along x.
  ///   - height: The space for the container along y.
  ///   - budget: The number of terms that may be read; it is reduced by those that are.
  ///   - contentWidth: Returns the width of an element's content, or `nil` if it has none.
  ///   - contentHeight: Returns the height of an element's content, and its baselines, at a width.
  /// - Returns: The places of the elements.
  /// - Throws: ``ConstraintError``. If the budget is used up, ``ConstraintError/tooMuchWork``.
  /// - Complexity: About linear in constraints × elements, for usual systems.
  package func solve(
    width: ConstraintSpace, height: ConstraintSpace, budget: ConstraintBudget,
    contentWidth: (_ element: Int) -> Double?,
    contentHeight: (_ element: Int, _ width: Double) -> ConstrainedHeight
  ) throws(ConstraintError) -> ConstraintSolution {
    let widths = traits.indices.map(contentWidth)
    var pass = ConstraintPass(self, budget)
    do throws(PassError) {
      if isMixed {
        try pass.solveTogether(width, height, widths, contentHeight)
      } else {
        try pass.addVariables(0)
        try pass.add(axis: 0, width, contents: widths)
        try pass.solve(0)
        pass.heights = traits.indices.map { contentHeight($0, max(0, pass.extent(0, of: $0))) }
        try pass.addVariables(1)
        try pass.add(axis: 1, height, contents: pass.heights.map(\.height))
        try pass.solve(1)
      }
      return try pass.solution()
    } catch {
      switch error {
      case .layout(let error): throw error
      case .solver(let error): throw ConstraintError(error)
      }
    }
  }
}

/// An error of a pass; one of the solver names no constraints.
enum PassError: Error {
  case layout(ConstraintError)
  case solver(SolverError)
}

extension ConstraintError {
  fileprivate init(_ error: SolverError) {
    switch error {
    case .unsatisfiable, .unstable, .unusableNumber: self = .unstable
    case .tooMany(let limit): self = .tooMany(limit: limit)
    case .tooMuchWork: self = .tooMuchWork
    }
  }
}

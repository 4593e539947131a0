extension LinearSolver {
  /// Returns those of `variables` that have another value in another solution that is as good.
  ///
  /// The tableau shows for most variables that there is none: all symbols of the row cost. The others are
  /// pulled up and down, in a copy, at a level below all others.
  ///
  /// - Precondition: The solver is solved.
  /// - Throws: ``SolverError/tooMuchWork(limit:)``, ``SolverError/unstable``.
  /// - Complexity: O(terms), and two edits for each variable that the tableau leaves open.
  package mutating func ambiguous(
    among variables: [SolverVariable]
  ) throws(SolverError) -> [SolverVariable] {
    precondition(isFeasible && isOptimal, "not solved")
    stamp &+= 1
    for objective in objectives {
      work += objective.row.terms.count
      for term in objective.row.terms where term.coefficient > objective.tolerance {
        stamps[Int(term.symbol)] = stamp
      }
    }
    var result: [SolverVariable] = []
    for variable in variables where !isFixed(symbol(of: variable)) {
      if try canMove(variable) { result.append(variable) }
    }
    return result
  }

  /// Whether the tableau shows that a symbol has one value.
  private func isFixed(_ symbol: Int32) -> Bool {
    let row = Int(symbols[Int(symbol)].row)
    guard row >= 0 else { return stamps[Int(symbol)] == stamp }
    return rows[row].terms.allSatisfy {
      symbols[Int($0.symbol)].kind == .dummy || stamps[Int($0.symbol)] == stamp
    }
  }

  private mutating func canMove(_ variable: SolverVariable) throws(SolverError) -> Bool {
    let value = value(of: variable)
    var copy = self
    defer { work = copy.work }
    // -value - 1 + variable = 0: pull up.
    let pull = try copy.add(
      LinearConstraint(
        [.init(1, variable)], -value - 1, .equal, Strength(level: -1)))
    try copy.solve()
    if abs(copy.value(of: variable) - value) > 1e-4 { return true }
    try copy.setConstant(of: pull, to: -value + 1)
    try copy.solve()
    return abs(copy.value(of: variable) - value) > 1e-4
  }
}

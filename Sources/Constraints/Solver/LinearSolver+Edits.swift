extension LinearSolver {
  /// Changes the constant of a constraint's expression.
  ///
  /// That of a required constraint takes effect at once, others with the next ``solve()``.
  ///
  /// - Throws: ``SolverError``; after ``SolverError/unsatisfiable(conflicts:)``, the constant is the one from
  ///   before.
  package mutating func setConstant(
    of constraint: SolverConstraintID, to constant: Double
  ) throws(SolverError) {
    guard abs(constant) <= Self.numberLimit else { throw .unusableNumber(constant) }
    guard let entry = entries[constraint.index] else { preconditionFailure("no such constraint") }
    guard constant != entry.constant else { return }
    if !isOptimal { try optimize() }
    shift(entry, by: constant - entry.constant)
    setConstant(constant, ofEntry: constraint.index)
    guard entry.strength.isRequired else { return }
    do throws(SolverError) { try restoreFeasibility() } catch {
      guard case .unsatisfiable = error else { throw error }
      shift(entry, by: entry.constant - constant)
      setConstant(entry.constant, ofEntry: constraint.index)
      try restoreFeasibility()
      throw error
    }
  }

  /// Adds to the constant of a constraint: the same as moving the zero of its marker.
  private mutating func shift(_ entry: Entry, by difference: Double) {
    let step = difference / entry.markerSign
    let own = symbols[Int(entry.marker)].row
    if own >= 0 {
      rows[Int(own)].constant -= step
    } else {
      for index in rows.indices {
        let coefficient = rows[index].coefficient(of: entry.marker)
        if coefficient != 0 { rows[index].constant += coefficient * step }
      }
    }
    work += rows.count
    isFeasible = false
  }

  /// Makes all symbols at least zero that have to be, by the dual simplex algorithm.
  ///
  /// - Throws: ``SolverError/unsatisfiable(conflicts:)`` with all constraints of the contradiction.
  mutating func restoreFeasibility() throws(SolverError) {
    while let row = infeasibleRow() {
      guard let entering = dualEnteringSymbol(row) else {
        var all = rows[row]
        all.add(basics[row], -1)
        throw .unsatisfiable(conflicts: owners(of: all))
      }
      try pivot(row: row, entering: entering)
    }
    isFeasible = true
  }

  private func infeasibleRow() -> Int? {
    var best: Int?
    for index in rows.indices {
      let kind = symbols[Int(basics[index])].kind
      guard kind != .free else { continue }
      let constant = rows[index].constant
      guard constant < -Self.tolerance || (kind == .dummy && constant > Self.tolerance) else {
        continue
      }
      if let best, basics[best] < basics[index] { continue }
      best = index
    }
    return best
  }

  /// The symbol whose growth costs least for the gain of a row.
  private mutating func dualEnteringSymbol(_ row: Int) -> Int32? {
    let sign = rows[row].constant < 0 ? 1.0 : -1
    var best: LinearRow.Term?
    for term in rows[row].terms
    where term.coefficient * sign > 1e-8 && symbols[Int(term.symbol)].kind != .dummy {
      work += objectives.count
      if let other = best, !costs(term, lessThan: other) { continue }
      best = term
    }
    return best?.symbol
  }

  private func costs(_ term: LinearRow.Term, lessThan other: LinearRow.Term) -> Bool {
    for objective in objectives {
      let cost = objective.row.coefficient(of: term.symbol) / abs(term.coefficient)
      let otherCost = objective.row.coefficient(of: other.symbol) / abs(other.coefficient)
      if cost != otherCost { return cost < otherCost }
    }
    return false
  }

  /// Removes a constraint; the values change with the next ``solve()``.
  ///
  /// - Throws: ``SolverError/tooMuchWork(limit:)``.
  package mutating func remove(_ constraint: SolverConstraintID) throws(SolverError) {
    guard let entry = entries[constraint.index] else { preconditionFailure("no such constraint") }
    if !isFeasible { try restoreFeasibility() }
    removeCosts(entry)
    for symbol in [entry.marker, entry.other] where symbol >= 0 {
      if symbols[Int(symbol)].row >= 0 {
        dropRow(Int(symbols[Int(symbol)].row))
        return finishRemoval(constraint, entry)
      }
    }
    if let row = rowToLeave(for: entry.marker) {
      try pivot(row: row, entering: entry.marker)
      dropRow(row)
    }
    finishRemoval(constraint, entry)
  }

  private mutating func finishRemoval(_ constraint: SolverConstraintID, _ entry: Entry) {
    purge(entry.marker)
    if entry.other >= 0 { purge(entry.other) }
    discardEntry(constraint.index)
    isOptimal = false
  }

  private mutating func removeCosts(_ entry: Entry) {
    guard !entry.strength.isRequired,
      let index = objectives.firstIndex(where: { $0.level == entry.strength.level })
    else { return }
    objectives[index].constraintCount -= 1
    guard objectives[index].constraintCount > 0 else {
      objectives.remove(at: index)
      return
    }
    for symbol in [entry.marker, entry.other] where symbols[Int(symbol)].kind == .error {
      let row = Int(symbols[Int(symbol)].row)
      if row >= 0 {
        objectives[index].row.add(rows[row], times: -entry.strength.weight, &scratch)
      } else {
        objectives[index].row.add(symbol, -entry.strength.weight)
      }
    }
  }

  /// The row that a marker without restriction can replace while all others stay feasible.
  ///
  /// A dummy, which is zero, goes first: its row has to stay without slacks. Then come rows that limit growth,
  /// rows that limit shrinking, and rows of free variables.
  private func rowToLeave(for marker: Int32) -> Int? {
    var best: (rank: Int, ratio: Double, row: Int)?
    for index in rows.indices {
      let coefficient = rows[index].coefficient(of: marker)
      guard coefficient != 0 else { continue }
      let kind = symbols[Int(basics[index])].kind
      let rank = kind == .dummy ? 0 : kind == .free ? 3 : coefficient < 0 ? 1 : 2
      let ratio =
        kind == .dummy || kind == .free ? 0 : max(0, rows[index].constant) / abs(coefficient)
      if let best,
        (best.rank, best.ratio, basics[best.row]) < (rank, ratio, basics[index])
      {
        continue
      }
      best = (rank, ratio, index)
    }
    return best?.row
  }
}

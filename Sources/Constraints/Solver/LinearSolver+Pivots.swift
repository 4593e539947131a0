extension LinearSolver {
  /// Appends a row and replaces its symbol in all other rows.
  mutating func insert(_ row: LinearRow, basic: Int32) throws(SolverError) {
    rows.append(row)
    basics.append(basic)
    symbols[Int(basic)].row = Int32(rows.count - 1)
    termCount += row.terms.count
    try substitute(basic, rows.count - 1)
  }

  /// Drops a row; the last one takes its place.
  mutating func dropRow(_ index: Int) {
    termCount -= rows[index].terms.count
    symbols[Int(basics[index])].row = -1
    let last = rows.count - 1
    if index != last {
      rows.swapAt(index, last)
      basics.swapAt(index, last)
      symbols[Int(basics[index])].row = Int32(index)
    }
    rows.removeLast()
    basics.removeLast()
  }

  /// Replaces a symbol by its row, number `index`, in all other rows and in the objectives.
  private mutating func substitute(_ symbol: Int32, _ index: Int) throws(SolverError) {
    let row = rows[index]
    work += rows.count
    for other in rows.indices where other != index {
      let coefficient = rows[other].remove(symbol)
      guard coefficient != 0 else { continue }
      termCount -= rows[other].terms.count + 1
      rows[other].add(row, times: coefficient, &scratch)
      termCount += rows[other].terms.count
      work += rows[other].terms.count + row.terms.count
    }
    for other in objectives.indices {
      let coefficient = objectives[other].row.remove(symbol)
      guard coefficient != 0 else { continue }
      objectives[other].row.add(row, times: coefficient, &scratch)
      work += objectives[other].row.terms.count + row.terms.count
    }
    guard work <= limits.work, termCount <= limits.termCount else {
      throw .tooMuchWork(limit: limits.work)
    }
  }

  /// Exchanges the basic symbol of a row with one of its terms.
  mutating func pivot(row index: Int, entering: Int32) throws(SolverError) {
    let leaving = basics[index]
    pivotCount += 1
    work += rows[index].terms.count
    rows[index].add(leaving, -1)
    rows[index].solve(for: entering)
    basics[index] = entering
    symbols[Int(leaving)].row = -1
    symbols[Int(entering)].row = Int32(index)
    try substitute(entering, index)
  }

  /// Improves the objectives until none can be improved, by the primal simplex algorithm.
  mutating func optimize() throws(SolverError) {
    while let entering = enteringSymbol() {
      guard let row = leavingRow(entering) else { throw .unstable }
      try pivot(row: row, entering: entering)
    }
    isOptimal = true
  }

  /// The first symbol by which the strongest objective that can be improved is improved.
  private mutating func enteringSymbol() -> Int32? {
    stamp &+= 1
    for objective in objectives {
      work += objective.row.terms.count
      for term in objective.row.terms
      where stamps[Int(term.symbol)] != stamp && symbols[Int(term.symbol)].kind != .dummy {
        if term.coefficient < -objective.tolerance { return term.symbol }
        if term.coefficient > objective.tolerance { stamps[Int(term.symbol)] = stamp }
      }
    }
    return nil
  }

  /// The row that limits a growing symbol first.
  private func leavingRow(_ entering: Int32, preferring symbol: Int32 = -1) -> Int? {
    var best: (ratio: Double, row: Int)?
    for index in rows.indices {
      let kind = symbols[Int(basics[index])].kind
      guard kind != .free else { continue }
      let coefficient = rows[index].coefficient(of: entering)
      let isLimit = coefficient < -1e-8 || (kind == .dummy && coefficient > 1e-8)
      guard isLimit else { continue }
      let ratio = kind == .dummy ? 0 : max(0, rows[index].constant) / -coefficient
      if let best {
        if ratio > best.ratio { continue }
        if ratio == best.ratio, basics[best.row] == symbol { continue }
        if ratio == best.ratio, basics[index] != symbol, basics[index] > basics[best.row] {
          continue
        }
      }
      best = (ratio, index)
    }
    return best?.row
  }

  /// Adds the row of a required constraint by an artificial variable, which is made zero.
  mutating func insertWithArtificial(_ row: LinearRow, _ entry: Entry) throws(SolverError) {
    let artificial = makeSymbol(.slack, owner: -1)
    try insert(row, basic: artificial)
    isOptimal = false
    while symbols[Int(artificial)].row >= 0 {
      let index = Int(symbols[Int(artificial)].row)
      let entering = rows[index].terms.first {
        $0.coefficient < -1e-8 && symbols[Int($0.symbol)].kind != .dummy
      }
      guard let entering else {
        try settle(artificial, entry)
        break
      }
      guard let leaving = leavingRow(entering.symbol, preferring: artificial) else {
        throw .unstable
      }
      try pivot(row: leaving, entering: entering.symbol)
    }
    purge(artificial)
    discard(symbol: artificial)
  }

  /// Takes an artificial variable that cannot be made smaller out of the basis.
  private mutating func settle(_ artificial: Int32, _ entry: Entry) throws(SolverError) {
    let index = Int(symbols[Int(artificial)].row)
    let row = rows[index]
    guard row.constant <= Self.tolerance else {
      // Only this row has the new constraint's symbols. The others are those of older constraints.
      let conflicts = owners(of: row, except: entry)
      dropRow(index)
      discard(symbol: artificial)
      throw .unsatisfiable(conflicts: conflicts)
    }
    rows[index].constant = 0
    let pivotable = row.terms.first {
      abs($0.coefficient) > 1e-6 && symbols[Int($0.symbol)].kind != .dummy
    }
    let entering = pivotable?.symbol ?? entry.marker
    guard row.coefficient(of: entering) != 0 else { return dropRow(index) }
    try pivot(row: index, entering: entering)
  }

  /// Removes a symbol that is not basic from all rows.
  mutating func purge(_ symbol: Int32) {
    for index in rows.indices where rows[index].remove(symbol) != 0 { termCount -= 1 }
    for index in objectives.indices { objectives[index].row.remove(symbol) }
  }

  /// The required constraints whose sum a row is.
  func owners(of row: LinearRow, except entry: Entry? = nil) -> [SolverConstraintID] {
    var owners: Set<SolverConstraintID> = []
    for term in row.terms {
      let symbol = symbols[Int(term.symbol)]
      guard symbol.owner >= 0, symbol.kind == .slack || symbol.kind == .dummy,
        term.symbol != entry?.marker
      else { continue }
      owners.insert(SolverConstraintID(index: Int(symbol.owner)))
    }
    return owners.sorted()
  }
}

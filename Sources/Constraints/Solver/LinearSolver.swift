/// Solves linear equalities and inequalities with priorities, incrementally: the Cassowary algorithm.
///
/// The tableau has a row for each basic symbol. Symbols are variables, slacks, errors of constraints that are
/// not required, and dummies of required equalities. Rows of symbols that may not be negative contain no free
/// variables, so that free variables have no part in optimization. Each objective is a row of its own: one for
/// each level in use, so that the levels are lexicographic without huge weights.
///
/// Pivots follow Bland's rule, by symbols' numbers, so that they end and are the same on each run. The result
/// of a sequence of calls depends on nothing else.
///
/// - SeeAlso: Badros, Borning, Stuckey, *The Cassowary Linear Arithmetic Constraint Solving Algorithm*,
///   [doi:10.1145/504704.504705](https://doi.org/10.1145/504704.504705).
package struct LinearSolver: Sendable {
  /// The part of a symbol in the tableau.
  enum Kind: UInt8, Sendable {
    /// A variable of any value.
    case free
    /// A variable that is not negative.
    case nonnegative
    /// The difference between both sides of an inequality.
    case slack
    /// The violation of a constraint that is not required.
    case error
    /// The zero of a required equality; it never enters the basis to optimize.
    case dummy
  }

  struct Symbol: Sendable {
    var kind: Kind
    /// The row of a basic symbol; -1 for the others, which are zero.
    var row: Int32
    /// The constraint of a slack, an error or a dummy.
    var owner: Int32
  }

  /// A constraint's symbols.
  struct Entry: Sendable {
    /// The symbol that only this constraint has brought into the tableau.
    var marker: Int32
    /// The error in the other direction, or of an inequality; -1 if there is none.
    var other: Int32
    /// The coefficient of the marker in the constraint's expression.
    var markerSign: Double
    var constant: Double
    var strength: Strength
  }

  /// The errors of one level.
  struct Objective: Sendable {
    var level: Int
    var row: LinearRow
    var constraintCount = 0
    /// A cost of at most this size is a rounding error.
    var tolerance = 1e-8
  }

  package var limits: SolverLimits
  var symbols: [Symbol] = []
  private var unusedSymbols: [Int32] = []
  var rows: [LinearRow] = []
  /// The basic symbol of each row.
  var basics: [Int32] = []
  /// The objectives, the highest level first.
  var objectives: [Objective] = []
  private(set) var entries: [Entry?] = []
  private var unusedEntries: [Int] = []
  /// The symbols of the variables.
  private var variables: [Int32] = []
  /// Whether each variable has been part of a constraint.
  private var isUsed: [Bool] = []
  /// Whether basic symbols that may not be negative are not; one of both properties always holds.
  var isFeasible = true
  /// Whether no pivot improves an objective.
  var isOptimal = true
  /// The number of pivots until now.
  package var pivotCount = 0
  /// The number of terms read until now.
  package var work = 0
  var termCount = 0
  var scratch: [LinearRow.Term] = []
  /// The last search in which a symbol has a positive cost.
  var stamps: [UInt32] = []
  var stamp: UInt32 = 0

  /// A constant above this is a violation.
  static let tolerance = 1e-7
  /// The largest coefficient, constant or weight.
  static let numberLimit = 1e12

  /// A solver without variables.
  package init(limits: SolverLimits = SolverLimits()) { self.limits = limits }

  /// The number of constraints.
  package var constraintCount: Int { entries.count - unusedEntries.count }

  /// Adds a variable; it is zero until a constraint says more.
  ///
  /// - Parameter isNonnegative: Whether it may not be negative.
  /// - Returns: The variable.
  /// - Throws: ``SolverError/tooMany(limit:)``.
  package mutating func addVariable(
    isNonnegative: Bool = false
  ) throws(SolverError) -> SolverVariable {
    guard variables.count < limits.count else { throw .tooMany(limit: limits.count) }
    variables.append(makeSymbol(isNonnegative ? .nonnegative : .free, owner: -1))
    isUsed.append(false)
    return SolverVariable(index: variables.count - 1)
  }

  /// The value of a variable in the current solution.
  package func value(of variable: SolverVariable) -> Double {
    let row = symbols[Int(variables[variable.index])].row
    return row >= 0 ? rows[Int(row)].constant : 0
  }

  /// The constant of a constraint's expression.
  package func constant(of constraint: SolverConstraintID) -> Double {
    entries[constraint.index]?.constant ?? 0
  }

  func symbol(of variable: SolverVariable) -> Int32 { variables[variable.index] }

  /// Adds a constraint; the values change with the next ``solve()``.
  ///
  /// - Throws: ``SolverError``; the constraints are those from before then.
  /// - Complexity: O(terms of the tableau) without artificial variables; with one, that for each pivot.
  package mutating func add(
    _ constraint: LinearConstraint
  ) throws(SolverError) -> SolverConstraintID {
    guard constraintCount < limits.count else { throw .tooMany(limit: limits.count) }
    for number in [constraint.constant, constraint.strength.weight]
      + constraint.terms.map(\.coefficient)
    where !(abs(number) <= Self.numberLimit) { throw .unusableNumber(number) }
    if !isFeasible { try restoreFeasibility() }
    let index = unusedEntries.last ?? entries.count
    var row = LinearRow(constant: constraint.constant)
    var fresh: [Int32] = []
    for term in constraint.terms {
      let symbol = variables[term.variable.index]
      let basic = symbols[Int(symbol)].row
      if basic >= 0 {
        work += row.terms.count + rows[Int(basic)].terms.count
        row.add(rows[Int(basic)], times: term.coefficient, &scratch)
      } else {
        row.add(symbol, term.coefficient)
        if !isUsed[term.variable.index] { fresh.append(symbol) }
      }
    }
    let entry = makeEntry(constraint, index, &row)
    let subject = subject(of: &row, entry, fresh)
    if let subject {
      row.solve(for: subject)
      try insert(row, basic: subject)
    } else {
      do throws(SolverError) { try insertWithArtificial(row, entry) } catch {
        discard(entry)
        throw error
      }
    }
    for term in constraint.terms { isUsed[term.variable.index] = true }
    if unusedEntries.popLast() == nil { entries.append(entry) } else { entries[index] = entry }
    isOptimal = false
    return SolverConstraintID(index: index)
  }

  /// Finds the best solution of all constraints.
  ///
  /// - Throws: ``SolverError/tooMuchWork(limit:)``, ``SolverError/unstable``.
  package mutating func solve() throws(SolverError) {
    if !isFeasible { try restoreFeasibility() }
    try optimize()
  }
}

// MARK: - Symbols and entries

extension LinearSolver {
  mutating func makeSymbol(_ kind: Kind, owner: Int) -> Int32 {
    let symbol = Symbol(kind: kind, row: -1, owner: Int32(owner))
    if let index = unusedSymbols.popLast() {
      symbols[Int(index)] = symbol
      return index
    }
    symbols.append(symbol)
    stamps.append(0)
    return Int32(symbols.count - 1)
  }

  mutating func discard(symbol: Int32) {
    if symbol >= 0 { unusedSymbols.append(symbol) }
  }

  private mutating func discard(_ entry: Entry) {
    discard(symbol: entry.other)
    discard(symbol: entry.marker)
  }

  /// Frees a constraint's place and symbols, none of which the tableau has any more.
  mutating func discardEntry(_ index: Int) {
    guard let entry = entries[index] else { return }
    discard(entry)
    entries[index] = nil
    unusedEntries.append(index)
  }

  mutating func setConstant(_ constant: Double, ofEntry index: Int) {
    entries[index]?.constant = constant
  }

  /// Makes the slack and the errors of a constraint, and adds them to its row and to the objectives.
  private mutating func makeEntry(
    _ constraint: LinearConstraint, _ index: Int, _ row: inout LinearRow
  ) -> Entry {
    let strength = constraint.strength
    var entry = Entry(
      marker: -1, other: -1, markerSign: 1, constant: constraint.constant, strength: strength)
    switch constraint.relation {
    case .equal where strength.isRequired: entry.marker = makeSymbol(.dummy, owner: index)
    case .equal:
      entry.marker = makeSymbol(.error, owner: index)
      entry.other = makeSymbol(.error, owner: index)
      entry.markerSign = -1
    case .lessThanOrEqual, .greaterThanOrEqual:
      entry.marker = makeSymbol(.slack, owner: index)
      entry.markerSign = constraint.relation == .lessThanOrEqual ? 1 : -1
      if !strength.isRequired { entry.other = makeSymbol(.error, owner: index) }
    }
    row.add(entry.marker, entry.markerSign)
    if entry.other >= 0 { row.add(entry.other, -entry.markerSign) }
    guard !strength.isRequired else { return entry }
    let objective = objective(strength.level)
    objectives[objective].constraintCount += 1
    objectives[objective].tolerance = max(
      objectives[objective].tolerance, abs(strength.weight) * 1e-11)
    for symbol in [entry.marker, entry.other] where symbols[Int(symbol)].kind == .error {
      objectives[objective].row.add(symbol, strength.weight)
    }
    return entry
  }

  /// The index of a level's objective, which is made if it is missing.
  private mutating func objective(_ level: Int) -> Int {
    var index = 0
    while index < objectives.count, objectives[index].level > level { index += 1 }
    if index == objectives.count || objectives[index].level != level {
      objectives.insert(
        Objective(level: level, row: LinearRow()), at: index)
    }
    return index
  }

  /// Selects the symbol for which a new row, which is zero, can be solved without losing feasibility.
  ///
  /// The row's constant is made not negative. `nil`: an artificial variable is necessary.
  private func subject(of row: inout LinearRow, _ entry: Entry, _ fresh: [Int32]) -> Int32? {
    if row.constant < 0 { row.scale(by: -1) }
    var best: LinearRow.Term?
    var hasOnlyDummies = true
    for term in row.terms {
      switch symbols[Int(term.symbol)].kind {
      case .free:
        if abs(term.coefficient) > abs(best?.coefficient ?? 1e-6) { best = term }
        hasOnlyDummies = false
      case .dummy: break
      case .nonnegative, .slack, .error: hasOnlyDummies = false
      }
    }
    if let best { return best.symbol }
    for symbol in fresh + [entry.marker, entry.other]
    where symbol >= 0 && symbols[Int(symbol)].kind != .dummy {
      let coefficient = row.coefficient(of: symbol)
      if coefficient < -1e-6 || (row.constant == 0 && coefficient > 1e-6) { return symbol }
    }
    // An equality that follows from others; its dummy stays in the basis, at zero.
    if hasOnlyDummies, row.constant <= Self.tolerance {
      row.constant = 0
      return entry.marker
    }
    return nil
  }
}

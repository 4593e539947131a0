import GalleyConstraints

/// SplitMix64, as in `Cases/record.py`.
struct SplitMix {
  var state: UInt64

  mutating func next(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(bound))
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[next(values.count)] }
}

/// A random system of constraints; `Cases/record.py` makes the same of the same number.
struct RandomSystem {
  struct Row {
    var terms: [(variable: Int, coefficient: Double)]
    var constant: Double
    var relation: LinearRelation
    /// 0 for a required row; 1, 2 and 3 for a strong, a medium and a weak one.
    var strength: Int
    var weight: Double

    static let weights = [0, 1e6, 1e3, 1]

    func error(_ values: [Double]) -> Double {
      let sum = terms.reduce(constant) { $0 + $1.coefficient * values[$1.variable] }
      return switch relation {
      case .lessThanOrEqual: max(0, sum)
      case .equal: abs(sum)
      case .greaterThanOrEqual: max(0, -sum)
      }
    }

    /// The constraint, with kiwi's weights in one level, or with a level for each strength.
    func constraint(_ variables: [SolverVariable], lexicographic: Bool) -> LinearConstraint {
      let strength =
        strength == 0
        ? Strength.required
        : lexicographic
          ? Strength(level: 4 - strength, weight: weight)
          : Strength(level: 1, weight: weight * Self.weights[strength])
      return LinearConstraint(
        terms.map { .init($0.coefficient, variables[$0.variable]) }, constant, relation, strength)
    }
  }

  var count: Int
  var nonnegative: [Bool]
  var rows: [Row] = []
  var edited: Int
  var suggestion: Double
  var removed: Int

  init(_ number: Int) {
    var random = SplitMix(state: UInt64(number))
    let count = 2 + random.next(5)
    self.count = count
    nonnegative = (0..<count).map { _ in random.next(4) == 0 }
    for _ in 0..<3 + random.next(10) { rows.append(Self.row(&random, count)) }
    edited = random.next(count)
    suggestion = Double(random.next(401) - 200) / 4
    removed = random.next(1 << 20)
  }

  static func row(_ random: inout SplitMix, _ count: Int) -> Row {
    let terms = (0..<1 + random.next(3)).map { _ in
      (random.next(count), random.pick([-3.0, -2, -1, -1, 1, 1, 2, 3]))
    }
    return Row(
      terms: terms, constant: Double(random.next(401) - 200) / 4,
      relation: random.pick([.lessThanOrEqual, .equal, .greaterThanOrEqual]),
      strength: random.pick([0, 0, 1, 2, 3]), weight: random.pick([1, 2, 5]))
  }

  /// The row of the edited variable.
  var edit: Row {
    Row(terms: [(edited, 1)], constant: -suggestion, relation: .equal, strength: 1, weight: 1)
  }
}

/// A solver with the rows of a random system.
struct LoadedSolver {
  var solver: LinearSolver
  var variables: [SolverVariable] = []
  var rows: [(row: RandomSystem.Row, id: SolverConstraintID)] = []
  let isLexicographic: Bool
  let nonnegative: [Bool]

  init(_ nonnegative: [Bool], lexicographic: Bool) throws(SolverError) {
    isLexicographic = lexicographic
    self.nonnegative = nonnegative
    var limits = SolverLimits()
    limits.work = 1_000_000
    solver = LinearSolver(limits: limits)
    for flag in nonnegative { variables.append(try solver.addVariable(isNonnegative: flag)) }
  }

  /// Adds a row.
  ///
  /// - Returns: `nil`, or the rows that contradict it.
  mutating func add(_ row: RandomSystem.Row) throws(SolverError) -> [RandomSystem.Row]? {
    do throws(SolverError) {
      let constraint = row.constraint(variables, lexicographic: isLexicographic)
      rows.append((row, try solver.add(constraint)))
      return nil
    } catch {
      guard case .unsatisfiable(let conflicts) = error else { throw error }
      return rows.filter { conflicts.contains($0.id) }.map(\.row)
    }
  }

  var values: [Double] { variables.map { solver.value(of: $0) } }

  /// The weighted errors by strength; at 0, the largest violation of a required row or of a sign.
  var errors: [Double] {
    let values = values
    var result = [0.0, 0, 0, 0]
    for (row, _) in rows {
      let error = row.error(values)
      if row.strength == 0 {
        result[0] = max(result[0], error)
      } else {
        result[row.strength] += row.weight * error
      }
    }
    for (value, flag) in zip(values, nonnegative) where flag { result[0] = max(result[0], -value) }
    return result
  }

  /// The sum that kiwi minimizes.
  var weightedError: Double {
    zip(errors, RandomSystem.Row.weights).reduce(0) { $0 + $1.0 * $1.1 }
  }
}

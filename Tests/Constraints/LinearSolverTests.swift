import GalleyConstraints
import Testing

@Suite("LinearSolver", .timeLimit(.minutes(15)))
struct LinearSolverTests {
  private func solver(_ count: Int) throws -> (LinearSolver, [SolverVariable]) {
    var solver = LinearSolver()
    var variables: [SolverVariable] = []
    for _ in 0..<count { variables.append(try solver.addVariable()) }
    return (solver, variables)
  }

  @Test("solves the example of the paper: a middle between two ends that move apart")
  func middle() throws {
    var (solver, x) = try solver(3)
    _ = try solver.add(
      LinearConstraint([.init(2, x[1]), .init(-1, x[0]), .init(-1, x[2])], 0, .equal))
    _ = try solver.add(LinearConstraint([.init(1, x[0]), .init(-1, x[2])], 10, .lessThanOrEqual))
    _ = try solver.add(LinearConstraint([.init(1, x[2])], -100, .lessThanOrEqual))
    _ = try solver.add(LinearConstraint([.init(1, x[0])], 10, .greaterThanOrEqual))
    let edit = try solver.add(
      LinearConstraint([.init(1, x[1])], -50, .equal, Strength(level: 500)))
    let stay = try solver.add(
      LinearConstraint([.init(1, x[0])], -30, .equal, Strength(level: 1)))
    try solver.solve()
    #expect(x.map { solver.value(of: $0) } == [30, 50, 70])
    try solver.setConstant(of: edit, to: -95)
    try solver.solve()
    #expect(x.map { solver.value(of: $0) } == [90, 95, 100])
    try solver.setConstant(of: edit, to: -200)
    try solver.solve()
    #expect(x.map { solver.value(of: $0) } == [90, 95, 100])
    try solver.remove(edit)
    try solver.remove(stay)
    try solver.solve()
    #expect(try solver.ambiguous(among: x).count == 3)
  }

  @Test("a level outweighs all lower ones together")
  func levels() throws {
    var (solver, x) = try solver(1)
    for _ in 0..<1_000 {
      _ = try solver.add(
        LinearConstraint([.init(1, x[0])], -7, .equal, Strength(level: 250, weight: 1e6)))
    }
    _ = try solver.add(LinearConstraint([.init(1, x[0])], -3, .equal, Strength(level: 251)))
    try solver.solve()
    #expect(solver.value(of: x[0]) == 3)
  }

  @Test("names the contradiction, and keeps the solution")
  func contradiction() throws {
    var (solver, x) = try solver(3)
    let first = try solver.add(LinearConstraint([.init(1, x[0])], -10, .greaterThanOrEqual))
    _ = try solver.add(LinearConstraint([.init(1, x[2])], -5, .equal))
    let second = try solver.add(
      LinearConstraint([.init(1, x[1]), .init(-1, x[0])], 0, .greaterThanOrEqual))
    #expect(throws: SolverError.unsatisfiable(conflicts: [first, second])) {
      try solver.add(LinearConstraint([.init(1, x[1])], -9, .lessThanOrEqual))
    }
    let limit = try solver.add(LinearConstraint([.init(1, x[1])], -10, .lessThanOrEqual))
    try solver.solve()
    #expect(x.map { solver.value(of: $0) } == [10, 10, 5])
    #expect(throws: SolverError.unsatisfiable(conflicts: [first, second, limit])) {
      try solver.setConstant(of: limit, to: -8)
    }
    try solver.solve()
    #expect(x.map { solver.value(of: $0) } == [10, 10, 5])
  }

  @Test("equal constraints may be added and removed one by one")
  func redundant() throws {
    var (solver, x) = try solver(2)
    let sum: [LinearConstraint.Term] = [.init(1, x[0]), .init(1, x[1])]
    var ids: [SolverConstraintID] = []
    for _ in 0..<4 { ids.append(try solver.add(LinearConstraint(sum, -8, .equal))) }
    _ = try solver.add(LinearConstraint([.init(1, x[0]), .init(-1, x[1])], -2, .equal))
    for id in ids.prefix(3) { try solver.remove(id) }
    try solver.solve()
    #expect(x.map { solver.value(of: $0) } == [5, 3])
    #expect(try solver.ambiguous(among: x) == [])
    #expect(throws: SolverError.self) { try solver.add(LinearConstraint(sum, -9, .equal)) }
    try solver.remove(ids[3])
    _ = try solver.add(LinearConstraint(sum, -10, .equal))
    try solver.solve()
    #expect(x.map { solver.value(of: $0) } == [6, 4])
  }

  @Test("finds variables with more than one best value")
  func ambiguous() throws {
    var (solver, x) = try solver(4)
    _ = try solver.add(LinearConstraint([.init(1, x[0]), .init(1, x[1])], -10, .equal))
    for variable in x.prefix(2) {
      _ = try solver.add(LinearConstraint([.init(1, variable)], 0, .greaterThanOrEqual))
      _ = try solver.add(
        LinearConstraint([.init(1, variable)], -4, .equal, Strength(level: 250)))
    }
    _ = try solver.add(LinearConstraint([.init(1, x[2])], -4, .equal, Strength(level: 250)))
    try solver.solve()
    #expect(try solver.ambiguous(among: x) == [x[0], x[1], x[3]])
    _ = try solver.add(LinearConstraint([.init(1, x[0])], -4, .equal, Strength(level: 251)))
    try solver.solve()
    #expect(try solver.ambiguous(among: x) == [x[3]])
    #expect(solver.value(of: x[1]) == 6)
  }

  @Test("refuses numbers that are not usable", arguments: [Double.nan, .infinity, -1e300])
  func numbers(number: Double) throws {
    var (solver, x) = try solver(1)
    let id = try solver.add(LinearConstraint([.init(1, x[0])], 0, .equal))
    #expect(throws: SolverError.self) {
      try solver.add(LinearConstraint([.init(number, x[0])], 0, .equal))
    }
    #expect(throws: SolverError.self) {
      try solver.add(LinearConstraint([.init(1, x[0])], number, .equal))
    }
    #expect(throws: SolverError.self) { try solver.setConstant(of: id, to: number) }
    try solver.solve()
    #expect(solver.value(of: x[0]) == 0)
  }

  @Test("ends with an error at the limits of variables, constraints and work")
  func limits() throws {
    var limits = SolverLimits()
    limits.count = 3
    var solver = LinearSolver(limits: limits)
    var variables: [SolverVariable] = []
    for _ in 0..<3 { variables.append(try solver.addVariable()) }
    #expect(throws: SolverError.tooMany(limit: 3)) { try solver.addVariable() }
    let row = LinearConstraint([.init(1, variables[0])], 0, .equal)
    for _ in 0..<3 { _ = try solver.add(row) }
    #expect(throws: SolverError.tooMany(limit: 3)) { try solver.add(row) }
    limits = SolverLimits()
    limits.work = 10_000
    var busy = LinearSolver(limits: limits)
    var random = SplitMix(state: 9)
    let many = try (0..<100).map { _ in try busy.addVariable() }
    #expect(throws: SolverError.tooMuchWork(limit: 10_000)) {
      for _ in 0..<1_000 {
        let terms = (0..<5).map { _ in
          LinearConstraint.Term(random.pick([-1, 1, 2]), random.pick(many))
        }
        _ = try busy.add(
          LinearConstraint(terms, Double(random.next(9)), .equal, Strength(level: 1)))
        try busy.solve()
      }
    }
  }
}

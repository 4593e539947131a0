import GalleyConstraints
import Testing
import TestSupport

@Suite("Constraints step by step", .timeLimit(.minutes(15)))
struct SolverSequenceTests {
  @Test("adding, removing and editing equals solving anew", arguments: [false, true])
  func equalsAnew(lexicographic: Bool) throws {
    for seed in 0..<Effort.count(400, full: 10_000) {
      do { try play(seed, lexicographic: lexicographic) } catch {
        Issue.record("seed \(seed): \(error)")
      }
    }
  }

  private func play(_ seed: Int, lexicographic: Bool) throws {
    var random = SplitMix(state: UInt64(1_000_000 + seed))
    let count = 2 + random.next(6)
    let nonnegative = (0..<count).map { _ in random.next(3) == 0 }
    var loaded = try LoadedSolver(nonnegative, lexicographic: lexicographic)
    for _ in 0..<30 {
      try change(&loaded, &random)
      guard random.next(3) == 0 else { continue }
      try loaded.solver.solve()
      try compare(loaded, seed)
    }
  }

  private func change(_ loaded: inout LoadedSolver, _ random: inout SplitMix) throws {
    switch random.next(5) {
    case 0 where !loaded.rows.isEmpty:
      try loaded.solver.remove(loaded.rows.remove(at: random.next(loaded.rows.count)).id)
    case 1 where !loaded.rows.isEmpty, 2 where !loaded.rows.isEmpty:
      let index = random.next(loaded.rows.count)
      let constant = Double(random.next(401) - 200) / 4
      do throws(SolverError) {
        try loaded.solver.setConstant(of: loaded.rows[index].id, to: constant)
        loaded.rows[index].row.constant = constant
      } catch {
        guard case .unsatisfiable(let conflicts) = error else { throw error }
        #expect(loaded.rows[index].row.strength == 0)
        #expect(conflicts.contains(loaded.rows[index].id))
      }
    default: _ = try loaded.add(RandomSystem.row(&random, loaded.variables.count))
    }
  }

  private func compare(_ loaded: LoadedSolver, _ seed: Int) throws {
    var anew = try LoadedSolver(loaded.nonnegative, lexicographic: loaded.isLexicographic)
    for (row, _) in loaded.rows { #expect(try anew.add(row) == nil, "seed \(seed)") }
    try anew.solver.solve()
    #expect(loaded.errors[0] < 1e-6, "seed \(seed)")
    if loaded.isLexicographic {
      for (own, other) in zip(loaded.errors, anew.errors) {
        #expect(abs(own - other) < 1e-5, "seed \(seed)")
      }
    } else {
      let difference = abs(loaded.weightedError - anew.weightedError)
      #expect(difference <= 1e-9 * anew.weightedError + 1e-3, "seed \(seed)")
    }
    let ambiguous = try anew.solver.ambiguous(among: anew.variables)
    for (index, variable) in anew.variables.enumerated() where !ambiguous.contains(variable) {
      #expect(abs(loaded.values[index] - anew.values[index]) < 1e-4, "seed \(seed)")
    }
    var copy = loaded
    #expect(try copy.solver.ambiguous(among: copy.variables) == ambiguous, "seed \(seed)")
  }

  @Test("a contradiction is named by rows of which each is necessary")
  func namesContradictions() throws {
    var foundCount = 0
    for seed in 0..<Effort.count(2_000, full: 20_000) {
      var random = SplitMix(state: UInt64(2_000_000 + seed))
      // A sign that contradicts a row alone would make other rows unnecessary.
      let nonnegative = Array(repeating: false, count: 2 + random.next(4))
      var loaded = try LoadedSolver(nonnegative, lexicographic: true)
      for _ in 0..<12 {
        var row = RandomSystem.row(&random, nonnegative.count)
        row.strength = 0
        guard let conflicts = try loaded.add(row) else { continue }
        foundCount += 1
        #expect(try !isSatisfiable(conflicts + [row], nonnegative), "seed \(seed)")
        for index in conflicts.indices {
          var fewer = conflicts
          fewer.remove(at: index)
          #expect(try isSatisfiable(fewer + [row], nonnegative), "seed \(seed)")
        }
      }
    }
    #expect(foundCount > 1_000)
  }

  private func isSatisfiable(_ rows: [RandomSystem.Row], _ nonnegative: [Bool]) throws -> Bool {
    var loaded = try LoadedSolver(nonnegative, lexicographic: true)
    for row in rows where try loaded.add(row) != nil { return false }
    return true
  }
}

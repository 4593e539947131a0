import Foundation
import GalleyConstraints
import TestSupport
import Testing

@Suite("Constraints and kiwisolver", .timeLimit(.minutes(15)))
struct SolverOracleTests {
  /// What kiwisolver found for a case.
  private struct Recorded {
    var rejected: UInt
    /// Weighted and strong errors in turn, at the three moments.
    var errors: [Double]
    var values: [Double]

    init(_ line: Substring) throws {
      let fields = line.split(separator: " ")
      rejected = try #require(UInt(fields[0], radix: 16))
      let numbers = try fields.dropFirst().map { try #require(Double($0)) }
      errors = Array(numbers.prefix(6))
      values = Array(numbers.dropFirst(6))
    }
  }

  @Test("10,000 random systems have kiwisolver's errors, and its values where they are unique")
  func agrees() throws {
    let url = Repository.url("Tests/Constraints/Cases/kiwi.txt")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 10_000)
    var differences: [String] = []
    var uniqueCount = 0
    var rejectedCount = 0
    for (number, line) in lines.enumerated() where line != "-" {
      let recorded = try Recorded(line)
      let (system, result) = (RandomSystem(number), try run(number, lexicographic: false))
      if result.rejected != recorded.rejected { differences.append("\(number): rejected") }
      rejectedCount += result.rejected.nonzeroBitCount
      for moment in 0..<3 {
        let (own, other) = (result.weighted[moment], recorded.errors[2 * moment])
        if abs(own - other) > 1e-9 * abs(other) + 1e-4 {
          differences.append("\(number): error \(own), not \(other), at \(moment)")
        }
      }
      if result.violation > 1e-6 {
        differences.append("\(number): violates by \(result.violation)")
      }
      for index in 0..<system.count where result.isUnique[index] {
        uniqueCount += 1
        if abs(result.values[index] - recorded.values[index]) > 1e-4 {
          differences.append(
            "\(number): \(result.values[index]), not \(recorded.values[index])")
        }
      }
      let strict = try run(number, lexicographic: true)
      if strict.rejected != recorded.rejected {
        differences.append("\(number): rejected by levels")
      }
      for moment in 0..<3 where strict.strong[moment] > recorded.errors[2 * moment + 1] + 1e-4 {
        differences.append("\(number): strong error \(strict.strong[moment])")
      }
    }
    #expect(differences == [])
    // The cases are not all of one kind.
    #expect(uniqueCount > 5_000 && uniqueCount < 40_000)
    #expect(rejectedCount > 1_000)
  }

  private struct Outcome {
    var rejected: UInt = 0
    var weighted: [Double] = []
    var strong: [Double] = []
    var violation = 0.0
    var values: [Double] = []
    var isUnique: [Bool] = []

    mutating func note(_ loaded: LoadedSolver) {
      weighted.append(loaded.weightedError)
      strong.append(loaded.errors[1])
      violation = max(violation, loaded.errors[0])
    }
  }

  private func run(_ number: Int, lexicographic: Bool) throws -> Outcome {
    let system = RandomSystem(number)
    var loaded = try LoadedSolver(system.nonnegative, lexicographic: lexicographic)
    var outcome = Outcome()
    for (index, row) in system.rows.enumerated() where try loaded.add(row) != nil {
      outcome.rejected |= 1 << UInt(index)
    }
    try loaded.solver.solve()
    outcome.note(loaded)
    let acceptedCount = loaded.rows.count
    var start = system.edit
    start.constant = 0
    #expect(try loaded.add(start) == nil)
    try loaded.solver.solve()
    loaded.rows[acceptedCount].row = system.edit
    try loaded.solver.setConstant(of: loaded.rows[acceptedCount].id, to: -system.suggestion)
    try loaded.solver.solve()
    outcome.note(loaded)
    if acceptedCount > 0 {
      let removed = loaded.rows.remove(at: system.removed % acceptedCount)
      try loaded.solver.remove(removed.id)
      try loaded.solver.solve()
    }
    outcome.note(loaded)
    outcome.values = loaded.values
    let ambiguous = try loaded.solver.ambiguous(among: loaded.variables)
    outcome.isUnique = loaded.variables.map { !ambiguous.contains($0) }
    return outcome
  }
}

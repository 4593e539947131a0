/// A variable of a ``LinearSolver``.
package struct SolverVariable: Hashable, Sendable {
  let index: Int
}

/// The way to compare an expression with zero.
package enum LinearRelation: String, Hashable, Sendable, CaseIterable {
  case lessThanOrEqual, equal, greaterThanOrEqual
}

/// The importance of a constraint.
///
/// The solver minimizes the weighted sum of the errors of the highest level; among the solutions, that of the
/// next level, and so on. No sum of errors of lower levels outweighs an error of a higher one.
package struct Strength: Hashable, Sendable {
  /// The level: ``requiredLevel`` is never violated; levels below are met as well as possible.
  package var level: Int
  /// The factor of the error among those of the level.
  package var weight: Double

  /// The level of constraints that are never violated.
  package static let requiredLevel = 1_000
  /// A constraint that is never violated.
  package static let required = Strength(level: requiredLevel)

  /// A level, and a weight within it.
  package init(level: Int, weight: Double = 1) {
    self.level = level
    self.weight = weight
  }

  var isRequired: Bool { level >= Self.requiredLevel }
}

/// A linear expression that is compared with zero.
package struct LinearConstraint: Hashable, Sendable {
  /// A variable with its coefficient.
  package struct Term: Hashable, Sendable {
    package var variable: SolverVariable
    package var coefficient: Double

    package init(_ coefficient: Double, _ variable: SolverVariable) {
      self.variable = variable
      self.coefficient = coefficient
    }
  }

  /// The terms of the expression; a variable may come several times.
  package var terms: [Term]
  /// The constant of the expression.
  package var constant: Double
  package var relation: LinearRelation
  package var strength: Strength

  package init(
    _ terms: [Term], _ constant: Double, _ relation: LinearRelation,
    _ strength: Strength = .required
  ) {
    self.terms = terms
    self.constant = constant
    self.relation = relation
    self.strength = strength
  }
}

/// A constraint that a solver has.
package struct SolverConstraintID: Hashable, Comparable, Sendable {
  let index: Int

  package static func < (first: Self, second: Self) -> Bool { first.index < second.index }
}

/// The reason why a solver cannot do what it is asked for.
package enum SolverError: Error, Hashable, Sendable {
  /// The new or changed constraint contradicts these required ones; without one of them, it does not.
  case unsatisfiable(conflicts: [SolverConstraintID])
  /// The solver has as many variables or constraints as it may have.
  case tooMany(limit: Int)
  /// The steps to the solution exceed the limit, or their memory.
  case tooMuchWork(limit: Int)
  /// A coefficient, a constant or a weight is not finite or too large.
  case unusableNumber(Double)
  /// Rounding errors hide the solution.
  case unstable
}

/// The limits of a ``LinearSolver``.
package struct SolverLimits: Hashable, Sendable {
  /// The maximum number of variables, and of constraints.
  package var count = 16_384
  /// The maximum number of terms that all steps read.
  package var work = 100_000_000
  /// The maximum number of terms that the tableau has.
  package var termCount = 2_000_000

  package init() {}
}

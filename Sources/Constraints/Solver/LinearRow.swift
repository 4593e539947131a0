/// A linear combination of symbols: a constant, and terms sorted by symbol.
///
/// In the tableau, a row is the value of its basic symbol.
struct LinearRow: Hashable, Sendable {
  /// A symbol with its coefficient.
  struct Term: Hashable, Sendable {
    var symbol: Int32
    var coefficient: Double
  }

  var constant = 0.0
  var terms: [Term] = []

  /// A coefficient of at most this size, or of at most ``share`` of the summands, is a rounding error.
  static let smallest = 1e-9
  private static let share = 1e-12

  /// The index of the first term whose symbol is not below `symbol`.
  private func position(of symbol: Int32) -> Int {
    var (low, high) = (0, terms.count)
    while low < high {
      let middle = (low + high) / 2
      if terms[middle].symbol < symbol { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The coefficient of `symbol`; zero if the row does not have it.
  ///
  /// - Complexity: O(log terms).
  func coefficient(of symbol: Int32) -> Double {
    let index = position(of: symbol)
    return index < terms.count && terms[index].symbol == symbol ? terms[index].coefficient : 0
  }

  /// Adds a multiple of a symbol.
  mutating func add(_ symbol: Int32, _ coefficient: Double) {
    let index = position(of: symbol)
    guard index < terms.count, terms[index].symbol == symbol else {
      if abs(coefficient) > Self.smallest {
        terms.insert(Term(symbol: symbol, coefficient: coefficient), at: index)
      }
      return
    }
    let sum = terms[index].coefficient + coefficient
    if Self.vanishes(sum, coefficient) {
      terms.remove(at: index)
    } else {
      terms[index].coefficient = sum
    }
  }

  /// Adds `factor` times another row.
  ///
  /// - Parameters:
  ///   - other: The row.
  ///   - factor: Its factor.
  ///   - scratch: Memory for the terms, which the call exchanges.
  /// - Complexity: O(terms of both).
  mutating func add(_ other: LinearRow, times factor: Double, _ scratch: inout [Term]) {
    let summand = other.constant * factor
    constant += summand
    if abs(constant) <= Self.share * abs(summand) { constant = 0 }
    scratch.removeAll(keepingCapacity: true)
    scratch.reserveCapacity(terms.count + other.terms.count)
    var (own, its) = (0, 0)
    while own < terms.count, its < other.terms.count {
      let (first, second) = (terms[own], other.terms[its])
      if first.symbol < second.symbol {
        scratch.append(first)
        own += 1
      } else {
        let added = second.coefficient * factor
        its += 1
        if first.symbol == second.symbol {
          own += 1
          let sum = first.coefficient + added
          if !Self.vanishes(sum, added) {
            scratch.append(Term(symbol: first.symbol, coefficient: sum))
          }
        } else if abs(added) > Self.smallest {
          scratch.append(Term(symbol: second.symbol, coefficient: added))
        }
      }
    }
    while own < terms.count {
      scratch.append(terms[own])
      own += 1
    }
    while its < other.terms.count {
      let added = other.terms[its].coefficient * factor
      if abs(added) > Self.smallest {
        scratch.append(Term(symbol: other.terms[its].symbol, coefficient: added))
      }
      its += 1
    }
    swap(&terms, &scratch)
  }

  private static func vanishes(_ sum: Double, _ summand: Double) -> Bool {
    abs(sum) <= max(smallest, share * abs(summand))
  }

  /// Removes a symbol.
  ///
  /// - Returns: Its coefficient; zero if the row does not have it.
  @discardableResult
  mutating func remove(_ symbol: Int32) -> Double {
    let index = position(of: symbol)
    guard index < terms.count, terms[index].symbol == symbol else { return 0 }
    return terms.remove(at: index).coefficient
  }

  /// Multiplies the row.
  mutating func scale(by factor: Double) {
    constant *= factor
    for index in terms.indices { terms[index].coefficient *= factor }
  }

  /// Turns “this row is zero” into “`symbol` is this row”.
  mutating func solve(for symbol: Int32) {
    scale(by: -1 / remove(symbol))
  }
}

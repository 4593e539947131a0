import Foundation
package import GalleyFrames

/// Fits the cost model to this machine: for each stage, a linear function of the work.
package enum CostFit {
  /// The time of some work.
  package struct Sample: Hashable, Sendable {
    /// The amount of work.
    package var work: WorkAmount
    /// Nanoseconds.
    package var time: Double

    /// A sample.
    package init(_ work: WorkAmount, time: Double) {
      self.work = work
      self.time = time
    }
  }

  /// A term of a cost: a coefficient, and the amount that it is multiplied by.
  package enum Term: CaseIterable, Sendable {
    case fixed, perGlyph, perPixel, perRow, perNewEmoji, perNewGlyph, perNewFont, perFirstGlyph

    fileprivate func amount(_ work: WorkAmount) -> Double {
      switch self {
      case .fixed: 1
      case .perGlyph: Double(work.glyphs)
      case .perPixel: Double(work.pixels)
      case .perRow: Double(work.rows)
      case .perNewEmoji: Double(work.newEmoji)
      case .perNewGlyph: Double(work.newGlyphs)
      case .perNewFont: Double(work.newFonts)
      case .perFirstGlyph: Double(work.firstGlyphs)
      }
    }

    fileprivate var path: WritableKeyPath<StageCost, Double> {
      switch self {
      case .fixed: \.fixed
      case .perGlyph: \.perGlyph
      case .perPixel: \.perPixel
      case .perRow: \.perRow
      case .perNewEmoji: \.perNewEmoji
      case .perNewGlyph: \.perNewGlyph
      case .perNewFont: \.perNewFont
      case .perFirstGlyph: \.perFirstGlyph
      }
    }
  }

  /// The cost of `terms` with the least sum of squared errors, and without a negative coefficient.
  ///
  /// Terms with negative coefficients are left out, and the others are fitted again: no work has a
  /// negative cost.
  package static func fit(_ samples: [Sample], _ terms: [Term]) -> StageCost {
    fit(samples, terms, weights: Array(repeating: 1, count: samples.count))
  }

  /// The cost of `terms` with about the least sum of the errors to the power of `power`, and without a negative
  /// coefficient.
  ///
  /// With 1, a disturbed sample, of which squares would be a multiple, counts as any other one; but the few
  /// samples that take longest then count as little, and the sum of all gets too small.
  package static func robustFit(
    _ samples: [Sample], _ terms: [Term], power: Double = 1
  ) -> StageCost {
    var cost = fit(samples, terms)
    var model = CostModel()
    for _ in 0..<30 {
      model.layout = cost
      let weights = samples.map { sample in
        let error = model.time(of: .layout, for: sample.work) / .nanoseconds(1) - sample.time
        // A microsecond is less than the error of measurement.
        return pow(max(1000, abs(error)), power / 2 - 1)
      }
      cost = fit(samples, terms, weights: weights)
    }
    return cost
  }

  private static func fit(
    _ samples: [Sample], _ terms: [Term], weights: [Double]
  ) -> StageCost {
    var cost = StageCost()
    guard !samples.isEmpty, !terms.isEmpty else { return cost }
    let rows = zip(samples, weights).map { sample, weight in
      terms.map { weight * $0.amount(sample.work) }
    }
    guard let solution = solve(rows, zip(samples, weights).map { $0.time * $1 }) else {
      // These samples cannot tell the terms apart.
      return fit(samples, Array(terms.dropLast()), weights: weights)
    }
    if let worst = solution.indices.min(by: { solution[$0] < solution[$1] }), solution[worst] < 0 {
      var rest = terms
      rest.remove(at: worst)
      return fit(samples, rest, weights: weights)
    }
    for (term, coefficient) in zip(terms, solution) {
      // A thousandth of a nanosecond is less than the error of measurement.
      cost[keyPath: term.path] = (coefficient * 1000).rounded() / 1000
    }
    return cost
  }

  /// The error of a cost: the predicted sum divided by the measured sum, less 1.
  package static func error(_ cost: StageCost, _ samples: [Sample]) -> Double {
    let measured = samples.reduce(0) { $0 + $1.time }
    guard measured > 0 else { return 0 }
    var model = CostModel()
    model.layout = cost
    let predicted = samples.reduce(0.0) {
      $0 + model.time(of: .layout, for: $1.work) / .nanoseconds(1)
    }
    return predicted / measured - 1
  }

  /// The mean difference of predicted and measured times, as a share of the measured ones.
  ///
  /// Errors of opposite signs do not cancel out, as they do in ``error(_:_:)``.
  package static func frameError(_ cost: StageCost, _ samples: [Sample]) -> Double {
    let measured = samples.reduce(0) { $0 + $1.time }
    guard measured > 0 else { return 0 }
    var model = CostModel()
    model.layout = cost
    let difference = samples.reduce(0.0) { sum, sample in
      sum + abs(model.time(of: .layout, for: sample.work) / .nanoseconds(1) - sample.time)
    }
    return difference / measured
  }

  /// The least squares solution of the normal equations; `nil` if it is not unique.
  private static func solve(_ rows: [[Double]], _ values: [Double]) -> [Double]? {
    let count = rows[0].count
    // The columns are scaled, because pixels are millions and the fixed part is 1.
    let scales = (0..<count).map { column in max(1e-12, rows.map { abs($0[column]) }.max() ?? 1) }
    var matrix = Array(repeating: Array(repeating: 0.0, count: count + 1), count: count)
    for (row, value) in zip(rows, values) {
      for i in 0..<count {
        for j in 0..<count { matrix[i][j] += row[i] / scales[i] * row[j] / scales[j] }
        matrix[i][count] += row[i] / scales[i] * value
      }
    }
    for column in 0..<count {
      guard
        let pivot = (column..<count).max(by: { abs(matrix[$0][column]) < abs(matrix[$1][column]) }),
        abs(matrix[pivot][column]) > 1e-9 * Double(rows.count)
      else { return nil }
      matrix.swapAt(column, pivot)
      for row in 0..<count where row != column {
        let factor = matrix[row][column] / matrix[column][column]
        for k in column...count { matrix[row][k] -= factor * matrix[column][k] }
      }
    }
    return (0..<count).map { matrix[$0][count] / matrix[$0][$0] / scales[$0] }
  }
}

package import GalleyFrames

/// Fits the cost model to this machine: for each stage the linear function of the work that is nearest
/// to what was measured.
package enum CostFit {
  /// What some work took.
  package struct Sample: Hashable, Sendable {
    /// How much there was to do.
    package var work: WorkAmount
    /// Nanoseconds.
    package var time: Double

    /// A sample.
    package init(_ work: WorkAmount, time: Double) {
      self.work = work
      self.time = time
    }
  }

  /// A part of a cost, and what of the work it is multiplied by.
  package enum Term: CaseIterable, Sendable {
    case fixed, perGlyph, perPixel, perRow

    fileprivate func amount(_ work: WorkAmount) -> Double {
      switch self {
      case .fixed: 1
      case .perGlyph: Double(work.glyphs)
      case .perPixel: Double(work.pixels)
      case .perRow: Double(work.rows)
      }
    }

    fileprivate var path: WritableKeyPath<StageCost, Double> {
      switch self {
      case .fixed: \.fixed
      case .perGlyph: \.perGlyph
      case .perPixel: \.perPixel
      case .perRow: \.perRow
      }
    }
  }

  /// The cost of these terms with the least sum of squared errors in which no coefficient is negative.
  ///
  /// What comes out negative is left out, and the rest fitted again: work never makes anything quicker.
  package static func fit(_ samples: [Sample], _ terms: [Term]) -> StageCost {
    var cost = StageCost()
    guard !samples.isEmpty, !terms.isEmpty else { return cost }
    let rows = samples.map { sample in terms.map { $0.amount(sample.work) } }
    guard let solution = solve(rows, samples.map(\.time)) else {
      // The terms do not differ in these samples.
      return fit(samples, Array(terms.dropLast()))
    }
    if let worst = solution.indices.min(by: { solution[$0] < solution[$1] }), solution[worst] < 0 {
      var rest = terms
      rest.remove(at: worst)
      return fit(samples, rest)
    }
    for (term, coefficient) in zip(terms, solution) {
      // A thousandth of a nanosecond is more than can be measured.
      cost[keyPath: term.path] = (coefficient * 1000).rounded() / 1000
    }
    return cost
  }

  /// How far off a cost is: the sum predicted over the sum measured, less 1.
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

  /// The least squares solution by the normal equations; `nil` where there is none alone.
  private static func solve(_ rows: [[Double]], _ values: [Double]) -> [Double]? {
    let count = rows[0].count
    // Scaled, since pixels are millions where the fixed part is 1.
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

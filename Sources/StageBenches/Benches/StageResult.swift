/// The time of one stage: the median over passes.
package struct StageResult: Hashable, Sendable {
  /// The stage, with its method if there are several.
  package var stage: String
  /// The unit of the figures, such as `µs/row`.
  package var unit: String
  /// The median of all passes.
  package var median: Double
  /// The shortest pass.
  package var lowest: Double
  /// The longest pass.
  package var highest: Double
  /// The number of passes, without warm-ups.
  package var sampleCount: Int
  /// The amounts of work in one pass, equal in every pass.
  package var counters: [Counter]

  /// An amount of work.
  package struct Counter: Hashable, Sendable {
    /// The counted things.
    package var name: String
    /// Their number.
    package var value: Double

    init(_ name: String, _ value: Double) {
      self.name = name
      self.value = value
    }

    init(_ name: String, _ value: Int) { self.init(name, Double(value)) }
  }

  /// The statistics of `samples`.
  ///
  /// - Precondition: There is at least one.
  init(stage: String, unit: String, samples: [Double], counters: [Counter]) {
    precondition(!samples.isEmpty, "no samples of \(stage)")
    let sorted = samples.sorted()
    self.stage = stage
    self.unit = unit
    self.counters = counters
    sampleCount = samples.count
    lowest = sorted[0]
    highest = sorted[sorted.count - 1]
    let middle = sorted.count / 2
    median = sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}

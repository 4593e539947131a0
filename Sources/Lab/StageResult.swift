/// How long one stage takes: the median over passes.
package struct StageResult: Hashable, Sendable {
  /// The stage, and where it has several, what it does.
  package var stage: String
  /// What the figures are, such as `µs/row`.
  package var unit: String
  /// The middle of all passes.
  package var median: Double
  /// The quickest pass.
  package var lowest: Double
  /// The slowest pass.
  package var highest: Double
  /// How many passes there were, warm-ups not counted.
  package var sampleCount: Int
  /// What one pass did: equal in every pass.
  package var counters: [Counter]

  /// A number of what was done.
  package struct Counter: Hashable, Sendable {
    /// What is counted.
    package var name: String
    /// How many.
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

/// The steps of a replay: those of a script, or random ones that fit the table.
package struct ReplaySteps {
  /// The script; of random steps, those that were taken so far.
  package private(set) var script: ReplayScript
  /// The number of steps.
  package let count: Int
  private var random: RandomSteps?
  private var taken = 0

  /// Makes the steps of `script`.
  package init(_ script: ReplayScript) {
    self.script = script
    count = script.steps.count
  }

  /// Makes random steps.
  ///
  /// - Parameters:
  ///   - count: The number of steps.
  ///   - seed: The seed, on which all steps depend.
  ///   - hasFeed: Whether rows show items of a feed; if not, they are blank, with random heights.
  package init(random count: Int, seed: UInt64, hasFeed: Bool) {
    var random = RandomSteps(seed: seed)
    random.hasFeed = hasFeed
    script = random.script()
    self.count = count
    self.random = random
  }

  /// Returns the next step for a table whose sections have these numbers of rows; `nil` at the end.
  package mutating func next(after rowCounts: [Int]) -> ReplayStep? {
    guard taken < count else { return nil }
    defer { taken += 1 }
    guard let step = random?.step(taken, after: rowCounts) else { return script.steps[taken] }
    script.steps.append(step)
    return step
  }

  /// Reports whether the table has refused the last step, which a script of random steps then expects.
  package mutating func finish(isRefused: Bool) {
    if random != nil { script.steps[taken - 1].isRefused = isRefused }
  }
}

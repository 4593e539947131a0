#if GALLEY_INVARIANTS
  /// Decides at which steps a structure checks its invariants, in builds of `make invariants` alone.
  ///
  /// A check visits all elements. A small structure is checked after each step, a larger one after one of
  /// `count / 64` steps, so that a step costs at most as much as 64 visits more.
  package struct InvariantChecks: Sendable {
    private var step = 0

    /// Makes the decision of a new structure.
    package init() {}

    /// Counts a step; returns whether a structure of `count` elements is checked now.
    package mutating func isDue(count: Int) -> Bool {
      step += 1
      return step % max(1, count / 64) == 0
    }
  }
#endif

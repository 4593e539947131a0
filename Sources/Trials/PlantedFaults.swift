/// Faults that a bench plants in its own scrolls, to test whether it finds them.
package struct PlantedFaults: Hashable, Sendable {
  /// The growth of the time of each layout, as a share: 0.05 for 5 %.
  package var layoutGrowth = 0.0
  /// The growth of the time of all work in scrolls, on the main queue and of the workers, as a share.
  package var frameGrowth = 0.0
  /// The work that the main queue does in addition in one of ``pauseInterval`` frames.
  package var pause = Duration.zero
  /// The number of frames of which one has the pause.
  package var pauseInterval = 100
  /// The share of the known heights that are measured again.
  package var forgottenShare = 0.0

  /// No faults.
  package init() {}

  /// Returns the additional work of the main queue for the frame `number`, from 0.
  package func pause(ofFrame number: Int) -> Duration {
    pause > .zero && number % pauseInterval == pauseInterval / 2 ? pause : .zero
  }

  /// Returns the number of pauses in the first `count` frames.
  package func pauseCount(inFrames count: Int) -> Int {
    guard pause > .zero else { return 0 }
    return max(0, count - pauseInterval / 2 + pauseInterval - 1) / pauseInterval
  }

  /// Returns whether the known height `number`, from 0, is forgotten.
  package func forgets(_ number: Int) -> Bool {
    func count(_ number: Int) -> Int { Int(Double(number) * forgottenShare) }
    return forgottenShare > 0 && count(number + 1) > count(number)
  }
}

import Foundation
import GalleyPrimitives

/// The progress of this process, which the progress bar shows and the signal SIGUSR1 prints.
final class RunProgress: Sendable {
  private struct State {
    var count = 0
    var noun = "row"
    var fraction: Double?
    var start = ContinuousClock.now
  }

  /// The progress of the run of this process.
  static let shared = RunProgress()

  private let state = Monitor(State())

  /// Takes note of the number of things so far, and of their share of all, 0 to 1, if it is known.
  func update(_ count: Int, _ noun: String, fraction: Double?) {
    state.withLock { state in
      if state.count == 0 { state.start = .now }
      (state.count, state.noun, state.fraction) = (count, noun, fraction)
    }
  }

  /// The number, the rate, the share and the time left.
  var words: String {
    let state = state.withLock { $0 }
    let elapsed = state.start.duration(to: .now) / .seconds(1)
    return ProgressWords(
      count: state.count, noun: state.noun, rate: elapsed > 0 ? Double(state.count) / elapsed : 0,
      fraction: state.fraction,
      secondsLeft: state.fraction.flatMap {
        $0 > 0 ? elapsed * (1 - $0) / $0 : nil
      }
    ).text
  }
}

/// The progress of a run in words: `1200 rows, 310 a second, 45 %, 2 min left`.
package struct ProgressWords {
  package var count: Int
  var noun = "row"
  /// The number a second.
  package var rate: Double
  /// The share of all, 0 to 1.
  package var fraction: Double?
  package var secondsLeft: Double?

  package init(
    count: Int, noun: String = "row", rate: Double, fraction: Double?, secondsLeft: Double?
  ) {
    self.count = count
    self.noun = noun
    self.rate = rate
    self.fraction = fraction
    self.secondsLeft = secondsLeft
  }

  package var text: String {
    var parts = [count.counted(noun)]
    if rate > 0 {
      parts.append("\(rate < 10 ? String(format: "%.1f", rate) : "\(Int(rate))") a second")
    }
    if let fraction { parts.append("\(Int(fraction * 100)) %") }
    if let secondsLeft, secondsLeft.isFinite { parts.append(Self.duration(secondsLeft) + " left") }
    return parts.joined(separator: ", ")
  }

  private static func duration(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    if whole < 120 { return "\(whole) s" }
    if whole < 7200 { return "\(whole / 60) min" }
    return "\(whole / 3600) h \(whole % 3600 / 60) min"
  }
}

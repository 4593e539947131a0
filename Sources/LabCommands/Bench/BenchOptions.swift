import ArgumentParser
import Galley
import GalleyCommandLine
import GalleyLive
import GalleyPrimitives

/// The number of repetitions.
struct RepetitionOptions: ParsableArguments {
  @Option(
    help: "The number of runs of each combination on the real clock, or of passes, 1 to 1000.")
  var `repeat`: Int?

  mutating func validate() throws {
    guard (1...1000).contains(`repeat` ?? 1) else { throw ValidationError("--repeat is 1 to 1000") }
  }
}

/// The scrolls of a bench, and their records.
struct BenchOptions: ParsableArguments {
  @OptionGroup var pacing: PacingOptions
  @OptionGroup var repetition: RepetitionOptions
  @OptionGroup var workers: WorkerOptions
  @OptionGroup var records: RecordOptions

  private static let clock = ScrollClock.real

  var clock: ScrollClock { pacing.clock ?? Self.clock }

  /// On the virtual clock one run has as many frames as five runs on the real clock.
  var seconds: Double { pacing.seconds ?? (clock == .virtual ? 10 : 2) }

  /// The number of runs of each combination: 1 on the virtual clock, on which all runs are equal.
  var repeatCount: Int { clock == .virtual ? 1 : repetition.repeat ?? 5 }

  /// The scrolls as text.
  var words: String {
    "on the \(clock.rawValue) clock, at \(pacing.hz) Hz for \(seconds) s, \(repeatCount.counted("run")) each"
  }

  mutating func validate() throws {
    try pacing.check(clock: Self.clock)
    guard clock == .real || repetition.repeat ?? 1 == 1 else {
      throw ValidationError(
        "--repeat needs --clock real: on the virtual clock all runs of a combination are equal")
    }
  }

  /// The options of scrolls through `feed`.
  func scrolls(
    through feed: FeedOptions, look: LookOptions, script: ScrollScript
  ) throws -> ScrollOptions {
    var rendering = try feed.reading.rendering(look)
    rendering.mode = .async
    return try pacing.scrolls(rendering, script: script, clock: Self.clock, seconds: seconds)
  }
}

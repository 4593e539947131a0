import ArgumentParser
import Galley
import GalleyHandles

/// What a bench that scrolls is told of its scrolls.
struct BenchOptions: ParsableArguments {
  @Option(help: "Whether time passes as it does (real), or as the cost model says (virtual).")
  var clock = ScrollClock.real

  @Option(help: "Refreshes of the display in a second.")
  var hz = 60

  @Option(help: "How long each scroll takes.")
  var seconds = 1.0

  @Option(help: "How often each combination is measured on the real clock.")
  var `repeat` = 3

  @Option(help: "How many workers, 1 to 64.")
  var jobs: Int?

  @Option(help: ArgumentHelp("Make all work take this many times as long.", valueName: "factor"))
  var cpuThrottle: Double?

  @Option(help: "How high the viewport is, in layout units.")
  var height = 667.0

  @Option(
    help: ArgumentHelp(
      "Print a JSON object a line for each combination, and a summary last; to a file with --json=FILE.",
      valueName: "[file]"))
  var json: String?

  /// How often each combination is measured, and why not more often: on the virtual clock all runs
  /// are the same.
  var runCount: Int { clock == .virtual ? 1 : `repeat` }

  /// What each scroll was, for people.
  static func words(hz: Int, seconds: Double, runCount: Int) -> String {
    "at \(hz) Hz for \(seconds) s, \(runCount) \(runCount == 1 ? "run" : "runs") each"
  }

  mutating func validate() throws {
    guard (1...240).contains(hz) else { throw ValidationError("--hz is 1 to 240") }
    guard seconds > 0, seconds <= 60 else {
      throw ValidationError("--seconds is more than 0 and at most 60")
    }
    guard (1...100).contains(`repeat`) else { throw ValidationError("--repeat is 1 to 100") }
    guard (1...64).contains(jobs ?? 1) else { throw ValidationError("--jobs is 1 to 64") }
    guard (1...1000).contains(cpuThrottle ?? 1) else {
      throw ValidationError("--cpu-throttle is 1 to 1000")
    }
  }

  /// The options of scrolls through `feed`.
  func scrolls(
    through feed: FeedOptions, look: LookOptions, script: ScrollScript
  ) throws -> ScrollOptions {
    var options = try ScrollOptions(
      rendering: RenderOptions(
        template: look.template, fonts: look.fonts, assets: feed.assets, format: feed.format,
        limits: feed.limits, rows: feed.rows?.range),
      script: script, hertz: hz, duration: .seconds(seconds), viewportHeight: height)
    options.clock = clock
    return options
  }

  /// Writes a text as a file, where one is asked for.
  func write(_ text: String, to path: String?) throws {
    if let path { try writeText(text, to: path) }
  }
}

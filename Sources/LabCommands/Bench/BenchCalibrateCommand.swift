import ArgumentParser
import Foundation
import Galley
import GalleyCommandLine
import GalleyFrames
import GalleyLab

/// `galley bench calibrate`: measures the disturbances of the host.
struct BenchCalibrateCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract:
      "Measure how late timers are, what other programs take and how far processes differ, and say what a bench can tell.",
    discussion: """
      For some seconds, a timer is due at each refresh. Its lateness is the time that the host adds to a \
      frame. The time of other virtual machines (steal) and of other programs comes from /proc/stat.

      Then the command starts itself twice, --pairs times. Both processes of a pair lay out and draw \
      built-in rows in turns, as those of bench turns do. Their differences are those of two equal programs (% apart: \
      their standard deviation), \
      and the number of pairs follows from them by which a growth of 5 % is found in 19 of 20 tries, with a risk of one in a hundred that chance alone makes any compared metric fail. Fewer pairs are needed if \
      bench compare --fail-on names one metric, because it then has all of the risk.

      Example:
        galley bench calibrate --pairs 20
      """)

  @Option(help: "Refreshes of the display in a second, 1 to 1000.")
  var hz = 60

  @Option(help: "The length of the measurement of timers in seconds, at most 3600.")
  var seconds = 3.0

  @Option(
    help:
      "The number of pairs of processes that lay out and draw rows, 3 to 1000; each takes about two seconds."
  )
  var pairs = 12

  @OptionGroup var messages: MessageOptions

  @Flag(help: .hidden)
  var rowsInSteps = false

  mutating func validate() throws {
    guard (1...1000).contains(hz) else { throw ValidationError("--hz is 1 to 1000") }
    guard seconds > 0, seconds <= 3600 else {
      throw ValidationError("--seconds is more than 0 and at most 3600")
    }
    guard (3...1000).contains(pairs) else { throw ValidationError("--pairs is 3 to 1000") }
  }

  var files: CommandFiles {
    var files = CommandFiles()
    files.write("-", as: "")
    return files
  }

  @MainActor func perform() async throws -> ExitStatus {
    let output = try RecordWriter()
    if rowsInSteps {
      guard let rows = try RowTimes.ofBuiltInRows(RowProcess.waitsForStep) else {
        return .dataOutOfBounds
      }
      try output.write(rows)
    } else {
      let progress = BenchProgress(weights: Array(repeating: 1, count: pairs))
      let rows = try (0..<pairs).map { number in
        // A pair takes about two seconds.
        if number.isMultiple(of: 5) { messages.tell("pair \(progress.words(done: number))") }
        let processes = try (0..<2).map { _ in
          try RowProcess(.current, ["bench", "calibrate", "--rows-in-steps"])
        }
        let times = try RowProcess.measure(processes)
        return (before: times[0], after: times[1])
      }
      let calibration = try await HostCalibration(
        duration: .seconds(seconds), budget: FrameBudget(hertz: hz), rows: rows)
      for line in calibration.words(hertz: hz) { try output.write(line: line) }
    }
    try output.finish()
    return .done
  }
}

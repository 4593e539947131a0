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

      Then the command starts itself --processes times, one process after the other. Each lays out and draws \
      built-in rows, in the passes of bench run for the metrics layout and raster. Their differences are those of two equal programs \
      in bench turns, and the number of its pairs follows from them by which a growth of 5 % is found in 19 of \
      20 tries, with a risk of one in a hundred that chance alone makes any compared metric fail. Fewer pairs are needed if \
      bench compare --fail-on names one metric, because it then has all of the risk.

      Example:
        galley bench calibrate --processes 20
      """)

  @Option(help: "Refreshes of the display in a second, 1 to 1000.")
  var hz = 60

  @Option(help: "The length of the measurement of timers in seconds, at most 3600.")
  var seconds = 3.0

  @Option(
    help:
      "The number of processes that lay out and draw rows, 3 to 1000; each takes about a second.")
  var processes = 12

  @OptionGroup var messages: MessageOptions

  @Flag(help: .hidden)
  var rowsAlone = false

  mutating func validate() throws {
    guard (1...1000).contains(hz) else { throw ValidationError("--hz is 1 to 1000") }
    guard seconds > 0, seconds <= 3600 else {
      throw ValidationError("--seconds is more than 0 and at most 3600")
    }
    guard (3...1000).contains(processes) else { throw ValidationError("--processes is 3 to 1000") }
  }

  var files: CommandFiles {
    var files = CommandFiles()
    files.write("-", as: "")
    return files
  }

  @MainActor func perform() async throws -> ExitStatus {
    let output = try RecordWriter()
    if rowsAlone {
      guard let rows = try RowTimes.ofBuiltInRows() else { return .dataOutOfBounds }
      try output.write(rows)
    } else {
      let progress = BenchProgress(weights: Array(repeating: 1, count: processes))
      let rows = try (0..<processes).flatMap { number in
        // A process takes about a second.
        if number.isMultiple(of: 10) { messages.tell("process \(progress.words(done: number))") }
        return try BenchProgram.current.rowTimes(["bench", "calibrate", "--rows-alone"])
      }
      let calibration = try await HostCalibration(
        duration: .seconds(seconds), budget: FrameBudget(hertz: hz), rows: rows)
      for line in calibration.words(hertz: hz) { try output.write(line: line) }
    }
    try output.finish()
    return .done
  }
}

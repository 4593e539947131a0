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
      "Measure how late timers are and what other programs take, and say what a bench can tell.",
    discussion: """
      For some seconds, a timer is due at each refresh. Its lateness is the time that the host adds to a \
      frame. The time of other virtual machines (steal) and of other programs comes from /proc/stat. At \
      each refresh the same work is timed; its spread limits the differences that a bench can tell. As bench \
      compare does, all figures of a matrix share a risk of one in a hundred that chance alone makes one \
      of them fail.
      """)

  @Option(help: "Refreshes of the display in a second, 1 to 1000.")
  var hz = 60

  @Option(help: "The length of the measurement in seconds, at most 3600.")
  var seconds = 3.0

  mutating func validate() throws {
    guard (1...1000).contains(hz) else { throw ValidationError("--hz is 1 to 1000") }
    guard seconds > 0, seconds <= 3600 else {
      throw ValidationError("--seconds is more than 0 and at most 3600")
    }
  }

  var files: CommandFiles {
    var files = CommandFiles()
    files.write("-", as: "")
    return files
  }

  @MainActor func perform() async throws -> ExitStatus {
    let calibration = try await HostCalibration(
      duration: .seconds(seconds), budget: FrameBudget(hertz: hz))
    let output = try RecordWriter()
    let figureCount = ScrollBench.figureCount(
      workerLimit: ProcessInfo.processInfo.activeProcessorCount)
    for line in calibration.words(hertz: hz, figureCount: figureCount) {
      try output.write(line: line)
    }
    try output.finish()
    return .done
  }
}

import ArgumentParser
import Foundation
import GalleyPrimitives
import GalleyFiles
import Glibc

/// A command that runs in a task, while the main thread runs its run loop.
protocol RunnableCommand: ParsableCommand, Sendable {
  /// The largest number of workers of the run; `nil` for one for each core.
  var workerLimit: Int? { get }

  /// The files that the run reads and writes.
  var files: CommandFiles { get }

  /// Makes the run, and returns the status of the process.
  func perform() async throws -> ExitStatus
}

extension RunnableCommand {
  var workerLimit: Int? { 1 }

  /// Compares the files, makes the run, and ends the process with its status.
  func run() throws {
    do {
      LimitedMemory.prepare()
      try TerminationSignals.watch()
      let cores = ProcessInfo.processInfo.activeProcessorCount
      try SystemNeeds(workerCount: min(workerLimit ?? cores, 64)).check()
    } catch {
      end(with: error)
    }
    let command = self
    Task.detached {
      let status: ExitStatus
      do {
        try command.files.check()
        status = try await command.perform()
      } catch {
        end(with: error)
      }
      Glibc.exit(status.rawValue)
    }
    while true { RunLoop.main.run() }
  }
}

/// Ends the process with the status of `error`, and prints it.
func end(with error: any Error) -> Never {
  let status = ExitStatus(error)
  // The reader of a broken pipe has ended, and the user has no use for the message.
  if status != .brokenPipe { printToStandardError("galley: \(error)") }
  exit(status.rawValue)
}

/// Prints one line; it is lost if standard error cannot be written.
///
/// Line breaks and control characters of quoted text are escaped, so that it stays one line and
/// does not control the terminal.
func printToStandardError(_ line: String) {
  StandardStreams.tell(line.shown(limit: 2000) + "\n")
}

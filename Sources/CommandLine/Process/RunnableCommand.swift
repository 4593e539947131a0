package import ArgumentParser
import Foundation
import GalleyFiles
import GalleyPrimitives
import Glibc

/// A command that runs in a task, while the main thread runs its run loop.
package protocol RunnableCommand: ParsableCommand, Sendable {
  /// The largest number of workers of the run; `nil` for one for each core.
  var workerLimit: Int? { get }

  /// The limits of the run's time and memory, and whether it is confined.
  var limits: LimitOptions? { get }

  /// The limits of the run's time and memory alone.
  var processLimits: ProcessLimitOptions? { get }

  /// A limit of time that the run keeps itself; `nil` for none. The process ends if a library or the input holds the run
  /// up for two seconds more.
  var ownTimeLimit: Duration? { get }

  /// The limit of the time without a new row; `nil` for a run that does not count rows.
  var rowTime: RowTimeOption? { get }

  /// The files that the run reads and writes.
  var files: CommandFiles { get }

  /// Makes the run, and returns the status of the process.
  func perform() async throws -> ExitStatus
}

extension RunnableCommand {
  package var workerLimit: Int? { 1 }
  package var limits: LimitOptions? { nil }
  package var processLimits: ProcessLimitOptions? { limits?.process }
  package var ownTimeLimit: Duration? { nil }
  package var rowTime: RowTimeOption? { nil }

  /// The limits that a thread watches.
  fileprivate var watchedLimits: RunLimits? {
    processLimits?.watched(rowTime: rowTime)
      ?? ownTimeLimit.map { RunLimits(time: $0, grace: .seconds(2), countsRows: false) }
  }

  /// Compares the files, makes the run, and ends the process with its status.
  package func run() throws { complete(self) }
}

/// Runs a command, and ends the process with its status.
///
/// Not generic, nor is ``status(of:)``: the compiler (6.3.1) crashes when it optimizes a copy of either for
/// each command.
@inline(never)
private func complete(_ command: any RunnableCommand) -> Never {
  do {
    LimitedMemory.prepare()
    ShortenedFiles.prepare()
    // Before any other thread starts: the kernel confines a thread and those that it starts.
    if command.limits?.sandbox == true { confine(command) }
    try TerminationSignals.watch()
    let cores = ProcessInfo.processInfo.activeProcessorCount
    try command.watchedLimits?.watch()
    try SystemNeeds(workerCount: min(command.workerLimit ?? cores, 64)).check()
  } catch {
    end(with: error)
  }
  Task.detached { exit(await status(of: command).rawValue) }
  while true { RunLoop.main.run() }
}

/// Confines the process to the files of a command; warns of what the kernel lacks.
private func confine(_ command: any RunnableCommand) {
  for gap in command.files.sandbox.enter() { printToStandardError("galley: warning: \(gap)") }
}

/// Makes the run of a command; prints its error, if there is one.
@inline(never)
private func status(of command: any RunnableCommand) async -> ExitStatus {
  do {
    try command.files.check()
    return try await command.perform()
  } catch {
    return printed(error)
  }
}

/// Ends the process with the status of `error`, and prints it.
package func end(with error: any Error) -> Never { exit(printed(error).rawValue) }

/// Prints an error, and returns its status.
private func printed(_ error: any Error) -> ExitStatus {
  let status = ExitStatus(error)
  // The reader of a broken pipe has ended, and the user has no use for the message.
  if status != .brokenPipe { printToStandardError("galley: \(error)") }
  return status
}

/// Prints one line; it is lost if standard error cannot be written.
///
/// Line breaks and control characters of quoted text are escaped, so that it stays one line and
/// does not control the terminal.
package func printToStandardError(_ line: String) {
  StandardStreams.tell(line.shown(limit: 2000) + "\n")
}

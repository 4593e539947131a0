package import Foundation
import GalleyPrimitives
import Glibc

/// The processes that the command has started, which end with it.
package final class ChildProcesses: Sendable {
  package static let shared = ChildProcesses()

  private let running = Monitor<Set<pid_t>>([])

  /// Starts a process.
  ///
  /// It starts under the lock, so that a signal finds either no process or its number.
  ///
  /// - Throws: As `Process.run()`.
  package func start(_ process: Process) throws {
    try running.withLock { running in
      try process.run()
      running.insert(process.processIdentifier)
    }
  }

  /// Waits until a process ends.
  package func wait(for process: Process) {
    process.waitUntilExit()
    running.withLock { _ = $0.remove(process.processIdentifier) }
  }

  /// Kills all processes that have not ended, and waits for their ends, for the end of the command: they are of no use
  /// without it.
  ///
  /// No process starts during `body`, which ends the command.
  func killAll(then body: () -> Void) {
    running.withLock { running in
      for process in running { kill(process, SIGKILL) }
      // A killed process may still complete the call in which it makes a file. `Process` reaps it.
      var information = siginfo_t()
      for process in running {
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
      }
      body()
    }
  }
}

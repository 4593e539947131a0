import GalleyFiles
import GalleyWorkers
import Glibc

/// Removes unfinished files when the process is interrupted or terminated, or its terminal closes, and prints the
/// progress on SIGUSR1.
///
/// A separate thread waits for the signals, so that the process ends even if other threads are busy or
/// wait for ever. One case delays the end: a thread that hangs in a system call while it creates or
/// renames a temporary file, and holds the lock of these files.
enum TerminationSignals {
  private static let statuses: [(signal: Int32, status: ExitStatus)] = [
    (SIGINT, .interrupted), (SIGTERM, .terminated), (SIGHUP, .hungUp),
  ]

  /// Starts the thread; call it once, before any other thread is started.
  ///
  /// Threads inherit that these signals are blocked.
  ///
  /// - Throws: `WorkerError` if the thread cannot be started.
  static func watch() throws {
    // Under `nohup`, SIGHUP stays ignored.
    let watched = statuses.filter { $0.signal != SIGHUP || !isIgnored($0.signal) }
    for (number, _) in watched { signal(number, SIG_DFL) }
    let numbers = watched.map(\.signal) + [SIGUSR1]
    var signals = set(of: numbers)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    try startThread(name: "galley-signals", stackSize: 256 << 10) {
      var signals = set(of: numbers)
      var number: Int32 = 0
      while sigwait(&signals, &number) != 0 || number == SIGUSR1 {
        if number == SIGUSR1 { printToStandardError("galley: \(RunProgress.shared.words)") }
        number = 0
      }
      let status = statuses.first { $0.signal == number }?.status ?? .terminated
      // The process ends under the lock: otherwise a thread that waits for the lock in a commit would
      // report an error, and end the process with another status. No atexit handlers run, because
      // other threads still use what they would release.
      // A child process may write to a temporary folder, so it ends first.
      ChildProcesses.shared.killAll {
        TemporaryFiles.shared.abandonAll { _exit(status.rawValue) }
      }
    }
  }

  private static func set(of numbers: [Int32]) -> sigset_t {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in numbers { sigaddset(&signals, number) }
    return signals
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
      == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}

import GalleyFiles
import GalleyWorkers
import Glibc

/// Removes unfinished files when the process is interrupted, terminated, or left by its terminal.
///
/// A thread of its own waits for the signals, so that the process ends even if other threads are busy or
/// wait for ever. One case delays it: a thread that hangs in a system call on a file while it holds the
/// lock of the temporary files, as it creates or renames one.
enum TerminationSignals {
  private static let statuses: [(signal: Int32, status: ExitStatus)] = [
    (SIGINT, .interrupted), (SIGTERM, .terminated), (SIGHUP, .hungUp),
  ]

  /// Called once, before any other thread is started: threads inherit that these signals are blocked.
  ///
  /// - Throws: `WorkerError`, where no thread can be started.
  static func watch() throws {
    // A process that outlives its terminal, as `nohup` wants it, keeps ignoring that one.
    let watched = statuses.filter { $0.signal != SIGHUP || !isIgnored($0.signal) }
    for (number, _) in watched { signal(number, SIG_DFL) }
    let numbers = watched.map(\.signal)
    var signals = set(of: numbers)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    try startThread(name: "galley-signals", stackSize: 256 << 10) {
      var signals = set(of: numbers)
      var number: Int32 = 0
      while sigwait(&signals, &number) != 0 {}
      let status = statuses.first { $0.signal == number }?.status ?? .terminated
      // The end comes under the lock: a thread that waits for it in a commit would otherwise report an
      // error, and end the process with the status of that.
      // No atexit handlers: other threads are still at work on what those would take down.
      TemporaryFiles.shared.abandonAll { _exit(status.rawValue) }
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

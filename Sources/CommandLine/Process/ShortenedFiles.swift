import GalleyFiles
import Glibc

/// Reports a file that another process cuts off while it is mapped.
///
/// Fonts are mapped into memory, by Galley and by its libraries. The kernel sends SIGBUS to a thread that reads
/// a page beyond the new end of such a file. Nothing can be read in its place, so the run ends. Temporary files
/// without a name end with the process.
enum ShortenedFiles {
  /// Installs the handler; call it once, before any other thread is started.
  ///
  /// A limit of memory has a handler of its own, which ends the process, too: a lack of memory causes the same
  /// signal.
  static func prepare() {
    guard AddressSpace.limit == nil else { return }
    // Initialized here, so that the handler makes only calls that are allowed in one.
    _ = ExitStatus.ioError
    _ = message.utf8CodeUnitCount
    var action = sigaction()
    action.sa_flags = SA_SIGINFO | Int32(bitPattern: UInt32(SA_RESETHAND))
    action.__sigaction_handler.sa_sigaction = { number, info, _ in
      // Other reasons are defects: the signal comes again, without a handler.
      guard let info, info.pointee.si_code == 2 /* BUS_ADRERR */ else { return }
      _ = write(STDERR_FILENO, message.utf8Start, message.utf8CodeUnitCount)
      _exit(ExitStatus.ioError.rawValue)
    }
    sigaction(SIGBUS, &action, nil)
  }
}

private let message: StaticString =
  "galley: the run broke off: another process cut off a font while it was read\n"

import GalleyFiles
import Glibc
import Synchronization

/// Reports a lack of memory, if the address space is limited.
///
/// The libraries of a run trap or abort when an allocation fails, and the memory of a feed is not known
/// beforehand. Under a limit such a fault is most likely a lack of memory, and the message says so. Without a limit it
/// is a defect, which a debugger or a core file has to show.
///
/// The handler removes nothing, because few calls are allowed in it. Temporary files without a name end
/// with the process. Two things stay: temporary files on a file system that needs names, and the folder
/// of frames that `--video` makes.
enum LimitedMemory {
  /// Lets a library's lack of memory end the process with a message, and installs the handler if there is a limit.
  ///
  /// Call it once, before any other thread is started.
  static func prepare() {
    MemoryFailure.endProcess { purpose in
      TemporaryFiles.shared.abandonAll()
      printToStandardError("galley: there is no memory for \(purpose)")
      _exit(ExitStatus.internalError.rawValue)
    }
    guard let limit = AddressSpace.limit else { return }
    AddressSpace.shareHeap()
    let words = Array(
      """
      galley: the run broke off: memory is limited to \(limit >> 20) MiB (ulimit -v or -d), and \
      probably did not suffice; without the limit, a fault would show itself\n
      """.utf8)
    // Never freed: the handler may need it at any time.
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: words.count)
    _ = bytes.initialize(fromContentsOf: words)
    faultMessage = UnsafeBufferPointer(bytes)
    // The handler has its own stack, because that of the main thread cannot grow under such a limit.
    let size = 64 << 10
    guard let place = malloc(size) else { MemoryFailure.end("the report of a lack of it") }
    var stack = stack_t(ss_sp: place, ss_flags: 0, ss_size: size)
    sigaltstack(&stack, nil)
    var action = sigaction()
    action.sa_flags = SA_ONSTACK
    // Initialized here, so that the handler makes only calls that are allowed in one.
    _ = ExitStatus.internalError
    _ = hasFaulted.load(ordering: .relaxed)
    action.__sigaction_handler.sa_handler = endAfterFault
    for number in [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT] { sigaction(number, &action, nil) }
  }
}

/// The message of the handler.
///
/// Invariant: written once, before the handler is installed; only read afterwards.
nonisolated(unsafe) private var faultMessage = UnsafeBufferPointer<UInt8>(start: nil, count: 0)

/// Whether a thread is in the handler already: several may fail at the same time, with one message.
private let hasFaulted = Atomic(false)

/// Handles a signal with calls that are allowed in a handler.
private func endAfterFault(_ number: Int32) {
  guard !hasFaulted.exchange(true, ordering: .relaxed) else { while true { pause() } }
  _ = write(STDERR_FILENO, faultMessage.baseAddress, faultMessage.count)
  _exit(ExitStatus.internalError.rawValue)
}

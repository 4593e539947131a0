import GalleyFiles
import Glibc
import Synchronization

/// Ends a run in words where its address space is limited and does not suffice.
///
/// The libraries of a run trap or abort where an allocation fails, and no call tells beforehand how much
/// a feed takes. Only under a limit is such a fault taken for that: elsewhere it is a defect, which a
/// debugger or a core file has to see.
///
/// The handler removes nothing, since it may call little. Temporary files without a name go with the
/// process. Two things stay: temporary files where the file system knows none without a name, and the
/// folder of frames that `--video` makes.
enum LimitedMemory {
  /// Installs the handler if there is a limit.
  ///
  /// Called once, before any other thread is started.
  static func prepare() {
    guard let limit = AddressSpace.limit else { return }
    AddressSpace.shareHeap()
    let words = Array(
      """
      galley: the run broke off: memory is limited to \(limit >> 20) MiB (ulimit -v or -d), and did \
      not suffice\n
      """.utf8)
    // Never freed: the handler may need it at any time.
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: words.count)
    _ = bytes.initialize(fromContentsOf: words)
    faultMessage = UnsafeBufferPointer(bytes)
    // The stack of the main thread cannot grow under such a limit: the handler has one of its own.
    let size = 64 << 10
    var stack = stack_t(
      ss_sp: UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16), ss_flags: 0,
      ss_size: size)
    sigaltstack(&stack, nil)
    var action = sigaction()
    action.sa_flags = SA_ONSTACK
    // What the handler uses is set up by now, so that it makes only calls that are allowed in one.
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

/// Whether a thread is in the handler already: several may fail at a time, and one message is enough.
private let hasFaulted = Atomic(false)

/// Handles a signal: only calls that are allowed there.
private func endAfterFault(_ number: Int32) {
  guard !hasFaulted.exchange(true, ordering: .relaxed) else { while true { pause() } }
  _ = write(STDERR_FILENO, faultMessage.baseAddress, faultMessage.count)
  _exit(ExitStatus.internalError.rawValue)
}

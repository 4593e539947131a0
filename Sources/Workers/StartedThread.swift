package import Glibc

/// Why workers could not be started.
public enum WorkerError: Error, Hashable, Sendable {
  /// The system started no thread of this name; the error's number says why.
  case noThread(name: String, errno: Int32)
}

extension WorkerError: CustomStringConvertible {
  /// One line: what failed, and why.
  public var description: String {
    switch self {
    case .noThread(let name, let code):
      "cannot start the thread \(name): \(String(cString: strerror(code)))"
    }
  }
}

/// What a thread is called and does.
private final class ThreadStart: Sendable {
  let name: String
  let body: @Sendable () -> Void

  init(name: String, body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }

  func run() {
    // Linux cuts the name to 15 bytes; the C library's own call is not visible to Swift.
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    if file >= 0 {
      var name = name
      _ = name.withUTF8 { write(file, $0.baseAddress, $0.count) }
      close(file)
    }
    body()
  }
}

/// Starts a thread that runs `body` and ends; nothing waits for its end.
///
/// Foundation's `Thread` does not report that the system refuses to start one: jobs queued for it would
/// wait for ever.
///
/// - Parameters:
///   - name: What profiles and debuggers show; Linux keeps 15 bytes of it.
///   - stackSize: Bytes, reserved and not yet used.
///   - body: The work of the thread.
/// - Returns: The thread, as long as it runs.
/// - Throws: ``WorkerError/noThread(name:errno:)``.
@discardableResult
package func startThread(
  name: String, stackSize: Int, _ body: @escaping @Sendable () -> Void
) throws(WorkerError) -> pthread_t {
  var attributes = pthread_attr_t()
  pthread_attr_init(&attributes)
  defer { pthread_attr_destroy(&attributes) }
  pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
  pthread_attr_setstacksize(&attributes, stackSize)
  // Invariant: retained here once, and released once: by the thread, or below if there is none.
  let start = Unmanaged.passRetained(ThreadStart(name: name, body: body))
  var thread = pthread_t()
  let code = pthread_create(
    &thread, &attributes,
    { context in
      if let context { Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue().run() }
      return nil
    }, start.toOpaque())
  guard code == 0 else {
    start.release()
    throw .noThread(name: name, errno: code)
  }
  return thread
}

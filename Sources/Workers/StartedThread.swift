package import Glibc

/// The error of a worker that cannot start.
public enum WorkerError: Error, Hashable, Sendable {
  /// The system refused to start the thread `name`, with this error number.
  case noThread(name: String, errno: Int32)
}

extension WorkerError: CustomStringConvertible {
  /// One line: the thread, and the system's reason.
  public var description: String {
    switch self {
    case .noThread(let name, let code):
      "cannot start the thread \(name): \(String(cString: strerror(code)))"
    }
  }
}

/// The name and the function of a thread.
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

/// Starts a thread that runs `body` and ends; its end is not reported.
///
/// Foundation's `Thread` does not report that the system refuses to start one: its jobs would wait
/// for ever.
///
/// - Parameters:
///   - name: The name in profiles and debuggers; Linux keeps 15 bytes of it.
///   - stackSize: The bytes of address space for the stack.
///   - body: The work of the thread.
/// - Returns: The thread, valid while it runs.
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
  // Invariant: retained once here, and released once: by the thread, or below if there is none.
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

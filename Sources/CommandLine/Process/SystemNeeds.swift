import Foundation
import GalleyFiles
import Glibc

/// The resources of a run: threads, address space and open files.
///
/// Swift's runtime, GLib and Pango stop the process, or wait for ever, if the system refuses them a
/// thread or a page. So a run requests these resources before it begins, and releases them.
struct SystemNeeds {
  /// Threads at the same time: two for each worker, since fontconfig starts one for a moment, one for
  /// each core for Swift's pool, and six for reading, writing, signals and other tasks.
  var threadCount: Int
  /// Bytes of address space, without the program itself and the stacks of threads.
  var byteCount = 400 << 20
  /// Open files at the same time.
  var fileCount: Int
  /// Whether fewer workers would need less.
  var canShrink: Bool

  /// The needs of a run with this many workers.
  init(workerCount: Int) {
    canShrink = workerCount > 1
    threadCount = 2 * workerCount + ProcessInfo.processInfo.activeProcessorCount + 6
    fileCount = 24 + 2 * workerCount
  }

  /// A resource that the system refuses.
  enum Refusal: ExitingError, CustomStringConvertible {
    case threads(needed: Int, given: Int, errno: Int32, canShrink: Bool)
    case memory(byteCount: Int, canShrink: Bool)
    case files(needed: Int, given: Int, errno: Int32)

    var status: ExitStatus { .systemError }

    var description: String {
      switch self {
      case .threads(let needed, let given, let code, let canShrink):
        """
        cannot start \(needed) threads, only \(given): \(systemMessage(code)) \
        (\(canShrink ? "fewer --jobs need fewer; " : "")see ulimit -u, -v and -d)
        """
      case .memory(let count, let canShrink):
        """
        cannot have \(count >> 20) MiB of address space beside the program and its threads \
        (\(canShrink ? "fewer --jobs need less; " : "")see ulimit -v and -d)
        """
      case .files(let needed, let given, let code):
        "cannot open \(needed) files at a time, only \(given): \(systemMessage(code)) (see ulimit -n)"
      }
    }
  }

  /// Requests all resources, and releases them.
  ///
  /// - Throws: ``Refusal``.
  /// - Complexity: about 20 µs for each thread.
  func check() throws(Refusal) {
    try checkFiles()
    let refusal = Refusal.memory(byteCount: byteCount, canShrink: canShrink)
    try withThreads { () throws(Refusal) in
      let start = mmap(
        nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
      guard let start, start != MAP_FAILED else { throw refusal }
      munmap(start, byteCount)
    }
  }

  private func checkFiles() throws(Refusal) {
    var files: [Int32] = []
    defer { for file in files { close(file) } }
    while files.count < fileCount {
      let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else {
        throw .files(needed: fileCount, given: files.count, errno: errno)
      }
      files.append(file)
    }
  }

  /// Calls `body` while all threads run.
  private func withThreads(_ body: () throws(Refusal) -> Void) throws(Refusal) {
    // Invariant: the gate is initialized before the first thread starts, and outlives all threads, which
    // are joined below. It is allocated because a mutex must not move.
    let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    pthread_mutex_init(gate, nil)
    pthread_mutex_lock(gate)
    var threads: [pthread_t] = []
    threads.reserveCapacity(threadCount)
    defer {
      pthread_mutex_unlock(gate)
      for thread in threads { pthread_join(thread, nil) }
      pthread_mutex_destroy(gate)
      gate.deallocate()
    }
    while threads.count < threadCount {
      var thread = pthread_t()
      // The thread allocates nothing, so that glibc makes no heap arena for it.
      let code = pthread_create(
        &thread, nil,
        { gate in
          let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self)
          if let gate {
            pthread_mutex_lock(gate)
            pthread_mutex_unlock(gate)
          }
          return nil
        }, gate)
      guard code == 0 else {
        throw .threads(
          needed: threadCount, given: threads.count, errno: code, canShrink: canShrink)
      }
      threads.append(thread)
    }
    try body()
  }
}

import GalleyPrimitives
import Glibc

/// A serial executor that runs its jobs on one thread of its own.
///
/// A plain actor stays on one thread for a third of its hops. One that is bound to a thread keeps
/// its caches warm and its name in profiles. Jobs may block: no other executor shares the thread.
public final class WorkerThread: SerialExecutor, TaskExecutor {
  private let jobs = Monitor(JobQueue())
  // Valid while the thread runs, which is as long as this executor lives.
  private let thread: pthread_t
  private let joins: Bool

  /// Starts a thread called `name`.
  ///
  /// - Parameters:
  ///   - name: The name in profiles and debuggers; Linux keeps 15 bytes of it.
  ///   - stackSize: The bytes of address space for the stack.
  ///   - joins: Whether the release of the last reference waits for the thread's end.
  /// - Throws: ``WorkerError/noThread(name:errno:)``.
  public init(
    name: String, stackSize: Int = 8 << 20, joins: Bool = true
  ) throws(WorkerError) {
    self.joins = joins
    // The block holds the queue and not `self`, whose last reference would otherwise stay here.
    thread = try startThread(name: name, stackSize: stackSize) { [jobs] in jobs.runUntilStopped() }
  }

  /// Lets the thread finish its queue, and waits for its end if it was made so.
  deinit {
    jobs.notifyingWithLock { $0.isStopped = true }
    // If a job on this thread drops the last reference, the thread cannot wait for itself.
    if joins, !isCurrent { jobs.wait { $0.hasEnded ? () : nil } }
  }

  /// Whether the caller runs on this thread.
  public var isCurrent: Bool { pthread_equal(pthread_self(), thread) != 0 }

  /// Adds a job of Swift's concurrency runtime to the queue.
  public func enqueue(_ job: consuming ExecutorJob) {
    let work = JobQueue.Work.job(
      UnownedJob(job), asUnownedSerialExecutor(), asUnownedTaskExecutor())
    jobs.notifyingWithLock { $0.waiting.append(work) }
  }

  /// Adds `body` to the queue, in order with the jobs.
  ///
  /// - Complexity: O(1).
  public func perform(_ body: @escaping @Sendable () -> Void) {
    jobs.notifyingWithLock { $0.waiting.append(.body(body)) }
  }

  /// This executor for an actor's `unownedExecutor`; the actor keeps the thread alive.
  public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
    UnownedSerialExecutor(ordinary: self)
  }

  /// This executor as the preference of a task.
  public func asUnownedTaskExecutor() -> UnownedTaskExecutor {
    UnownedTaskExecutor(ordinary: self)
  }

  /// Whether the caller runs on this thread, and thus in isolation from its other jobs.
  public func isIsolatingCurrentContext() -> Bool? { isCurrent }

  /// Stops the process unless the caller runs on this thread.
  ///
  /// - Precondition: The caller runs on this thread.
  public func checkIsolated() {
    precondition(isCurrent, "not on the worker's thread")
  }
}

/// The jobs that wait for a thread.
private struct JobQueue: Sendable {
  enum Work: Sendable {
    case job(UnownedJob, UnownedSerialExecutor, UnownedTaskExecutor)
    case body(@Sendable () -> Void)
  }

  var waiting: [Work] = []
  var isStopped = false
  var hasEnded = false

  /// All waiting jobs; an empty array if the thread is to end, `nil` if it is to wait.
  mutating func take() -> [Work]? {
    guard waiting.isEmpty else {
      defer { waiting = [] }
      return waiting
    }
    return isStopped ? [] : nil
  }
}

extension Monitor<JobQueue> {
  /// Runs the queued jobs on the calling thread.
  fileprivate func runUntilStopped() {
    while true {
      let batch = wait { $0.take() }
      guard !batch.isEmpty else { break }
      for work in batch {
        switch work {
        case .job(let job, let serial, let task):
          job.runSynchronously(isolatedTo: serial, taskExecutor: task)
        case .body(let body):
          body()
        }
      }
    }
    notifyingWithLock { $0.hasEnded = true }
  }
}

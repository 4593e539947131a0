/// A fixed number of workers that serve one queue of jobs.
///
/// Each worker has resources of its own, made on its thread when it gets its first job. Jobs of
/// several callers may be mixed; a pool may serve for the life of the process.
public final class WorkerPool<Resources>: Sendable {
  /// A job as its worker sees it.
  typealias Job = @Sendable (isolated Worker<Resources>) -> Void

  /// The number of workers.
  public let count: Int

  private let workers: [Worker<Resources>]
  private let queue: Monitor<PoolQueue<Job>>

  /// Starts `count` workers, with threads called `name-0`, `name-1` and so on.
  ///
  /// - Parameters:
  ///   - count: How many; made to fit 1...64.
  ///   - name: What profiles and debuggers show; Linux keeps 15 bytes of it.
  ///   - makeResources: Called on each worker's thread before its first job.
  /// - Throws: ``WorkerError/noThread(name:errno:)``; then none of the workers is left.
  public init(
    count: Int, name: String = "worker",
    makeResources: @escaping @Sendable () throws -> Resources
  ) throws(WorkerError) {
    let count = min(max(count, 1), 64)
    workers = try (0..<count).map { number throws(WorkerError) in
      try Worker(name: "\(name)-\(number)", makeResources: makeResources)
    }
    self.count = count
    queue = Monitor(PoolQueue(workerCount: count))
  }

  /// Runs `body` on whichever worker is free first.
  ///
  /// A hop to a worker and back costs about 14 µs: send rows or batches, never glyphs.
  ///
  /// - Throws: What making the resources or `body` throws.
  public func run<Result: Sendable>(
    _ body: @escaping @Sendable (Resources) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      submit { worker in
        continuation.resume(with: Swift.Result { try body(try worker.preparedResources()) })
      }
    }
  }

  /// Runs `body` on whichever worker is free first, and again, behind the jobs that wait by then, as
  /// long as it returns `true`.
  ///
  /// Nobody waits for it: what it has to tell it leaves where somebody looks.
  package func repeatedly(_ body: @escaping @Sendable (isolated Worker<Resources>) -> Bool) {
    submit(Self.again(body, queue))
  }

  private static func again(
    _ body: @escaping @Sendable (isolated Worker<Resources>) -> Bool,
    _ queue: Monitor<PoolQueue<Job>>
  ) -> Job {
    { worker in
      // The worker that runs this is busy, and asks for its next job right after.
      if body(worker) { queue.withLock { $0.resubmit(again(body, queue)) } }
    }
  }

  /// Queues a job; urgent ones overtake the others.
  func submit(isUrgent: Bool = false, _ job: @escaping Job) {
    guard let index = queue.withLock({ $0.submit(job, isUrgent: isUrgent) }) else { return }
    // The body holds the queue and not the pool: a pool must not end on a thread of its own.
    workers[index].perform { [queue] worker in
      while let job = queue.withLock({ $0.next(for: index) }) { job(worker) }
    }
  }
}

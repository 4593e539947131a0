import GalleyPrimitives

/// A fixed number of workers that serve one queue of jobs.
///
/// Each worker makes its resources on its own thread for its first job. Callers may share a pool,
/// for the whole life of the process.
public final class WorkerPool<Resources>: Sendable {
  /// A job, which runs in isolation on its worker.
  typealias Job = @Sendable (isolated Worker<Resources>) -> Void

  /// The number of workers.
  public let count: Int

  private let workers: [Worker<Resources>]
  private let queue: Monitor<PoolQueue<Job>>

  /// Starts `count` workers, with threads called `name-0`, `name-1` and so on.
  ///
  /// - Parameters:
  ///   - count: The number of workers, limited to 1...64.
  ///   - name: The name in profiles and debuggers; Linux keeps 15 bytes of it.
  ///   - joins: Whether the release of the last reference waits for the end of all threads.
  ///   - makeResources: Called on each worker's thread before its first job.
  /// - Throws: ``WorkerError/noThread(name:errno:)``; all workers end then.
  public init(
    count: Int, name: String = "worker", joins: Bool = true,
    makeResources: @escaping @Sendable () throws -> Resources
  ) throws(WorkerError) {
    let count = min(max(count, 1), 64)
    workers = try (0..<count).map { number throws(WorkerError) in
      try Worker(name: "\(name)-\(number)", joins: joins, makeResources: makeResources)
    }
    self.count = count
    queue = Monitor(PoolQueue(workerCount: count))
  }

  /// Runs `body` on the first free worker.
  ///
  /// A hop to a worker and back costs about 14 µs: send rows or batches, never glyphs.
  ///
  /// - Throws: The error of `makeResources` or of `body`.
  public func run<Result: Sendable>(
    _ body: @escaping @Sendable (Resources) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      submit { worker in
        continuation.resume(with: Swift.Result { try body(try worker.preparedResources()) })
      }
    }
  }

  /// Runs `body` on up to `count` free workers, and on each again while it returns `true`.
  ///
  /// Each repetition comes after the jobs that wait by then. The call returns at once, so `body`
  /// leaves its results in a state that other code reads.
  package func repeatedly(
    count: Int, _ body: @escaping @Sendable (isolated Worker<Resources>) -> Bool
  ) {
    guard count > 0 else { return }
    submit(count: count, Self.again(body, queue))
  }

  private static func again(
    _ body: @escaping @Sendable (isolated Worker<Resources>) -> Bool,
    _ queue: Monitor<PoolQueue<Job>>
  ) -> Job {
    { worker in
      // The worker that runs this is busy, and takes its next job right afterwards.
      if body(worker) { queue.withLock { $0.resubmit(again(body, queue)) } }
    }
  }

  /// Frees the resources of all workers after their jobs, each on its own thread.
  package func freeResources() {
    for worker in workers { worker.perform { $0.freeResources() } }
  }

  /// Adds a job to the queue `count` times; urgent jobs overtake the others.
  func submit(count: Int = 1, isUrgent: Bool = false, _ job: @escaping Job) {
    wake(queue.withLock { $0.submit(job, count: count, isUrgent: isUrgent) })
  }

  /// Lets an idle worker take jobs, until none waits.
  private func wake(_ index: Int?) {
    guard let index else { return }
    // The body holds the queue and not the pool, whose release would wait for this very thread. Without a pool, the
    // busy workers run the waiting jobs.
    workers[index].perform { [queue, weak self] worker in
      while true {
        let (job, other) = queue.withLock { ($0.next(for: index), $0.wake()) }
        if let other { self?.wake(other) }
        guard let job else { return }
        job(worker)
      }
    }
  }
}

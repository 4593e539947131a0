/// Runs jobs, one after the other, on a thread of its own, with resources that never leave it.
///
/// `Resources` are what must not be shared: fonts, a painter, an encoder. They are made on the
/// worker's thread when the first job needs them. A job borrows them; the compiler refuses to let
/// them out, because a result is *sent*, and they belong to the worker.
public actor Worker<Resources> {
  private nonisolated let thread: WorkerThread
  private let makeResources: @Sendable () throws -> Resources
  private var resources: Resources?

  /// Where this actor's jobs run.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// Starts a worker whose thread is called `name`.
  ///
  /// - Parameters:
  ///   - name: What profiles and debuggers show; Linux keeps 15 bytes of it.
  ///   - makeResources: Called on the worker's thread before its first job; after it has thrown,
  ///     again before the next.
  /// - Throws: ``WorkerError/noThread(name:errno:)``.
  public init(
    name: String, makeResources: @escaping @Sendable () throws -> Resources
  ) throws(WorkerError) {
    self.thread = try WorkerThread(name: name)
    self.makeResources = makeResources
  }

  /// Runs `body` with this worker's resources.
  ///
  /// A hop to a worker and back costs about 14 µs: send rows or batches, never glyphs.
  ///
  /// - Throws: What making the resources or `body` throws.
  public func run<Result>(
    _ body: @Sendable (Resources) throws -> sending Result
  ) throws -> sending Result {
    try body(try preparedResources())
  }

  /// Queues `body` without waiting for it; jobs and bodies run in the order they came.
  nonisolated func perform(_ body: @escaping @Sendable (isolated Worker<Resources>) -> Void) {
    thread.perform { self.assumeIsolated { body($0) } }
  }

  /// This worker's resources, made now if they were not.
  package func preparedResources() throws -> Resources {
    if let resources { return resources }
    let made = try makeResources()
    resources = made
    return made
  }
}

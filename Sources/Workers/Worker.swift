/// Runs jobs one after another on a thread of its own, with resources that never leave it.
///
/// `Resources` cannot be shared: fonts, a painter, an encoder. The first job that needs them makes
/// them on the worker's thread. A job borrows them. A result is *sent*, so the compiler refuses to
/// let resources out.
public actor Worker<Resources> {
  private nonisolated let thread: WorkerThread
  private let makeResources: @Sendable () throws -> Resources
  private var resources: Resources?

  /// The executor of this actor's jobs.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    thread.asUnownedSerialExecutor()
  }

  /// Starts a worker whose thread is called `name`.
  ///
  /// - Parameters:
  ///   - name: The name in profiles and debuggers; Linux keeps 15 bytes of it.
  ///   - joins: Whether the release of the last reference waits for the thread's end.
  ///   - makeResources: Called on the worker's thread before its first job, and again before the
  ///     next job if it has thrown.
  /// - Throws: ``WorkerError/noThread(name:errno:)``.
  public init(
    name: String, joins: Bool = true, makeResources: @escaping @Sendable () throws -> Resources
  ) throws(WorkerError) {
    self.thread = try WorkerThread(name: name, joins: joins)
    self.makeResources = makeResources
  }

  /// Runs `body` with this worker's resources.
  ///
  /// A hop to a worker and back costs about 14 µs: send rows or batches, never glyphs.
  ///
  /// - Throws: The error of `makeResources` or of `body`.
  public func run<Result>(
    _ body: @Sendable (Resources) throws -> sending Result
  ) throws -> sending Result {
    try body(try preparedResources())
  }

  /// Adds `body` to the queue and returns; jobs and bodies run in the order of their calls.
  nonisolated func perform(_ body: @escaping @Sendable (isolated Worker<Resources>) -> Void) {
    thread.perform { self.assumeIsolated { body($0) } }
  }

  /// Frees this worker's resources; the next job makes new ones.
  func freeResources() { resources = nil }

  /// This worker's resources, which the first call makes.
  package func preparedResources() throws -> Resources {
    if let resources { return resources }
    let made = try makeResources()
    resources = made
    return made
  }
}

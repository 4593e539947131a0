/// Tells when the main queue has nothing to do.
@MainActor
public protocol IdleSource: AnyObject {
  /// Calls `body` once in an idle pass of the main queue, until it is done.
  ///
  /// What was started before is replaced.
  func start(_ body: @escaping @MainActor () -> IdleProgress)

  /// Calls no more.
  func stop()
}

/// What is left to do after an idle pass.
public enum IdleProgress: Hashable, Sendable {
  /// More, in a pass that is to come soon.
  case more
  /// More, but not before something else has happened; nobody needs to wake for it.
  case later
  /// Nothing.
  case done
}

/// Idle passes that are told by hand, for tests.
public final class ManualIdleSource: IdleSource {
  private var work = IdleWork()

  /// A source that nobody listens to.
  public init() {}

  /// Whether somebody listens.
  public var isRunning: Bool { work.body != nil }

  /// Starts to listen.
  public func start(_ body: @escaping @MainActor () -> IdleProgress) { work.start(body) }

  /// Listens no more.
  public func stop() { work.stop() }

  /// Lets an idle pass happen; what is left to do after it.
  @discardableResult public func pass() -> IdleProgress {
    guard let (body, round) = work.next() else { return .done }
    let progress = body()
    work.end(round, progress)
    return progress
  }
}

/// Idle passes for a host whose main queue has no run loop: one follows another as long as no frame
/// work is pending.
///
/// Passes and other work of the main queue take turns, so frame work has to be told of: between
/// ``beginFrame()`` and ``endFrame()`` there is no pass, and one that is for ``IdleProgress/later``
/// comes after the next frame. Nothing is polled.
public final class FrameIdleSource: IdleSource {
  private var work = IdleWork()
  private var pendingFrameCount = 0
  private var isScheduled = false

  /// A source for a main queue without frame work.
  public init() {}

  /// Starts to listen.
  public func start(_ body: @escaping @MainActor () -> IdleProgress) {
    work.start(body)
    schedule()
  }

  /// Listens no more.
  public func stop() { work.stop() }

  /// Tells that frame work is pending.
  public func beginFrame() { pendingFrameCount += 1 }

  /// Tells that a frame's work is done.
  ///
  /// - Precondition: It began.
  public func endFrame() {
    precondition(pendingFrameCount > 0, "the end of a frame that did not begin")
    pendingFrameCount -= 1
    schedule()
  }

  /// Queues a pass, unless there is one or it has to wait.
  private func schedule() {
    guard work.body != nil, !isScheduled, pendingFrameCount == 0 else { return }
    isScheduled = true
    Task { @MainActor [weak self] in self?.pass() }
  }

  private func pass() {
    isScheduled = false
    guard pendingFrameCount == 0, let (body, round) = work.next() else { return }
    let progress = body()
    work.end(round, progress)
    if progress == .more { schedule() }
  }
}

/// Who listens, and since which start: a body may start another one in its place.
struct IdleWork {
  private(set) var body: (@MainActor () -> IdleProgress)?
  private var round = 0

  mutating func start(_ body: @escaping @MainActor () -> IdleProgress) {
    self.body = body
    round += 1
  }

  mutating func stop() { body = nil }

  func next() -> (body: @MainActor () -> IdleProgress, round: Int)? {
    body.map { ($0, round) }
  }

  /// Ends what was started in `round`, if it is done.
  mutating func end(_ round: Int, _ progress: IdleProgress) {
    if progress == .done, round == self.round { body = nil }
  }
}

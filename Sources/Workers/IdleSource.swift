/// Reports idle passes of the main queue.
@MainActor
public protocol IdleSource: AnyObject {
  /// Calls `body` once in each idle pass of the main queue, until `body` is done.
  ///
  /// `body` replaces the body of an earlier start.
  func start(_ body: @escaping @MainActor () -> IdleProgress)

  /// Stops the calls.
  func stop()
}

/// The work that is left after an idle pass.
public enum IdleProgress: Hashable, Sendable {
  /// There is more work, for a pass as soon as possible.
  case more
  /// There is more work, for a pass after another event; the main queue may sleep until then.
  case later
  /// There is no more work.
  case done
}

/// Idle passes that a test starts by a call.
public final class ManualIdleSource: IdleSource {
  private var work = IdleWork()

  /// A source without a body.
  public init() {}

  /// Whether a body is started and not done.
  public var isRunning: Bool { work.body != nil }

  /// Calls `body` at each ``pass()``.
  public func start(_ body: @escaping @MainActor () -> IdleProgress) { work.start(body) }

  /// Stops the calls.
  public func stop() { work.stop() }

  /// Makes an idle pass, and returns the work that is left.
  @discardableResult public func pass() -> IdleProgress {
    guard let (body, round) = work.next() else { return .done }
    let progress = body()
    work.end(round, progress)
    return progress
  }
}

/// Idle passes for a host whose main queue has no run loop: they follow each other while no frame
/// is pending.
///
/// Passes and other work of the main queue alternate. The host reports its frames with
/// ``beginFrame()`` and ``endFrame()``; there is no pass between these calls. A pass for
/// ``IdleProgress/later`` comes after the next frame. The source does not poll.
public final class FrameIdleSource: IdleSource {
  private var work = IdleWork()
  private var pendingFrameCount = 0
  private var isScheduled = false

  /// A source for a main queue without a pending frame.
  public init() {}

  /// Calls `body` in idle passes.
  public func start(_ body: @escaping @MainActor () -> IdleProgress) {
    work.start(body)
    schedule()
  }

  /// Stops the calls.
  public func stop() { work.stop() }

  /// Reports that a frame is pending.
  public func beginFrame() { pendingFrameCount += 1 }

  /// Reports that a pending frame is done.
  ///
  /// - Precondition: A frame is pending.
  public func endFrame() {
    precondition(pendingFrameCount > 0, "the end of a frame that did not begin")
    pendingFrameCount -= 1
    schedule()
  }

  /// Schedules a pass, unless one is scheduled or a frame is pending.
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

/// The body of an idle source and the number of its start, since a body may start another one.
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

  /// Ends the body of start `round`, if it is done.
  mutating func end(_ round: Int, _ progress: IdleProgress) {
    if progress == .done, round == self.round { body = nil }
  }
}

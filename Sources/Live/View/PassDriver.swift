public import GalleyFrameAssembly
public import GalleyWorkers

/// Makes the passes of a view: at each vsync of a source, or each time that the main queue is about to wait.
///
/// ```swift
/// let driver = PassDriver(view) { frame in screen.show(frame) }
/// driver.start(on: RunLoopIdleSource())
/// ```
///
/// The driver has a weak reference to its view, and ends with it. A pass in which nothing has changed makes no
/// frame.
@MainActor
public final class PassDriver {
  /// The error that ended the passes of an idle source; `nil` if there is none.
  public private(set) var error: (any Error)?

  private weak var view: LiveView?
  private let show: @MainActor (FeedFrame) -> Void
  private var source: (any IdleSource)?

  /// Makes a driver, which is not started.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - show: Called with each new frame.
  public init(_ view: LiveView, show: @escaping @MainActor (FeedFrame) -> Void) {
    self.view = view
    self.show = show
  }

  /// Makes a pass for each element of `vsyncs`, until the sequence ends, or the view is closed or
  /// released.
  ///
  /// - Throws: As ``LiveView/makeFrame()``, an error of `vsyncs`, or `CancellationError`.
  public func run<Vsyncs: AsyncSequence>(on vsyncs: Vsyncs) async throws {
    for try await _ in vsyncs {
      try Task.checkCancellation()
      guard try pass() else { return }
    }
  }

  /// Makes a pass in each idle pass of `source`, until ``stop()`` is called, the view ends, or a pass fails.
  ///
  /// Scrolls, edits and results of workers are events of the main queue, so a pass follows each of them.
  public func start(on source: some IdleSource) {
    stop()
    error = nil
    self.source = source
    source.start { [weak self] in self?.idlePass() ?? .done }
  }

  /// Ends the passes of the idle source.
  public func stop() {
    source?.stop()
    source = nil
  }

  private func idlePass() -> IdleProgress {
    do {
      return try pass() ? .later : .done
    } catch {
      self.error = error
      return .done
    }
  }

  /// Makes a pass; returns whether the view exists and is open.
  private func pass() throws -> Bool {
    guard let view, !view.isClosed else { return false }
    if let frame = try view.makeFrame() { show(frame) }
    return true
  }

  isolated deinit { source?.stop() }
}

import CoreFoundation
import Foundation

/// Idle passes of the main run loop: before it waits, in its default mode only.
///
/// So there are none while a tracking mode runs. What else waits for the main queue comes between two
/// passes. Needs a running run loop on the main thread: with an asynchronous `main` there is none, use
/// ``FrameIdleSource``.
public final class RunLoopIdleSource: IdleSource {
  private var observer: CFRunLoopObserver?
  private var work = IdleWork()

  /// A source that nobody listens to.
  public init() {}

  /// Starts to listen.
  public func start(_ body: @escaping @MainActor () -> IdleProgress) {
    work.start(body)
    if observer == nil { observe() }
    CFRunLoopWakeUp(CFRunLoopGetMain())
  }

  /// Listens no more.
  public func stop() {
    work.stop()
    guard let observer else { return }
    CFRunLoopObserverInvalidate(observer)
    self.observer = nil
  }

  private func observe() {
    let observer = CFRunLoopObserverCreateWithHandler(
      kCFAllocatorDefault, CFRunLoopActivity.beforeWaiting.rawValue, true, 0
    ) { [weak self] _, _ in
      // The main run loop calls on the main thread.
      MainActor.assumeIsolated { self?.pass() }
    }
    self.observer = observer
    CFRunLoopAddObserver(CFRunLoopGetMain(), observer, kCFRunLoopDefaultMode)
  }

  private func pass() {
    guard let (body, round) = work.next() else { return stop() }
    let progress = body()
    work.end(round, progress)
    if work.body == nil { return stop() }
    // The loop waits for nobody but us: without this it would sleep.
    if progress != .later { CFRunLoopWakeUp(CFRunLoopGetMain()) }
  }

  isolated deinit { stop() }
}

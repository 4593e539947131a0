import CoreFoundation
import Foundation

/// Idle passes of the main run loop, in its default mode, before it waits.
///
/// There is no pass while a tracking mode runs. Other work of the main queue runs between two
/// passes. The main thread must run its run loop: with an asynchronous `main` it does not, and
/// ``FrameIdleSource`` serves instead.
public final class RunLoopIdleSource: IdleSource {
  private var observer: CFRunLoopObserver?
  private var work = IdleWork()
  private let runLoop: CFRunLoop

  /// A source without a body.
  public convenience init() { self.init(runLoop: CFRunLoopGetMain()) }

  /// A source for a run loop that runs on the main actor.
  init(runLoop: CFRunLoop) { self.runLoop = runLoop }

  /// Calls `body` in idle passes.
  public func start(_ body: @escaping @MainActor () -> IdleProgress) {
    work.start(body)
    if observer == nil { observe() }
    CFRunLoopWakeUp(runLoop)
  }

  /// Stops the calls.
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
    CFRunLoopAddObserver(runLoop, observer, kCFRunLoopDefaultMode)
  }

  private func pass() {
    guard let (body, round) = work.next() else { return stop() }
    let progress = body()
    work.end(round, progress)
    if work.body == nil { return stop() }
    // Without this call the loop would sleep until another source fires.
    if progress != .later { CFRunLoopWakeUp(runLoop) }
  }

  isolated deinit { stop() }
}

import CoreFoundation
import Foundation
import Testing

@testable import GalleyWorkers

@Suite("RunLoopIdleSource", .timeLimit(.minutes(15)))
@MainActor
struct RunLoopIdleSourceTests {
  private static let tracking = CFStringCreateWithCString(
    nil, "tracking", CFStringBuiltInEncodings.UTF8.rawValue)

  /// Runs the loop of this thread for `seconds` at most, in a mode that has a timer to wait for.
  private func runLoop(
    _ mode: CFRunLoopMode? = kCFRunLoopDefaultMode, seconds: CFTimeInterval = 0.05
  ) {
    let timer = CFRunLoopTimerCreateWithHandler(
      nil, CFAbsoluteTimeGetCurrent() + 1000, 0, 0, 0, { _ in })
    CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, mode)
    defer { CFRunLoopTimerInvalidate(timer) }
    CFRunLoopRunInMode(mode, seconds, false)
  }

  @Test("makes passes before the loop waits, until the body is done")
  func passes() {
    let source = RunLoopIdleSource(runLoop: CFRunLoopGetCurrent())
    var count = 0
    source.start {
      count += 1
      guard count == 5 else { return .more }
      CFRunLoopStop(CFRunLoopGetCurrent())
      return .done
    }
    #expect(count == 0)
    // A busy machine takes longer than a moment, and a loop that sleeps between passes makes fewer.
    runLoop(seconds: 30)
    #expect(count == 5)
    runLoop()
    #expect(count == 5)
  }

  @Test("makes one pass for each time that the loop waits, if the work is for later")
  func later() {
    let source = RunLoopIdleSource(runLoop: CFRunLoopGetCurrent())
    var count = 0
    source.start {
      count += 1
      return .later
    }
    runLoop()
    // The wake-up of the start, and the wait after it.
    let first = count
    #expect((1...2).contains(first))
    runLoop()
    #expect(count == first + 1)
  }

  @Test("makes no pass in a tracking mode, after a stop, or when it is gone")
  func makesNone() {
    var source: RunLoopIdleSource? = RunLoopIdleSource(runLoop: CFRunLoopGetCurrent())
    var count = 0
    source?.start {
      count += 1
      return .later
    }
    runLoop(Self.tracking)
    #expect(count == 0)
    runLoop()
    #expect(count > 0)
    let passes = count
    source?.stop()
    runLoop()
    #expect(count == passes)
    source?.start {
      count += 1
      return .later
    }
    source = nil
    runLoop()
    #expect(count == passes)
  }
}

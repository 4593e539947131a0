import GalleyWorkers
import Testing

@Suite("Idle passes in turn", .timeLimit(.minutes(15)))
@MainActor
struct IdlePassTests {
  /// Lets the main queue do the work that waits.
  private func letRun() async {
    for _ in 0..<20 { await Task.yield() }
  }

  @Test("makes one pass for work that is for later, also if several frames end before it")
  func makesOne() async {
    let source = FrameIdleSource()
    var count = 0
    source.start {
      count += 1
      return .later
    }
    for _ in 0..<3 {
      source.beginFrame()
      source.endFrame()
    }
    while count == 0, !Task.isCancelled { await Task.yield() }
    await letRun()
    #expect(count == 1)
  }

  @Test("makes no pass while one of several frames is pending")
  func waitsForAll() async {
    let source = FrameIdleSource()
    var count = 0
    source.beginFrame()
    source.beginFrame()
    source.start {
      count += 1
      return .later
    }
    source.endFrame()
    await letRun()
    #expect(count == 0)
    source.endFrame()
    while count == 0, !Task.isCancelled { await Task.yield() }
    #expect(count == 1)
  }

  @Test("makes passes one after another while there is more work, and no pass afterwards")
  func repeats() async {
    let source = FrameIdleSource()
    var count = 0
    source.start {
      count += 1
      return count < 5 ? .more : .done
    }
    while count < 5, !Task.isCancelled { await Task.yield() }
    source.beginFrame()
    source.endFrame()
    await letRun()
    #expect(count == 5)
  }

  @Test("the end of a body does not end the one that it has started")
  func startsAnother() {
    let source = ManualIdleSource()
    var calls: [String] = []
    source.start {
      calls.append("first")
      source.start {
        calls.append("second")
        return .done
      }
      return .done
    }
    #expect(source.isRunning)
    source.pass()
    #expect(calls == ["first"] && source.isRunning)
    source.pass()
    source.pass()
    #expect(calls == ["first", "second"] && !source.isRunning)
  }
}

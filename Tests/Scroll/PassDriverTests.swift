import Galley
import GalleyWorkers
import Testing

@testable import GalleyLive

@Suite("PassDriver", .timeLimit(.minutes(15)))
@MainActor
struct PassDriverTests {
  private func view(_ mode: RenderMode = .sync) async throws -> FeedView {
    let view = try await FeedView(viewOptions(mode))
    try view.insert(items(0..<40), at: 0)
    return view
  }

  @Test("an idle pass shows a frame if something has changed, and ends with the view")
  func idle() async throws {
    var view: FeedView? = try await view()
    let source = ManualIdleSource()
    var offsets: [Int] = []
    let driver = PassDriver(try #require(view)) { offsets.append($0.plan.offset) }
    driver.start(on: source)
    #expect(source.pass() == .later && offsets == [0])
    #expect(source.pass() == .later && offsets == [0])
    view?.offset = 100
    #expect(source.pass() == .later && offsets == [0, 100])
    driver.stop()
    view?.offset = 200
    #expect(source.pass() == .done && offsets == [0, 100])
    driver.start(on: source)
    #expect(source.pass() == .later && offsets == [0, 100, 200])
    view = nil
    #expect(source.pass() == .done && !source.isRunning && driver.error == nil)
  }

  @Test("results of workers lead to a complete frame while the main queue is idle")
  func results() async throws {
    let view = try await view(.async)
    let source = FrameIdleSource()
    let (frames, continuation) = AsyncStream.makeStream(of: FeedFrame.self)
    let driver = PassDriver(view) { continuation.yield($0) }
    driver.start(on: source)
    // A host without a run loop reports its frames.
    let host = Task {
      while !Task.isCancelled {
        source.beginFrame()
        source.endFrame()
        await Task.yield()
      }
    }
    for await frame in frames where frame.blankArea == 0 { break }
    host.cancel()
    driver.stop()
    #expect(driver.error == nil)
  }

  @Test("a pass is made for each vsync, until the sequence ends")
  func vsyncs() async throws {
    let view = try await view()
    let (vsyncs, continuation) = AsyncStream.makeStream(of: Int.self)
    var offsets: [Int] = []
    let driver = PassDriver(view) { frame in
      offsets.append(frame.plan.offset)
      view.offset += 50
      if offsets.count == 5 { continuation.finish() } else { continuation.yield(offsets.count) }
    }
    continuation.yield(0)
    try await driver.run(on: vsyncs)
    #expect(offsets == [0, 50, 100, 150, 200])
  }
}

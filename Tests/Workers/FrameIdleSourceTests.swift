import GalleyWorkers
import Testing

@Suite("FrameIdleSource", .timeLimit(.minutes(15)))
@MainActor
struct FrameIdleSourceTests {
  @Test("makes no pass while a frame is pending, and one after its end")
  func waitsForFrames() async {
    let source = FrameIdleSource()
    var count = 0
    source.start {
      count += 1
      return .later
    }
    source.beginFrame()
    for _ in 0..<20 { await Task.yield() }
    #expect(count == 0)
    source.endFrame()
    while count == 0, !Task.isCancelled { await Task.yield() }
    #expect(count == 1)
    for _ in 0..<20 { await Task.yield() }
    #expect(count == 1)
  }
}

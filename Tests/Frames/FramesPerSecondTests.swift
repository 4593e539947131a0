import GalleyFrames
import GalleyPrimitives
import Testing

@Suite("FramesPerSecond", .timeLimit(.minutes(15)))
struct FramesPerSecondTests {
  @Test("counts presented frames in windows of a second", arguments: [10, 30, 60, 120])
  func counts(hertz: Int) {
    var rate = FramesPerSecond()
    let budget = FrameBudget(hertz: hertz)
    for index in 0..<hertz {
      rate.count(at: budget.vsync(index).start)
      #expect(rate.value == nil)
    }
    rate.count(at: budget.vsync(hertz).start)
    #expect(rate.value == Double(hertz))
    // Two seconds without a frame, and the rate is told with the next one.
    rate.count(at: .seconds(3))
    #expect(rate.value == 0.5)
  }

  @Test("is red where it is slow, and green at 60")
  func colors() {
    #expect(FramesPerSecond.color(of: 12) == Color(red: 230, green: 0, blue: 0))
    #expect(FramesPerSecond.color(of: 0) == FramesPerSecond.color(of: 12))
    let fast = FramesPerSecond.color(of: 60)
    #expect(fast.green == 230 && fast.red < 170)
    #expect(FramesPerSecond.color(of: 500) == fast)
  }
}

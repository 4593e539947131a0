import GalleyPrimitives
import GalleyRowHeights
import Testing

@Suite("IdlePrecache at the end of a frame", .timeLimit(.minutes(15)))
struct IdlePrecacheFrameTests {
  private func row(_ row: Int) -> IdlePrecache.Decision {
    .measure(RowPath(section: 0, row: row))
  }

  @Test("measures a row that takes exactly the rest of the frame, and none if no time is left")
  func rest() {
    var precache = IdlePrecache()
    precache.start()
    func decide(_ timeLeft: Duration) -> IdlePrecache.Decision {
      precache.decide(
        rowCounts: [9], isTracking: false, timeLeft: timeLeft, isKnown: { _ in false })
    }
    #expect(decide(.nanoseconds(-1)) == .waitForFrame)
    #expect(decide(.zero) == .waitForFrame)
    #expect(decide(.nanoseconds(1)) == row(0))
    precache.finish(taking: .milliseconds(8))
    #expect(decide(.milliseconds(8)) == row(1))
    #expect(decide(.nanoseconds(7_999_999)) == .waitForFrame)
    #expect(precache.expectedCost == .milliseconds(7), "an eighth less")
    #expect(decide(.milliseconds(7)) == row(2))
    #expect(precache.statistics.shortCount == 3)
  }

  @Test("counts the starts, beginning with none")
  func starts() {
    var precache = IdlePrecache()
    #expect(precache.statistics.startCount == 0)
    for _ in 0..<2 { precache.start() }
    #expect(precache.statistics.startCount == 2)
  }
}

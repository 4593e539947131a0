import GalleyPrimitives
import GalleyWorkers
import Testing

@Suite("RequestLedger", .timeLimit(.minutes(15)))
struct RequestLedgerTests {
  @Test("ends every task exactly once, and adds up")
  func addsUp() throws {
    var ledger = RequestLedger()
    let ids = (0..<4).map { _ in ledger.start(Generation(1)) }
    #expect(ledger.openCount == 4)
    try ledger.finish(ids[0], work: .milliseconds(3))
    try ledger.supersede(ids[1], at: .beforeStart, work: .zero)
    try ledger.supersede(ids[2], at: .afterDrawing, work: .milliseconds(1))
    #expect(throws: LedgerError.alreadyEnded(ids[0])) {
      try ledger.finish(ids[0], work: .zero)
    }
    #expect(throws: LedgerError.alreadyEnded(ids[1])) {
      try ledger.supersede(ids[1], at: .beforeShowing, work: .zero)
    }
    #expect(ledger.startedCount == 4)
    #expect(ledger.finishedCount == 1)
    #expect(ledger.supersededCount == 2)
    #expect(ledger.openCount == 1)
    #expect(ledger.startedCount == ledger.finishedCount + ledger.supersededCount + 1)
    #expect(CheckPoint.allCases.map { ledger.supersededCount(at: $0) } == [1, 0, 1, 0, 0])
    #expect(ledger.wastedShare == 0.25)
  }

  @Test("knows the longest time a task took to find out, for each check point")
  func latency() throws {
    var ledger = RequestLedger()
    for milliseconds in [3, 9, 4] {
      try ledger.supersede(
        ledger.start(Generation(1)), at: .afterDrawing, work: .zero,
        latency: .milliseconds(milliseconds))
    }
    #expect(ledger.longestLatency(at: .afterDrawing) == .milliseconds(9))
    #expect(ledger.longestLatency(at: .afterEncoding) == .zero)
  }

  @Test("wastes nothing when nothing was done")
  func empty() {
    #expect(RequestLedger().wastedShare == 0)
  }
}

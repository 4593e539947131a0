import GalleyPrimitives
import GalleyWorkers
import Testing

private func request(_ row: Int, key: UInt64 = 0, _ generation: UInt64) -> RasterRequest<Int> {
  RasterRequest(
    row: row, key: ContentKey(high: 0, low: key), generation: Generation(generation))
}

private func take(_ schedule: inout RasterSchedule<Int>) -> RasterRequest<Int>? { schedule.next() }

@Suite("RasterSchedule")
struct RasterScheduleTests {
  @Test("hands out the most urgent first")
  func ordered() {
    var schedule = RasterSchedule<Int>()
    #expect(schedule.reschedule([5, 6, 4, 6].map { request($0, 1) }).isEmpty)
    #expect((0..<4).map { _ in schedule.next()?.row } == [5, 6, 4, nil])
  }

  @Test("returns what was waiting and is no longer wanted, or wanted with another content")
  func supersedesWaiting() {
    var schedule = RasterSchedule<Int>()
    _ = schedule.reschedule([request(1, 1), request(2, 1), request(3, 1)])
    let superseded = schedule.reschedule([request(3, 2), request(2, key: 9, 2), request(4, 2)])
    #expect(superseded == [request(1, 1), request(2, 1)])
    #expect((0..<3).map { _ in schedule.next()?.row } == [3, 2, 4])
  }

  @Test("lets a running request go on while its picture is wanted, and never doubles it")
  func keepsRunning() throws {
    var schedule = RasterSchedule<Int>()
    _ = schedule.reschedule([request(1, 1), request(2, 1)])
    let first = try #require(take(&schedule))
    _ = schedule.reschedule([request(2, 2), request(1, 2)])
    #expect(schedule.isWanted(first))
    #expect(take(&schedule)?.row == 2)
    #expect(take(&schedule) == nil)
    let firstCounts = schedule.end(first)
    #expect(firstCounts)
    #expect(schedule.runningCount == 1)
  }

  @Test("tells a running request that it was superseded, also when its row comes back")
  func supersedesRunning() throws {
    var schedule = RasterSchedule<Int>()
    _ = schedule.reschedule([request(1, 1)])
    let first = try #require(take(&schedule))
    _ = schedule.reschedule([request(1, key: 7, 2)])
    #expect(!schedule.isWanted(first))
    let second = try #require(take(&schedule))
    #expect(second == request(1, key: 7, 2))
    let firstCounts = schedule.end(first)
    #expect(!firstCounts)
    #expect(schedule.isWanted(second))
    let secondCounts = schedule.end(second)
    #expect(secondCounts)
    #expect(schedule.runningCount == 0)
  }

  @Test("is bounded", arguments: [1, 2, 3, 10])
  func bounded(limit: Int) {
    var schedule = RasterSchedule<Int>(limit: limit)
    _ = schedule.reschedule((0..<100).map { request($0, 1) })
    #expect(schedule.waitingCount == limit)
    #expect(take(&schedule)?.row == 0)
  }
}

@Suite("RowUrgency")
struct RowUrgencyTests {
  @Test(
    "puts visible rows first, then those ahead, then those behind",
    arguments: [
      (3..<5, 1..<7, ScrollDirection.forward, [3, 4, 5, 6, 2, 1]),
      (3..<5, 1..<7, .backward, [4, 3, 2, 1, 5, 6]),
      (0..<2, 0..<4, .forward, [0, 1, 2, 3]),
      (3..<3, 3..<3, .forward, []),
      (0..<0, 0..<2, .forward, [0, 1]),
    ])
  func orders(
    visible: Range<Int>, prepared: Range<Int>, direction: ScrollDirection, rows: [Int]
  ) {
    #expect(
      RowUrgency(visible: visible, prepared: prepared, direction: direction).rows == rows)
  }
}

@Suite("RequestLedger")
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

@Suite("GenerationCounter")
struct GenerationCounterTests {
  @Test("supersedes all earlier generations")
  func advances() {
    let counter = GenerationCounter()
    let first = counter.current
    #expect(counter.isCurrent(first))
    let second = counter.advance()
    #expect(second == first.next)
    #expect(!counter.isCurrent(first))
    #expect(counter.isCurrent(second))
  }
}

import GalleyFrames
import Testing

@Suite("FrameBudget", .timeLimit(.minutes(15)))
struct FrameBudgetTests {
  @Test(
    "drops one frame for each vsync missed",
    arguments: [
      (Duration.zero, 0),
      (.milliseconds(16), 0),
      (.seconds(1) / 60, 0),  // on the vsync itself
      (.milliseconds(17), 1),
      (.seconds(2) / 60, 1),
      (.milliseconds(40), 2),
      (.seconds(1), 59),
      (.seconds(1) + .nanoseconds(1), 60),
    ])
  func drops(elapsed: Duration, dropped: Int) {
    #expect(FrameBudget(hertz: 60).droppedFrames(finishingAfter: elapsed) == dropped)
  }

  @Test("never drifts from the rate", arguments: [1, 24, 60, 90, 120, 144, 999_983])
  func exact(hertz: Int) {
    let budget = FrameBudget(hertz: hertz)
    #expect(budget.vsync(0).start == .zero)
    for second in [1, 3, 3600, 1_000_000] {
      #expect(budget.vsync(second * hertz).start == .seconds(second))
      #expect(budget.firstVsync(from: .seconds(-second)) == -second * hertz)
      let later = Duration.seconds(-second) + Duration(attoseconds: 1)
      #expect(budget.firstVsync(from: later) == 1 - second * hertz)
    }
    for index in -500..<500 {
      let vsync = budget.vsync(index)
      #expect(vsync.target == budget.vsync(index + 1).start)
      #expect(budget.firstVsync(from: vsync.start) == index)
      #expect(budget.firstVsync(from: vsync.start + Duration(attoseconds: 1)) == index + 1)
    }
  }

  @Test(
    "ends at the longest durations and the largest numbers",
    arguments: [FrameBudget(hertz: 60), FrameBudget(refreshes: 1, seconds: 1_000_000)])
  func extreme(budget: FrameBudget) {
    let longest = Duration(attoseconds: .max)
    #expect(budget.firstVsync(from: longest) > 1 << 40)
    #expect(budget.firstVsync(from: Duration(attoseconds: .min)) < -1 << 40)
    #expect(budget.droppedFrames(finishingAfter: Duration(attoseconds: .min)) == 0)
    #expect(budget.droppedFrames(finishingAfter: longest) > 1 << 40)
    for index in [Int.min, .max] {
      let vsync = budget.vsync(index)
      #expect(vsync.index == index && vsync.start <= vsync.target)
    }
  }

  @Test("is exact for long times and all rates")
  func long() {
    let second = FrameBudget(refreshes: 1_000_000, seconds: 1_000_000)
    #expect(second.vsync(1 << 50).start == .seconds(1 << 50))
    for budget in [second, FrameBudget(refreshes: 60_000, seconds: 1_001), FrameBudget(hertz: 60)] {
      for index in [200_000_000_000_000_001, -200_000_000_000_000_001, 1 << 55, -1 << 55] {
        let start = budget.vsync(index).start
        #expect(budget.firstVsync(from: start) == index)
        #expect(budget.firstVsync(from: start + Duration(attoseconds: 1)) == index + 1)
      }
    }
  }

  @Test("is exact at the beginning of time")
  func beginning() {
    let budget = FrameBudget(refreshes: 4, seconds: 139)
    #expect(
      budget.vsync(-4_896_149_164_330_049_834).start
        == Duration(attoseconds: .min) + .nanoseconds(187_303_715)
        + Duration(attoseconds: 884_105_728))
  }

  @Test("knows broadcast rates")
  func rational() {
    let budget = FrameBudget(refreshes: 60_000, seconds: 1_001)
    #expect(budget.vsync(60_000).start == .seconds(1_001))
    #expect(budget.interval > FrameBudget(hertz: 60).interval)
  }

  @Test("keeps the slack free")
  func slack() {
    let budget = FrameBudget(hertz: 100, slack: .milliseconds(2))
    #expect(budget.time == .milliseconds(8))
    #expect(budget.interval == .milliseconds(10))
  }
}

@Suite("FrameTimings", .timeLimit(.minutes(15)))
struct FrameTimingsTests {
  private func timings(_ milliseconds: [Int]) throws -> FrameTimings {
    var timings = FrameTimings(vsync: FrameBudget(hertz: 100).vsync(1))
    for (event, instant) in zip(FrameEvent.allCases, milliseconds) {
      try timings.record(event, at: .milliseconds(instant))
    }
    return timings
  }

  @Test("derives the phases from the events")
  func phases() throws {
    let frame = try timings([10, 11, 11, 14, 15, 17, 18])
    #expect(
      FramePhase.allCases.map { frame.duration(of: $0) }
        == [.milliseconds(1), .milliseconds(3), .milliseconds(2), .milliseconds(1)])
    #expect(frame.total == .milliseconds(8))
    #expect(!frame.isLate)
  }

  @Test(
    "is late after its target, not on it",
    arguments: [(19, 0), (20, 0), (21, 1), (45, 25)])
  func late(presented: Int, hitch: Int) throws {
    let frame = try timings([10, 11, 11, 11, 11, 12, presented])
    #expect(frame.isLate == (hitch > 0))
    #expect(frame.hitch == .milliseconds(hitch))
  }

  @Test("takes events in order only")
  func ordered() throws {
    var frame = try timings([10])
    #expect(throws: FrameError.outOfOrder(recorded: .buildStart, expected: .buildEnd)) {
      try frame.record(.buildStart, at: .milliseconds(11))
    }
    #expect(throws: FrameError.outOfOrder(recorded: .presented, expected: .buildEnd)) {
      try frame.record(.presented, at: .milliseconds(11))
    }
    #expect(throws: FrameError.earlier(.buildEnd)) {
      try frame.record(.buildEnd, at: .milliseconds(9))
    }
    #expect(frame.duration(of: .build) == nil)
    #expect(frame.presented == nil)
    var complete = try timings([10, 11, 11, 11, 11, 12, 13])
    #expect(throws: FrameError.outOfOrder(recorded: .presented, expected: nil)) {
      try complete.record(.presented, at: .milliseconds(14))
    }
  }

  @Test("does not begin before its vsync")
  func begins() {
    #expect(throws: FrameError.earlier(.buildStart)) { try timings([9]) }
  }
}

@Suite("OrderStatistics", .timeLimit(.minutes(15)))
struct OrderStatisticsTests {
  @Test(
    "gives the nearest rank",
    arguments: [
      (1, 1, 1, 1), (2, 1, 2, 2), (3, 2, 3, 3), (10, 5, 9, 10), (99, 50, 90, 99),
      (100, 50, 90, 99), (101, 51, 91, 100), (1000, 500, 900, 990),
    ])
  func ranks(count: Int, median: Int, p90: Int, p99: Int) {
    let statistics = OrderStatistics((1...count).reversed().map { .seconds($0) })
    #expect(statistics.median == .seconds(median))
    #expect(statistics.percentile(90) == .seconds(p90))
    #expect(statistics.percentile(99) == .seconds(p99))
    #expect(statistics.percentile(100) == statistics.max)
    #expect(statistics.count == count)
  }

  @Test("has nothing to say about nothing")
  func empty() {
    #expect(OrderStatistics([]).median == nil)
    #expect(OrderStatistics([]).count(upTo: .seconds(1)) == 0)
    let some = OrderStatistics([.seconds(2), .seconds(1), .seconds(2), .seconds(5)])
    #expect((0...6).map { some.count(upTo: .seconds($0)) } == [0, 1, 3, 3, 3, 4, 4])
    #expect(OrderStatistics([]).max == nil)
  }
}

import Foundation
import GalleyFrames
import GalleyPrimitives
import GalleyWorkers
import Testing

private let budget = FrameBudget(hertz: 100)

/// A frame made for a vsync and handed over so many milliseconds after vsync 0.
private func frame(
  _ vsync: Int, at milliseconds: Int, blankArea: Int = 0, work: Int = 1
) throws -> PresentedFrame {
  var timings = FrameTimings(vsync: budget.vsync(vsync))
  for event in FrameEvent.allCases where event < .presented {
    try timings.record(event, at: budget.vsync(vsync).start)
  }
  try timings.record(.presented, at: .milliseconds(milliseconds))
  return PresentedFrame(timings: timings, blankArea: blankArea, work: .milliseconds(work))
}

@Suite("FrameLedger", .timeLimit(.minutes(15)))
struct FrameLedgerTests {
  @Test("tells presented, blank, dropped and unchanged vsyncs apart")
  func outcomes() throws {
    var ledger = FrameLedger(budget: budget)
    try ledger.close(0, hasChanged: true, newest: frame(0, at: 10))  // exactly on its target
    try ledger.close(1, hasChanged: false, newest: nil)
    try ledger.close(2, hasChanged: true, newest: nil)
    try ledger.close(3, hasChanged: true, newest: frame(3, at: 35, blankArea: 50))
    #expect(ledger.timeline == "P.DB")
    #expect(ledger.presentedCount == 2)
    #expect(ledger.blankCount == 1)
    #expect(ledger.droppedCount == 1)
    #expect(ledger.lateCount == 0)
    // Vsync 2 wanted a frame by 30 ms, and the next one came at 35.
    #expect(ledger.hitch == .milliseconds(5))
    #expect(ledger.elapsed == .milliseconds(40))
  }

  @Test("counts a late frame where it is shown, and what it dropped before")
  func late() throws {
    var ledger = FrameLedger(budget: budget)
    try ledger.close(0, hasChanged: true, newest: nil)
    try ledger.close(1, hasChanged: true, newest: nil)
    try ledger.close(2, hasChanged: true, newest: frame(0, at: 25, work: 25))
    #expect(ledger.timeline == "DDP")
    #expect(ledger.lateCount == 1)
    #expect(ledger.droppedCount == 2)
    #expect(ledger.hostDroppedCount == 0)
    #expect(ledger.hitch == .milliseconds(15) && ledger.longestHitch == .milliseconds(15))
    #expect(ledger.hitchRatio == 500)
  }

  @Test("knows the rate of each second, in which only dropped frames are missing")
  func rates() throws {
    var ledger = FrameLedger(budget: FrameBudget(hertz: 60))
    #expect(ledger.ratesBySecond == [])
    // A second at rest, one with six dropped frames, one with four, and not all of a fourth.
    for vsync in 0..<239 {
      let isDropped = (60..<66).contains(vsync) || (150..<154).contains(vsync)
      try ledger.close(vsync, hasChanged: isDropped, newest: nil)
    }
    #expect(ledger.ratesBySecond == [60, 54, 56])
    #expect(ledger.ratesBySecond.map { $0 >= ledger.smoothRate } == [true, false, true])
    #expect(FrameLedger(budget: FrameBudget(hertz: 120)).smoothRate == 110)
    // A window is no shorter than a second where refreshes do not divide it.
    var broadcast = FrameLedger(budget: FrameBudget(refreshes: 60_000, seconds: 1001))
    for vsync in 0..<60 { try broadcast.close(vsync, hasChanged: vsync == 0, newest: nil) }
    let rate = try #require(broadcast.ratesBySecond.first)
    #expect(broadcast.ratesBySecond.count == 1 && abs(rate - 59 / 1.001) < 1e-9)
  }

  @Test("counts a late frame that dropped nothing, since nothing new was due")
  func lateWithoutDrop() throws {
    var ledger = FrameLedger(budget: budget)
    try ledger.close(0, hasChanged: false, newest: nil)
    try ledger.close(1, hasChanged: true, newest: frame(0, at: 11))
    #expect(ledger.timeline == ".P")
    #expect(ledger.lateCount == 1)
    #expect(ledger.droppedCount == 0)
  }

  @Test("charges a frame that is under way at the end: hitch until then, and blame for its drops")
  func unfinished() throws {
    var ledger = FrameLedger(budget: budget)
    try ledger.close(0, hasChanged: true, newest: frame(0, at: 5))
    for vsync in 1..<5 { try ledger.close(vsync, hasChanged: true, newest: nil) }
    ledger.finish(underway: try frame(1, at: 99, work: 89))
    #expect(ledger.timeline == "PDDDD")
    #expect(ledger.presentedCount == 1 && ledger.lateCount == 0)
    // Vsync 1 wanted its frame at 20 ms; the scroll ends at 50.
    #expect(ledger.hitch == .milliseconds(30) && ledger.longestHitch == .milliseconds(30))
    #expect(ledger.droppedCount(of: .encode) == 4, "all events but the last were over at once")
  }

  @Test(
    "blames the stage that is under way at the end",
    arguments: [
      (FrameEvent.buildStart, DropBlame.build), (.buildEnd, .build), (.rasterStart, .raster),
      (.rasterEnd, .raster), (.compositeStart, .composite), (.compositeEnd, .encode),
    ])
  func underway(last: FrameEvent, blame: DropBlame) throws {
    var timings = FrameTimings(vsync: budget.vsync(0))
    for event in FrameEvent.allCases {
      try timings.record(event, at: .milliseconds(event <= last ? 1 : 100))
    }
    let frame = PresentedFrame(timings: timings, blankArea: 0, work: .milliseconds(100))
    var ledger = FrameLedger(budget: budget)
    for vsync in 0..<3 { try ledger.close(vsync, hasChanged: true, newest: nil) }
    ledger.finish(underway: frame)
    #expect(ledger.droppedCount(of: blame) == 3)
    #expect(ledger.hitch == .milliseconds(20))
  }

  @Test("counts hitch time of dropped vsyncs for which no frame was under way")
  func hitchWithoutFrame() throws {
    var ledger = FrameLedger(budget: budget)
    try ledger.close(0, hasChanged: true, newest: frame(0, at: 5))
    for vsync in 1..<4 { try ledger.close(vsync, hasChanged: true, newest: nil) }
    // On time for its own vsync; the user has waited since vsync 1.
    try ledger.close(4, hasChanged: true, newest: frame(4, at: 45))
    #expect(ledger.hitch == .milliseconds(25) && ledger.lateCount == 0)
    // Nothing new is due any more from vsync 7 on.
    for vsync in 5..<7 { try ledger.close(vsync, hasChanged: true, newest: nil) }
    for vsync in 7..<20 { try ledger.close(vsync, hasChanged: false, newest: nil) }
    #expect(ledger.hitch == .milliseconds(35))
    try ledger.close(20, hasChanged: true, newest: nil)
    try ledger.close(21, hasChanged: true, newest: nil)
    ledger.finish()
    #expect(ledger.timeline == "PDDDPDD.............DD")
    #expect(ledger.hitch == .milliseconds(45) && ledger.longestHitch == .milliseconds(25))
    #expect(ledger.hostDroppedCount == 7 && ledger.droppedCount == 7)
  }

  @Test("counts no time twice where a late frame is handed over after a rest")
  func hitchOnce() throws {
    var ledger = FrameLedger(budget: budget)
    for vsync in 0..<3 { try ledger.close(vsync, hasChanged: vsync < 2, newest: nil) }
    try ledger.close(3, hasChanged: true, newest: frame(0, at: 35))
    #expect(ledger.timeline == "DD.P")
    #expect(ledger.hitch == .milliseconds(25) && ledger.longestHitch == .milliseconds(25))
  }

  @Test("blames the host for drops of frames whose own work was within the budget")
  func host() throws {
    var ledger = FrameLedger(budget: budget)
    try ledger.close(0, hasChanged: true, newest: nil)
    try ledger.close(1, hasChanged: true, newest: frame(0, at: 12, work: 10))
    #expect(ledger.droppedCount == 1)
    #expect(ledger.hostDroppedCount == 1)
  }

  @Test("blames the host for the drops of a late frame after its own work would have ended")
  func partlyHost() throws {
    var ledger = FrameLedger(budget: budget)
    // Its work took 25 of 48 ms: of four dropped vsyncs, two are its own.
    for vsync in 0..<4 { try ledger.close(vsync, hasChanged: true, newest: nil) }
    try ledger.close(4, hasChanged: true, newest: frame(0, at: 48, work: 25))
    #expect(ledger.droppedCount == 4 && ledger.hostDroppedCount == 2)
    // A frame that waited for a worker, which had no processor for 15 of 38 ms.
    for vsync in 5..<8 { try ledger.close(vsync, hasChanged: true, newest: nil) }
    var waited = try frame(5, at: 88)
    (waited.waitedFor, waited.stall) = (.raster, .milliseconds(15))
    try ledger.close(8, hasChanged: true, newest: waited)
    #expect(ledger.droppedCount(of: .raster) == 2 && ledger.hostDroppedCount == 3)
  }

  @Test("blames the stage that took longest, or what the frame waited for")
  func blames() throws {
    func late(_ vsync: Int, _ times: [Int], waitedFor: DropBlame? = nil) throws -> PresentedFrame {
      var timings = FrameTimings(vsync: budget.vsync(vsync))
      var now = budget.vsync(vsync).start
      for (event, time) in zip(FrameEvent.allCases, times) {
        now += .milliseconds(time)
        try timings.record(event, at: now)
      }
      return PresentedFrame(
        timings: timings, blankArea: 0, work: waitedFor == nil ? now - timings.vsync.start : .zero,
        waitedFor: waitedFor)
    }
    var ledger = FrameLedger(budget: budget)
    func drop(_ count: Int) throws {
      for _ in 0..<count { try ledger.close(ledger.vsyncCount, hasChanged: true, newest: nil) }
    }
    try drop(1)
    try ledger.close(1, hasChanged: true, newest: late(0, [0, 9, 0, 3, 0, 1, 0]))
    try drop(2)
    try ledger.close(4, hasChanged: true, newest: late(2, [0, 9, 0, 11, 0, 1, 0]))
    try drop(1)
    try ledger.close(6, hasChanged: true, newest: late(5, [0, 1, 0, 1, 0, 11, 0]))
    try drop(3)
    try ledger.close(
      10, hasChanged: true, newest: late(7, [0, 0, 0, 31, 0, 0, 0], waitedFor: .raster))
    try ledger.close(11, hasChanged: true, newest: nil, blame: .encode)
    #expect(ledger.timeline == "DPDDPDPDDDPD")
    let counts = DropBlame.allCases.map { ledger.droppedCount(of: $0) }
    #expect(counts == [1, 5, 1, 1, 0])
  }

  @Test("measures blank area as long as it is shown")
  func blankTime() throws {
    var ledger = FrameLedger(budget: budget)
    try ledger.close(0, hasChanged: true, newest: frame(0, at: 5, blankArea: 30))
    try ledger.close(1, hasChanged: false, newest: nil)
    try ledger.close(2, hasChanged: true, newest: frame(2, at: 25, blankArea: 10))
    try ledger.close(3, hasChanged: true, newest: frame(3, at: 35))
    try ledger.close(4, hasChanged: false, newest: nil)
    #expect(ledger.timeline == "B.BP.")
    #expect(ledger.blankPixelVsyncs == 30 + 30 + 10)
    #expect(ledger.blankPixelSeconds == 0.7)
  }

  @Test("takes vsyncs in order, and frames that are new at them")
  func refuses() throws {
    var ledger = FrameLedger(budget: budget)
    #expect(throws: FrameError.vsyncOutOfOrder(closed: 1, expected: 0)) {
      try ledger.close(1, hasChanged: false, newest: nil)
    }
    #expect(throws: FrameError.notNew(frameOf: 0, at: 0)) {
      try ledger.close(0, hasChanged: true, newest: frame(0, at: 11))
    }
    try ledger.close(0, hasChanged: true, newest: frame(0, at: 9))
    #expect(throws: FrameError.notNew(frameOf: 0, at: 1)) {
      try ledger.close(1, hasChanged: true, newest: frame(0, at: 9))
    }
    #expect(ledger.timeline == "P")
    #expect(ledger.presentedCount == 1)
  }
}

@Suite("FramePipeline", .timeLimit(.minutes(15)))
struct FramePipelineTests {
  @Test("gives no slot beyond its depth", arguments: [1, 2, 3])
  func bounds(depth: Int) {
    let pipeline = FramePipeline<Int>(depth: depth)
    for number in 0..<depth {
      guard let slot = pipeline.makeSlot() else {
        Issue.record("no slot \(number)")
        return
      }
      slot.present(number)
    }
    expectNoSlot(pipeline)
    #expect(pipeline.presentedCount == depth)
    for number in 0..<depth {
      let consumed = pipeline.consumeNext { frame in
        expectNoSlot(pipeline)
        return frame
      }
      #expect(consumed == number)
      pipeline.makeSlot()?.present(number + depth)
    }
    #expect(pipeline.inFlightCount == depth)
  }

  @Test(
    "hands on frames that are presented while the consumer waits, and the rest when it is closed")
  func consumes() {
    let pipeline = FramePipeline<Int>(depth: 2)
    let consumed = Monitor<[Int]>([])
    let hasEnded = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while pipeline.consumeNext({ frame in consumed.withLock { $0.append(frame) } }) != nil {}
      hasEnded.signal()
    }
    var number = 0
    while number < 100 {
      guard let slot = pipeline.makeSlot() else { continue }
      slot.present(number)
      number += 1
    }
    pipeline.close()
    #expect(hasEnded.wait(timeout: .now() + .seconds(60)) == .success)
    #expect(consumed.withLock { $0 } == Array(0..<100))
    #expect(pipeline.presentedCount == 100)
  }

  @Test("gives no slot once it is closed, and takes back slots in use")
  func closes() {
    let pipeline = FramePipeline<Int>(depth: 2)
    pipeline.makeSlot()?.present(1)
    let slot = pipeline.makeSlot()
    pipeline.close()
    slot?.present(2)
    expectNoSlot(pipeline)
    #expect(pipeline.presentedCount == 1 && pipeline.returnedCount == 1)
    #expect(pipeline.consumeNext { $0 } == 1)
    #expect(pipeline.consumeNext { $0 } == nil)
    #expect(pipeline.inFlightCount == 0)
  }

  @Test("takes back a slot that was not used, once")
  func returns() {
    let pipeline = FramePipeline<Int>(depth: 1)
    do {
      let slot = pipeline.makeSlot()
      expectNoSlot(pipeline)
      _ = consume slot
    }
    #expect(pipeline.returnedCount == 1)
    #expect(pipeline.inFlightCount == 0)
    pipeline.makeSlot()?.present(1)
    #expect(pipeline.returnedCount == 1)
    #expect(pipeline.presentedCount == 1)
    pipeline.close()
    #expect(pipeline.consumeNext { $0 } == 1)
    #expect(pipeline.consumeNext { $0 } == nil)
  }

  private func expectNoSlot(_ pipeline: FramePipeline<Int>) {
    if let slot = pipeline.makeSlot() {
      _ = consume slot
      Issue.record("a slot beyond the depth of \(pipeline.depth)")
    }
  }
}

import GalleyPrimitives
import GalleyRandomness
import GalleyTable
import Testing

/// 100 rows of 10 pixels, in a viewport of 40.
private let table = TableRows(heights: [Array(repeating: 10, count: 100)])

private func viewport(_ offset: Int) -> Viewport {
  Viewport(offset: offset, size: PixelSize(width: 10, height: 40))
}

@Suite("RangeController", .timeLimit(.minutes(15)))
struct RangeControllerTests {
  @Test("begins with small ranges, and grows them at the first scroll")
  func modes() {
    var ranges = RangeController()
    var rows = ranges.update(viewport(400), over: table)
    #expect(ranges.mode == .minimum)
    #expect(rows == .init(visible: 40..<44, display: 39..<45, preload: 39..<46))
    rows = ranges.update(viewport(410), over: table)
    #expect(ranges.mode == .full)
    #expect(rows == .init(visible: 41..<45, display: 39..<49, preload: 35..<55))
  }

  @Test("looks ahead in the direction of movement, and remembers it at rest")
  func direction() {
    var ranges = RangeController()
    _ = ranges.update(viewport(400), over: table)
    let back = ranges.update(viewport(390), over: table)
    #expect(!ranges.isForward)
    #expect(back == .init(visible: 39..<43, display: 35..<45, preload: 29..<49))
    #expect(ranges.update(viewport(390), over: table) == back)
  }

  @Test("does not take for a movement what the table moves with its viewport")
  func moves() {
    var ranges = RangeController()
    _ = ranges.update(viewport(400), over: table)
    _ = ranges.update(viewport(390), over: table)
    ranges.move(by: 30)
    _ = ranges.update(viewport(415), over: table)
    #expect(!ranges.isForward)
    ranges.move(by: -30)
    _ = ranges.update(viewport(390), over: table)
    #expect(ranges.isForward)
  }

  @Test("grows its ranges after the first pictures too")
  func displayed() {
    var ranges = RangeController(isForward: false)
    ranges.didDisplay()
    #expect(ranges.update(viewport(400), over: table).display == 36..<46)
  }

  @Test("keeps only the viewport, or nothing, when memory is scarce")
  func memory() {
    var ranges = RangeController()
    ranges.reduce(isVisible: true)
    #expect(ranges.update(viewport(405), over: table).display == 40..<45)
    ranges.reduce(isVisible: false)
    let rows = ranges.update(viewport(405), over: table)
    #expect(rows.display.isEmpty && rows.visible == 40..<45)
    ranges.restore()
    #expect(ranges.update(viewport(405), over: table).display.count == 11)
  }

  @Test("keeps each range within the next, for any viewport")
  func nests() {
    var ranges = RangeController()
    for offset in Array(stride(from: -100, through: 1100, by: 7)) + [3, 990, 0] {
      let rows = ranges.update(viewport(offset), over: table)
      for (inner, outer) in [(rows.visible, rows.display), (rows.display, rows.preload)]
      where !inner.isEmpty {
        #expect(outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound)
      }
    }
  }
}

@Suite("RangeController with other ranges", .timeLimit(.minutes(15)))
struct TunedRangesTests {
  private func range(_ ahead: Double, _ behind: Double) -> ScreenRange {
    var range = ScreenRange(ahead: 0, behind: 0)
    (range.ahead, range.behind) = (ahead, behind)
    return range
  }

  @Test(
    "the full mode has the given ranges, and a preload range that holds the display range",
    arguments: [
      (1.0, 0.5, 2.0, 1.0, 2.0, 1.0), (3, 0, 1, 0.5, 3, 0.5), (0, 2, 1, 1, 1, 2),
      (.nan, -1, 1, .nan, 1, 0), (2, 1, -3, .nan, 2, 1),
    ])
  func tuned(
    lead: Double, trail: Double, preloadLead: Double, preloadTrail: Double, ahead: Double,
    behind: Double
  ) {
    let full = ScreenRanges(display: range(lead, trail), preload: range(preloadLead, preloadTrail))
    var ranges = RangeController(full: full)
    #expect(ranges.ranges == RangeMode.minimum.ranges)
    ranges.didDisplay()
    #expect(ranges.ranges.preload == range(ahead, behind))
    let table = TableRows(heights: [Array(repeating: 10, count: 1000)])
    let rows = ranges.update(viewport(4000), over: table)
    #expect(rows.preload.lowerBound <= rows.display.lowerBound)
    #expect(rows.preload.upperBound >= rows.display.upperBound)
    let height = Double(viewport(0).size.height)
    #expect(rows.display.upperBound == 404 + Int(height * (lead > 0 ? lead : 0)) / 10)
    ranges.reduce(isVisible: true)
    #expect(ranges.ranges == RangeMode.visibleOnly.ranges)
  }
}

@Suite("ViewportMotion", .timeLimit(.minutes(15)))
struct ViewportMotionTests {
  @Test("the velocity is that of the last two frames, without the distance of edits")
  func velocity() {
    var motion = ViewportMotion()
    motion.move(to: 100, at: .milliseconds(10))
    #expect(motion.velocity == 0)
    motion.move(to: 130, at: .milliseconds(20))
    #expect(motion.velocity == 3000)
    motion.shift(by: 500)
    motion.move(to: 620, at: .milliseconds(30))
    #expect(motion.velocity == -1000)
    // Two passes at one time do not change the velocity.
    motion.move(to: 900, at: .milliseconds(30))
    #expect(motion.velocity == -1000)
  }
}

@Suite("BatchFetch", .timeLimit(.minutes(15)))
struct BatchFetchTests {
  @Test(
    "is due two screenfuls before the end, and never while scrolling up",
    arguments: [
      (0, true, true, false), (880, true, true, true), (879, true, true, false),
      (880, false, true, false), (880, true, false, false), (5000, true, true, true),
    ])
  func decides(offset: Int, isForward: Bool, isVisible: Bool, isDue: Bool) {
    let fetch = BatchFetch()
    #expect(
      fetch.isDue(
        viewport(offset), totalHeight: 1000, isForward: isForward, isVisible: isVisible) == isDue)
  }

  @Test(
    "is due earlier by the distance of a fetch's time",
    arguments: [
      (679, 1000.0, 200, false), (680, 1000, 200, true), (680, 1000, 0, false),
      (679, -1000, 200, false), (880, -1000, 200, true), (0, .infinity, 1, true),
      (0, .nan, 1, false),
    ])
  func moves(offset: Int, velocity: Double, milliseconds: Int, isDue: Bool) {
    let fetch = BatchFetch(leadingTime: .milliseconds(milliseconds))
    #expect(
      fetch.isDue(
        viewport(offset), totalHeight: 1000, isForward: true, velocity: velocity) == isDue)
  }

  @Test("is always due if the table does not fill the viewport, but only once at a time")
  func short() {
    var fetch = BatchFetch()
    func isDue() -> Bool {
      fetch.isDue(viewport(0), totalHeight: 39, isForward: false, isVisible: false)
    }
    #expect(isDue())
    let areFirst = [fetch.begin(), fetch.begin()]
    #expect(areFirst == [true, false])
    #expect(!isDue())
    fetch.end()
    #expect(isDue())
    #expect(!BatchFetch(leadingScreens: 0).isDue(viewport(0), totalHeight: 0, isForward: true))
    let nothing = Viewport(offset: 0, size: PixelSize(width: 10, height: 0))
    #expect(!fetch.isDue(nothing, totalHeight: 0, isForward: true))
    let narrow = Viewport(offset: 0, size: PixelSize(width: 0, height: 10))
    #expect(!fetch.isDue(narrow, totalHeight: 0, isForward: true))
    let pixel = Viewport(offset: 0, size: PixelSize(width: 1, height: 1))
    #expect(fetch.isDue(pixel, totalHeight: 0, isForward: true))
  }
}

@Suite("NearbyRows", .timeLimit(.minutes(15)))
struct NearbyRowsTests {
  @Test("agrees with the table, for any sequence of look-ups", arguments: 0..<40 as Range<UInt64>)
  func equalsTable(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // No look-up finds rows without height, nor do those at the ends of the table.
    let heights = (0..<200).map { _ in
      Bool.random(using: &random) ? 0 : Int.random(in: 1...30, using: &random)
    }
    let table = TableRows(heights: [heights])
    var nearby = NearbyRows(of: table)
    var y = 0
    for step in 0..<200 {
      y =
        step % 20 == 0
        ? Int.random(in: -50...table.totalHeight + 50, using: &random)
        : y + Int.random(in: -12...12, using: &random)
      let band = y..<y + Int.random(in: 0...90, using: &random)
      let rows = nearby.rows(in: band, of: table)
      #expect(rows == table.rows(in: band), "seed \(seed), \(band)")
      #expect(nearby.places(of: rows, of: table) == VisibleRows(rows: rows, of: table))
    }
  }

  @Test("finds no rows in a table without rows or without height")
  func empty() {
    for table in [TableRows(estimatedHeight: 1), TableRows(heights: [[0, 0]])] {
      var nearby = NearbyRows(of: table)
      #expect(nearby.rows(in: 0..<100, of: table) == 0..<0)
      #expect(nearby.places(of: 0..<0, of: table).edges == [])
    }
  }
}

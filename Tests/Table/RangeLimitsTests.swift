import GalleyPrimitives
import GalleyTable
import Testing

/// 100 rows of 10 pixels, in a viewport of 40.
private let table = TableRows(heights: [Array(repeating: 10, count: 100)])

private func viewport(_ offset: Int, height: Int = 40) -> Viewport {
  Viewport(offset: offset, size: PixelSize(width: 10, height: height))
}

@Suite("The limits of range modes", .timeLimit(.minutes(15)))
struct RangeModeLimitsTests {
  @Test(
    "a mode prepares these screenfuls ahead and behind, of pictures and of layouts",
    arguments: [
      (.minimum, [0.25, 0.25, 0.5, 0.25]), (.full, [1, 0.5, 2.5, 1.5]),
      (.visibleOnly, [0, 0, 0, 0]), (.lowMemory, [0, 0, 0, 0]),
    ] as [(RangeMode, [Double])])
  func screenfuls(mode: RangeMode, expected: [Double]) {
    let (display, preload) = (mode.ranges.display, mode.ranges.preload)
    #expect([display.ahead, display.behind, preload.ahead, preload.behind] == expected)
    #expect(RangeController(mode: mode).ranges == mode.ranges)
  }

  @Test("scarce memory leaves visible rows alone, and those of a hidden table without pictures")
  func memory() {
    var ranges = RangeController()
    ranges.reduce(isVisible: true)
    var rows = ranges.update(viewport(405), over: table)
    #expect(rows == .init(visible: 40..<45, display: 40..<45, preload: 40..<45))
    ranges.reduce(isVisible: false)
    rows = ranges.update(viewport(405), over: table)
    #expect(rows == .init(visible: 40..<45, display: 40..<40, preload: 40..<45))
    rows = ranges.update(viewport(-100), over: table)
    #expect(rows == .init(visible: 0..<0, display: 0..<0, preload: 0..<0))
    // Neither a scroll nor the first pictures end these modes.
    ranges.didDisplay()
    #expect(ranges.mode == .lowMemory)
  }
}

@Suite("The limits of a screen range", .timeLimit(.minutes(15)))
struct ScreenRangeLimitsTests {
  @Test("a viewport without height has no pixels around it", arguments: [0, -1, -50])
  func noHeight(height: Int) {
    for number in [0.5, 10, .infinity] as [Double] {
      let range = ScreenRange(ahead: number, behind: number)
      let band = range.band(
        around: viewport(50, height: height), isForward: true, totalHeight: 100)
      #expect(band == 50..<50, "\(number) screenfuls")
    }
  }

  @Test(
    "a part of a pixel is left out, and a whole one is not",
    arguments: [
      (0.5, 0.0, 50..<53), (0, 0.5, 49..<52), (0.49, 0.49, 50..<52), (1, 0.99, 49..<54),
      (0, 0, 50..<52),
    ] as [(Double, Double, Range<Int>)])
  func pixels(ahead: Double, behind: Double, band: Range<Int>) {
    let range = ScreenRange(ahead: ahead, behind: behind)
    let around = range.band(
      around: viewport(50, height: 2), isForward: true, totalHeight: 100)
    #expect(around == band)
  }

  @Test("a table without height has no pixels", arguments: [0, -1])
  func noTable(totalHeight: Int) {
    for offset in [-10, 0, 10] {
      let band = ScreenRange.preload.band(
        around: viewport(offset), isForward: true, totalHeight: totalHeight)
      #expect(band == 0..<0)
    }
    let band = ScreenRange.preload.band(around: viewport(0), isForward: true, totalHeight: 1)
    #expect(band == 0..<1)
  }
}

@Suite("The limits of fetching", .timeLimit(.minutes(15)))
struct FetchLimitsTests {
  @Test(
    "a fetch is due at this many screenfuls before the end, and not a pixel earlier",
    arguments: [(0.5, 940), (1, 920), (2, 880), (10, 560)] as [(Double, Int)])
  func leading(screens: Double, offset: Int) {
    let fetch = BatchFetch(leadingScreens: screens)
    #expect(fetch.isDue(viewport(offset), totalHeight: 1000, isForward: true))
    #expect(!fetch.isDue(viewport(offset - 1), totalHeight: 1000, isForward: true))
  }

  @Test(
    "a table that fills the viewport exactly fetches forwards alone, a shorter one always",
    arguments: [(39, false, true), (40, false, false), (40, true, true), (41, false, false)])
  func short(totalHeight: Int, isForward: Bool, isDue: Bool) {
    let fetch = BatchFetch()
    #expect(fetch.isDue(viewport(0), totalHeight: totalHeight, isForward: isForward) == isDue)
  }

  @Test(
    "slow movements count too, over a long time",
    arguments: [(0.5, 780), (1, 680)] as [(Double, Int)])
  func slow(velocity: Double, offset: Int) {
    let fetch = BatchFetch(leadingTime: .seconds(200))
    func isDue(_ offset: Int) -> Bool {
      fetch.isDue(viewport(offset), totalHeight: 1000, isForward: true, velocity: velocity)
    }
    #expect(isDue(offset) && !isDue(offset - 1))
  }

  @Test("without a time the velocity does not matter")
  func noTime() {
    let fetch = BatchFetch()
    for velocity in [0, 1, 1e300, .infinity, .nan] as [Double] {
      func isDue(_ offset: Int) -> Bool {
        fetch.isDue(viewport(offset), totalHeight: 1000, isForward: true, velocity: velocity)
      }
      #expect(isDue(880) && !isDue(879), "velocity \(velocity)")
    }
  }
}

import GalleyPrimitives
import GalleyRowHeights
import Testing

/// Plays a timeline of idle passes, one character each, and writes the result of each below it.
///
/// `i` idle, with no frame due · `s` a pass with 5 ms left · `t` the user tracks · `r` the table is
/// reloaded, then as `i` · `d` the last row is deleted, then as `i`. A digit is the measured row;
/// `·` means waiting, `|` done.
private struct Timeline {
  var precache = IdlePrecache()
  var rowCounts: [Int]
  var known: Set<RowPath> = []
  var cost = Duration.milliseconds(2)

  init(rowCounts: [Int], from first: RowPath = RowPath(section: 0, row: 0)) {
    self.rowCounts = rowCounts
    precache.start(from: first)
  }

  mutating func play(_ passes: String) -> String {
    var told = ""
    for pass in passes {
      if pass == "r" {
        known = []
        precache.start()
      }
      if pass == "d" { rowCounts[rowCounts.count - 1] -= 1 }
      let decision = precache.decide(
        rowCounts: rowCounts, isTracking: pass == "t",
        timeLeft: pass == "s" ? .milliseconds(5) : nil, isKnown: { known.contains($0) })
      switch decision {
      case .measure(let path):
        #expect(known.insert(path).inserted)
        precache.finish(taking: cost)
        told += "\(rowCounts[..<path.section].reduce(path.row, +))"
      case .lookOn: told += "-"
      case .waitForFrame, .waitForTracking: told += "·"
      case .done: told += "|"
      }
    }
    return told
  }
}

@Suite("IdlePrecache", .timeLimit(.minutes(15)))
struct IdlePrecacheTests {
  @Test("measures one row per pass until all are measured, and then ends")
  func all() {
    var timeline = Timeline(rowCounts: [2, 0, 3])
    #expect(timeline.play("iiiiiii") == "01234||")
    #expect(!timeline.precache.isRunning)
    #expect(timeline.precache.statistics.measuredCount == 5)
  }

  @Test("begins at the user's row, and wraps")
  func wraps() {
    var timeline = Timeline(rowCounts: [3, 3], from: RowPath(section: 1, row: 1))
    #expect(timeline.play("iiiiiii") == "450123|")
    timeline = Timeline(rowCounts: [2], from: RowPath(section: 7, row: 7))
    #expect(timeline.play("iii") == "01|")
    timeline = Timeline(rowCounts: [2], from: RowPath(section: -1, row: -5))
    #expect(timeline.play("iii") == "01|")
    timeline = Timeline(rowCounts: [])
    #expect(timeline.play("i") == "|")
  }

  @Test("waits while the user tracks")
  func tracks() {
    var timeline = Timeline(rowCounts: [4])
    #expect(timeline.play("ittitii") == "0··1·23")
    #expect(timeline.precache.statistics.trackedCount == 3)
  }

  @Test(
    "measures only rows that fit the rest of the frame, and continues after one slow row")
  func budget() {
    var timeline = Timeline(rowCounts: [9])
    #expect(timeline.play("sss") == "012")
    timeline.cost = .milliseconds(6)
    #expect(timeline.play("ssis") == "3·4·")
    timeline.cost = .milliseconds(1)
    #expect(timeline.play("ssss") == "·567")
    #expect(timeline.precache.statistics.shortCount == 3)
  }

  @Test("starts over when the table changes, and skips rows that are known or deleted")
  func restarts() {
    var timeline = Timeline(rowCounts: [3])
    #expect(timeline.play("iirii") == "01012")
    timeline = Timeline(rowCounts: [4])
    #expect(timeline.play("iidd") == "012|", "row 3 is gone when it is its turn")
    timeline = Timeline(rowCounts: [5])
    timeline.known = [RowPath(section: 0, row: 0), RowPath(section: 0, row: 2)]
    #expect(timeline.play("iiii") == "134|")
    #expect(timeline.precache.statistics.knownCount == 2)
  }

  @Test("checks few rows per pass in a table of any length")
  func lookLimit() {
    var precache = IdlePrecache()
    precache.start()
    var looked = 0
    let decision = precache.decide(
      rowCounts: [1_000_000], isTracking: false, timeLeft: nil,
      isKnown: { _ in
        looked += 1
        return true
      })
    #expect(decision == .lookOn)
    #expect(looked == IdlePrecache.lookLimit)
  }

  @Test("does nothing before it is started and after it is stopped")
  func stops() {
    var precache = IdlePrecache()
    func decide() -> IdlePrecache.Decision {
      precache.decide(rowCounts: [1], isTracking: false, timeLeft: nil, isKnown: { _ in false })
    }
    #expect(decide() == .done)
    precache.start()
    #expect(precache.isRunning)
    precache.stop()
    #expect(decide() == .done)
  }
}

import Galley
import GalleyWorkers
import TestSupport
import Testing

/// A table that counts its requests.
@MainActor
private final class CountingTable: PrecachingTable {
  var rowCounts = [3]
  var isTracking = false
  var timeLeft: Duration?
  var measured: [RowPath] = []
  var whileMeasuring: () -> Void = {}

  func isHeightKnown(at path: RowPath) -> Bool { measured.contains(path) }

  func measureHeight(at path: RowPath) {
    measured.append(path)
    whileMeasuring()
  }

  var rows: String { measured.map { "\($0.row)" }.joined() }
}

@MainActor
@Suite("HeightPrecacher", .timeLimit(.minutes(15)))
struct HeightPrecacherTests {
  @Test("measures a row in each idle pass, and then listens no more")
  func passes() {
    let (table, source) = (CountingTable(), ManualIdleSource())
    let precacher = HeightPrecacher(table, source: source)
    #expect(!source.isRunning)
    precacher.start()
    let progress = (0..<5).map { _ in source.pass() }
    #expect(table.rows == "012")
    #expect(progress == [.more, .more, .more, .done, .done])
    #expect(!source.isRunning && !precacher.isRunning)
  }

  @Test("asks for no pass soon while the user tracks, or the frame is short")
  func waits() {
    let (table, source) = (CountingTable(), ManualIdleSource())
    let precacher = HeightPrecacher(table, source: source)
    precacher.start()
    table.isTracking = true
    #expect(source.pass() == .later)
    table.isTracking = false
    table.timeLeft = .zero
    #expect(source.pass() == .later)
    table.timeLeft = .seconds(1)
    #expect(source.pass() == .more)
    #expect(table.rows == "0")
    #expect(precacher.statistics.trackedCount == 1 && precacher.statistics.shortCount == 1)
  }

  @Test("runs one pass at a time, even if the measurement of a row starts another")
  func replaces() {
    let (table, source) = (CountingTable(), ManualIdleSource())
    let precacher = HeightPrecacher(table, source: source)
    for _ in 0..<3 { precacher.start() }
    table.whileMeasuring = {
      table.whileMeasuring = {}
      table.measured = []
      table.rowCounts = [2]
      precacher.start()
    }
    source.pass()
    #expect(source.isRunning)
    for _ in 0..<10 where source.isRunning { source.pass() }
    #expect(table.rows == "01")
    #expect(precacher.statistics.startCount == 4)
  }

  @Test("ends with its table, and keeps it not alive")
  func weakTable() {
    let source = ManualIdleSource()
    var table: CountingTable? = CountingTable()
    weak let watched = table
    let precacher = table.map { HeightPrecacher($0, source: source) }
    precacher?.start()
    source.pass()
    table = nil
    #expect(watched == nil)
    #expect(source.pass() == .done)
    #expect(!source.isRunning && precacher?.isRunning == false)
  }

  @Test("ends when it is itself no longer there")
  func weakSelf() {
    let (table, source) = (CountingTable(), ManualIdleSource())
    do {
      let precacher = HeightPrecacher(table, source: source)
      precacher.start()
      source.pass()
    }
    #expect(!source.isRunning)
    #expect(table.rows == "0")
  }

  @Test("gets its passes between frames where there is no run loop")
  func frames() async throws {
    let (table, source) = (CountingTable(), FrameIdleSource())
    let precacher = HeightPrecacher(table, source: source)
    source.beginFrame()
    precacher.start()
    for _ in 0..<10 { await Task.yield() }
    #expect(table.rows == "", "frame work is pending")
    source.endFrame()
    try await waitUntil { !precacher.isRunning }
    #expect(table.rows == "012")
  }
}

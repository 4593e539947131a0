import GalleyPrimitives
import GalleyRandomness
import GalleyTable
import Testing

private func at(_ row: Int) -> RowPath { RowPath(section: 0, row: row) }

/// A table in a viewport 100 pixels high, with rows that are 30 high and were estimated as 20.
private func table(_ count: Int, asking: HeightAsking = .whenShown) -> ScrolledTable {
  ScrolledTable(
    rowCounts: [count], estimatedHeight: 20, viewport: PixelSize(width: 50, height: 100),
    asking: asking)
}

extension ScrolledTable {
  /// Answers each request for a height with 30.
  fileprivate mutating func layOut() { layOut { _ in 30 } }

  fileprivate var rows: String {
    "\(anchor.map { "\($0.id.number) at \($0.screenY)" } ?? "none"), \(viewport.offset) of "
      + "\(visible.totalHeight)"
  }
}

@Suite("ScrolledTable", .timeLimit(.minutes(15)))
struct ScrolledTableTests {
  @Test("rows that are inserted and shown at once leave the state of an insertion and a commit")
  func insertsVisibly() throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<200 {
      let counts = (0..<3).map { _ in Int.random(in: 0...20, using: &generator) }
      var one = ScrolledTable(
        rowCounts: counts, estimatedHeight: 30, viewport: PixelSize(width: 10, height: 100))
      var other = one
      for _ in 0..<30 {
        let path = RowPath(
          section: Int.random(in: -1...3, using: &generator),
          row: Int.random(in: -1...24, using: &generator))
        let heights = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          Bool.random(using: &generator) ? nil : Int.random(in: 0...90, using: &generator)
        }
        let offset = Int.random(in: 0...600, using: &generator)
        for isOne in [true, false] {
          var table = isOne ? one : other
          table.scroll(to: offset)
          table.layOut { Int($0.id.number * 7 % 60) }
          // A change that waits is shown too.
          if offset % 5 == 0 { try table.perform([.insertRow(RowPath(section: 0, row: 0))]) }
          do throws(ChangeSetError) {
            if isOne {
              try table.insertVisibleRows(heights, at: path)
            } else {
              try table.insertRows(heights, at: path)
              table.commit()
            }
          } catch {
            #expect(!table.pending.contains(path))
          }
          if isOne { one = table } else { other = table }
        }
        #expect(one.visible == other.visible && one.pending == other.pending)
        #expect(one.viewport == other.viewport && one.anchor == other.anchor)
        #expect(one.hasPendingChanges == other.hasPendingChanges)
      }
    }
  }

  @Test("counts the requests for heights in each mode")
  func questions() {
    var counts: [HeightAsking: [Int]] = [:]
    for asking in HeightAsking.allCases {
      var table = table(10_000, asking: asking)
      var questions: [Int] = []
      for offset in [0, 30, 3000, 0] {
        table.scroll(to: offset)
        table.layOut()
        questions.append(table.questionCount)
      }
      counts[asking] = questions
    }
    // All rows before the first is shown; the rows in view, by their estimates; the rows that come
    // back into view, again.
    #expect(counts[.allAtOnce] == [10_000, 10_000, 10_000, 10_000])
    #expect(counts[.whenShown] == [5, 5, 11, 11])
    #expect(counts[.eachTimeShown] == [5, 6, 12, 16])
  }

  @Test("has the sum of known heights and estimates as its height")
  func contentHeight() {
    var table = table(1000)
    #expect(table.visible.totalHeight == 20_000)
    table.layOut()
    #expect(table.visible.totalHeight == 5 * 30 + 995 * 20)
    table.forgetHeights()
    #expect(table.visible.totalHeight == 5 * 30 + 995 * 20)
    #expect(table.visible.knownHeight(at: at(0)) == nil)
  }

  @Test("keeps the first visible row in place when rows above it change")
  func anchor() throws {
    var table = table(100, asking: .allAtOnce)
    table.layOut()
    table.scroll(to: 1010)
    #expect(table.rows == "33 at -20, 1010 of 3000")
    try table.perform([.insertRow(at(0)), .insertRow(at(7)), .deleteRow(at(20))])
    table.commit()
    #expect(table.rows == "33 at -20, 1020 of 3010")
    table.layOut()
    #expect(table.rows == "33 at -20, 1040 of 3030")
    table.setHeight(90, at: at(3))
    #expect(table.rows == "33 at -20, 1100 of 3090")
    try table.perform([.moveRow(from: at(90), to: at(2))])
    table.commit()
    #expect(table.rows == "33 at -20, 1130 of 3090")
    table.resize(PixelSize(width: 80, height: 50))
    #expect(table.rows == "33 at -20, 1130 of 3090")
  }

  @Test("keeps the anchor in place at another width, with any new heights")
  func width() {
    var table = table(100, asking: .allAtOnce)
    table.layOut()
    table.scroll(to: 1010)
    table.forgetHeights()
    table.layOut { $0.path.row < 33 ? 11 : 40 }
    #expect(table.rows == "33 at -20, 383 of 3043")
  }

  @Test("asks for all heights again after one of them is unknown")
  func forgottenHeight() {
    var table = table(100, asking: .allAtOnce)
    table.layOut()
    table.forgetHeight(at: at(80))
    var asked: [Int] = []
    table.layOut {
      asked.append($0.path.row)
      return 30
    }
    #expect(asked == [80])
  }

  @Test("keeps a known row in place when estimates above it are corrected")
  func corrections() {
    var table = table(100)
    table.scroll(to: 1000)
    table.layOut()
    #expect(table.rows == "50 at 0, 1000 of 2050")
    table.scroll(to: 950)
    // Rows 47 to 49 come into view with their estimates, and do not move row 50.
    #expect(table.rows == "50 at 50, 950 of 2050")
    table.layOut()
    #expect(table.visible.offset(at: at(50)) - table.viewport.offset == 50)
  }

  @Test("keeps an anchor below the topmost row at another width, until it leaves the screen")
  func keptAnchor() throws {
    var table = table(100)
    table.layOut()
    table.scroll(to: 1000)
    table.layOut()
    // Rows enter at the top, and do not take over.
    table.scroll(to: 950)
    table.layOut()
    let anchor = try #require(table.anchor)
    #expect(anchor.screenY >= 30)
    table.forgetHeights()
    table.resize(PixelSize(width: 40, height: 100))
    table.forgetHeights()
    #expect(table.anchor == anchor && table.keepsAnchor)
    let row = anchor.path.row
    for row in [row - 1, row + 1, row, row - 2] { table.setHeight(47, at: at(row)) }
    #expect(table.anchor == anchor && table.visible.knownHeight(at: anchor.path) == 47)
    table.layOut { _ in 47 }
    #expect(table.anchor == anchor)
    table.forgetHeights()
    table.scroll(to: table.viewport.offset - 300)
    #expect(!table.keepsAnchor && table.anchor?.id != anchor.id)
  }

  @Test("passes the anchor on when its row is deleted")
  func successor() throws {
    var table = table(100, asking: .allAtOnce)
    table.layOut()
    table.scroll(to: 1010)
    try table.perform([.deleteRow(at(33)), .moveRow(from: at(34), to: at(0))])
    table.commit()
    // Row 35 stays at 40, and rows from above fill the gap.
    #expect(table.visible.offset(at: at(34)) - table.viewport.offset == 40)
    #expect(table.visible.id(at: at(34)) == RowID(35))
    var changes = ChangeSet()
    changes.deleteRows(at: (30..<60).map(at))
    try table.perform(changes)
    table.commit()
    // No visible row remains: the next row below takes the position of the topmost one.
    #expect(table.visible.id(at: at(30)) == RowID(61))
    #expect(table.anchor == ScrollAnchor(path: at(30), id: RowID(61), screenY: -20))
  }

  @Test("scrolls no further than its ends")
  func ends() throws {
    var table = table(100, asking: .allAtOnce)
    table.layOut()
    table.scroll(to: -5)
    #expect(table.viewport.offset == 0)
    table.scroll(to: 5000)
    #expect(table.viewport.offset == 2900)
    var changes = ChangeSet()
    changes.deleteRows(at: (50..<100).map(at))
    try table.perform(changes)
    table.commit()
    #expect(table.rows == "46 at -20, 1400 of 1500")
    #expect(table.stoppedCount == 1, "the end kept the anchor from its position")
    try table.reloadData(rowCounts: [10])
    table.commit()
    #expect(table.viewport.offset == 100)
  }

  @Test("gathers nested updates, and applies them as one")
  func nested() throws {
    var table = table(3)
    table.beginUpdates()
    try table.perform([.insertRow(at(0))])
    table.beginUpdates()
    try table.perform([.deleteRow(at(0))])
    #expect(try table.endUpdates() == nil && table.isUpdating)
    #expect(table.pending.rowCount == 3)
    #expect(throws: ChangeSetError.reloadWithinUpdates) { try table.reloadData(rowCounts: []) }
    #expect(try table.endUpdates(announced: [3]) != nil && !table.isUpdating)
    #expect(table.pending.id(at: at(0)) == RowID(3) && table.pending.id(at: at(1)) == RowID(1))
    #expect(throws: ChangeSetError.noUpdates) { try table.endUpdates() }
  }

  @Test("shows changes at the commit, and refuses a set as a whole")
  func pending() throws {
    var table = table(5)
    table.layOut()
    let before = table.visible
    try table.perform([.deleteRow(at(0))])
    try table.perform([.deleteRow(at(0)), .reloadRow(at(2))])
    #expect(throws: ChangeSetError.self) { try table.perform([.deleteRow(at(4))]) }
    #expect(table.visible == before && table.pending.rowCount == 3 && table.hasPendingChanges)
    // The height of a visible row also applies to the pending row, unless that row shows other
    // content.
    table.setHeight(77, at: at(2))
    table.setHeight(88, at: at(3))
    table.commit()
    #expect(table.visible.knownHeight(at: at(0)) == 77)
    #expect(table.visible.knownHeight(at: at(1)) == nil && !table.hasPendingChanges)
  }

  @Test("updates without a change ask for no height, and their announced counts are checked")
  func emptyUpdates() throws {
    var table = table(5)
    table.layOut()
    let before = table.visible
    let count = table.questionCount
    table.beginUpdates()
    #expect(try table.endUpdates(announced: [5]) != nil && !table.hasPendingChanges)
    try table.perform([])
    table.commit()
    table.layOut()
    #expect(table.visible == before && table.pending == before && table.questionCount == count)
    #expect(throws: ChangeSetError.self) { try table.perform([], announced: [4]) }
    // With other changes too, an empty set has no effect.
    try table.perform([.deleteRow(at(0))])
    try table.perform([])
    table.commit()
    table.layOut()
    #expect(table.visible.rowCount == 4 && table.questionCount == count)
  }
}

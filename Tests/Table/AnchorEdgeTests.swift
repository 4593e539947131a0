import GalleyPrimitives
import GalleyTable
import Testing

private func at(_ row: Int) -> RowPath { RowPath(section: 0, row: row) }

/// A table whose rows are estimated as 20 pixels, in a viewport 100 pixels high.
private func estimated(
  _ counts: [Int] = [100], _ asking: HeightAsking = .whenShown
) -> ScrolledTable {
  ScrolledTable(
    rowCounts: counts, estimatedHeight: 20, viewport: PixelSize(width: 50, height: 100),
    asking: asking)
}

/// Such a table, whose rows are all 30 pixels high.
private func measured(_ counts: [Int] = [100], scrolledTo offset: Int) -> ScrolledTable {
  var table = estimated(counts, .allAtOnce)
  table.layOut { _ in 30 }
  table.scroll(to: offset)
  return table
}

extension ScrolledTable {
  /// The anchor's row, and the y of its top on the screen.
  fileprivate var place: String? { anchor.map { "\($0.path.row) at \($0.screenY)" } }
}

@Suite("The anchor at the edges of the viewport", .timeLimit(.minutes(15)))
struct AnchorEdgeTests {
  @Test("stays while one of its pixel rows is visible, after all heights were forgotten")
  func keptRow() {
    var table = measured(scrolledTo: 1010)
    table.forgetHeights()
    // Row 33 covers the pixel rows 990 to 1019.
    for (offset, place, isKept) in [
      (1010, "33 at -20", true), (1019, "33 at -29", true), (1020, "34 at 0", false),
      (891, "33 at 99", true), (890, "29 at -20", false),
    ] {
      table.scroll(to: offset)
      #expect(table.place == place, "\(offset)")
      #expect(table.keepsAnchor == isKept, "\(offset)")
    }
  }

  @Test("is the top row at the table's top, and the kept row one pixel below")
  func top() {
    var table = measured(scrolledTo: 1)
    table.forgetHeights()
    #expect(table.keepsAnchor && table.place == "0 at -1")
    table.scroll(to: 0)
    #expect(!table.keepsAnchor && table.place == "0 at 0")
    // The anchor is further down.
    table = measured(scrolledTo: 60)
    table.setHeight(30, at: at(3))
    table.scroll(to: 1)
    #expect(table.place == "2 at 59")
    table.scroll(to: 0)
    #expect(table.place == "0 at 0")
  }

  @Test("is a known row below an unknown one, unless the table is at its top")
  func knownRow() {
    var table = estimated()
    table.setHeight(30, at: at(1))
    #expect(table.place == "0 at 0")
    table.scroll(to: 1)
    #expect(table.place == "1 at 19")
  }

  @Test("is a known row as soon as its first pixel row is visible at the bottom")
  func knownRowAtBottom() {
    var table = estimated()
    table.setHeight(20, at: at(10))
    table.scroll(to: 100)
    #expect(table.place == "5 at 0")
    table.scroll(to: 101)
    #expect(table.place == "10 at 99")
  }

  @Test("needs a known height if it is another row than the kept one")
  func otherRow() {
    var table = measured(scrolledTo: 1010)
    table.forgetHeights()
    table.setHeight(30, at: at(60))
    #expect(table.keepsAnchor && table.place == "33 at -20")
    table.scroll(to: 1750)
    #expect(!table.keepsAnchor && table.place == "60 at 50")
  }

  @Test("is not kept without its known height if heights were never forgotten")
  func notKept() {
    var table = estimated()
    table.scroll(to: 1000)
    for row in [50, 60] {
      table.setHeight(20, at: at(row))
      #expect(!table.keepsAnchor && table.place == "50 at 0", "\(row)")
    }
  }
}

@Suite("Rows inserted and shown at once", .timeLimit(.minutes(15)))
struct VisibleInsertionTests {
  @Test("leave the kept anchor in place, above and below it and in other sections")
  func keptAnchor() throws {
    var table = measured([3, 100, 3], scrolledTo: 1000)
    table.forgetHeights()
    // The anchor is not the topmost row.
    table.scroll(to: 950)
    for (heights, section, row, anchorRow, offset) in [
      ([nil], 1, 60, 30, 950), ([4], 2, 0, 30, 950), ([nil, 7], 0, 1, 30, 977),
      ([5], 1, 30, 31, 982), ([6], 1, 32, 31, 982), ([], 1, 31, 31, 982),
    ] as [([Int?], Int, Int, Int, Int)] {
      let place = RowPath(section: section, row: row)
      try table.insertVisibleRows(heights, at: place)
      let path = RowPath(section: 1, row: anchorRow)
      #expect(table.anchor == ScrollAnchor(path: path, id: RowID(33), screenY: 40), "\(place)")
      #expect(table.viewport.offset == offset && table.keepsAnchor, "\(place)")
    }
  }

  @Test("are asked for their heights out of view too, if all are asked for at once")
  func asksForAll() throws {
    var table = measured(scrolledTo: 0)
    try table.insertVisibleRows([nil, 30, nil], at: at(80))
    var asked: [Int] = []
    table.layOut {
      asked.append($0.path.row)
      return 30
    }
    #expect(asked == [80, 82])
  }
}

@Suite("The end of a scrolled table", .timeLimit(.minutes(15)))
struct ScrollEndTests {
  @Test("is where the last row meets the viewport's bottom, unless all rows fit")
  func fits() {
    for (count, limit) in [(0, 0), (4, 0), (5, 0), (6, 20)] {
      var table = estimated([count])
      table.scroll(to: 5000)
      #expect(table.viewport.offset == limit, "\(count)")
    }
  }

  @Test("is the last row's bottom for a viewport without height", arguments: [0, -10])
  func noHeight(height: Int) {
    var table = ScrolledTable(
      rowCounts: [100], estimatedHeight: 20, viewport: PixelSize(width: 50, height: height))
    table.scroll(to: 5000)
    #expect(table.viewport.offset == 2000)
  }
}

import Galley
import GalleyCells
import GalleyFeedItems
import GalleyFrames
import GalleyPrimitives
import GalleyScrolling
import GalleySimulation
import GalleyTable
import Testing

@testable import GalleyCellRendering
@testable import GalleyLive
@testable import GalleyPictures

@Suite("LiveTable", .timeLimit(.minutes(15)))
struct LiveTableTests {
  private func row(_ title: String, key: UInt64, emoji: [UInt32] = []) -> SurveyedRow {
    SurveyedRow(
      cell: RowCell(FeedItem(title: title)), content: CellContent(title: title),
      key: ContentKey(high: 1, low: key), height: 10, work: WorkAmount(glyphs: title.utf8.count),
      emoji: Set(
        emoji.map { SurveyedRow.Emoji(font: FontKey(path: "/emoji", size: 14), glyph: $0) }),
      missingGlyphCount: 0, warnings: [])
  }

  @Test("tells apart unequal contents of equal keys")
  func collisions() throws {
    var table = LiveTable([])
    func titles() -> [String] {
      table.simulatedRows.compactMap { table.cell($0.key)?.item?.title }
    }
    for (title, key) in [("a", 1), ("b", 1), ("c", 2), ("a", 1), ("b", 1), ("c", 2)] {
      try table.insert(
        [row(title, key: UInt64(key))], at: RowPath(section: 1, row: table.rowCount))
      table.commit()
    }
    #expect(table.contentCount == 3)
    #expect(titles() == ["a", "b", "c", "a", "b", "c"])
    // A content is forgotten with its last row.
    try table.change([
      .moveRow(from: path(0), to: path(2)), .deleteRow(path(3)), .deleteRow(path(4)),
      .deleteRow(path(5)),
    ])
    #expect(titles() == ["b", "c", "a"])
    try table.change([.deleteRow(path(0))])
    #expect(table.contentCount == 2)
  }

  @Test("gives the key of a removed content to no other content while its pictures may exist")
  func freedKeys() throws {
    var table = LiveTable([row("a", key: 1)])
    let first = try #require(table.simulatedRows.first?.key)
    try table.change([.deleteRow(path(0))])
    try table.insert([row("b", key: 1)], at: path(0))
    table.commit()
    #expect(table.simulatedRows.first?.key != first)
    // The same content may have it again.
    try table.insert([row("a", key: 1)], at: path(1))
    table.commit()
    #expect(table.simulatedRows.last?.key == first)
    try table.change([.deleteRow(path(1))])
    table.forgetRetired()
    try table.insert([row("c", key: 1)], at: path(1))
    table.commit()
    #expect(table.simulatedRows.last?.key == first)
  }

  @Test("gives the key of an older picture that may be visible to no other content")
  func olderKeys() throws {
    var table = LiveTable([row("a", key: 1)])
    let first = try #require(table.simulatedRows.first?.key)
    try table.replace(path(0), with: row("b", key: 2))
    table.commit()
    table.forgetRetired()
    try table.insert([row("c", key: 1)], at: path(1))
    table.commit()
    #expect(table.simulatedRows.last?.key != first)
    let replaced = table.rows.visible.id(at: path(0))
    table.releaseOlder(replaced)
    table.forgetRetired()
    try table.insert([row("d", key: 1)], at: path(2))
    table.commit()
    #expect(table.simulatedRows.last?.key == first)
  }

  @Test("gives the keys of removed contents to no later content where too many are remembered")
  func manyFreedKeys() throws {
    var table = LiveTable([row("a", key: 1)])
    table.mostRetired = 2
    let first = try #require(table.simulatedRows.first?.key)
    try table.change([.deleteRow(path(0))])
    for key in 2...3 as ClosedRange<UInt64> {
      try table.insert([row("\(key)", key: key)], at: path(0))
      table.commit()
      try table.change([.deleteRow(path(0))])
    }
    #expect(!table.hasRetired)
    try table.insert([row("b", key: 1)], at: path(0))
    table.commit()
    #expect(table.simulatedRows.first?.key != first)
  }

  @Test("forgets the older picture of a row that is removed")
  func olderOfRemoved() throws {
    var table = LiveTable([row("a", key: 1)])
    try table.replace(path(0), with: row("b", key: 2))
    table.commit()
    table.forgetRetired()
    // The older picture may be visible.
    #expect(table.hasRetired)
    try table.change([.deleteRow(path(0))])
    table.forgetRetired()
    #expect(!table.hasRetired)
  }

  @Test("counts no row of a content that is replaced before it was visible")
  func replacedWhilePending() throws {
    var table = LiveTable([row("a", key: 1)])
    try table.replace(path(0), with: row("b", key: 2))
    try table.replace(path(0), with: row("c", key: 3))
    table.commit()
    #expect(table.contentCount == 1 && table.simulatedRows.count == 1)
    try table.change([.deleteRow(path(0))])
    #expect(table.contentCount == 0)
  }

  @Test(
    "gives the first heights on the screen from the top, so that the topmost row stays in place")
  func firstHeights() throws {
    var table = LiveTable(viewport: PixelSize(width: 100, height: 60), estimatedHeight: 20)
    let models = (0..<10).map { ModelRow(RowCell(FeedItem(title: "\($0)"))) }
    let first = try #require(try table.insertVisible(models, at: path(0)))
    table.scroll(to: 40)
    func layOut(_ row: Int, height: Int) {
      var surveyed = self.row("\(row)", key: UInt64(row))
      surveyed.height = height
      _ = table.keep(
        .success(surveyed), of: RowID(first.number + UInt64(row)), models[row], round: 0)
    }
    func screenY(_ row: Int) -> Int {
      table.rows.visible.offset(at: path(row)) - table.rows.viewport.offset
    }
    // The rows 2 to 4 are on the screen; none of them is known.
    layOut(3, height: 50)
    var applied = table.applyHeights(in: 0..<10)
    #expect(!applied.hasChanged && applied.isWaiting && screenY(3) == 20)
    layOut(1, height: 70)
    applied = table.applyHeights(in: 0..<10)
    #expect(applied.hasChanged && applied.isWaiting && screenY(2) == 0)
    layOut(2, height: 30)
    applied = table.applyHeights(in: 0..<10)
    #expect(applied.hasChanged && !applied.isWaiting)
    #expect(screenY(2) == 0 && screenY(3) == 30 && screenY(4) == 80)
    // From now on the known row is the anchor, and others get their heights in any order.
    layOut(0, height: 90)
    #expect(table.applyHeights(in: 0..<10) == (true, false))
    #expect(screenY(2) == 0 && table.rows.viewport.offset == 160)
  }

  private func path(_ row: Int) -> RowPath { RowPath(section: 1, row: row) }

  @Test("counts an emoji as new once, and equal rows as equal work")
  func newEmoji() {
    let table = LiveTable([
      row("a", key: 1, emoji: [1, 2]), row("b", key: 2, emoji: [2, 3]),
      row("a", key: 1, emoji: [1, 2]), row("c", key: 3, emoji: [3]),
    ])
    #expect(table.simulatedRows.map(\.work.newEmoji) == [2, 1, 2, 0])
  }

  @Test("has the work that rows are", arguments: [false, true])
  func work(countsBytes: Bool) throws {
    let worker = ScrollWorker(try CellShop(RenderOptions()), countsBytes: countsBytes)
    let plain = try worker.survey(RowCell(FeedItem(title: "word", body: "one two")))
    #expect(plain.work.glyphs == 11)
    #expect(plain.work.pixels == 750 * plain.height)
    #expect((plain.work.bytes > 0) == countsBytes)
    #expect(plain.emoji.isEmpty)
    let smile = try worker.survey(RowCell(FeedItem(title: "😀", body: "😀😀🚀")))
    // Two of the body, one of the title, which is larger.
    #expect(smile.emoji.count == 3)
  }
}

extension LiveTable {
  /// Removes and moves rows, and shows the result.
  fileprivate mutating func change(_ changes: ChangeSet) throws {
    try perform(changes) { _ in preconditionFailure("a new row") }
    commit()
  }
}

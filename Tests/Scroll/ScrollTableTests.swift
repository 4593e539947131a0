import Galley
import GalleyCells
import GalleyFeed
import GalleyFrames
import GalleyPrimitives
import Testing

@testable import GalleyCellRendering
@testable import GalleyLive
@testable import GalleyPictures

@Suite("ScrollTable", .timeLimit(.minutes(15)))
struct ScrollTableTests {
  private func row(_ title: String, key: UInt64, emoji: [UInt32] = []) -> SurveyedRow {
    SurveyedRow(
      item: FeedItem(title: title), content: CellContent(title: title),
      key: ContentKey(high: 1, low: key), height: 10, work: WorkAmount(glyphs: title.utf8.count),
      emoji: Set(
        emoji.map { SurveyedRow.Emoji(font: FontKey(path: "/emoji", size: 14), glyph: $0) }),
      missingGlyphCount: 0, warnings: [])
  }

  @Test("tells apart unequal contents of equal keys")
  func collisions() {
    var table = ScrollTable()
    for (title, key) in [("a", 1), ("b", 1), ("c", 2), ("a", 1), ("b", 1), ("c", 2)] {
      table.insert([row(title, key: UInt64(key))], at: table.rows.count)
    }
    #expect(table.contentCount == 3)
    #expect(table.rows.compactMap { table.item($0.key)?.title } == ["a", "b", "c", "a", "b", "c"])
    // A content is forgotten with its last row.
    table.move(0, to: 5)
    table.remove(3..<6)
    #expect(table.rows.compactMap { table.item($0.key)?.title } == ["b", "c", "a"])
    table.remove(0..<1)
    #expect(table.contentCount == 2)
  }

  @Test("counts an emoji as new once, and equal rows as equal work")
  func newEmoji() {
    let table = ScrollTable([
      row("a", key: 1, emoji: [1, 2]), row("b", key: 2, emoji: [2, 3]),
      row("a", key: 1, emoji: [1, 2]), row("c", key: 3, emoji: [3]),
    ])
    #expect(table.rows.map(\.work.newEmoji) == [2, 1, 2, 0])
  }

  @Test("has the work that rows are", arguments: [false, true])
  func work(countsBytes: Bool) throws {
    let worker = ScrollWorker(try CellShop(RenderOptions()), countsBytes: countsBytes)
    let plain = try worker.survey(FeedItem(title: "word", body: "one two"))
    #expect(plain.work.glyphs == 11)
    #expect(plain.work.pixels == 750 * plain.height)
    #expect((plain.work.bytes > 0) == countsBytes)
    #expect(plain.emoji.isEmpty)
    let smile = try worker.survey(FeedItem(title: "😀", body: "😀😀🚀"))
    // Two of the body, one of the title, which is larger.
    #expect(smile.emoji.count == 3)
  }
}

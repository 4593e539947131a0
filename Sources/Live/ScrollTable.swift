import GalleyCells
package import GalleyFeed
package import GalleyFrames
import GalleyHandles
import GalleyLayout
package import GalleyPictures
package import GalleyPrimitives

/// The rows of a scroll: their heights, their amounts of work, and the items of their pictures.
///
/// Layouts are not kept: a row is laid out again, or found in a cache, when its picture is requested.
package struct ScrollTable: Sendable {
  /// A content, an item with it, and the number of its rows.
  private struct Source: Sendable {
    var item: FeedItem
    var content: CellContent
    var work: WorkAmount
    var rowCount = 0
  }

  /// The rows from top to bottom.
  package private(set) var rows: [SimulatedRow] = []
  private var sources: [ContentKey: Source] = [:]
  private var emoji: Set<SurveyedRow.Emoji> = []

  /// Makes a table of rows.
  package init(_ rows: [SurveyedRow] = []) { insert(rows, at: 0) }

  /// The number of different contents.
  package var contentCount: Int { sources.count }

  /// Returns the item whose picture has this key.
  package func item(_ picture: ContentKey) -> FeedItem? { sources[picture]?.item }

  /// Adds rows before `place`.
  mutating func insert(_ added: [SurveyedRow], at place: Int) {
    rows.insert(contentsOf: added.map { enter($0) }, at: place)
  }

  /// Removes rows.
  mutating func remove(_ removed: Range<Int>) {
    for row in rows[removed] {
      guard var source = sources.removeValue(forKey: row.key) else { continue }
      source.rowCount -= 1
      if source.rowCount > 0 { sources[row.key] = source }
    }
    rows.removeSubrange(removed)
  }

  /// Removes a row, and inserts it at `target`.
  mutating func move(_ row: Int, to target: Int) { rows.insert(rows.remove(at: row), at: target) }

  private mutating func enter(_ row: SurveyedRow) -> SimulatedRow {
    var key = row.key
    // Pictures are identified by keys alone. A hostile feed may have different contents with equal keys, so
    // the key of the later content is changed here.
    while let source = sources[key], source.content != row.content { key.low &+= 1 }
    var source = sources.removeValue(forKey: key) ?? newSource(row)
    source.rowCount += 1
    sources[key] = source
    return SimulatedRow(
      key: key, height: row.height, work: source.work, maskedPixels: row.maskedPixels)
  }

  private mutating func newSource(_ row: SurveyedRow) -> Source {
    var work = row.work
    work.newEmoji = row.emoji.count { emoji.insert($0).inserted }
    return Source(item: row.item, content: row.content, work: work)
  }
}

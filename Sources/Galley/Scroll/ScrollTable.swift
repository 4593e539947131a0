import GalleyCells
import GalleyFeed
import GalleyFrames
import GalleyHandles
import GalleyLayout
import GalleyPrimitives

/// A row that was set once, for its height and how much work it is.
struct SurveyedRow: Sendable {
  var item: FeedItem
  var content: CellContent
  var key: ContentKey
  /// The height in device pixels.
  var height: Int
  /// The work without new emoji, which depend on the rows above.
  var work: WorkAmount
  /// The device pixels that are composited in each frame that shows the row, since masks cut it.
  var maskedPixels = 0
  /// The coloured glyphs, each once.
  var emoji: Set<Emoji>
  var missingGlyphCount: Int
  var warnings: [RowWarning]

  /// A coloured glyph at a size.
  struct Emoji: Hashable, Sendable {
    var font: FontKey
    var glyph: UInt32
  }
}

/// The rows of a scroll: heights and amounts of work of all, and what each picture is made from.
///
/// Layouts are not kept: a row is set again, or found in a cache, when its picture is wanted.
struct ScrollTable: Sendable {
  /// A content, an item that has it, and how many rows show it.
  private struct Source: Sendable {
    var item: FeedItem
    var content: CellContent
    var work: WorkAmount
    var rowCount = 0
  }

  /// The rows from top to bottom.
  private(set) var rows: [SimulatedRow] = []
  private var sources: [ContentKey: Source] = [:]
  private var emoji: Set<SurveyedRow.Emoji> = []

  /// A table of rows.
  init(_ rows: [SurveyedRow] = []) { insert(rows, at: 0) }

  /// The contents that differ.
  var contentCount: Int { sources.count }

  /// The item whose picture has this key.
  func item(_ picture: ContentKey) -> FeedItem? { sources[picture]?.item }

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

  /// Moves a row to where it will be once it is gone from where it is.
  mutating func move(_ row: Int, to target: Int) { rows.insert(rows.remove(at: row), at: target) }

  private mutating func enter(_ row: SurveyedRow) -> SimulatedRow {
    var key = row.key
    // Pictures are told apart by keys alone, and feeds are hostile: unequal contents get unequal
    // keys here.
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

/// Finds out which fonts have coloured glyphs.
final class ColorFonts {
  private let library = FreeTypeLibrary()
  private var isColor: [FontKey: Bool] = [:]

  /// The coloured glyphs of a cell.
  func emoji(of layout: CellLayout) -> Set<SurveyedRow.Emoji> {
    var emoji: Set<SurveyedRow.Emoji> = []
    for text in layout.parts.lazy.compactMap(\.text) {
      let colors = text.fonts.map(isColor(_:))
      guard colors.contains(true) else { continue }
      for run in text.runs where colors[run.font] {
        for glyph in text.glyphs[run.glyphs] where glyph.missingCharacter == nil {
          emoji.insert(SurveyedRow.Emoji(font: text.fonts[run.font], glyph: glyph.id))
        }
      }
    }
    return emoji
  }

  private func isColor(_ font: FontKey) -> Bool {
    if let known = isColor[font] { return known }
    // A font that cannot be opened draws nothing, so it costs nothing here either.
    let face = library.flatMap {
      try? FontFace(library: $0, path: font.path, index: font.faceIndex)
    }
    isColor[font] = face?.hasColorStrikes ?? false
    return face?.hasColorStrikes ?? false
  }
}

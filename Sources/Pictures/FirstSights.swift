package import GalleyFrames
import GalleyPrimitives

/// The contents, emoji, glyphs and fonts of the rows so far, to find those that a row shows for the first time.
package struct FirstSights: Sendable {
  private var contents: Set<ContentKey> = []
  private var emoji: Set<SurveyedRow.Emoji> = []
  private var glyphs: Set<SurveyedRow.Emoji> = []
  private var fonts: Set<FontKey> = []

  /// Counts no row.
  package init() {}

  /// Counts a row, and returns its work with all that no earlier row has.
  ///
  /// - Complexity: O(glyphs that the survey listed).
  package mutating func work(of row: SurveyedRow) -> WorkAmount {
    var work = row.work
    work.newEmoji = row.emoji.count { emoji.insert($0).inserted }
    guard !row.glyphs.isEmpty else { return work }
    work.firstGlyphs = contents.insert(row.key).inserted ? work.glyphs : 0
    work.newGlyphs = row.glyphs.count { glyphs.insert($0).inserted }
    work.newFonts = Set(row.glyphs.map(\.font)).count { fonts.insert($0).inserted }
    return work
  }
}

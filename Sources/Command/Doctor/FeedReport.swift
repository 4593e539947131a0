import Galley
import GalleyPrimitives

/// The table of `galley doctor FEED`.
///
/// It keeps the first warnings of each kind, so that its memory does not grow with the feed.
struct FeedReport {
  /// The number of warnings of a kind, of failures and of characters that are listed.
  private static let listedCount = 20

  private var warnings: [RowWarning.Kind: [String]] = [:]
  private var failures: [String] = []

  mutating func add(_ warning: RowWarning, row: Int) {
    guard warnings[warning.kind, default: []].count < Self.listedCount else { return }
    warnings[warning.kind, default: []].append("row \(row): \(warning.message)")
  }

  mutating func add(_ failure: RowFailure) {
    if failures.count < Self.listedCount { failures.append(failure.message) }
  }

  /// The lines of the table.
  func lines(_ feed: FeedExamination, hasAssets: Bool) -> [String] {
    guard feed.rowCount + feed.failureCount > 0 else { return ["the feed has no rows"] }
    var lines = ["\(feed.rowCount.counted("row")) of \(feed.format?.rawValue ?? "an empty feed")"]
    lines += section(
      failures, of: feed.failureCount, "\(feed.failureCount.counted("element")) cannot be read")
    lines += characters(feed.missingCharacters)
    lines += images(feed, hasAssets: hasAssets)
    lines += languages(feed)
    let titles: [(RowWarning.Kind, String)] = [
      (.date, "dates that are not understood, and are shown as they are"),
      (.nothingToShow, "rows without a field that a cell shows"),
      (.surplusCells, "rows with cells beyond the columns of the header"),
      (.emptyRecords, "rows behind records of empty cells, which are skipped"),
      (.encoding, "feeds in an encoding that is guessed"),
      (.leadingText, "feeds with a text before them, which is passed"),
      (.openQuote, "rows with a quotation mark that is not closed"),
      (.missingEnd, "feeds that break off"), (.cutText, "texts that are cut"),
      (.repaired, "repaired texts"),
    ]
    for (kind, title) in titles {
      let count = feed.warningCounts[kind] ?? 0
      lines += section(warnings[kind] ?? [], of: count, "\(title): \(count)")
    }
    if feed.isShownWhole {
      // Without --strict, the rest of the table is no fault.
      let hasRemarks = !feed.warningCounts.isEmpty
      lines += [
        "", hasRemarks ? "nothing is missing, apart from the remarks above" : "nothing is missing",
      ]
    }
    return lines
  }

  /// A title and lines of details, with the number of those that are not listed; nothing without a count.
  private func section(_ details: [String], of count: Int, _ title: String) -> [String] {
    guard count > 0 else { return [] }
    var lines = ["", title] + details.map { "  \($0.shown(limit: 300))" }
    if count > details.count { lines.append("  and \(count - details.count) more") }
    return lines
  }

  private func characters(_ missing: [FeedExamination.MissingCharacter]) -> [String] {
    let details = missing.prefix(Self.listedCount).map { character in
      let rows = character.rows
      var places = (rows.count == 1 ? "row " : "rows ")
      places += rows.first.map(String.init).joined(separator: ", ")
      if rows.count > rows.first.count { places += ", …" }
      let advice =
        character.package.map { "apt-get install \($0)" }
        ?? "no Debian package is known: --add-fonts names a folder with a font"
      return "\(character.codePoint) \(character.name), \(places): \(advice)"
    }
    return section(
      Array(details), of: missing.count,
      "characters without a glyph in any font: \(missing.count)")
  }

  private func images(_ feed: FeedExamination, hasAssets: Bool) -> [String] {
    guard feed.imageCount > 0 else { return [] }
    let refused = feed.warningCounts[.image] ?? 0
    var title = "images: \(feed.imageCount), of which \(refused) cannot be shown"
    if feed.addressCount > 0 {
      title +=
        "; addresses of the web among them: \(feed.addressCount), which galley fetch downloads"
    }
    if !hasAssets, refused > 0 { title += "; --assets DIR names the folder of images" }
    guard refused > 0 else { return ["", title] }
    return section(warnings[.image] ?? [], of: refused, title)
  }

  private func languages(_ feed: FeedExamination) -> [String] {
    guard feed.rowCount > 0 else { return [] }
    let tags = feed.languages.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    let words = tags.prefix(Self.listedCount).map { tag, count in
      "\(tag.isEmpty ? "none" : tag.shown()) \(count)"
    }
    var lines = ["", "languages, with their rows: " + words.joined(separator: ", ")]
    let rows = feed.rowsWithoutHanLanguage
    if rows.count > 0 {
      let places = rows.first.map(String.init).joined(separator: ", ")
      lines.append(
        """
          \(rows.count.counted("row")) with Han characters and no language, which decides between Chinese, \
        Japanese and Korean forms: \(places)\(rows.count > rows.first.count ? ", …" : "")
        """)
    }
    return lines
  }
}

import Galley
import GalleyCells
import GalleyFeedItems
import GalleyPrimitives
import GalleyStageBenches
import GalleySyncTable

/// Article 004: the counts of the reuse pool, ghosts of a cell that does not reset, and the second cell of a
/// reloaded row.
@MainActor
struct ReusePoolArticle {
  private let rendering: RenderOptions
  private static let rowCount = 200

  init(_ rendering: RenderOptions) { self.rendering = rendering }

  /// A cell whose `render` assigns only the texts that a row has, which is the mistake of the article.
  private struct ForgetfulCell {
    private(set) var content = CardContent()

    mutating func render(_ row: CardContent) {
      content.title = row.title ?? content.title
      content.body = row.body ?? content.body
      content.author = row.author ?? content.author
      content.time = row.time ?? content.time
    }
  }

  func tables() throws -> [MarkdownTable] {
    let table = try SyncTable(rendering)
    try table.load(BenchArticle.feed(Self.rowCount))
    var rows: [[String]] = []
    func record(_ moment: String) {
      let pool = table.poolStatistics
      rows.append(
        [moment]
          + [pool.createdCount, pool.reusedCount, pool.busyCount, pool.idleCount].map { "\($0)" })
    }
    record("load")
    for offset in stride(from: 0, through: table.contentHeight, by: 100) {
      try table.scroll(to: offset)
    }
    record("scroll to the end")
    try table.scroll(to: 0)
    record("back to the top")
    try table.apply(BenchArticle.reload(of: 0, among: Self.rowCount), table.rows)
    record("reload of a visible row")
    table.endAnimations()
    record("end of its animation")
    try table.load(table.rows)
    record("reload of all")
    return [
      MarkdownTable(
        "\(Self.rowCount) rows; the viewport is 667 units high.",
        ["moment", "cells made", "reused", "in use", "idle"], rows), ghosts(),
    ]
  }

  /// The rows that show a text of another row.
  private func ghosts() -> MarkdownTable {
    let contents = (0..<Self.rowCount).map { row in
      CardContent(
        title: row % 3 == 0 ? nil : "Row \(row)", body: "The body of row \(row)",
        author: row % 2 == 0 ? "Author \(row)" : nil, time: row % 5 == 0 ? nil : "\(row) min")
    }
    let poolSize = 8
    var forgetful = Array(repeating: ForgetfulCell(), count: poolSize)
    let complete = (0..<poolSize).map { _ in CellObject(identifier: CellSizer.identifier) }
    var (ghosts, completeGhosts) = (0, 0)
    for (row, content) in contents.enumerated() {
      forgetful[row % poolSize].render(content)
      complete[row % poolSize].render(.card(content))
      if forgetful[row % poolSize].content != content { ghosts += 1 }
      if complete[row % poolSize].content != .card(content) { completeGhosts += 1 }
    }
    return MarkdownTable(
      "\(Self.rowCount) rows of which some lack a title, an author or a time, in \(poolSize) cells.",
      ["render", "rows that show a text of another row"],
      [
        ["assigns the texts that a row has", "\(ghosts)"],
        ["assigns all texts, also missing ones", "\(completeGhosts)"],
      ])
  }
}

import Galley
import GalleyPrimitives
import GalleyStageBenches
import GalleyTable

/// Article 003: the calls of `heightForRow` and `cellForRow` with and without estimated heights.
struct EstimatesArticle {
  private static let rowCount = 10_000
  private static let screen = PixelSize(width: 320, height: 480)

  func tables() -> [MarkdownTable] {
    let steps = [
      ("load", 0), ("a screen down", 480), ("to row 5,000", 300_000), ("back to the top", 0),
    ]
    var rows: [[String]] = []
    for asking in HeightAsking.allCases {
      var table = ScrolledTable(
        rowCounts: [Self.rowCount], estimatedHeight: 44, viewport: Self.screen, asking: asking)
      var shown: Range<Int> = 0..<0
      for (name, offset) in steps {
        let before = table.questionCount
        table.scroll(to: offset)
        let estimated = table.visible.totalHeight
        table.layOut { 40 + $0.path.row % 5 * 10 }
        let visible = table.visible.rows(in: table.viewport.band)
        let cells = visible.filter { !shown.contains($0) }.count
        shown = visible
        rows.append([
          "\(asking.rawValue)", name, "\(table.questionCount - before)", "\(cells)",
          "\(table.visible.totalHeight - estimated)",
        ])
      }
    }
    return [
      MarkdownTable(
        "10,000 rows of 40 to 80 units, estimated as 44, on a screen of 480 units.",
        [
          "asking", "step", "heightForRow", "cellForRow", "change of the content's height",
        ], rows)
    ]
  }
}

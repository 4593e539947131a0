package import Galley
import GalleyCells
package import GalleyFeedItems
import GalleyFrames
import GalleyPrimitives
import GalleyRowHeights
package import GalleyStageBenches
import GalleySyncTable
import GalleyText
package import GalleyTrials

/// What each way to remember heights saves, when rows come back, change or are laid out anew.
///
/// A ``SyncTable`` goes through the steps. It counts the calls that `UITableView` makes of its delegate
/// and of its data source.
@MainActor
package struct CachingBench {
  private let items: [FeedItem]
  private let rendering: RenderOptions
  private let viewportHeight: Double

  /// More rows take longer, and change no relation of the counts.
  private static let rowLimit = 300

  /// A bench of the first rows of `items`.
  package init(_ items: [FeedItem], options: ScrollOptions) {
    self.items = Array(items.prefix(Self.rowLimit))
    rendering = options.rendering
    viewportHeight = options.viewportHeight
  }

  /// The step of a script.
  package enum Step: String, Sendable, CaseIterable, Codable {
    case load
    case scrollThere = "scroll to the end"
    case scrollBack = "scroll back"
    case reload
    case insert = "insert at the top"
    case rotate
    case rotateBack = "rotate back"
    case fontSize = "font size"
  }

  /// Counts the calls of all steps for each way to remember heights.
  ///
  /// - Throws: The errors of laying out and drawing rows.
  package func run(sizing: CellSizing) throws -> [CachingCalls] {
    try HeightCaching.allCases.flatMap { try run($0, sizing) }
  }

  private func run(_ caching: HeightCaching, _ sizing: CellSizing) throws -> [CachingCalls] {
    var options = SyncTable.Options()
    (options.caching, options.sizing) = (caching, sizing)
    options.viewportHeight = viewportHeight
    let table = try SyncTable(rendering, options)
    var calls: [CachingCalls] = []
    for step in Step.allCases {
      let (before, misses) = (table.counts, table.missCounts)
      try perform(step, on: table)
      var causes: [String: Int] = [:]
      for (cause, count) in table.missCounts where count > misses[cause] ?? 0 {
        causes[cause.rawValue] = count - (misses[cause] ?? 0)
      }
      calls.append(
        CachingCalls(
          caching: caching, sizing: sizing, step: step,
          heightForRow: table.counts.askedCount - before.askedCount,
          cellForRow: table.counts.shownCount - before.shownCount,
          measured: table.counts.measuredCount - before.measuredCount,
          configured: table.counts.configuredCount - before.configuredCount, causes: causes))
    }
    return calls
  }

  private func perform(_ step: Step, on table: SyncTable) throws {
    let screen = Int(viewportHeight * rendering.template.scale)
    switch step {
    case .load: try table.load([items])
    case .scrollThere, .scrollBack:
      let end = max(0, table.contentHeight - screen)
      for offset in stride(from: 0, through: end, by: max(1, screen / 4)) {
        try table.scroll(to: step == .scrollThere ? offset : end - offset)
      }
      try table.scroll(to: step == .scrollThere ? end : 0)
    case .reload: try table.load(table.rows)
    case .insert:
      guard var rows = table.rows.first, var first = rows.last else { return }
      first.id = "inserted at the top"
      first.title = "A new row"
      rows.insert(first, at: 0)
      let kept = RowPathMap.Run(
        count: rows.count - 1, source: .kept(from: RowPath(section: 0, row: 0)))
      try table.apply(
        RowPathMap(sections: [
          .init(origin: 0, runs: [.init(count: 1, source: .inserted), kept])
        ]), [rows])
      table.endAnimations()
    case .rotate: try table.setTemplate(changed { $0.width = viewportHeight })
    case .rotateBack: try table.setTemplate(rendering.template)
    case .fontSize:
      try table.setTemplate(
        changed { template in
          template.theme.title.font.size *= 1.25
          template.theme.body.font.size *= 1.25
        })
    }
  }

  private func changed(_ change: (inout CellTemplate) -> Void) -> CellTemplate {
    var template = rendering.template
    change(&template)
    return template
  }
}

/// The calls of one step.
package struct CachingCalls: Hashable, Sendable, Codable {
  /// The key under which heights are remembered.
  package var caching: HeightCaching
  /// The method that finds heights.
  package var sizing: CellSizing
  /// The step.
  package var step: CachingBench.Step
  /// Requested heights: calls of `heightForRow`.
  package var heightForRow: Int
  /// Rows that got a cell: calls of `cellForRow`.
  package var cellForRow: Int
  /// Heights that were measured.
  package var measured: Int
  /// Rows whose content was needed to find the height.
  package var configured: Int
  /// The measured heights by the reason for which they were not known; none without a cache.
  package var causes: [String: Int]

  /// The requested heights that were known.
  package var known: Int { heightForRow - measured }

  /// The heads of the columns.
  package static let heads = [
    "heights", "step", "heightForRow", "cellForRow", "configured", "measured", "hit", "causes",
  ]

  /// The columns.
  package var columns: [String] {
    let causes = causes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return [
      caching.rawValue, step.rawValue, "\(heightForRow)", "\(cellForRow)", "\(configured)",
      "\(measured)", "\(known)",
      causes.isEmpty ? "–" : causes.joined(separator: ", "),
    ]
  }
}

extension [CachingCalls] {
  /// The calls as a table.
  package var table: MarkdownTable {
    MarkdownTable(
      "What each way to remember heights saves", ["height by"] + CachingCalls.heads,
      map { [$0.sizing.rawValue] + $0.columns })
  }
}

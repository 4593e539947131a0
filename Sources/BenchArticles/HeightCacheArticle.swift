import Galley
import GalleyCells
import GalleyFeedItems
import GalleyFrames
import GalleyLab
import GalleyPrimitives
import GalleyRowHeights
import GalleyStageBenches
import GalleySyncTable
import GalleyTable
import GalleyTrials

/// Article 002: the rules by which UITableView+FDTemplateLayoutCell moves heights, beside Galley's; its
/// log; its three ways to remember; accessories and separators.
@MainActor
struct HeightCacheArticle {
  private let rendering: RenderOptions

  init(_ rendering: RenderOptions) { self.rendering = rendering }

  func tables() throws -> [MarkdownTable] {
    [try mutations(), try log(), try calls(), widths()]
  }

  /// Heights by section and row; `nil` for one that is not known.
  private typealias Heights = [[Int?]]

  private struct Mutation {
    var name: String
    var before: Heights
    var changes: ChangeSet
    /// The rule of UITableView+FDIndexPathHeightCache.m.
    var theirs: (inout Heights) -> Void
  }

  private static func path(_ section: Int, _ row: Int) -> RowPath {
    RowPath(section: section, row: row)
  }

  private static let mutations: [Mutation] = [
    Mutation(
      name: "insert section at 0", before: [[1], [2]], changes: [.insertSection(0, rowCount: 1)]
    ) {
      $0.insert([nil], at: 0)
    },
    Mutation(
      name: "delete sections 0 and 1", before: [[1], [2], [3]],
      changes: [.deleteSection(0), .deleteSection(1)]
    ) {
      $0.remove(at: 0)
      $0.remove(at: 1)
    },
    Mutation(
      name: "reload section 0", before: [[1, 2], [3]], changes: [.reloadSection(0, rowCount: 2)]
    ) {
      $0[0] = [nil, nil]
    },
    Mutation(
      name: "move section 0 to 2", before: [[1], [2], [3]], changes: [.moveSection(from: 0, to: 2)]
    ) {
      $0.swapAt(0, 2)
    },
    Mutation(
      name: "insert rows 5 and 2, in this order", before: [[1, 2, 3, 4]],
      changes: [.insertRow(path(0, 5)), .insertRow(path(0, 2))]
    ) {
      // The store grows up to the index of the first path.
      $0[0].append(nil)
      $0[0].insert(nil, at: 2)
    },
    Mutation(
      name: "delete rows 0 and 2", before: [[1, 2, 3, 4]],
      changes: [.deleteRow(path(0, 0)), .deleteRow(path(0, 2))]
    ) {
      $0[0] = [$0[0][1], $0[0][3]]
    },
    Mutation(name: "reload row 1", before: [[1, 2, 3]], changes: [.reloadRow(path(0, 1))]) {
      $0[0][1] = nil
    },
    Mutation(
      name: "move row 0 to 2", before: [[1, 2, 3]],
      changes: [.moveRow(from: path(0, 0), to: path(0, 2))]
    ) {
      $0[0].swapAt(0, 2)
    },
    Mutation(
      name: "batch: insert row 0, delete row 0", before: [[1, 2, 3]],
      changes: [.insertRow(path(0, 0)), .deleteRow(path(0, 0))]
    ) {
      $0[0].insert(nil, at: 0)
      $0[0].remove(at: 0)
    },
  ]

  private static func words(_ heights: Heights) -> String {
    func words(_ height: Int?) -> String { height.map(String.init) ?? "–" }
    let sections = heights.map { section in
      "[" + section.map(words).joined(separator: " ") + "]"
    }
    return sections.joined(separator: " ")
  }

  private func mutations() throws -> MarkdownTable {
    var rows = try Self.mutations.map { mutation in
      var theirs = mutation.before
      mutation.theirs(&theirs)
      var table = TableRows(rowCounts: mutation.before.map(\.count), estimatedHeight: 44)
      for (section, heights) in mutation.before.enumerated() {
        for (row, height) in heights.enumerated() {
          if let height { table.setHeight(height, at: Self.path(section, row)) }
        }
      }
      try table.apply(mutation.changes)
      let ours = Self.heights(of: table)
      return [
        mutation.name, Self.words(mutation.before), Self.words(theirs), Self.words(ours),
        theirs == ours ? "equal" : "differs",
      ]
    }
    rows.insert(["reload all", "[1 2] [3]", "none", "none", "equal"], at: 0)
    return MarkdownTable(
      "The heights of rows 1, 2, 3 … after each mutation; – is a height to measure.",
      ["mutation", "before", "FDTemplateLayoutCell", "Galley", "result"], rows)
  }

  private static func heights(of table: TableRows) -> Heights {
    (0..<table.sectionCount).map { section in
      (0..<table.rowCount(ofSection: section)).map { table.knownHeight(at: path(section, $0)) }
    }
  }

  private func log() throws -> MarkdownTable {
    var options = SyncTable.Options()
    options.viewportHeight = 300
    let table = try SyncTable(rendering, options)
    table.heights.isLogging = true
    try table.load(BenchArticle.feed(4))
    var events = table.heights.takeEvents().map { ("load", $0) }
    var items = table.rows[0]
    items[1].body = "Another text"
    try table.apply(BenchArticle.reload(of: 1, among: items.count), [items])
    events += table.heights.takeEvents().map { ("reload of row 1", $0) }
    return MarkdownTable(
      "The log of a load of four rows, and of a reload of row 1 with another text. The library begins each line with "
        + "`** FDTemplateLayoutCell **`.",
      ["step", "FDTemplateLayoutCell prints", "Galley logs"],
      events.map { [$0, Self.theirs($1), $1.description] })
  }

  /// The words of UITableView+FDTemplateLayoutCell.m for an event, without their beginning.
  private static func theirs(_ event: HeightEvent<String>) -> String {
    func place(_ question: HeightQuestion<String>) -> String {
      guard case .place(.row(let path)) = question else { return "key[\(question)]" }
      return "index path[\(path)]"
    }
    return switch event {
    case .created(let identifier): "layout cell created - \(identifier)"
    case .calculated(_, let height, _, _):
      "calculate using system fitting size (AutoLayout) - \(height.plain)"
    case .cached(let question, let height): "cached by \(place(question)) - \(height.plain)"
    case .hit(let question, let height): "hit cache by \(place(question)) - \(height.plain)"
    case .stored: "–"
    }
  }

  private func calls() throws -> MarkdownTable {
    let options = try ScrollOptions(rendering: rendering)
    let items = try StageProbe(rendering).readItems(of: BenchArticle.feed(60))
    let bench = CachingBench(items, options: options)
    return MarkdownTable(
      "60 rows, a template cell: the calls of each step, by the three ways to remember heights.",
      CachingCalls.heads, try bench.run(sizing: .template).map(\.columns))
  }

  private func widths() -> MarkdownTable {
    let accessories: [(String, CellAccessory)] = [
      ("none", .none), ("disclosure indicator", .disclosureIndicator),
      ("detail disclosure button", .detailDisclosureButton), ("checkmark", .checkmark),
      ("detail button", .detailButton), ("custom view of 20", .custom(width: 20)),
    ]
    let rows = accessories.map { name, accessory in
      var fitting = CellFitting(tableWidth: 320, scale: 2)
      fitting.accessory = accessory
      let separated = fitting.separatorHeight
      return [
        name, accessory.width.plain, fitting.contentWidth.plain,
        (CellFitting.fallbackHeight + separated).plain,
      ]
    }
    return MarkdownTable(
      "The width that an accessory takes in a table of 320 units at scale 2, and the height of an empty cell "
        + "with its separator.",
      ["accessory", "its width", "width of the content", "height of an empty cell"], rows)
  }
}

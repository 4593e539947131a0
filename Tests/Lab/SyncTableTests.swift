import Galley
import GalleyCells
import GalleyFeed
import GalleyFrames
import GalleyPrimitives
import GalleyRowHeights
import GalleyStageBenches
import GalleySyncTable
import GalleyTrials
import GalleyWorkers
import Testing

private func feed(_ count: Int, distinct: Int = .max) -> FeedInput {
  let lines = (0..<count).map { row in
    let number = row % distinct
    let words = String(repeating: "some words ", count: number % 7 * 5 + 1)
    return #"{"id":"id\#(number)","title":"Row \#(number)","body":"\#(words)"}"# + "\n"
  }
  return .bytes(Array(lines.joined().utf8))
}

@MainActor
private func table(
  _ count: Int, distinct: Int = .max, caching: HeightCaching = .indexPath,
  sizing: CellSizing = .template, change: (inout SyncTable.Options) -> Void = { _ in }
) throws -> SyncTable {
  var options = SyncTable.Options()
  options.caching = caching
  options.sizing = sizing
  change(&options)
  let rendering = RenderOptions(template: CellTemplate(width: 320, scale: 1))
  let table = try SyncTable(rendering, options)
  table.heights.isLogging = true
  try table.load(feed(count, distinct: distinct))
  return table
}

/// A map that reloads one row of a section.
private func reload(_ row: Int, of count: Int) -> RowPathMap {
  RowPathMap(sections: [
    .init(
      origin: 0,
      runs: [
        .init(count: row, source: .kept(from: RowPath(section: 0, row: 0))),
        .init(count: 1, source: .reloaded),
        .init(count: count - row - 1, source: .kept(from: RowPath(section: 0, row: row + 1))),
      ])
  ])
}

@Suite("CellObject", .timeLimit(.minutes(15)))
struct CellObjectTests {
  /// Contents of all parts, no part, and each part alone.
  static let contents: [CellContent] = (0..<128).map { bits in
    func text(_ bit: Int, _ text: String) -> String? { bits >> bit & 1 == 1 ? text : nil }
    func image(_ bit: Int, _ name: String) -> CellImage? {
      text(bit, name).map { CellImage(name: $0, size: Size(width: 10, height: 10)) }
    }
    return CellContent(
      title: text(0, "title"), body: text(1, "body"), author: text(2, "author"),
      time: text(3, "time"), avatar: image(4, "avatar"), image: image(5, "image"),
      language: text(6, "he"))
  }

  @Test("shows no part of a former row, whatever that one had")
  func ghosts() {
    let cell = CellObject(identifier: "item")
    for former in Self.contents {
      for content in Self.contents {
        cell.render(former)
        cell.render(content)
        guard cell.content != content else { continue }
        Issue.record("after \(former), \(content) is shown as \(cell.content)")
        return
      }
    }
  }

  @Test("is reset in what no content sets, and not in what one does")
  func prepareForReuse() {
    let cell = CellObject(identifier: "item")
    cell.render(Self.contents[127])
    (cell.isSelected, cell.opacity, cell.accessory) = (true, 0.5, .checkmark)
    cell.prepareForReuse()
    #expect(!cell.isSelected && cell.opacity == 1 && cell.accessory == .none)
    #expect(cell.content == Self.contents[127], "that is for the next row to set")
  }

  @Test("asks for no image where it only measures")
  func templateOnly() {
    for isTemplate in [false, true] {
      let cell = CellObject(identifier: "item", isTemplate: isTemplate)
      cell.render(Self.contents[127])
      #expect(cell.imageCount == (isTemplate ? 0 : 2))
    }
  }
}

@MainActor
@Suite("SyncTable", .timeLimit(.minutes(15)))
struct SyncTableTests {
  @Test("asks for all heights before it shows a row, and makes only the cells that it shows")
  func load() throws {
    let table = try table(200, distinct: 8)
    #expect(table.counts.measuredCount == 8)
    #expect(table.counts.askedCount == 200 + table.shownRows.count)
    #expect(table.poolStatistics.createdCount == table.shownRows.count)
    #expect(table.cache.statistics.missCount(.firstUse) == 8)
    let log = table.heights.takeEvents().map(\.description)
    // The cell exists before it measures.
    #expect(log[0] == "item created" && log[1].hasPrefix("0:0 calculated "))
    #expect(log.count { $0 == "item created" } == 1)
    #expect(log.count { $0.contains("calculated") } == 8)
    #expect(log.count { $0.contains("cached") } == 8)
  }

  @Test("scrolls through a feed with a screenful of cells, each row in its own content")
  func scroll() throws {
    let table = try table(60, distinct: 13)
    var (drawn, most) = (0, 0)
    for offset in stride(from: 0, through: table.contentHeight, by: 90) {
      try table.scroll(to: offset) { _, _ in drawn += 1 }
      most = max(most, table.shownRows.count)
      for path in table.shownRows {
        let cell = try #require(table.cell(at: path))
        #expect(cell.content.cardTitle == "Row \(path.row % 13)")
        #expect(cell.layout != nil)
      }
    }
    #expect(table.shownRows.last == RowPath(section: 0, row: 59))
    #expect(table.counts.shownCount == 60)
    #expect((1..<60).contains(drawn), "the first rows were drawn at the load")
    #expect(table.poolStatistics.createdCount <= most + 1)
    #expect(table.poolStatistics.createdCount + table.poolStatistics.reusedCount == 60)
    #expect(table.counts.measuredCount == 13, "each distinct height once")
  }

  @Test("draws the same pixels with each way to ask for heights and to answer")
  func agree() throws {
    var pictures: [[Int: [UInt8]]] = []
    var heights: [Int] = []
    for caching in HeightCaching.allCases {
      for sizing in CellSizing.allCases {
        let table = try table(
          12, distinct: 5, caching: caching, sizing: sizing, change: { $0.viewportHeight = 100 })
        var drawn: [Int: [UInt8]] = [:]
        for offset in stride(from: 0, through: table.contentHeight, by: 50) {
          try table.scroll(to: offset) { drawn[$0.row, default: []] += Array($1) }
        }
        pictures.append(drawn)
        heights.append(table.contentHeight)
        #expect(table.counts.measuredCount == (caching == .none ? table.counts.askedCount : 5))
      }
    }
    #expect(pictures.dropFirst().allSatisfy { $0 == pictures[0] })
    #expect(Set(heights).count == 1)
    #expect(pictures[0].count >= 10)
  }

  @Test("lays out a row once for frames, and twice for a template")
  func layouts() throws {
    for (sizing, layoutsPerRow) in [(CellSizing.frames, 1), (.template, 2)] {
      let table = try table(5, sizing: sizing, change: { $0.viewportHeight = 4000 })
      #expect(table.shownRows.count == 5)
      #expect(table.counts.layoutCount == 5 * layoutsPerRow)
    }
  }

  @Test("gives a reloaded row a fresh cell while the old one is still to be seen")
  func reloadRow() throws {
    let table = try table(6)
    let path = RowPath(section: 0, row: 1)
    let (old, other) = (table.cell(at: path), table.cell(at: RowPath(section: 0, row: 0)))
    var items = try #require(table.rows.first)
    items[1].title = "Another title"
    let busy = table.poolStatistics.busyCount
    try table.apply(reload(1, of: 6), [items])
    let fresh = try #require(table.cell(at: path))
    #expect(fresh !== old && fresh.content.cardTitle == "Another title")
    #expect(table.cell(at: RowPath(section: 0, row: 0)) === other)
    #expect(table.poolStatistics.busyCount == busy + 1)
    #expect(old?.content.cardTitle == "Row 1", "it still shows the former content")
    table.endAnimations()
    #expect(table.poolStatistics.busyCount == busy)
    #expect(table.cache.statistics.missCount(.mutated) == 1)
  }

  @Test("takes accessories and separators into account, and keeps widths apart")
  func fitting() throws {
    let plain = try table(8, distinct: 1)
    let table = try table(8, distinct: 1) {
      $0.hasSeparator = true
      $0.accessory = { $0.row % 2 == 0 ? .disclosureIndicator : .checkmark }
    }
    #expect(table.counts.measuredCount == 2)
    #expect(table.cell(at: RowPath(section: 0, row: 0))?.layout?.size.width == 286)
    #expect(table.cell(at: RowPath(section: 0, row: 1))?.layout?.size.width == 280)
    #expect(table.contentHeight >= plain.contentHeight + 8)
    #expect(table.cache.statistics.missCount(.widthChanged) == 1)
  }

  @Test("with an estimate asks only for what it shows, and the rest while idle")
  func estimate() throws {
    let table = try table(100) { $0.estimatedHeight = 44 }
    #expect(table.counts.measuredCount < 40)
    let source = ManualIdleSource()
    let precacher = HeightPrecacher(table, source: source)
    precacher.start()
    table.isTracking = true
    let measured = table.counts.measuredCount
    source.pass()
    #expect(table.counts.measuredCount == measured, "not while the user tracks")
    table.isTracking = false
    for _ in 0..<1000 where source.isRunning { source.pass() }
    #expect(table.counts.measuredCount == 100)
    #expect(precacher.statistics.measuredCount == 100 - measured)
    #expect(table.contentHeight == (try self.table100Height()))
    try table.scroll(to: .max)
    #expect(table.shownRows.last == RowPath(section: 0, row: 99))
    #expect(table.counts.measuredCount == 100)
  }

  private func table100Height() throws -> Int { try table(100).contentHeight }

  @Test("reports a row that cannot be laid out")
  func failure() throws {
    let rendering = RenderOptions(template: CellTemplate(width: 4, scale: 1))
    #expect(throws: RenderError.self) { try SyncTable(rendering) }
  }
}

extension CellContent {
  /// The title of a built-in card.
  fileprivate var cardTitle: String? {
    guard case .card(let card) = self else { return nil }
    return card.title
  }
}

import Galley
import GalleyBenchArticles
import GalleyCells
import GalleyFeedItems
import GalleyFrames
import GalleyLab
import GalleyPrimitives
import GalleyStageBenches
import GalleyTrials
import Testing

@MainActor
@Suite("CachingBench", .timeLimit(.minutes(15)))
struct CachingBenchTests {
  private static let rowCount = 30

  private func calls(_ sizing: CellSizing) throws -> [HeightCaching: [CachingBench.Step:
    CachingCalls]]
  {
    let items = (0..<Self.rowCount).map { row in
      FeedItem(
        id: "id\(row)", title: "Row \(row)",
        body: String(repeating: "words ", count: row % 7 * 5 + 1))
    }
    let options = try ScrollOptions(
      rendering: RenderOptions(template: CellTemplate(width: 240, scale: 1)), viewportHeight: 400)
    var calls: [HeightCaching: [CachingBench.Step: CachingCalls]] = [:]
    for call in try CachingBench(items, options: options).run(sizing: sizing) {
      calls[call.caching, default: [:]][call.step] = call
    }
    return calls
  }

  @Test(
    "each way to remember heights measures other rows when they come back, are reloaded or change",
    arguments: CellSizing.allCases)
  func steps(sizing: CellSizing) throws {
    let calls = try calls(sizing)
    func measured(_ caching: HeightCaching, _ step: CachingBench.Step) throws -> Int {
      try #require(calls[caching]?[step]).measured
    }
    for step in CachingBench.Step.allCases {
      let none = try #require(calls[HeightCaching.none]?[step])
      #expect(none.measured == none.heightForRow, "\(step)")
      for caching in [HeightCaching.indexPath, .key] {
        let remembered = try #require(calls[caching]?[step])
        #expect(remembered.heightForRow == none.heightForRow, "\(step)")
        #expect(remembered.cellForRow == none.cellForRow, "\(step)")
      }
    }
    for caching in [HeightCaching.indexPath, .key] {
      #expect(try measured(caching, .load) == Self.rowCount)
      #expect(try measured(caching, .scrollThere) == 0 && measured(caching, .scrollBack) == 0)
      #expect(try measured(caching, .insert) == 1)
      #expect(try measured(caching, .rotate) == Self.rowCount + 1)
      #expect(try measured(caching, .rotateBack) == 0)
      #expect(try measured(caching, .fontSize) == Self.rowCount + 1)
      #expect(calls[caching]?[.rotate]?.causes == ["widthChanged": Self.rowCount + 1])
      #expect(calls[caching]?[.fontSize]?.causes == ["invalidated": Self.rowCount + 1])
    }
    // After a reload a path says nothing about the content, which has to be configured; a key does.
    #expect(try #require(calls[.indexPath]?[.reload]).configured >= Self.rowCount)
    #expect(try #require(calls[.key]?[.reload]).configured == 0)
    #expect(try measured(.none, .reload) > Self.rowCount)
    #expect(try #require(calls[.key]?[.scrollBack]).cellForRow > 0)
  }
}

@MainActor
@Suite("BenchArticle", .timeLimit(.minutes(15)))
struct BenchArticleTests {
  private func tables(_ article: BenchArticle) async throws -> [MarkdownTable] {
    var rendering = RenderOptions()
    rendering.mode = .sync
    return try await article.run(rendering)
  }

  @Test("0 measures one height in each idle pass, and none while the user drags")
  func idle() async throws {
    let rows = try await tables(.templateCell)[0].rows
    let (calls, passes) = (rows.compactMap { Int($0[1]) }, rows.compactMap { Int($0[3]) })
    #expect(passes[0] == 0 && passes[1] == 10 && passes[2] == 10)
    // Each pass asks the delegate once.
    #expect(calls[1] == calls[0] + 10 && calls[2] == calls[1])
    #expect(Int(rows[3][2]) == 200 && rows[4][2] == rows[3][2])
  }

  @Test("2 moves heights as UITableView defines it, where FDTemplateLayoutCell does not")
  func mutations() async throws {
    let tables = try await tables(.heightCache)
    let rows = Dictionary(uniqueKeysWithValues: tables[0].rows.map { ($0[0], $0) })
    #expect(rows.count == 10)
    #expect(
      rows["delete sections 0 and 1"]?[2] == "[2]" && rows["delete sections 0 and 1"]?[3] == "[3]")
    #expect(rows["move section 0 to 2"]?[3] == "[2] [3] [1]")
    #expect(rows["move row 0 to 2"]?[2] == "[3 2 1]" && rows["move row 0 to 2"]?[3] == "[2 3 1]")
    #expect(rows["insert rows 5 and 2, in this order"]?[3] == "[1 2 – 3 4 –]")
    #expect(rows["delete rows 0 and 2"]?[4] == "equal" && rows["reload row 1"]?[4] == "equal")
    let log = tables[1].rows.map { $0[1] }
    #expect(log[0] == "layout cell created - item")
    #expect(log[1].hasPrefix("calculate using system fitting size (AutoLayout) - "))
    #expect(log[2].hasPrefix("cached by index path[0:0] - "))
    let reload = tables[1].rows.filter { $0[0] == "reload of row 1" }.map { $0[1] }
    #expect(reload[0].hasPrefix("hit cache by index path[0:0] - "))
    #expect(reload[1].hasPrefix("calculate ") && reload[2].hasPrefix("cached by index path[0:1]"))
    #expect(tables[3].rows.map { $0[2] } == ["320", "286", "252", "280", "272", "284"])
  }

  @Test("3 counts a call for each of 10,000 rows without estimates")
  func estimates() async throws {
    let rows = try await tables(.estimates)[0].rows
    func questions(_ asking: String) -> [Int] {
      rows.filter { $0[0] == asking }.compactMap { Int($0[2]) }
    }
    #expect(questions("allAtOnce") == [10_000, 0, 0, 0])
    #expect(questions("whenShown")[0] < 12 && questions("whenShown")[3] == 0)
    #expect(questions("eachTimeShown")[3] > 0)
  }

  @Test(
    "4 has ghosts only in a cell that does not assign all texts, and two cells for a reloaded row")
  func reuse() async throws {
    let tables = try await tables(.reusePool)
    let ghosts = tables[1].rows.compactMap { Int($0[1]) }
    #expect(ghosts[0] > 50 && ghosts[1] == 0)
    let busy = tables[0].rows.compactMap { Int($0[3]) }
    #expect(busy[3] == busy[2] + 1 && busy[4] == busy[2])
  }
}

@Suite("RowCost", .timeLimit(.minutes(15)))
struct RowCostTests {
  @Test("sums the stages of each row, worst first")
  func sums() {
    func span(_ stage: CostStage, _ item: Int, _ milliseconds: Int, isWasted: Bool = false)
      -> WorkSpan
    {
      var span = WorkSpan(
        worker: 0, stage: stage, key: .init(high: 0, low: UInt64(item)), start: .zero,
        end: .milliseconds(milliseconds), isWasted: isWasted)
      span.item = item
      if stage == .layout { span.cause = isWasted ? "firstUse" : "evicted" }
      return span
    }
    let costs = RowCost.costs([
      span(.layout, 1, 2), span(.raster, 1, 3), span(.layout, 2, 9, isWasted: true),
      span(.layout, 2, 1), span(.encode, 1, 1),
    ])
    #expect(costs.map(\.item) == [2, 1] && costs.map(\.totalMs) == [10, 6])
    #expect(
      costs[0].wastedMs == 9 && costs[0].layouts == 2
        && costs[0].causes == ["firstUse": 1, "evicted": 1] && costs[1].rasterMs == 3)
    #expect([RowCost]().table.rows.isEmpty)
  }
}

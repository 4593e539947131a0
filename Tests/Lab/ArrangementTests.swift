import Galley
import GalleyCells
import GalleyFeedItems
import GalleyPrimitives
import Testing

@testable import GalleyBenchArticles
@testable import GalleyStageBenches

@Suite("Frames, boxes and constraints", .timeLimit(.minutes(15)))
struct ArrangementTests {
  @Test("the demo's cell has equal layouts by each method", arguments: [200.0, 320, 375])
  func demo(width: Double) throws {
    let template = CellTemplate(width: width, scale: 2)
    let typesetter = Typesetter(try FontLibrary(.noto))
    let probe = try StageProbe(RenderOptions())
    let items = try probe.readItems(of: BenchArticle.feed(60))
    #expect(items.count == 60)
    var partCounts: Set<Int> = []
    for (row, item) in items.enumerated() {
      // Parts without content are missing.
      var item = item
      if row.isMultiple(of: 7) { item.body = nil }
      if row.isMultiple(of: 11) { item.title = nil }
      let cell = DemoCell(item, row: row)
      let layouts = try DemoCell.Method.allCases.map { method in
        var work: TreeWork?
        let layout = try cell.layout(by: method, template, with: typesetter, work: &work)
        #expect((work?.pivotCount ?? 0 > 0) == (method == .constraints))
        return layout
      }
      for other in layouts.dropFirst() {
        #expect(other.size == layouts[0].size, "row \(row)")
        #expect(other.parts.map(\.kind) == layouts[0].parts.map(\.kind), "row \(row)")
        #expect(other.parts.map(\.rect) == layouts[0].parts.map(\.rect), "row \(row)")
      }
      partCounts.insert(layouts[0].parts.count)
    }
    #expect(partCounts.count > 2)
  }

  @Test("the cell of 20 parts has equal layouts by each method")
  func views() throws {
    let template = CellTemplate(width: 320, scale: 2)
    let typesetter = Typesetter(try FontLibrary(.noto))
    for number in 0..<50 {
      let cell = ViewsCell(number)
      let frames = cell.frames(template)
      #expect(frames.parts.count == 20)
      for tree in [cell.boxes.tree, cell.constraints.tree] {
        let layout = try template.layout(tree, with: typesetter)
        #expect(layout.size == frames.size)
        #expect(layout.parts.map(\.rect) == frames.parts.map(\.rect))
      }
    }
  }
}

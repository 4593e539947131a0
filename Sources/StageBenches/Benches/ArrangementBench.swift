package import Galley
import GalleyCells
package import GalleyFeedItems
import GalleyFonts
import GalleyParagraphs
import GalleyTypesetting

/// The costs of frames, boxes and constraints for the same cells.
package struct ArrangementBench {
  private let template: CellTemplate
  private let typesetter: Typesetter
  private static let cellCount = 1_000
  private let boxes: [ElementTree]
  private let constraints: [ElementTree]
  private let cells: [ViewsCell]

  /// Makes the trees of the cells, which are not part of the times.
  package init(_ options: RenderOptions) throws {
    template = options.template
    typesetter = Typesetter(try FontLibrary(options.fonts))
    cells = (0..<Self.cellCount).map { ViewsCell($0) }
    boxes = cells.map { $0.boxes.tree }
    constraints = cells.map { $0.constraints.tree }
  }

  /// Lays out 1,000 cells of 20 parts, and the demo's cells of `items`, by each method.
  func run(_ items: [FeedItem], pass: Int) throws -> [StageResult] {
    var height = 0.0
    let byFrames = ThreadTime.measure {
      for cell in cells { height += cell.frames(template).size.height }
    }
    let byBoxes = try ThreadTime.measure {
      for tree in boxes { height += try template.layout(tree, with: typesetter).size.height }
    }
    let byConstraints = try ThreadTime.measure {
      for tree in constraints { height += try template.layout(tree, with: typesetter).size.height }
    }
    // A use of the results: without one the optimizer removes the work.
    precondition(height > 0, "no height")
    let parts = [("frames", byFrames), ("boxes", byBoxes), ("constraints", byConstraints)]
      .map { name, time in
        StageResult(
          stage: "20 parts by \(name)", unit: "µs/cell",
          samples: [time.microseconds / Double(Self.cellCount)],
          counters: [.init("cells", Self.cellCount)])
      }
    return parts + (try demo(items, pass: pass))
  }

  private func demo(_ items: [FeedItem], pass: Int) throws -> [StageResult] {
    try DemoCell.Method.allCases.enumerated().map { index, method in
      // The texts are new for each method.
      let cells = items.prefix(Self.cellCount).enumerated().map {
        DemoCell($0.element.marked(1_000 + 3 * pass + index), row: $0.offset)
      }
      var work: TreeWork?
      let time = try ThreadTime.measure {
        for cell in cells {
          _ = try cell.layout(by: method, template, with: typesetter, work: &work)
        }
      }
      return StageResult(
        stage: "demo cell by \(method.rawValue)", unit: "µs/cell",
        samples: [time.microseconds / Double(max(1, cells.count))],
        counters: [.init("cells", cells.count)])
    }
  }

  /// The work of each method for the demo's cells of `items`.
  package func counters(_ items: [FeedItem]) throws -> MarkdownTable {
    let cells = items.enumerated().map { DemoCell($0.element, row: $0.offset) }
    let rows = try DemoCell.Method.allCases.map { method in
      var sums = [0, 0, 0, 0, 0]
      for cell in cells {
        var work: TreeWork?
        let before = typesetter.steps.glyphsShaped
        _ = try cell.layout(by: method, template, with: typesetter, work: &work)
        sums[0] += typesetter.steps.glyphsShaped - before
        guard let work else { continue }
        sums[1] += work.textLayoutCount
        sums[2] += work.measurementCount
        sums[3] += work.solutionCount
        sums[4] += work.pivotCount
      }
      return [method.rawValue] + sums.map(String.init)
    }
    return MarkdownTable(
      "\(items.count) cells of the demo, equal rectangles.",
      ["by", "glyphs shaped", "texts laid out", "measurements", "systems solved", "pivots"], rows)
  }
}

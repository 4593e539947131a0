import Galley
package import GalleyFrames
package import GalleyStageBenches

/// The time that the workers took for a row of a scroll.
package struct RowCost: Hashable, Sendable, Codable {
  /// The index of the item in the feed; `nil` if it is not known.
  package var item: Int?
  /// The milliseconds of each stage.
  package var layoutMs = 0.0
  package var rasterMs = 0.0
  package var encodeMs = 0.0
  /// The milliseconds of stages whose picture was superseded.
  package var wastedMs = 0.0
  /// The number of layouts that were made; more than one if a layout was not kept.
  package var layouts = 0
  /// The number of layouts that were found, because an earlier task had made them.
  package var found = 0
  /// The layouts by the reason for which they had to be made: the names of `RowHeightMiss`.
  package var causes: [String: Int] = [:]

  /// The milliseconds of all stages.
  package var totalMs: Double { layoutMs + rasterMs + encodeMs }

  /// The heads of the columns.
  package static let heads = [
    "item", "total ms", "layout ms", "raster ms", "encode ms", "wasted ms", "layouts", "found",
    "causes",
  ]

  /// The columns.
  package var columns: [String] {
    [item.map { "\($0)" } ?? "–"]
      + [totalMs, layoutMs, rasterMs, encodeMs, wastedMs].map(BenchTable.text)
      + [
        "\(layouts)", "\(found)",
        causes.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
          .joined(separator: ", "),
      ]
  }

  /// The costs of the rows of a scroll, worst first.
  package static func costs(_ spans: [WorkSpan]) -> [RowCost] {
    var costs: [Int?: RowCost] = [:]
    for span in spans {
      let time = (span.end - span.start) / .milliseconds(1)
      var cost = costs[span.item] ?? RowCost(item: span.item)
      switch span.stage {
      case .layout:
        cost.layoutMs += time
        if let cause = span.cause {
          cost.layouts += 1
          cost.causes[cause, default: 0] += 1
        } else {
          cost.found += 1
        }
      case .raster: cost.rasterMs += time
      case .encode: cost.encodeMs += time
      case .build, .composite: break
      }
      if span.isWasted { cost.wastedMs += time }
      costs[span.item] = cost
    }
    return costs.values.sorted { ($1.totalMs, $0.item ?? -1) < ($0.totalMs, $1.item ?? -1) }
  }
}

extension [RowCost] {
  /// The costs as a table.
  package var table: MarkdownTable {
    MarkdownTable(
      "What each row cost the workers in a scroll that encodes its pictures, as for files, worst first; found: the layouts "
        + "that an earlier task had made; causes: why the others were made", RowCost.heads,
      map(\.columns))
  }
}

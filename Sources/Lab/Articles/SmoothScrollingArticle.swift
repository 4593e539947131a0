import Foundation
import Galley
import GalleyFrames

/// Article 001: remembered heights and asynchronous drawing, with frames and with a template cell.
@MainActor
struct SmoothScrollingArticle {
  private let rendering: RenderOptions
  private static let rowCount = 400
  /// About a phone of the time of the article beside a server.
  private static let throttle = 40.0

  init(_ rendering: RenderOptions) { self.rendering = rendering }

  func tables() async throws -> [MarkdownTable] { [try await matrix(), try await corners()] }

  private func options(_ script: ScrollScript) throws -> ScrollOptions {
    var options = try ScrollOptions(
      rendering: rendering, script: script, duration: .seconds(2), viewportHeight: 600)
    options.costModel.throttle = Self.throttle
    return options
  }

  private func matrix() async throws -> MarkdownTable {
    let bench = ScrollBench(
      BenchArticle.feed(Self.rowCount),
      options: try options(.thereAndBack(speed: 1500, turn: .seconds(1))), repeatCount: 1,
      workerLimit: 1)
    var rows: [[String]] = []
    for sizing in [CellSizing.template, .frames] {
      for caching in HeightCaching.allCases {
        for cell in [BenchCell.sync(), .async(1, .wait), .async(1)] {
          var cell = cell
          (cell.sizing, cell.caching) = (sizing, caching)
          let result = try await bench.measure(cell)
          let fps = result.figure(.fps).mean
          rows.append(
            [sizing.rawValue, caching.rawValue]
              + [cell.mode.rawValue + (cell.policy.map { ", \($0.rawValue)" } ?? "")]
              + [BenchMetric.fps, .dropped, .hitch, .blank, .p95].map {
                BenchTable.words(result.figure($0))
              } + [fps >= 55 ? "yes" : "no"])
        }
      }
    }
    return MarkdownTable(
      "\(Self.rowCount) rows, there and back at 1,500 units a second, cold, throttle "
        + "\(Self.throttle.plain), virtual clock.",
      ["height by", "remembered by", "mode"]
        + [BenchMetric.fps, .dropped, .hitch, .blank, .p95].map(\.head) + ["55 or more"], rows)
  }

  private func corners() async throws -> MarkdownTable {
    let bench = CornerBench(
      BenchArticle.feed(Self.rowCount), options: try options(.constant(speed: 300)),
      repeatCount: 1, workerCount: 1)
    var rows: [[String]] = []
    for cell in CornerBench.cells([.drawn, .masked]) {
      let result = try await bench.measure(cell)
      let figures = [BenchMetric.p50, .p95, .dropped].map { metric in
        BenchTable.words(BenchResult(cell: .sync(), runs: result.runs).figure(metric))
      }
      rows.append(["\(cell.partCount)", cell.corners.rawValue, cell.mode.rawValue] + figures)
    }
    return MarkdownTable(
      "Round pictures on a screen, warm, 300 units a second, throttle \(Self.throttle.plain), virtual clock.",
      ["round pictures", "corners", "mode", "main P50 ms", "main P95 ms", "dropped frames"], rows)
  }
}

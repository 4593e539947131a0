import Foundation
import Galley
import GalleyFrames
import GalleyLab
import GalleyStageBenches
import GalleyTrials

/// Article 001: remembered heights and asynchronous drawing, with frames and with a template cell.
@MainActor
struct SmoothScrollingArticle {
  private let rendering: RenderOptions
  private static let rowCount = 400
  /// About a phone of the time of the article beside a server.
  private static let throttle = 40.0

  init(_ rendering: RenderOptions) { self.rendering = rendering }

  func tables() async throws -> [MarkdownTable] {
    let items = try StageProbe(rendering).readItems(of: BenchArticle.feed(60))
    return [
      try await matrix(), try ArrangementBench(rendering).counters(items), try await corners(),
    ]
  }

  /// The time by which a way to place the demo's parts lengthens a layout: the medians of `galley bench stages`
  /// less that of frames, in nanoseconds.
  private static func growth(_ method: DemoCell.Method) -> Double {
    switch method {
    case .frames: 0
    case .boxes: 9_000
    case .constraints: 144_000
    }
  }

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
    let cost = bench.options.costModel.layout
    for method in DemoCell.Method.allCases {
      bench.options.costModel.layout.fixed = cost.fixed + Self.growth(method)
      for caching in HeightCaching.allCases {
        for cell in [BenchCell.sync(), .async(1, .wait), .async(1)] {
          var cell = cell
          (cell.sizing, cell.caching) = (method == .constraints ? .template : .frames, caching)
          let result = try await bench.measure(cell)
          let fps = result.figure(.fps).mean
          rows.append(
            [method.rawValue, caching.rawValue]
              + [cell.mode.rawValue + (cell.policy.map { ", \($0.rawValue)" } ?? "")]
              + [BenchMetric.fps, .dropped, .hitch, .blank, .p95].map {
                BenchTable.words(result.figure($0))
              } + [fps >= 55 ? "yes" : "no"])
        }
      }
    }
    return MarkdownTable(
      "\(Self.rowCount) rows, there and back at 1,500 units a second, cold, throttle "
        + "\(Self.throttle.plain), virtual clock. A layout takes \(micros(.boxes)) µs more by boxes and "
        + "\(micros(.constraints)) µs more by constraints than by frames. The height by constraints is that of a "
        + "template cell.",
      ["cell by", "heights by", "mode"]
        + [BenchMetric.fps, .dropped, .hitch, .blank, .p95].map(\.head) + ["55 or more"], rows)
  }

  private func micros(_ method: DemoCell.Method) -> String { (Self.growth(method) / 1000).plain }

  private func corners() async throws -> MarkdownTable {
    let bench = CornerBench(
      BenchArticle.feed(Self.rowCount), options: try options(.constant(speed: 300)),
      repeatCount: 1, workerCount: 1)
    let rows = try await bench.measure(CornerBench.cells([.drawn, .masked])).map { result in
      let cell = result.cell
      let figures = [BenchMetric.p50, .p95, .dropped].map { metric in
        BenchTable.words(BenchResult(cell: .sync(), runs: result.runs).figure(metric))
      }
      return ["\(cell.partCount)", cell.corners.rawValue, cell.mode.rawValue] + figures
    }
    return MarkdownTable(
      "Round pictures on a screen, warm, 300 units a second, throttle \(Self.throttle.plain), virtual clock.",
      ["round pictures", "corners", "mode", "main P50 ms", "main P95 ms", "dropped frames"], rows)
  }
}

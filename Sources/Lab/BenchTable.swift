import Foundation
import GalleyFrames
import GalleyPrimitives

/// A bench as a table for a terminal, for Markdown or for a page.
package enum BenchTable {
  private static let names = ["sizing", "heights", "mode", "workers", "start"]
  private static let figures = [
    "cpu P50", "cpu P99", "overrun P99", "dropped", "hitch/s", "blank %", "wasted %", "hits %",
    "speed-up",
  ]

  /// The heads of the columns.
  package static let head = line(names, figures)

  /// The line of a combination.
  package static func line(_ result: BenchResult) -> String {
    line(names(of: result.cell), figures(of: result))
  }

  /// The cold combinations of both modes side by side, as Markdown.
  ///
  /// - Parameters:
  ///   - results: All results.
  ///   - workerCount: The number of workers of the shown async combinations.
  /// - Returns: A line for each way to find and to remember heights.
  package static func markdown(_ results: [BenchResult], workerCount: Int) -> String {
    func line(_ words: [String]) -> String { "| " + words.joined(separator: " | ") + " |" }
    let heads = [
      "height by", "remembered by", "sync: CPU ms P50", "P99", "dropped", "async: CPU ms P50",
      "P99",
      "dropped", "blank %", "speed-up",
    ]
    var lines = [line(heads), line(heads.indices.map { $0 < 2 ? "---" : "---:" })]
    for async in results where async.cell.workerCount == workerCount && !async.cell.isWarm {
      guard let sync = results.first(where: { $0.cell == async.cell.inSync }) else { continue }
      func figures(_ result: BenchResult) -> [String] {
        [
          result.figure { $0.frameDurationCpuMs["p50"] ?? 0 }, result.figure(\.cpuP99),
          result.figure { Double($0.ownDropped) },
        ].map(words)
      }
      lines.append(
        line(
          [async.cell.sizing.rawValue, async.cell.caching.rawValue] + figures(sync) + figures(async)
            + [words(async.figure { 100 * $0.blankShare }), speedUp(async)]))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// All combinations as a table of a page.
  static func html(_ results: [BenchResult]) -> String {
    let heads = [
      "height by", "remembered by", "mode", "workers", "start", "CPU ms P50", "CPU ms P99",
      "overrun ms P99", "dropped", "hitch ms/s", "blank %", "wasted %", "hits %", "speed-up",
    ]
    var rows: [String] = []
    for (index, result) in results.enumerated() {
      let isFirst = index == 0 || results[index - 1].cell.group != result.cell.group
      rows.append(
        "<tr class=\"\(result.cell.mode.rawValue)\(isFirst ? " first" : "")\">"
          + names(of: result.cell).map { "<td>\($0)</td>" }.joined()
          + figures(of: result).map { "<td class=\"n\">\($0)</td>" }.joined() + "</tr>")
    }
    return "<table><thead><tr>"
      + heads.enumerated().map { "<th\($0 < 5 ? "" : " class=\"n\"")>\($1)</th>" }.joined()
      + "</tr></thead><tbody>" + rows.joined(separator: "\n") + "</tbody></table>"
  }

  private static func names(of cell: BenchCell) -> [String] {
    [
      cell.sizing.rawValue, cell.caching.rawValue, cell.mode.rawValue,
      cell.mode == .sync ? "–" : "\(cell.workerCount)", cell.isWarm ? "warm" : "cold",
    ]
  }

  private static func figures(of result: BenchResult) -> [String] {
    [
      result.figure { $0.frameDurationCpuMs["p50"] ?? 0 }, result.figure(\.cpuP99),
      result.figure { $0.frameOverrunMs["p99"] ?? 0 }, result.figure { Double($0.ownDropped) },
      result.figure(\.hitchMsPerSecond), result.figure { 100 * $0.blankShare },
      result.figure { 100 * $0.wastedWorkRatio },
      result.figure {
        $0.heightsAsked == 0 ? 0 : 100 * Double($0.cacheHits) / Double($0.heightsAsked)
      },
    ].map(words) + [speedUp(result)]
  }

  private static func speedUp(_ result: BenchResult) -> String {
    result.speedUp.map { text($0) + "×" } ?? "–"
  }

  private static func line(_ names: [String], _ figures: [String]) -> String {
    let left = zip(names, [9, 11, 6, 8, 5]).map {
      $0.padding(toLength: $1, withPad: " ", startingAt: 0)
    }
    let right = figures.map { String(repeating: " ", count: max(1, 13 - $0.count)) + $0 }
    return left.joined(separator: " ") + right.joined()
  }

  private static func text(_ value: Double) -> String {
    String(format: abs(value) >= 10 || value == value.rounded() ? "%.0f" : "%.2f", value)
  }

  /// A figure and half the width of its interval.
  private static func words(_ figure: BenchFigure) -> String {
    guard let half = figure.halfWidth else { return text(figure.mean) }
    return "\(text(figure.mean)) ±\(text(half))"
  }
}

extension BenchCell {
  /// The values that adjacent rows of the table have in common.
  fileprivate var group: [String] { [sizing.rawValue, caching.rawValue, "\(isWarm)"] }
}

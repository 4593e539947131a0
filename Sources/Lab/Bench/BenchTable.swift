import Foundation
import GalleyCompositing
import GalleyFrames
import GalleyPrimitives
import GalleyTrials

/// A bench as a table for a terminal, for Markdown or for a page.
package enum BenchTable {
  private static let names = ["sizing", "heights", "mode", "workers", "missing", "start"]
  private static let widths = [9, 11, 6, 8, 12, 6]

  /// The metrics that a terminal has room for; records and pages have all of them.
  private static let terminalMetrics: [BenchMetric] = [
    .dropped, .host, .hitch, .p50, .p95, .p99, .blank, .hits,
  ]

  /// The heads of a terminal's columns.
  package static let head = line(names, terminalMetrics.map(\.head))

  /// The line of a combination for a terminal.
  package static func line(_ result: BenchResult) -> String {
    line(names(of: result), terminalMetrics.map { words(result, $0) })
  }

  /// The rows of a verdict as Markdown.
  package static func markdown(_ verdict: BenchVerdict) -> String {
    func line(_ words: [String]) -> String { "| " + words.joined(separator: " | ") + " |" }
    let metrics = BenchVerdict.metrics
    return
      ([
        line(["start", "mode"] + metrics.map(\.head)),
        line(["---", "---"] + metrics.map { _ in "---:" }),
      ]
      + verdict.rows.map { row in
        line(
          [row.result.cell.isWarm ? "warm" : "cold", row.markedName]
            + metrics.map { words(row.result, $0) })
      } + notes(verdict.rows.map(\.result)).map { "\n\($0)" }
      + verdict.refusals.map { "\nNo verdict: \($0)." }).joined(separator: "\n") + "\n"
  }

  /// All combinations as a table of a page.
  static func html(_ results: [BenchResult]) -> String {
    var rows: [String] = []
    for (index, result) in results.enumerated() {
      let isFirst = index == 0 || results[index - 1].cell.group != result.cell.group
      rows.append(
        "<tr class=\"\(result.cell.mode.rawValue)\(isFirst ? " first" : "")\" "
          + "data-cell=\"\(result.cell.words)\">"
          + names(of: result).map { "<td>\($0)</td>" }.joined()
          + BenchMetric.allCases.map {
            "<td class=\"n\" data-metric=\"\($0)\">\(quiet(words(result, $0)))</td>"
          }.joined() + "</tr>")
    }
    let heads = ["height by", "remembered by", "mode", "workers", "missing pictures", "start"]
    return html(heads: heads, metrics: BenchMetric.allCases, rows: rows)
  }

  /// The rows of a verdict as a table of a page.
  static func html(_ verdict: BenchVerdict) -> String {
    let rows = verdict.rows.map { row in
      "<tr class=\"\(row.result.cell.mode.rawValue)\(row.result.cell.mode == .sync ? " first" : "")\" "
        + "data-verdict=\"\(row.result.cell.words)\">"
        + "<td>\(row.result.cell.isWarm ? "warm" : "cold")</td><td>\(row.markedName)</td>"
        + BenchVerdict.metrics.map {
          "<td class=\"n\" data-metric=\"\($0)\">\(quiet(words(row.result, $0)))</td>"
        }.joined() + "</tr>"
    }
    return html(heads: ["start", "mode"], metrics: BenchVerdict.metrics, rows: rows)
  }

  /// The scrolls whose rows change, as a table of a page.
  static func html(edited results: [BenchResult]) -> String {
    let metrics: [BenchMetric] = [.dropped, .blank, .older, .page, .hitch, .host]
    let rows = results.map { result in
      "<tr data-edited=\"\(result.cell.words)\"><td>\(result.cell.policy?.rawValue ?? "")</td>"
        + metrics.map {
          "<td class=\"n\" data-metric=\"\($0)\">\(quiet(words(result, $0)))</td>"
        }.joined() + "</tr>"
    }
    return html(heads: ["missing pictures"], metrics: metrics, rows: rows)
  }

  /// A figure of a page, whose interval stands below it.
  private static func quiet(_ figure: String) -> String {
    guard let bracket = figure.firstIndex(of: "[") else { return figure }
    return figure[..<bracket] + "<small>\(figure[bracket...])</small>"
  }

  private static func html(heads: [String], metrics: [BenchMetric], rows: [String]) -> String {
    "<table><thead><tr>" + heads.map { "<th>\($0)</th>" }.joined()
      + metrics.map { "<th class=\"n\" title=\"\($0.definition)\">\($0.head)</th>" }.joined()
      + "</tr></thead><tbody>" + rows.joined(separator: "\n") + "</tbody></table>"
  }

  private static func names(of result: BenchResult) -> [String] {
    let cell = result.cell
    return [
      cell.sizing.rawValue, cell.caching.rawValue, cell.mode.rawValue,
      cell.mode == .sync ? "–" : "\(cell.workerCount)", cell.policy?.rawValue ?? "–",
      cell.startWords + (result.isDisturbed ? mark : ""),
    ]
  }

  private static func line(_ names: [String], _ figures: [String]) -> String {
    let left = zip(names, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
    let right = figures.map { String(repeating: " ", count: max(1, 22 - $0.count)) + $0 }
    return left.joined(separator: " ") + right.joined()
  }

  /// A number with the digits that a reader needs.
  static func text(_ value: Double) -> String {
    if value == value.rounded() { return String(format: "%.0f", value) }
    return String(format: abs(value) >= 100 ? "%.0f" : abs(value) >= 1 ? "%.2f" : "%.3f", value)
  }

  /// A metric of a result; a dash if it was not measured, or if other programs took the frames that it is made of.
  package static func words(_ result: BenchResult, _ metric: BenchMetric) -> String {
    if metric == .fps, result.isDisturbed { return "–" }
    return metric.values(of: result.runs) == nil ? "–" : words(result.figure(metric))
  }

  /// A figure, and its interval if it has one.
  package static func words(_ figure: BenchFigure) -> String {
    guard let interval = figure.interval else { return text(figure.mean) }
    return "\(text(figure.mean)) [\(text(interval.lowerBound)), \(text(interval.upperBound))]"
  }

  /// The words below a table of results; empty if no result has a mark.
  package static func notes(_ results: [BenchResult]) -> [String] {
    results.contains(where: \.isDisturbed) ? ["\(mark): \(markWords)"] : []
  }

  /// The mark of a disturbed result.
  static let mark = "†"
  /// The meaning of ``mark``.
  static let markWords =
    "other programs took more frames than the scroll itself dropped, and more than a hundredth"
}

extension BenchCell {
  /// The values that adjacent rows of the table have in common.
  fileprivate var group: [String] { [sizing.rawValue, caching.rawValue, startWords] }
}

import Foundation
import GalleyPrimitives

/// The numbers of frames by their time, in a chart for each scroll.
struct BenchHistogram {
  /// The names of the scrolls, and the milliseconds of the frames of each run.
  let scrolls: [(name: String, runs: [[Double]])]
  /// The budget of a frame in milliseconds.
  let budget: Double

  /// Each bin is twice as long as the one before, because times differ by orders of magnitude.
  private static let binCount = 14
  private static let chartHeight = 90.0
  private static let width = 1080.0
  private static let left = 58.0

  init(_ scrolls: [(name: String, runs: [[Double]])], budget: Double) {
    self.scrolls = scrolls
    self.budget = budget
  }

  /// The upper limit of a bin in milliseconds; the last one has none.
  private func limit(_ bin: Int) -> Double { budget * pow(2, Double(bin - Self.binCount + 4)) }

  private func words(_ bin: Int) -> String {
    bin == Self.binCount - 1
      ? "more than \(limit(bin - 1).plain) ms" : "at most \(limit(bin).plain) ms"
  }

  /// The percentiles of the runs, as the table of the verdict has them.
  private func percentiles(_ runs: [[Double]]) -> String {
    [50, 95, 99].map { percent in
      let values = runs.map { run in
        run.isEmpty ? 0 : run.sorted()[(run.count * percent + 99) / 100 - 1]
      }
      return "P\(percent) \(BenchTable.words(BenchFigure(values))) ms"
    }.joined(separator: ", ")
  }

  /// The numbers of frames in the bins.
  func counts(_ times: [Double]) -> [Int] {
    var counts = Array(repeating: 0, count: Self.binCount)
    for time in times {
      counts[(0..<Self.binCount - 1).first { time <= limit($0) } ?? Self.binCount - 1] += 1
    }
    return counts
  }

  /// The bins that have frames, up to the one beyond the budget at least.
  private var shownBins: Range<Int> {
    let all = counts(scrolls.flatMap { $0.runs.flatMap { $0 } })
    let filled = all.indices.filter { all[$0] > 0 }
    let budgetBin = Self.binCount - 4
    return min(filled.first ?? 0, budgetBin)..<max((filled.last ?? 0) + 1, budgetBin + 2)
  }

  /// The charts as an SVG element for a page that has ``BenchPlot/style``.
  var svg: String {
    let bins = shownBins
    let step = (Self.width - Self.left) / Double(bins.count)
    func x(_ bin: Int) -> Double { Self.left + Double(bin - bins.lowerBound) * step }
    var parts: [String] = []
    var top = 24.0
    for (name, runs) in scrolls {
      parts.append(
        "<text class=\"name\" x=\"\(Self.left.plain)\" y=\"\((top - 8).plain)\">\(name)"
          + "<tspan class=\"quiet\" dx=\"10\">\(percentiles(runs))</tspan></text>")
      let counts = counts(runs.flatMap { $0 })
      let most = Double(max(1, counts.max() ?? 1))
      for bin in bins where counts[bin] > 0 {
        let height = max(1, (Self.chartHeight - 20) * Double(counts[bin]) / most)
        let y = top + Self.chartHeight - height
        let kind = bin < Self.binCount - 3 ? "composite" : "dropped"
        parts.append(
          "<g><title>\(counts[bin].counted("frame")) of \(words(bin))</title><rect class=\"\(kind)\" "
            + "x=\"\((x(bin) + 1).plain)\" y=\"\(y.plain)\" width=\"\((step - 2).plain)\" "
            + "height=\"\(height.plain)\"/></g><text class=\"time\" x=\"\((x(bin) + step / 2).plain)\" "
            + "y=\"\((y - 3).plain)\">\(counts[bin])</text>")
      }
      let limit = x(Self.binCount - 3).plain
      parts.append(
        "<line class=\"budget\" x1=\"\(limit)\" x2=\"\(limit)\" y1=\"\(top.plain)\" "
          + "y2=\"\((top + Self.chartHeight).plain)\"/>")
      top += Self.chartHeight + 34
    }
    for bin in bins {
      let words = bin == Self.binCount - 1 ? "more" : "≤ \(limit(bin).plain) ms"
      parts.append(
        "<text class=\"time\" x=\"\((x(bin) + step / 2).plain)\" y=\"\((top - 18).plain)\">\(words)</text>"
      )
    }
    return """
      <svg class="plot" viewBox="0 0 \(Self.width.plain) \(top.plain)" role="img" \
      aria-label="Frames by the time that the main queue took for them">
      \(parts.joined(separator: "\n"))
      </svg>
      """
  }
}

import Foundation

/// The numbers of frames by their time, in a chart for each scroll.
struct BenchHistogram {
  /// The names of the scrolls, and the milliseconds of their frames.
  let scrolls: [(name: String, times: [Double])]
  /// The budget of a frame in milliseconds.
  let budget: Double

  /// Each bin is twice as long as the one before, because times differ by orders of magnitude.
  private static let binCount = 14
  private static let chartHeight = 90.0
  private static let width = 1080.0
  private static let left = 58.0

  init(_ scrolls: [(name: String, times: [Double])], budget: Double) {
    self.scrolls = scrolls
    self.budget = budget
  }

  /// The upper limit of a bin in milliseconds; the last one has none.
  private func limit(_ bin: Int) -> Double { budget * pow(2, Double(bin - Self.binCount + 4)) }

  /// The numbers of frames in the bins.
  func counts(_ times: [Double]) -> [Int] {
    var counts = Array(repeating: 0, count: Self.binCount)
    for time in times {
      counts[(0..<Self.binCount - 1).first { time <= limit($0) } ?? Self.binCount - 1] += 1
    }
    return counts
  }

  /// The charts as an SVG element for a page that has ``BenchPlot/style``.
  var svg: String {
    let step = (Self.width - Self.left) / Double(Self.binCount)
    var parts: [String] = []
    var top = 24.0
    for (name, times) in scrolls {
      parts.append(
        "<text class=\"name\" x=\"\(Self.left.plain)\" y=\"\((top - 8).plain)\">\(name)</text>")
      let counts = counts(times)
      let most = Double(max(1, counts.max() ?? 1))
      for (bin, count) in counts.enumerated() where count > 0 {
        let height = max(1, Self.chartHeight * Double(count) / most)
        let x = Self.left + Double(bin) * step
        let y = top + Self.chartHeight - height
        let kind = bin < Self.binCount - 3 ? "composite" : "dropped"
        parts.append(
          "<g><title>\(count) frames of at most \(limit(bin).plain) ms</title><rect class=\"\(kind)\" "
            + "x=\"\((x + 1).plain)\" y=\"\(y.plain)\" width=\"\((step - 2).plain)\" "
            + "height=\"\(height.plain)\"/></g><text class=\"time\" x=\"\((x + step / 2).plain)\" "
            + "y=\"\((y - 3).plain)\">\(count)</text>")
      }
      let x = (Self.left + Double(Self.binCount - 3) * step).plain
      parts.append(
        "<line class=\"budget\" x1=\"\(x)\" x2=\"\(x)\" y1=\"\(top.plain)\" "
          + "y2=\"\((top + Self.chartHeight).plain)\"/>")
      top += Self.chartHeight + 34
    }
    for bin in 0..<Self.binCount {
      let x = Self.left + (Double(bin) + 0.5) * step
      let words = bin == Self.binCount - 1 ? "more" : "≤ \(limit(bin).plain) ms"
      parts.append(
        "<text class=\"time\" x=\"\(x.plain)\" y=\"\((top - 18).plain)\">\(words)</text>")
    }
    return """
      <svg class="plot" viewBox="0 0 \(Self.width.plain) \(top.plain)" role="img" \
      aria-label="Frames by the time that the main queue took for them">
      \(parts.joined(separator: "\n"))
      </svg>
      """
  }
}

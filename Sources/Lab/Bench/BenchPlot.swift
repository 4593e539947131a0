import Galley
import GalleyFrames

/// The frames of two scrolls as bars over time, in two charts with a common time axis.
package struct BenchPlot: Sendable {
  /// The scrolls and their names.
  let scrolls: [(name: String, take: BenchTake)]
  /// The refreshes of the display in a second.
  let hertz: Int
  /// The milliseconds at the top of a chart: some budgets, or the time of the longest frame.
  private let ceiling: Double
  private let vsyncCount: Int

  /// A plot of scrolls.
  ///
  /// - Complexity: O(vsyncs).
  package init(_ scrolls: [(name: String, take: BenchTake)], hertz: Int) {
    self.scrolls = scrolls
    self.hertz = hertz
    // Each bar uses both, so that they are computed once.
    let longest = scrolls.map { $0.take.longestTime }.max() ?? .zero
    let interval = 1000 / Double(hertz)
    ceiling = max(interval * 1.5, min(longest / .milliseconds(1) * 1.05, interval * 4))
    vsyncCount = max(1, scrolls.map(\.take.records.count).max() ?? 1)
  }

  private static let width = 1080.0
  private static let left = 58.0
  private static let right = 14.0
  private static let chartHeight = 150.0
  private static let captionHeight = 30.0
  private static let axisHeight = 34.0

  private var interval: Double { 1000 / Double(hertz) }

  private var step: Double { (Self.width - Self.left - Self.right) / Double(vsyncCount) }

  private var height: Double {
    Double(scrolls.count) * (Self.captionHeight + Self.chartHeight + 10) + Self.axisHeight
  }

  /// The plot as an SVG element for a page that has ``style``.
  package var svg: String { element(content) }

  /// The plot as a file.
  package var file: String {
    element(
      "<style>\(Self.style)</style>\n\(background)\n\(content)",
      " xmlns=\"http://www.w3.org/2000/svg\"")
  }

  private func element(_ content: String, _ attributes: String = "") -> String {
    """
    <svg class="plot"\(attributes) viewBox="0 0 \(Self.width.plain) \
    \(height.plain)" role="img" aria-label="What each frame took, by mode">
    \(content)
    </svg>

    """
  }

  private var background: String {
    "<rect class=\"paper\" width=\"\(Self.width.plain)\" height=\"\(height.plain)\"/>"
  }

  private var content: String {
    var parts: [String] = []
    var top = 0.0
    for scroll in scrolls {
      parts.append(chart(scroll.name, scroll.take, top: top + Self.captionHeight))
      top += Self.captionHeight + Self.chartHeight + 10
    }
    parts.append(timeAxis(top: top))
    return parts.joined(separator: "\n")
  }

  private func chart(_ name: String, _ take: BenchTake, top: Double) -> String {
    let budget = top + y(interval)
    var parts = [
      "<text class=\"name\" x=\"\(Self.left.plain)\" y=\"\((top - 10).plain)\">\(name)"
        + "<tspan class=\"quiet\" dx=\"10\">\(take.words)</tspan></text>"
    ]
    for milliseconds in ticks {
      let at = top + y(milliseconds)
      parts.append(
        "<line class=\"grid\" x1=\"\(Self.left.plain)\" x2=\"\((Self.width - Self.right).plain)\" "
          + "y1=\"\(at.plain)\" y2=\"\(at.plain)\"/><text class=\"tick\" x=\"\((Self.left - 8).plain)\" "
          + "y=\"\((at + 4).plain)\">\(milliseconds.plain) ms</text>")
    }
    parts += take.records.map { bar($0, isByHost: take.isByHost($0), top: top) }
    parts.append(
      "<line class=\"budget\" x1=\"\(Self.left.plain)\" x2=\"\((Self.width - Self.right).plain)\" "
        + "y1=\"\(budget.plain)\" y2=\"\(budget.plain)\"/>")
    return parts.joined(separator: "\n")
  }

  /// The budget and its multiples, so that the number of missed vsyncs is visible.
  private var ticks: [Double] { (0...4).map { Double($0) * interval }.filter { $0 <= ceiling } }

  private func y(_ milliseconds: Double) -> Double {
    Self.chartHeight * (1 - min(milliseconds, ceiling) / ceiling)
  }

  private func bar(_ record: FeedScroll.Record, isByHost: Bool, top: Double) -> String {
    let x = Self.left + step * Double(record.vsync)
    let gap = step > 4 ? 1.0 : step * 0.2
    var shapes = ""
    func rectangle(_ kind: String, _ from: Double, _ to: Double) {
      guard to > from, y(from) > y(to) else { return }
      shapes +=
        "<rect class=\"\(kind)\" x=\"\(x.plain)\" y=\"\((top + y(to)).plain)\" "
        + "width=\"\((step - gap).plain)\" height=\"\((max(0.75, y(from) - y(to))).plain)\"/>"
    }
    if record.outcome == .dropped { rectangle(isByHost ? "host" : "dropped", 0, ceiling) }
    var words =
      "vsync \(record.vsync): \(record.outcome.words)" + (isByHost ? " by the host" : "")
    var bottom = 0.0
    for phase in FramePhase.allCases {
      let time = (record.timings?.duration(of: phase) ?? .zero) / .milliseconds(1)
      guard time > 0 else { continue }
      rectangle("\(phase)", bottom, bottom + time)
      bottom += time
      words += ", \(phase) \(time.plain) ms"
    }
    if bottom > ceiling {
      let middle = x + (step - gap) / 2
      shapes +=
        "<path class=\"longer\" d=\"M\((middle - 4).plain) \(top.plain)h8l-4 -6z\"/>"
    }
    if record.outcome == .blank {
      shapes +=
        "<rect class=\"blank\" x=\"\(x.plain)\" y=\"\((top - 4).plain)\" "
        + "width=\"\((step - gap).plain)\" height=\"4\"/>"
    }
    return shapes.isEmpty ? "" : "<g><title>\(words)</title>\(shapes)</g>"
  }

  private func timeAxis(top: Double) -> String {
    let seconds = Double(vsyncCount) / Double(hertz)
    let tick = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20].first { seconds / $0 <= 10 } ?? 60
    let count = Int((seconds / tick).rounded(.down))
    var parts = (0...count).map { number -> String in
      let x = Self.left + Double(number) * tick * Double(hertz) * step
      return "<text class=\"time\" x=\"\(x.plain)\" y=\"\((top + 8).plain)\">"
        + "\((Double(number) * tick).plain) s</text>"
    }
    var x = Self.left
    let legend = [
      ("build", "build"), ("raster", "raster"), ("composite", "composite"), ("present", "present"),
      ("dropped", "dropped"), ("host", "dropped by the host"), ("blank", "partly blank"),
      ("budget", "budget"), ("longer", "longer than the chart"),
    ]
    for (kind, words) in legend {
      let y = top + 24
      parts.append(
        kind == "budget"
          ? "<line class=\"budget\" x1=\"\(x.plain)\" x2=\"\((x + 16).plain)\" "
            + "y1=\"\((y - 4).plain)\" y2=\"\((y - 4).plain)\"/>"
          : "<rect class=\"\(kind)\" x=\"\(x.plain)\" y=\"\((y - 9).plain)\" width=\"10\" height=\"10\"/>"
      )
      x += kind == "budget" ? 22 : 15
      parts.append("<text class=\"key\" x=\"\(x.plain)\" y=\"\(y.plain)\">\(words)</text>")
      x += Double(words.count) * 6.4 + 18
    }
    return parts.joined(separator: "\n")
  }

  /// The colours and fonts of the plot, for light and dark pages.
  package static let style = """
    .plot { --ink: #1b1f27; --quiet: #626a78; --paper: #fff; --line: #e6e8ec; --build: #4a7dbd;
      --raster: #d99a2b; --composite: #3f9c78; --present: #8b6bb8; --bad: #d03a3a;
      --blank: #b0a2cf; font: 11.5px system-ui, -apple-system, "Segoe UI", sans-serif }
    @media (prefers-color-scheme: dark) { .plot { --ink: #e8eaee; --quiet: #9aa2b0;
      --paper: #15171c; --line: #2b2f37; } }
    .plot .paper { fill: var(--paper) } .plot text { fill: var(--quiet) }
    .plot .name { fill: var(--ink); font-weight: 600; font-size: 13px }
    .plot .quiet { fill: var(--quiet); font-weight: 400; font-size: 12px }
    .plot .tick { text-anchor: end } .plot .time { text-anchor: middle }
    .plot .grid { stroke: var(--line); stroke-width: 1 }
    .plot .budget { stroke: var(--ink); stroke-width: 1; stroke-dasharray: 4 3 }
    .plot .build { fill: var(--build) } .plot .raster { fill: var(--raster) }
    .plot .composite { fill: var(--composite) } .plot .present { fill: var(--present) }
    .plot .dropped { fill: var(--bad); opacity: .38 } .plot .blank { fill: var(--blank) }
    .plot .host { fill: var(--quiet); opacity: .38 } .plot .longer { fill: var(--ink) }
    """
}

extension Double {
  /// The number with at most two digits after the point.
  package var plain: String {
    let hundredths = (self * 100).rounded() / 100
    return hundredths == hundredths.rounded() ? "\(Int(hundredths))" : "\(hundredths)"
  }
}

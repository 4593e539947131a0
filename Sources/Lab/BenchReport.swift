import Foundation
package import Galley
import GalleyFrames

/// The report of a bench: one page without scripts, fonts or pictures from elsewhere.
package struct BenchReport: Sendable {
  /// The results, in the order of the table.
  package var results: [BenchResult]
  /// Scrolls of both modes whose frames are drawn side by side.
  package var sync: [ScrollRecord]
  package var async: [ScrollRecord]
  /// Whether the frames of both modes are equal.
  package var proof: BenchProof
  /// Of the display.
  package var hertz: Int
  /// What figures depend on, on some lines.
  package var model: [String]

  /// A report.
  package init(
    results: [BenchResult], sync: [ScrollRecord], async: [ScrollRecord], proof: BenchProof,
    hertz: Int, model: [String]
  ) {
    self.results = results
    self.sync = sync
    self.async = async
    self.proof = proof
    self.hertz = hertz
    self.model = model
  }

  /// The page.
  package var html: String {
    let ceiling = max(1000 / Double(hertz) * 2, min(longest, 1000 / Double(hertz) * 6))
    return """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <link rel="icon" href="data:,">
      <title>Galley: async against sync</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <h1>Async against sync</h1>
      <p>\(proofWords)</p>
      <h2>Frames</h2>
      <p class="key"><i class="build"></i>build <i class="raster"></i>raster
      <i class="composite"></i>composite and present <i class="dropped"></i>dropped
      <i class="blank"></i>partly blank. One bar a vsync; the line is the budget of \
      \(Self.number(1000 / Double(hertz))) ms.</p>
      \(strip("sync", sync, ceiling))
      \(strip("async", async, ceiling))
      <h2>The matrix</h2>
      \(table)
      <h2>The same place, by both modes</h2>
      <div class="pictures">\(picture("sync", proof.pictures.sync))\
      \(picture("async, once nothing waits", proof.pictures.async))</div>
      <h2>The model</h2>
      <ul>\(model.map { "<li>\(Self.escaped($0))</li>" }.joined(separator: "\n"))</ul>
      </body>
      </html>

      """
  }

  private var proofWords: String {
    let count = proof.equalCount + proof.unequalOffsets.count
    return proof.holds
      ? "At each of \(count) places the frame of mode async, once nothing waits, is that of mode "
        + "sync, byte for byte."
      : "<strong>At \(proof.unequalOffsets.count) of \(count) places the frames of both modes "
        + "differ: no figure of this page is a speed-up.</strong>"
  }

  private var longest: Double {
    (sync + async).compactMap { $0.timings?.total.map { $0 / .milliseconds(1) } }.max() ?? 0
  }

  /// A chart of vsyncs: what each frame took, stage upon stage.
  private func strip(_ name: String, _ records: [ScrollRecord], _ ceiling: Double) -> String {
    let (height, left, step) = (
      160.0, 44.0, max(2.0, min(22, 1060 / Double(max(1, records.count))))
    )
    let width = left + step * Double(records.count) + 8
    func y(_ milliseconds: Double) -> Double {
      height - min(milliseconds, ceiling) / ceiling * height
    }
    var shapes: [String] = []
    func rectangle(_ kind: String, _ x: Double, _ from: Double, _ to: Double, _ words: String) {
      guard to > from else { return }
      let (top, bottom) = (y(to), y(from))
      shapes.append(
        "<rect class=\"\(kind)\" x=\"\(Self.number(x))\" y=\"\(Self.number(top))\" "
          + "width=\"\(Self.number(max(1, step - 1)))\" "
          + "height=\"\(Self.number(max(0.4, bottom - top)))\"><title>\(words)</title></rect>")
    }
    for record in records {
      let x = left + step * Double(record.vsync)
      if record.outcome == .dropped {
        rectangle("dropped", x, 0, ceiling, "vsync \(record.vsync): dropped")
      }
      if record.outcome == .blank {
        rectangle("blank", x, ceiling * 0.97, ceiling, "vsync \(record.vsync): partly blank")
      }
      guard let timings = record.timings else { continue }
      var bottom = 0.0
      for (phase, kind) in [
        (FramePhase.build, "build"), (.raster, "raster"), (.composite, "composite"),
        (.present, "composite"),
      ] {
        let time = (timings.duration(of: phase) ?? .zero) / .milliseconds(1)
        rectangle(
          kind, x, bottom, bottom + time,
          "vsync \(record.vsync): \(kind) \(Self.number(time)) ms")
        bottom += time
      }
    }
    let budget = y(1000 / Double(hertz))
    let counts = VsyncOutcome.allCases.map { outcome in
      "\(records.count { $0.outcome == outcome }) \(outcome)"
    }.joined(separator: ", ")
    return """
      <figure><figcaption><b>\(name)</b>: \(counts)</figcaption>
      <svg viewBox="0 0 \(Self.number(width)) \(Self.number(height + 20))" role="img" \
      aria-label="Frames of mode \(name)" style="max-width:\(Self.number(width * 1.4))px">
      <text x="0" y="10">\(Self.number(ceiling)) ms</text>
      <text x="0" y="\(Self.number(budget + 4))">\(Self.number(1000 / Double(hertz)))</text>
      <text x="0" y="\(Self.number(height))">0</text>
      \(shapes.joined(separator: "\n"))
      <line class="budget" x1="\(left)" x2="\(Self.number(width))" y1="\(Self.number(budget))" \
      y2="\(Self.number(budget))"/>
      <text x="\(left)" y="\(Self.number(height + 15))">0 s</text>
      <text x="\(Self.number(width - 50))" y="\(Self.number(height + 15))">\
      \(Self.number(Double(records.count) / Double(hertz))) s</text>
      </svg></figure>
      """
  }

  private var table: String {
    var rows: [String] = []
    for result in results {
      let cell = result.cell
      let dropped = result.figure { Double($0.dropped - $0.hostDropped) }
      let names = [
        cell.sizing.rawValue, cell.caching.rawValue, cell.mode.rawValue,
        cell.mode == .sync ? "–" : "\(cell.workerCount)", cell.isWarm ? "warm" : "cold",
      ]
      let figures = [
        result.figure { $0.frameDurationCpuMs["P50"] ?? 0 },
        result.figure { $0.frameDurationCpuMs["P99"] ?? 0 },
        result.figure { $0.frameOverrunMs["P99"] ?? 0 }, dropped,
        result.figure { $0.hitchTimeRatio }, result.figure { 100 * $0.blankShare },
        result.figure { 100 * $0.wastedWorkRatio },
        result.figure {
          $0.heightsAsked == 0 ? 0 : 100 * Double($0.cacheHits) / Double($0.heightsAsked)
        },
      ]
      rows.append(
        "<tr class=\"\(cell.mode.rawValue)\">"
          + names.map { "<td>\($0)</td>" }.joined()
          + figures.map { "<td class=\"n\">\(BenchTable.words($0))</td>" }.joined() + "</tr>")
    }
    let heads = [
      "height by", "remembered by", "mode", "workers", "start", "CPU ms P50", "CPU ms P99",
      "overrun ms P99", "dropped", "hitch ms/s", "blank %", "wasted %", "hits %",
    ]
    return "<div class=\"wide\"><table><thead><tr>"
      + heads.map { "<th>\($0)</th>" }.joined() + "</tr></thead><tbody>"
      + rows.joined(separator: "\n") + "</tbody></table></div>"
  }

  private func picture(_ name: String, _ png: [UInt8]) -> String {
    "<figure><figcaption>\(name)</figcaption><img alt=\"A frame of mode \(name)\" "
      + "src=\"data:image/png;base64,\(Data(png).base64EncodedString())\"></figure>"
  }

  static func number(_ value: Double) -> String {
    let text = String(format: "%.2f", value)
    return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }

  private static let style = """
    :root { color-scheme: light dark; --ink: #1b1f27; --quiet: #626a78; --paper: #fbfbfc;
      --line: #dfe2e8; --build: #4a7dbd; --raster: #d99a2b; --composite: #3f9c78; --bad: #d03a3a;
      --blank: #b7a6d8; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e8eaee; --quiet: #9aa2b0;
      --paper: #15171c; --line: #30343d; } }
    body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
      max-width: 1160px; margin: 2.5rem auto; padding: 0 1.25rem; }
    h1 { font-size: 1.7rem; margin: 0 0 .5rem } h2 { font-size: 1.15rem; margin: 2.2rem 0 .5rem }
    figure { margin: 0 0 1rem } figcaption, .key, li { color: var(--quiet) }
    figcaption b { color: var(--ink) }
    svg { width: 100%; height: auto; display: block; margin-top: .4rem } svg text { font-size: 10px; fill: var(--quiet) }
    .key i { display: inline-block; width: .8em; height: .8em; margin: 0 .3em 0 .8em;
      border-radius: 2px }
    .key i:first-child { margin-left: 0 }
    rect.build { fill: var(--build) } rect.raster { fill: var(--raster) }
    rect.composite { fill: var(--composite) } rect.dropped { fill: var(--bad); opacity: .45 }
    rect.blank { fill: var(--blank) } i.build { background: var(--build) }
    i.raster { background: var(--raster) } i.composite { background: var(--composite) }
    i.dropped { background: var(--bad); opacity: .45 } i.blank { background: var(--blank) }
    line.budget { stroke: var(--ink); stroke-dasharray: 4 3; stroke-width: 1 }
    .wide { overflow-x: auto } table { border-collapse: collapse; font-size: .86rem; width: 100% }
    th, td { padding: .28rem .55rem; text-align: left; border-bottom: 1px solid var(--line);
      white-space: nowrap }
    th { color: var(--quiet); font-weight: 600 } td.n { text-align: right;
      font-variant-numeric: tabular-nums } tr.sync td { background: rgb(128 128 128 / .09) }
    .pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(240px, 375px));
      gap: 1.5rem } img { width: 100%; border: 1px solid var(--line); border-radius: 6px }
    ul { padding-left: 1.1rem }
    """
}

/// A bench as a table for a terminal.
package enum BenchTable {
  /// The head of the table.
  package static let head = line(
    ["sizing", "heights", "mode", "workers", "start"],
    ["cpu P50", "cpu P99", "overrun P99", "dropped", "hitch/s", "blank %", "wasted %"])

  /// A cell's line.
  package static func line(_ result: BenchResult) -> String {
    let cell = result.cell
    return line(
      [
        cell.sizing.rawValue, cell.caching.rawValue, cell.mode.rawValue,
        cell.mode == .sync ? "–" : "\(cell.workerCount)", cell.isWarm ? "warm" : "cold",
      ],
      [
        result.figure { $0.frameDurationCpuMs["P50"] ?? 0 },
        result.figure { $0.frameDurationCpuMs["P99"] ?? 0 },
        result.figure { $0.frameOverrunMs["P99"] ?? 0 },
        result.figure { Double($0.dropped - $0.hostDropped) },
        result.figure { $0.hitchTimeRatio }, result.figure { 100 * $0.blankShare },
        result.figure { 100 * $0.wastedWorkRatio },
      ].map(words))
  }

  private static func line(_ names: [String], _ figures: [String]) -> String {
    let left = zip(names, [9, 11, 6, 8, 5]).map {
      $0.padding(toLength: $1, withPad: " ", startingAt: 0)
    }
    let right = figures.map { String(repeating: " ", count: max(1, 14 - $0.count)) + $0 }
    return left.joined(separator: " ") + right.joined()
  }

  /// A figure with half of its interval.
  static func words(_ figure: BenchFigure) -> String {
    func text(_ value: Double) -> String {
      String(format: abs(value) >= 10 || value == value.rounded() ? "%.0f" : "%.2f", value)
    }
    guard let half = figure.halfWidth else { return text(figure.mean) }
    return "\(text(figure.mean)) ±\(text(half))"
  }
}

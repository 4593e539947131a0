import Foundation
package import Galley
import GalleyFrames
import GalleyPrimitives

/// The report of a bench: one page without scripts, and without fonts or pictures from other
/// places.
package struct BenchReport: Sendable {
  /// The results, in the order of the table.
  package var results: [BenchResult]
  /// The dropped frames of both modes, and a scroll of each.
  package var check: BenchCheck
  /// Whether the frames of both modes are equal.
  package var proof: BenchProof
  /// The results of async mode with each blank policy.
  package var policies: [BenchPolicy]
  /// The options of the scrolls.
  package var options: ScrollOptions
  /// The machine and the options, as lines of text.
  package var model: [String]

  /// A report.
  package init(
    results: [BenchResult], check: BenchCheck, proof: BenchProof, policies: [BenchPolicy],
    options: ScrollOptions, model: [String]
  ) {
    self.results = results
    self.check = check
    self.proof = proof
    self.policies = policies
    self.options = options
    self.model = model
  }

  /// The frames of both modes over time.
  package var plot: BenchPlot {
    BenchPlot(
      [
        ("sync: the main queue draws", check.sync),
        ("async: workers draw, the main queue assembles", check.async),
      ], hertz: options.hertz)
  }

  /// The page.
  package var html: String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="icon" href="data:,">
    <title>Galley: async against sync</title>
    <style>
    \(Self.style)
    \(BenchPlot.style)
    </style>
    </head>
    <body>
    <main>
    <header><h1>Async against sync</h1>
    <p class="lead">\(proofWords)</p></header>
    <div class="cards">\(cards)</div>
    <h2>Frames</h2>
    <p>One bar for each vsync: the time until the frame was handed over, stage upon stage. Both charts \
    have the same axes. Point at a bar for its figures.</p>
    <div class="wide">\(plot.svg)</div>
    <h2>The matrix</h2>
    <p>The height of a row comes from the frames that are then drawn, or from a template cell. The \
    template cell is configured, measured through the fitting chain of UITableView+FDTemplateLayoutCell, \
    and laid out in code; a constraint solver would add to its cost. CPU is the processor time of the \
    main queue for a frame. After ±: half the width of the 95 % confidence interval. The speed-up is the \
    CPU P99 of sync divided by that of async.</p>
    <div class="wide">\(BenchTable.html(results))</div>
    <h2>Blank policies</h2>
    <p>Async mode, \(runWords) each: the share of the screen and of the time in which a row does not \
    show its current picture.</p>
    <ul>\(policies.map { "<li>\($0.words)</li>" }.joined(separator: "\n"))</ul>
    <h2>The same offset in both modes</h2>
    <div class="pictures">\(picture("sync", proof.pictures.sync))\
    \(picture("async, once no request waits", proof.pictures.async))</div>
    <h2>The model</h2>
    <ul>\(model.map { "<li>\(Self.escaped($0))</li>" }.joined(separator: "\n"))</ul>
    </main>
    </body>
    </html>

    """
  }

  private var runWords: String {
    let count = policies.first?.runs.count ?? 0
    return count.counted("run")
  }

  private var proofWords: String {
    let count = proof.equalCount + proof.unequalOffsets.count
    return proof.holds
      ? "At each of \(count.counted("offset")) the frame of mode async, once no request waits, equals that "
        + "of mode sync, byte for byte."
      : "<strong>At \(proof.unequalOffsets.count) of \(count.counted("offset")) the frames of both modes "
        + "differ: no figure of this page is a speed-up.</strong>"
  }

  /// The most important figures.
  private var cards: String {
    func card(_ figure: String, _ words: String) -> String {
      "<div class=\"card\"><b>\(figure)</b><span>\(words)</span></div>"
    }
    func p99(_ records: [ScrollRecord]) -> String {
      let times = OrderStatistics(records.compactMap { $0.timings?.total })
      return times.percentile(99).map { ($0 / .milliseconds(1)).plain } ?? "–"
    }
    return card(
      "\(check.syncDropped) → \(check.asyncDropped)",
      "dropped frames of \(check.vsyncCount.counted("vsync")), sync → async, at a throttle of "
        + options.costModel.throttle.plain)
      + card(
        "\(p99(check.sync)) → \(p99(check.async)) ms",
        "99th of 100 frames, from its vsync to its hand-over")
      + card(
        "\((1000 / Double(options.hertz)).plain) ms",
        "the budget of a frame at \(options.hertz) Hz")
  }

  private func picture(_ name: String, _ png: [UInt8]) -> String {
    "<figure><figcaption>\(name)</figcaption><img alt=\"A frame of mode \(name)\" "
      + "src=\"data:image/png;base64,\(Data(png).base64EncodedString())\"></figure>"
  }

  private static func escaped(_ text: String) -> String {
    text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
  }

  private static let style = """
    :root { color-scheme: light dark; --ink: #1b1f27; --quiet: #626a78; --page: #f6f7f9;
      --card: #fff; --line: #e2e5ea; }
    @media (prefers-color-scheme: dark) { :root { --ink: #e8eaee; --quiet: #9aa2b0;
      --page: #0f1115; --card: #15171c; --line: #2b2f37; } }
    body { font: 15px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; color: var(--ink);
      background: var(--page); margin: 0 }
    main { max-width: 1240px; margin: 0 auto; padding: 3rem 1.5rem 4rem }
    h1 { font-size: 1.9rem; line-height: 1.2; letter-spacing: -.01em; margin: 0 0 .4rem }
    h2 { font-size: 1.15rem; margin: 2.6rem 0 .35rem }
    p { max-width: 78ch; margin: 0 0 .9rem; color: var(--quiet) }
    p.lead { font-size: 1.05rem } strong { color: #d03a3a }
    .cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
      gap: .9rem; margin-top: 1.4rem }
    .card, .wide { background: var(--card); border: 1px solid var(--line); border-radius: 10px }
    .card { padding: .9rem 1.1rem } .card b { display: block; font-size: 1.5rem;
      font-variant-numeric: tabular-nums } .card span { color: var(--quiet); font-size: .87rem }
    .wide { overflow-x: auto; padding: .9rem 1rem }
    .wide svg { width: 100%; min-width: 760px; height: auto; display: block }
    table { border-collapse: collapse; font-size: .8rem; width: 100% }
    th, td { padding: .28rem .36rem; text-align: left; vertical-align: bottom }
    td { white-space: nowrap }
    th { color: var(--quiet); font-weight: 600; border-bottom: 1px solid var(--line) }
    th.n, td.n { text-align: right } td.n { font-variant-numeric: tabular-nums }
    tr.first td { border-top: 1px solid var(--line) } tr.sync td { font-weight: 600 }
    tbody tr:hover td { background: rgb(128 128 128 / .1) }
    .pictures { display: flex; flex-wrap: wrap; gap: 1.5rem; margin-top: .6rem }
    figure { margin: 0; flex: 0 1 375px } figcaption { color: var(--quiet); margin-bottom: .35rem }
    img { width: 100%; border: 1px solid var(--line); border-radius: 10px; display: block }
    ul { padding-left: 1.1rem; margin: 0 } li { color: var(--quiet); overflow-wrap: anywhere }
    """
}

import Foundation
package import Galley
import GalleyCompositing
import GalleyFrames
import GalleyPrimitives
import GalleyStageBenches

/// The report of a bench: one page that requests nothing from elsewhere, neither scripts nor fonts nor pictures.
package struct BenchReport: Sendable {
  /// The results, in the order of the table.
  package var results: [BenchResult]
  /// The comparison of async with sync.
  package var verdict: BenchVerdict
  /// A scroll of each combination of the verdict.
  package var takes: [BenchCell: BenchTake]
  /// Whether the frames of both modes are equal.
  package var proof: BenchProof
  /// The calls of each step of a script of changes, for each way to remember heights.
  package var calls: [CachingCalls]
  /// The rows of a scroll that cost most, worst first.
  package var costs: [RowCost]
  /// The pictures of the films.
  package var screens: [BenchFilm.Screen]
  /// The options of the scrolls.
  package var options: ScrollOptions
  /// The machine and the options, as lines of text.
  package var method: [String]

  /// A report.
  package init(
    results: [BenchResult], verdict: BenchVerdict, takes: [BenchCell: BenchTake],
    proof: BenchProof, calls: [CachingCalls], costs: [RowCost], screens: [BenchFilm.Screen],
    options: ScrollOptions, method: [String]
  ) {
    self.results = results
    self.verdict = verdict
    self.takes = takes
    self.proof = proof
    self.calls = calls
    self.costs = costs
    self.screens = screens
    self.options = options
    self.method = method
  }

  /// The frames of the verdict's cold scrolls over time.
  package var plot: BenchPlot {
    BenchPlot(
      verdict.rows.filter { !$0.result.cell.isWarm }.map {
        ($0.name + runWords($0.result), takes[$0.result.cell] ?? BenchTake([]))
      }, hertz: options.hertz)
  }

  /// The number of the shown run among several, and the mean of all of them.
  private func runWords(_ result: BenchResult) -> String {
    guard result.runs.count > 1 else { return "" }
    func mean(_ metric: BenchMetric) -> String { BenchTable.text(result.figure(metric).mean) }
    return
      ", run 1 of \(result.runs.count) (mean of all: \(mean(.dropped)) dropped, \(mean(.host)) by the host)"
  }

  /// The first runs of the verdict's cold scrolls.
  private var coldTakes: [(name: String, take: BenchTake)] {
    verdict.rows.filter { !$0.result.cell.isWarm }.map {
      ($0.name, takes[$0.result.cell] ?? BenchTake([]))
    }
  }

  /// The cold scrolls of the verdict, with the work for each frame.
  private var timeline: BenchTimeline {
    let size = options.frameSize
    return BenchTimeline(
      scrolls: coldTakes, hertz: options.hertz, pixelCount: size.width * size.height)
  }

  private var film: BenchFilm {
    BenchFilm(
      scrolls: coldTakes, screens: screens, hertz: options.hertz, size: options.frameSize)
  }

  /// The page.
  ///
  /// - Throws: `EncodingError`.
  package func html() throws -> String {
    try """
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
    \(BenchTimeline.style)
    \(BenchFilm.style)
    </style>
    </head>
    <body>
    <main>
    <header><h1>Async against sync</h1>
    <p class="lead">\(proofWords)</p>\(refusalWords)</header>
    <div class="cards">\(cards)</div>
    <h2>\(verdict.refusals.isEmpty ? "The verdict" : "The scrolls of the verdict"), on the \
    \(options.clock.rawValue) clock</h2>
    <p>First equal results: async that waits for its pictures shows what sync shows. Then the price and the \
    use of showing frames at once: fewer dropped frames, and parts of the screen that are blank.</p>
    <div class="wide" tabindex="0">\(BenchTable.html(verdict))</div>
    <ul>\((BenchTable.notes(verdict.rows.map(\.result)) + verdict.differenceLines).map { "<li>\(Self.escaped($0))</li>" }.joined(separator: "\n"))</ul>
    <details><summary>Definitions</summary><dl>\(definitions)</dl></details>
    <details><summary>Method</summary>
    <ul>\((method + (verdict.agreementWords.map { [$0] } ?? [])).map { "<li>\(Self.escaped($0))</li>" }.joined(separator: "\n"))</ul></details>
    \(film.html)
    <h2>Frames</h2>
    <p>One bar for each vsync of the first cold run: the time until the frame was handed over, stage upon \
    stage. Frames that the host dropped are grey; the cards and the table count them apart. All charts have the \
    same axes. Point at a bar for its figures.</p>
    <div class="wide" tabindex="0">\(plot.svg)</div>
    <h2>The timeline</h2>
    <p>The first cold run of each mode: the vsyncs, the phases of the main queue, the stages of the workers, the \
    blank area, and the rows. Select a frame by a click, or by the arrow keys after Tab; N and P go to the next \
    and previous frame that was dropped or partly blank. The line below says which stage of which row it waited \
    for.</p>
    \(timeline.html)
    <h2>The main queue</h2>
    <p>The number of frames by the processor time that the main queue took for them, cold, all runs. Bars to \
    the right of the line exceed the budget.</p>
    <div class="wide" tabindex="0">\(histogram.svg)</div>
    <h2>The matrix, on the \(options.clock.rawValue) clock</h2>
    <p>The height of a row comes from the frames that are then drawn, or from a template cell. The \
    template cell is configured, measured through the fitting chain of UITableView+FDTemplateLayoutCell, \
    and laid out in code; a constraint solver would add to its cost.</p>
    <div class="wide" tabindex="0">\(BenchTable.html(results))</div>
    \(editedWords)
    \([calls.table, costs.table].map(Self.section).joined(separator: "\n"))
    <h2>The same offset in both modes</h2>
    <div class="pictures">\(picture("sync", proof.pictures.sync))\
    \(picture("async, once no request waits", proof.pictures.async))</div>
    </main>
    </body>
    </html>

    """
  }

  /// The section about scrolls whose rows change; empty if none was measured.
  private var editedWords: String {
    let edited = results.filter(\.cell.isEdited)
    guard !edited.isEmpty else { return "" }
    return """
      <h2>When rows change</h2>
      <p>What each policy shows while pictures are missing, in a cold scroll whose rows change: they get other \
      texts, a row comes to the top, the texts get larger, and the screen is rotated. Of the blank area, a part \
      shows older pictures of the rows, and a part the page; the rest shows empty cards.</p>
      <div class="wide" tabindex="0">\(BenchTable.html(edited: edited))</div>
      """
  }

  private static func section(_ table: MarkdownTable) -> String {
    let areNumbers = table.heads.indices.map { column in
      table.rows.allSatisfy { Double($0[column]) != nil }
    }
    func line(_ kind: String, _ words: [String]) -> String {
      "<tr>"
        + zip(words, areNumbers).map {
          "<\(kind)\($1 ? " class=\"n\"" : "")>\(escaped($0))</\(kind)>"
        }.joined() + "</tr>"
    }
    return "<h2>\(table.title)</h2><div class=\"wide\" tabindex=\"0\"><table><thead>"
      + line("th", table.heads) + "</thead><tbody>"
      + table.rows.map { line("td", $0) }.joined(separator: "\n") + "</tbody></table></div>"
  }

  private var definitions: String {
    BenchMetric.glossary.map {
      "<dt>\(Self.escaped($0.name))</dt><dd>\(Self.escaped($0.definition))</dd>"
    }.joined(separator: "\n")
  }

  private var histogram: BenchHistogram {
    BenchHistogram(
      verdict.rows.filter { !$0.result.cell.isWarm }.map {
        ($0.name, $0.result.runs.map(\.mainMs))
      }, budget: 1000 / Double(options.hertz))
  }

  private var proofWords: String {
    let count = proof.equalCount + proof.unequalOffsets.count
    return proof.holds
      ? "At each of \(count.counted("offset")) the frame of mode async, once no request waits, equals that "
        + "of mode sync, byte for byte."
      : "<strong>At \(proof.unequalOffsets.count) of \(count.counted("offset")) the frames of both modes "
        + "differ.</strong>"
  }

  private var refusalWords: String {
    guard !verdict.refusals.isEmpty else { return "" }
    return "<p><strong>No verdict.</strong></p><ul>"
      + verdict.refusals.map { "<li>\(Self.escaped($0.description))</li>" }.joined() + "</ul>"
  }

  /// The most important figures; none without a verdict.
  private var cards: String {
    guard verdict.refusals.isEmpty else { return "" }
    func card(_ figure: String, _ words: String) -> String {
      "<div class=\"card\"><b>\(figure)</b><span>\(words)</span></div>"
    }
    func chanceWords(_ policy: BlankPolicy?) -> String {
      let drops = verdict.differences.first {
        $0.start == "cold" && $0.policy == policy && $0.metric == BenchMetric.dropped.rawValue
      }
      return drops?.growth.isFound == false
        ? "; chance explains the difference of dropped frames" : ""
    }
    func row(_ policy: BlankPolicy?) -> BenchResult? {
      verdict.rows.first { !$0.result.cell.isWarm && $0.result.cell.policy == policy }?.result
    }
    func text(_ result: BenchResult, _ metric: BenchMetric) -> String {
      BenchTable.words(result, metric)
    }
    guard let sync = row(nil), let wait = row(.wait) else { return "" }
    var cards = card(
      "\(text(sync, .dropped)) → \(text(wait, .dropped))",
      "dropped frames a run of \(sync.runs[0].vsyncs.counted("vsync")), without those by the host, sync → async that waits, which shows "
        + "the same; cold, throttle \(options.costModel.throttle.plain)" + chanceWords(.wait))
    if let shown = verdict.rows.last(where: { !$0.result.cell.isWarm })?.result,
      shown.cell != wait.cell
    {
      cards += card(
        "\(text(shown, .dropped)) dropped, \(text(shown, .blank)) % blank",
        "frames a run and area of async that shows \(shown.cell.policy?.rawValue ?? "")"
          + chanceWords(shown.cell.policy))
    }
    return cards
      + card(
        "\(text(sync, .p99)) → \(text(wait, .p99)) ms",
        "main queue for the 99th of 100 frames, sync → async that waits; the budget at \(options.hertz) Hz "
          + "is \((1000 / Double(options.hertz)).plain) ms")
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
    th, td { padding: .28rem .26rem; text-align: left; vertical-align: bottom }
    td { white-space: nowrap }
    th { color: var(--quiet); font-weight: 600; border-bottom: 1px solid var(--line) }
    th.n + th:not(.n), td.n + td:not(.n) { padding-left: 1.4rem }
    .wide + ul { margin-top: .8rem }
    td.n small { display: block; color: var(--quiet); font-weight: normal }
    th.n, td.n { text-align: right } td.n { font-variant-numeric: tabular-nums }
    tr.first td { border-top: 1px solid var(--line) } tr.sync td { font-weight: 600 }
    tbody tr:hover td { background: rgb(128 128 128 / .1) }
    .pictures { display: flex; flex-wrap: wrap; gap: 1.5rem; margin-top: .6rem }
    figure { margin: 0; flex: 0 1 375px } figcaption { color: var(--quiet); margin-bottom: .35rem }
    img { width: 100%; border: 1px solid var(--line); border-radius: 10px; display: block }
    details { margin-top: 1rem } summary { cursor: pointer; font-weight: 600 }
    dt { font-weight: 600; margin-top: .5rem } dd { margin: 0; color: var(--quiet); max-width: 78ch }
    @media (max-width: 600px) { main { padding: 1.5rem .9rem 3rem } h1 { font-size: 1.5rem }
      tr[data-verdict] td:nth-child(2) { white-space: normal; min-width: 8rem } }
    ul { padding-left: 1.1rem; margin: 0 } li { color: var(--quiet); overflow-wrap: anywhere }
    """
}

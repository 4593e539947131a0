import Foundation
import Galley
import GalleyFrames
import GalleyScrolling

/// The frames of scrolls against the vsyncs, with the work of the main queue, the workers and the rows, as a part
/// of a page.
///
/// A script in the page draws it, and requests nothing. A frame that is selected by a click or by the arrow keys
/// says which stage of which row it waited for.
struct BenchTimeline {
  /// The scrolls and their names.
  let scrolls: [(name: String, take: BenchTake)]
  /// The refreshes of the display in a second.
  let hertz: Int
  /// The pixels of the screen.
  let pixelCount: Int

  /// A scroll, in the data of the page; times are milliseconds, rounded to microseconds.
  private struct Scroll: Encodable {
    var name: String
    var vsyncs: [Shown]
    var spans: [Span]
    var workers: Int
  }

  private struct Shown: Encodable {
    /// P presented, B partly blank, D dropped, H dropped by the host, a full stop for unchanged.
    var outcome: String
    /// The start of each phase, and the end of the last.
    var phases: [Double]?
    /// The share of the screen that is blank.
    var blank: Double
    /// The stage of the row that the frame waited for.
    var waited: String?
  }

  private struct Span: Encodable {
    var worker: Int
    var stage: String
    var row: Int
    var start: Double
    var end: Double
    var wasted: Bool
  }

  private static func milliseconds(_ time: Duration) -> Double {
    (time / .microseconds(1)).rounded() / 1000
  }

  private var data: [Scroll] {
    let budget = FrameBudget(hertz: hertz)
    return scrolls.map { name, take in
      let awaited = AwaitedStages(take.records, take.spans, budget: budget)
      let vsyncs = take.records.map { record in
        let events: [FrameEvent] = [
          .buildStart, .rasterStart, .compositeStart, .compositeEnd, .presented,
        ]
        let phases = record.timings.map { timings in
          events.compactMap { timings.instant(of: $0).map(Self.milliseconds) }
        }
        return Shown(
          outcome: take.isByHost(record) ? "H" : String(record.outcome.rawValue), phases: phases,
          blank: Double(record.blankArea) / Double(max(1, pixelCount)),
          waited: awaited.stage(ofVsync: record.vsync)?.words)
      }
      let spans = take.spans.map { span in
        Span(
          worker: span.worker, stage: span.stage.rawValue, row: span.item ?? -1,
          start: Self.milliseconds(span.start), end: Self.milliseconds(span.end),
          wasted: span.isWasted)
      }
      return Scroll(
        name: name, vsyncs: vsyncs, spans: spans,
        workers: (take.spans.map(\.worker).max() ?? -1) + 1)
    }
  }

  /// The section of the page.
  ///
  /// - Throws: `EncodingError`.
  var html: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      // A name must not end the element.
      let json = String(decoding: try encoder.encode(data), as: UTF8.self)
        .replacingOccurrences(of: "<", with: "\\u003c")
      return """
        <div class="wide timeline" id="timeline" data-hertz="\(hertz)"></div>
        <script type="application/json" id="timeline-data">\(json)</script>
        <script>\(Self.script)</script>
        """
    }
  }

  /// The colours of the timeline, besides those of ``BenchPlot``.
  static let style = """
    .timeline h3 { font-size: .95rem; margin: .9rem 0 .3rem } .timeline h3:first-child { margin-top: 0 }
    .timeline canvas { display: block; width: 100%; border-radius: 6px; cursor: pointer }
    .timeline canvas:focus-visible { outline: 2px solid #4a7dbd; outline-offset: 2px }
    .timeline output { display: block; min-height: 3.2em; font-size: .87rem; margin: .3rem 0 0;
      color: var(--quiet); font-variant-numeric: tabular-nums }
    .timeline .legend { display: flex; flex-wrap: wrap; gap: .1rem 1rem; font-size: .87rem; margin: 0; max-width: none }
    .timeline .legend b { font-weight: inherit; white-space: nowrap }
    .timeline .legend i { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin: 0 .3em 0 .6em }
    """

  /// Draws each scroll: all vsyncs in a strip, and those around the selected one in lanes.
  private static let script = """
    (() => {
    const root = document.getElementById("timeline"), step = 1000 / root.dataset.hertz;
    const scrolls = JSON.parse(document.getElementById("timeline-data").textContent);
    const stages = {layout: "#4a7dbd", raster: "#d99a2b", encode: "#8b6bb8"};
    const phases = ["#4a7dbd", "#d99a2b", "#3f9c78", "#8b6bb8"];
    const words = {P: "presented", B: "presented partly blank", D: "dropped", H: "dropped by the host",
      ".": "unchanged"};
    const colours = {P: "#3f9c78", B: "#b0a2cf", D: "#d03a3a", H: "#8a93a3", ".": "#8a93a355"};
    const rowLanes = 8, lane = 15, strip = 26, left = 74;
    const legend = document.createElement("p");
    legend.className = "legend";
    for (const [name, entries] of [["vsync", Object.keys(words).map(k => [words[k], colours[k]])],
      ["main queue", ["build", "raster", "composite", "present"].map((n, at) => [n, phases[at]])],
      ["workers and rows", [...Object.entries(stages), ["for nothing", stages.raster + "59"]]]]) {
      const group = document.createElement("span");
      group.append(name + ":");
      for (const [word, colour] of entries) {
        const entry = document.createElement("b"), box = document.createElement("i");
        box.style.background = colour;
        entry.append(box, word);
        group.append(entry);
      }
      legend.append(group);
    }
    root.append(legend);
    for (const scroll of scrolls) {
      const head = document.createElement("h3"), canvas = document.createElement("canvas"),
        out = document.createElement("output");
      head.textContent = scroll.name;
      root.append(head, canvas, out);
      const count = scroll.vsyncs.length;
      const bad = scroll.vsyncs.findIndex(v => v.outcome == "D" || v.outcome == "B");
      let at = Math.max(0, bad);
      canvas.tabIndex = 0;
      canvas.setAttribute("role", "slider");
      canvas.setAttribute("aria-label", "Vsync of " + scroll.name);
      canvas.setAttribute("aria-valuemin", 0);
      canvas.setAttribute("aria-valuemax", count - 1);
      // The frame of a dropped vsync is the one that is presented next.
      const frame = n => { while (n < count && !scroll.vsyncs[n].phases) n++; return scroll.vsyncs[n]; };
      function tell() {
        const v = scroll.vsyncs[at], f = v.outcome == "." ? undefined : frame(at);
        let text = `vsync ${at}, ${(at * step).toFixed(1)} ms: ${words[v.outcome]}`;
        if (v.blank) text += `, ${(100 * v.blank).toFixed(1)} % blank`;
        if (f) { const p = f.phases;
          text += `; its frame began at ${p[0].toFixed(2)} ms and was handed over at ${p[p.length - 1].toFixed(2)} ms`; }
        text += v.waited ? `; it ${v.outcome == "B" ? "lacked" : "waited for"} ${v.waited}` : "; it waited for no row";
        out.textContent = text;
        canvas.setAttribute("aria-valuenow", at);
        canvas.setAttribute("aria-valuetext", text);
      }
      let from = 0, shown = 12, width = 0;
      function draw() {
        width = canvas.clientWidth || 300;
        const lanes = 3 + scroll.workers + rowLanes, height = strip + lanes * lane + 8;
        const scale = window.devicePixelRatio || 1, g = canvas.getContext("2d");
        canvas.width = width * scale; canvas.height = height * scale; canvas.style.height = height + "px";
        g.scale(scale, scale);
        const css = getComputedStyle(document.documentElement);
        const ink = css.getPropertyValue("--ink"), quiet = css.getPropertyValue("--quiet");
        const one = width / count;
        scroll.vsyncs.forEach((v, n) => {
          g.fillStyle = colours[v.outcome]; g.fillRect(n * one, 2, Math.max(.6, one - .4), strip - 10); });
        shown = Math.max(4, Math.round((width - left) / 78));
        from = Math.max(0, Math.min(count - shown, at - (shown >> 1)));
        const start = from * step, x = ms => left + (ms - start) / (shown * step) * (width - left);
        g.strokeStyle = ink; g.strokeRect(from * one, 1, shown * one, strip - 8);
        g.font = "11px system-ui, sans-serif"; g.textBaseline = "middle";
        const names = ["vsync", "main queue"];
        for (let w = 0; w < scroll.workers; w++) names.push("worker " + w);
        names.push("blank");
        const inside = scroll.spans.filter(s => s.end > start && s.start < start + shown * step);
        const rows = [...new Set(inside.map(s => s.row))].sort((a, b) => a - b).slice(0, rowLanes);
        for (const row of rows) names.push(row < 0 ? "row ?" : "row " + row);
        const y = n => strip + n * lane;
        names.forEach((name, n) => { g.fillStyle = quiet; g.fillText(name, 0, y(n) + lane / 2); });
        const box = (a, b, n, colour, alpha) => {
          const l = Math.max(left, x(a)), r = Math.min(width, x(b));
          if (r <= l) return;
          g.globalAlpha = alpha || 1; g.fillStyle = colour;
          g.fillRect(l, y(n) + 2, Math.max(1, r - l), lane - 3); g.globalAlpha = 1; };
        const blank = 2 + scroll.workers;
        // A frame that was not handed over has no phases, but the work for it is known.
        for (const s of inside) if (s.worker < 0) box(s.start, s.end, 1, stages[s.stage]);
        // A frame that ended later, of which a stall may be the cause, began in an earlier vsync.
        for (let n = from; n < count; n++) {
          const v = scroll.vsyncs[n];
          if (n < from + shown) {
            box(n * step, (n + 1) * step - .6, 0, colours[v.outcome]);
            if (v.blank) box(n * step, (n + 1) * step, blank, "#b0a2cf", .25 + .75 * Math.min(1, v.blank));
            g.strokeStyle = quiet; g.globalAlpha = .3; g.beginPath();
            g.moveTo(x(n * step), strip); g.lineTo(x(n * step), y(names.length)); g.stroke(); g.globalAlpha = 1;
          }
          if (v.phases) for (let p = 0; p + 1 < v.phases.length; p++) box(v.phases[p], v.phases[p + 1], 1, phases[p]);
        }
        for (const s of inside) {
          if (s.worker >= 0) box(s.start, s.end, 2 + s.worker, stages[s.stage], s.wasted ? .35 : 1);
          const r = rows.indexOf(s.row);
          if (r >= 0) box(s.start, s.end, blank + 1 + r, stages[s.stage], s.wasted ? .35 : 1);
        }
        g.strokeStyle = ink; g.lineWidth = 1.5;
        g.strokeRect(x(at * step), strip, (width - left) / shown, lane * names.length);
      }
      function select(n) { at = Math.max(0, Math.min(count - 1, n)); tell(); draw(); }
      canvas.addEventListener("click", e => {
        const box = canvas.getBoundingClientRect(), px = e.clientX - box.left;
        canvas.focus({preventScroll: true});
        select(e.clientY - box.top < strip - 4 ? Math.floor(px / width * count)
          : from + Math.floor((px - left) / (width - left) * shown)); });
      canvas.addEventListener("keydown", e => {
        const next = d => { let n = at + d;
          while (n > 0 && n < count - 1 && !"DBH".includes(scroll.vsyncs[n].outcome)) n += d; return n; };
        const keys = {ArrowLeft: () => at - 1, ArrowRight: () => at + 1, PageUp: () => at - shown,
          PageDown: () => at + shown, Home: () => 0, End: () => count - 1, n: () => next(1), p: () => next(-1)};
        if (keys[e.key]) { e.preventDefault(); select(keys[e.key]()); } });
      addEventListener("resize", draw);
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
      if (count) { tell(); draw(); }
    }
    })();
    """
}

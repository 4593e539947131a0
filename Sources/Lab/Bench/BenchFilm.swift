import Foundation
import Galley
import GalleyFrames
import GalleyPrimitives
import GalleyScrolling

/// The first seconds of scrolls side by side, on the clock, as a part of a page.
///
/// A script in the page draws each frame as it was presented: at its offset, from pictures of the feed, with its blank
/// parts hatched. A dropped vsync shows the frame before it.
package struct BenchFilm: Sendable {
  /// A picture of the feed, as high as the viewport.
  package struct Screen: Sendable {
    /// The y of its top, in device pixels.
    package var offset: Int
    /// The picture.
    package var png: [UInt8]
  }

  /// The largest number of screens of a film: a page of some megabytes opens at once.
  package static let screenLimit = 12
  private static let seconds = 4

  /// The scrolls and their names.
  let scrolls: [(name: String, take: BenchTake)]
  /// The pictures of the feed, from its top.
  let screens: [Screen]
  /// The refreshes of the display in a second.
  let hertz: Int
  /// The size of a frame in device pixels.
  let size: PixelSize

  /// The vsyncs of a film.
  static func records(of take: BenchTake, hertz: Int) -> ArraySlice<FeedScroll.Record> {
    take.records.prefix(seconds * hertz)
  }

  /// The screens at multiples of the viewport's height, up to the one that contains `offset`.
  ///
  /// The last ones of a feed overlap, and equal ones are left out.
  @MainActor static func screens(
    until offset: Int, height: Int, _ screen: (Int) async throws -> Screen
  ) async rethrows -> [Screen] {
    var screens: [Screen] = []
    for number in 0..<min(screenLimit, offset / max(1, height) + 2) {
      let next = try await screen(number)
      if screens.last?.offset == next.offset { break }
      screens.append(next)
    }
    return screens
  }

  private struct Film: Encodable {
    var name: String
    var vsyncs: [Vsync]
  }

  private struct Vsync: Encodable {
    /// P presented, B partly blank, D dropped, H dropped by the host, a full stop for unchanged.
    var outcome: String
    /// The offset of the new frame; `nil` without one.
    var offset: Int?
    /// The first and last pixel rows of its blank parts.
    var blank: [Int]?
  }

  private var films: [Film] {
    scrolls.map { name, take in
      let vsyncs = Self.records(of: take, hertz: hertz).map { record in
        // Rows that follow each other are one blank part, without a line between them.
        let bands = (record.content?.blankBands ?? []).reduce(into: [Range<Int>]()) { bands, next in
          if let last = bands.last, last.upperBound == next.lowerBound {
            bands[bands.count - 1] = last.lowerBound..<next.upperBound
          } else {
            bands.append(next)
          }
        }
        return Vsync(
          outcome: take.isByHost(record) ? "H" : String(record.outcome.rawValue),
          offset: record.content?.offset,
          blank: bands.isEmpty ? nil : bands.flatMap { [$0.lowerBound, $0.upperBound] })
      }
      return Film(name: name, vsyncs: vsyncs)
    }
  }

  /// The section of the page; empty without screens.
  ///
  /// - Throws: `EncodingError`.
  var html: String {
    get throws {
      guard !screens.isEmpty else { return "" }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      let json = String(decoding: try encoder.encode(films), as: UTF8.self)
        .replacingOccurrences(of: "<", with: "\\u003c")
      let images = screens.map { screen in
        "<img hidden alt=\"\" data-offset=\"\(screen.offset)\" src=\"data:image/png;base64,"
          + "\(Data(screen.png).base64EncodedString())\">"
      }
      return """
        <h2>The films</h2>
        <p>The first \(Self.seconds.counted("second")) of the first cold run of each mode, side by side on the clock: \
        each frame as it was presented, and again at each vsync that was dropped. Parts that lack their pictures are \
        hatched; the line above a film is red while frames are dropped.</p>
        <div class="wide films" id="films" data-hertz="\(hertz)" data-width="\(size.width)" \
        data-height="\(size.height)">
        <div class="reel"></div>
        <div class="controls"><button type="button">Play</button>
        <label>Speed <select><option value="1">1×</option><option value="0.25" selected>¼×</option>\
        <option value="0.1">⅒×</option></select></label>
        <input type="range" min="0" value="0" aria-label="Vsync of the films"></div>
        \(images.joined(separator: "\n"))
        </div>
        <script type="application/json" id="films-data">\(json)</script>
        <script>\(Self.script)</script>
        """
    }
  }

  /// The look of the films.
  static let style = """
    .films .reel { display: grid; grid-template-columns: repeat(auto-fit, minmax(96px, 1fr)); gap: .8rem;
      align-items: end } .films img { display: none }
    .films figure { flex: none } .films figcaption { font-size: .8rem; min-height: 3.2em }
    .films canvas { width: 100%; display: block; border: 1px solid var(--line); border-radius: 6px }
    .films output { display: block; font-size: .8rem; color: var(--quiet); font-variant-numeric: tabular-nums;
      margin-top: .3rem; min-height: 3em }
    .controls { display: flex; flex-wrap: wrap; gap: .8rem; align-items: center; margin-top: .6rem }
    .controls input { flex: 1 1 180px } .controls button, .controls select { font: inherit; padding: .15rem .7rem }
    """

  /// Draws the frame that each film shows at the selected time.
  private static let script = """
    (() => {
    const root = document.getElementById("films"), data = root.dataset, step = 1000 / data.hertz;
    const films = JSON.parse(document.getElementById("films-data").textContent);
    const screens = [...root.querySelectorAll("img")], wide = 300, k = wide / data.width;
    const words = {P: "presented", B: "partly blank", D: "dropped", H: "dropped by the host", ".": "unchanged"};
    const [button, speed, range] = ["button", "select", "input"].map(name => root.querySelector(name));
    const count = Math.max(...films.map(film => film.vsyncs.length));
    range.max = count - 1;
    for (const film of films) {
      const figure = document.createElement("figure"), caption = document.createElement("figcaption");
      film.canvas = document.createElement("canvas"); film.out = document.createElement("output");
      film.canvas.width = wide; film.canvas.height = Math.round(data.height * k) + 6;
      caption.textContent = film.name;
      figure.append(caption, film.canvas, film.out);
      root.querySelector(".reel").append(figure);
      let shown, dropped = 0;
      // A frame that is handed over during a vsync is shown from the next one on.
      film.states = film.vsyncs.map(v => {
        const state = {v, frame: shown, dropped: dropped += v.outcome == "D" ? 1 : 0};
        if (v.offset !== undefined) shown = v;
        return state; });
    }
    function draw(film, n) {
      const {v, frame, dropped} = film.states[Math.min(n, film.states.length - 1)];
      const g = film.canvas.getContext("2d");
      g.clearRect(0, 0, wide, film.canvas.height);
      g.fillStyle = v.outcome == "D" ? "#d03a3a" : v.outcome == "H" ? "#8a93a3" : "#3f9c78";
      g.fillRect(0, 0, wide, 4);
      if (frame) {
        g.save(); g.beginPath(); g.rect(0, 6, wide, data.height * k); g.clip();
        for (const s of screens) {
          const y = (s.dataset.offset - frame.offset) * k;
          // Whole pixels, and no gap between two screens.
          const [top, end] = [Math.floor(y), Math.ceil(y + data.height * k)];
          if (s.complete && top < data.height * k && end > 0) g.drawImage(s, 0, 6 + top, wide, end - top);
        }
        for (let b = 0; b < (frame.blank || []).length; b += 2) {
          const [top, end] = [Math.round(frame.blank[b] * k) + 6, Math.round(frame.blank[b + 1] * k) + 6];
          g.save(); g.beginPath(); g.rect(0, top, wide, end - top); g.clip();
          g.fillStyle = "#b0a2cf"; g.fillRect(0, top, wide, end - top);
          g.strokeStyle = "#8b6bb8"; g.beginPath();
          for (let x = -1200; x < wide; x += 12) { g.moveTo(x, 0); g.lineTo(x + 1200, 1200); }
          g.stroke(); g.restore();
        }
        g.restore();
      }
      film.out.textContent = `${words[v.outcome]}; ${dropped} dropped so far`;
    }
    let at = 0, last;
    function show(n) {
      at = Math.max(0, Math.min(count - 1, n));
      range.value = Math.floor(at);
      range.setAttribute("aria-valuetext", `vsync ${Math.floor(at)}, ${(at * step).toFixed(0)} ms`);
      for (const film of films) draw(film, Math.floor(at));
    }
    function tick(now) {
      if (last === undefined) return;
      show(at + (now - last) / step * speed.value);
      last = now;
      if (at >= count - 1) { stop(); return; }
      requestAnimationFrame(tick);
    }
    function stop() { last = undefined; button.textContent = "Play"; }
    button.addEventListener("click", () => {
      if (last !== undefined) { stop(); return; }
      if (at >= count - 1) at = 0;
      button.textContent = "Pause"; last = performance.now(); requestAnimationFrame(tick); });
    range.addEventListener("input", () => { stop(); show(+range.value); });
    show(Math.min(count - 1, Math.round(0.1 * data.hertz)));
    Promise.all(screens.map(s => s.decode())).then(() => show(at));
    })();
    """
}

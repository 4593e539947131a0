import Foundation
import Galley
import GalleyBenchArticles
import GalleyLab
import TestSupport
import Testing

@Suite("The report page", .timeLimit(.minutes(15)))
struct BenchPageTests {
  private static let chromium = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").flatMap { folder in
      ["chromium", "chromium-browser", "google-chrome"].map { "\(folder)/\($0)" }
    }.first(where: FileManager.default.isExecutableFile(atPath:))

  /// The state of a page as a browser shows it.
  private struct Shown: Decodable {
    /// The width of the content, and that of the screen.
    var width: Int
    var screen: Int
    var background: String
    /// The figures of the matrix, by combination and metric.
    var figures: [String: [String: String]]
    /// The figures of the verdict, by combination and metric.
    var verdict: [String: [String: String]]
    var cards: [String]
    /// The captions of the charts.
    var captions: [String]
    /// The numbers of frames in the histogram.
    var frames: Int
    /// The words below each timeline, before and after a key.
    var told: [[String]]
    /// The words below each film at its end, and the number of colours of its canvas.
    var films: [Film]
  }

  private struct Film: Decodable {
    var words: String
    var colours: Int
  }

  /// A page that shows `html` in a frame as wide as a phone, and then its own findings as text.
  private static func wrapper(_ html: String) -> String {
    let text = Data(html.utf8).base64EncodedString()
    return """
      <!doctype html><meta charset="utf-8"><iframe id="page" style="width:390px;height:800px;border:0"></iframe>
      <pre id="result"></pre><script>
      const bytes = Uint8Array.from(atob("\(text)"), c => c.charCodeAt(0));
      const frame = document.getElementById("page");
      frame.onload = () => {
        const page = frame.contentDocument, figures = {}, verdict = {};
        for (const row of page.querySelectorAll("tr[data-cell]")) {
          const cell = figures[row.dataset.cell] = {};
          for (const figure of row.querySelectorAll("td[data-metric]"))
            cell[figure.dataset.metric] = figure.textContent;
        }
        for (const row of page.querySelectorAll("tr[data-verdict]")) {
          const cell = verdict[row.dataset.verdict] = {};
          for (const figure of row.querySelectorAll("td[data-metric]"))
            cell[figure.dataset.metric] = figure.textContent;
        }
        const texts = where => [...page.querySelectorAll(where)].map(e => e.textContent);
        const press = (canvas, key) => canvas.dispatchEvent(new KeyboardEvent("keydown", {key}));
        const told = [...page.querySelectorAll(".timeline canvas")].map(canvas => {
          const out = canvas.nextElementSibling, words = [];
          for (const key of ["Home", "ArrowRight", "n"]) { press(canvas, key); words.push(out.textContent); }
          return words;
        });
        const histogram = page.querySelector("svg[aria-label^=Frames]");
        const frames = [...histogram.querySelectorAll("g title")]
          .reduce((sum, e) => sum + parseInt(e.textContent), 0);
        const range = page.querySelector(".films input");
        range.value = range.max;
        range.dispatchEvent(new Event("input"));
        const films = [...page.querySelectorAll(".films figure")].map(figure => {
          const canvas = figure.querySelector("canvas");
          const pixels = new Uint32Array(
            canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer);
          return {words: figure.querySelector("output").textContent, colours: new Set(pixels).size};
        });
        const found = {films, verdict, cards: texts(".card b"), captions: texts(".plot .name"), frames, told,
          width: page.documentElement.scrollWidth, screen: frame.clientWidth, figures,
          background: getComputedStyle(page.body).backgroundColor};
        document.getElementById("result").textContent = btoa(unescape(encodeURIComponent(JSON.stringify(found))));
      };
      frame.srcdoc = new TextDecoder().decode(bytes);
      </script>
      """
  }

  /// Opens a page, and returns its state and the messages of its console.
  private func open(_ page: String, _ program: String, isDark: Bool, in folder: TestFolder) throws
    -> (
      shown: Shown, console: [Substring]
    )
  {
    let path = folder.path("wrapper.html")
    try Data(Self.wrapper(page).utf8).write(to: URL(fileURLWithPath: path))
    let run = try runProgram(
      program,
      [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
        "--user-data-dir=\(folder.path("profile"))", "--virtual-time-budget=5000",
        "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)", "--dump-dom", "file://\(path)",
      ])
    let text = String(decoding: run.output, as: UTF8.self)
    let result = try #require(
      text.firstMatch(of: /<pre id="result">([^<]+)</), "\(text.suffix(300))")
    let json = try #require(Data(base64Encoded: String(result.1)))
    return (
      try JSONDecoder().decode(Shown.self, from: json),
      run.errors.split(separator: "\n").filter { $0.contains("CONSOLE") }
    )
  }

  @Test(
    "has the figures of the records, fits a phone, and follows light and dark, without a console message",
    .enabled(if: chromium != nil, "no Chromium is installed"))
  func browser() throws {
    let galley = try GalleyRunner()
    let (page, records) = (galley.folder.path("report.html"), galley.folder.path("records"))
    let run = try galley.run([
      "bench", "run", Repository.feed("everyday.jsonl"), "--clock", "virtual", "--seconds", "6",
      "--speed", "1000",
      "--jobs", "1", "--quiet", "--height", "300", "--cpu-throttle", "10", "--report", page,
      "--json=\(records)",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let html = try String(contentsOfFile: page, encoding: .utf8)
    let results = try BenchFile(Data(contentsOf: URL(fileURLWithPath: records))).results
    let program = try #require(Self.chromium)
    let light = try open(html, program, isDark: false, in: try TestFolder())
    let dark = try open(html, program, isDark: true, in: try TestFolder())
    #expect(light.console == [] && dark.console == [])
    #expect(light.shown.background != dark.shown.background)
    #expect(light.shown.screen == 390 && light.shown.width <= light.shown.screen)
    #expect(light.shown.figures.count == results.count)
    try check(light.shown, results)
    for result in results {
      for metric in BenchMetric.allCases {
        #expect(
          light.shown.figures[result.cell.words]?["\(metric)"]
            == BenchTable.words(result, metric), "\(result.cell.words), \(metric)")
      }
    }
  }

  /// Checks what the page says of the verdict's cold scrolls.
  private func check(_ shown: Shown, _ results: [BenchResult]) throws {
    func result(_ policy: BlankPolicy?) throws -> BenchResult {
      let cell = policy.map { BenchCell.async(1, $0) } ?? .sync()
      return try #require(results.first { $0.cell == cell })
    }
    let cold = [try result(nil), try result(.wait), try result(.placeholder)]
    #expect(shown.verdict.count == 6)
    for result in cold {
      for metric in BenchVerdict.metrics {
        #expect(
          shown.verdict[result.cell.words]?["\(metric)"] == BenchTable.words(result.figure(metric)))
      }
    }
    func words(_ index: Int, _ metric: BenchMetric) -> String {
      BenchTable.words(cold[index].figure(metric))
    }
    #expect(
      shown.cards == [
        "\(words(0, .dropped)) → \(words(1, .dropped))",
        "\(words(2, .dropped)) dropped, \(words(2, .blank)) % blank",
        "\(words(0, .p99)) → \(words(1, .p99)) ms",
      ])
    for (result, caption) in zip(cold, shown.captions) {
      let dropped = result.runs[0].ownDropped
      #expect(caption.contains("\(dropped) dropped") == (dropped > 0), "\(caption)")
    }
    for (index, caption) in shown.captions.suffix(3).enumerated() {
      #expect(
        caption.hasSuffix(
          "P50 \(words(index, .p50)) ms, P95 \(words(index, .p95)) ms, P99 \(words(index, .p99)) ms"
        ),
        "\(caption)")
    }
    #expect(shown.frames == cold.flatMap(\.runs).map(\.mainMs.count).reduce(0, +))
    // The films show their frames, and count the dropped ones of the first four seconds.
    #expect(shown.films.count == 3 && shown.films.allSatisfy { $0.colours > 20 }, "\(shown.films)")
    #expect(shown.films[2].words.hasSuffix("; 0 dropped so far"), "\(shown.films)")
    #expect(
      shown.films[0].words.hasSuffix("; 0 dropped so far") == (cold[0].runs[0].ownDropped == 0))
    // A frame that is dropped or partly blank names a stage of a row.
    #expect(shown.told.count == 3)
    for (result, words) in zip(cold, shown.told) {
      #expect(words[0].hasPrefix("vsync 0, 0.0 ms: ") && words[1].hasPrefix("vsync 1, 16.7 ms: "))
      let isBad = result.runs[0].ownDropped > 0 || result.runs[0].blankPixelSeconds > 0
      if isBad { #expect(words.contains { $0.contains(" of row ") }, "\(words)") }
    }
  }

  @Test(
    "of an article has the tables that the command writes", arguments: BenchArticle.allCases)
  func articles(article: BenchArticle) throws {
    let run = try GalleyRunner().run("bench", "article", "\(article.rawValue)")
    #expect(run.status == 0, "\(run.errors)")
    let page = try String(
      contentsOf: Repository.url(
        "Sources/Galley/Galley.docc/Articles/Article00\(article.rawValue).md"),
      encoding: .utf8)
    let tables = String(decoding: run.output, as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(tables.count > 200 && page.contains(tables))
  }

  @Test("of a host says what can be told apart")
  func calibration() throws {
    let run = try GalleyRunner().run(
      "bench", "calibrate", "--seconds", "0.3", "--pairs", "3")
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.lines
    #expect(lines.count == 8 && lines[0].hasPrefix("timers late by "))
    #expect(run.errors == "galley: pair 1 of 3\n")
    for index in [3, 5, 7] { #expect(lines[index].hasPrefix("this machine can"), "\(lines)") }
    #expect(lines[4].hasPrefix("layout: ") && lines[4].contains("in 6 processes"), "\(lines)")
  }
}

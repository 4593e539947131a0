import Foundation
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
        const page = frame.contentDocument, figures = {};
        for (const row of page.querySelectorAll("tr[data-cell]")) {
          const cell = figures[row.dataset.cell] = {};
          for (const figure of row.querySelectorAll("td[data-metric]"))
            cell[figure.dataset.metric] = figure.textContent;
        }
        const found = {width: page.documentElement.scrollWidth, screen: frame.clientWidth, figures,
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
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr",
      "--user-data-dir=\(folder.path("profile"))", "--virtual-time-budget=5000",
      "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)", "--dump-dom", "file://\(path)",
    ]
    let errors = folder.path("errors")
    #expect(FileManager.default.createFile(atPath: errors, contents: nil))
    process.standardError = FileHandle(forWritingAtPath: errors)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let result = try #require(
      text.firstMatch(of: /<pre id="result">([^<]+)</), "\(text.suffix(300))")
    let json = try #require(Data(base64Encoded: String(result.1)))
    let messages = try String(contentsOfFile: errors, encoding: .utf8)
    return (
      try JSONDecoder().decode(Shown.self, from: json),
      messages.split(separator: "\n").filter { $0.contains("CONSOLE") }
    )
  }

  @Test(
    "has the figures of the records, fits a phone, and follows light and dark, without a console message",
    .enabled(if: chromium != nil, "no Chromium is installed"))
  func browser() throws {
    let galley = try GalleyRunner()
    let (page, records) = (galley.folder.path("report.html"), galley.folder.path("records"))
    let run = try galley.run([
      "bench", "run", Repository.feed("journal.json"), "--clock", "virtual", "--seconds", "0.5",
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
    for result in results {
      for metric in BenchMetric.allCases {
        #expect(
          light.shown.figures[result.cell.words]?["\(metric)"]
            == BenchTable.words(result.figure(metric)), "\(result.cell.words), \(metric)")
      }
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
    let run = try GalleyRunner().run("bench", "calibrate", "--seconds", "0.3")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.count == 5 && run.lines[0].hasPrefix("timers late by "))
    #expect(run.lines[4].contains("this machine can"))
  }
}

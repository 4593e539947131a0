import ArgumentParser
import Foundation
import Galley

/// `galley render`: a feed becomes pictures.
struct RenderCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render a feed to PNG.",
    discussion: """
      Without --cards or --pages, the whole feed becomes one PNG, however tall. The output's name ends \
      in .png or has no extension. Folders that are missing are made, with the first file that goes \
      there. An output that is also an input, or another output, is refused.

      Examples:
        galley render feed.json -o feed.png
        galley render feed.jsonl --pages 667 -o 'pages/{page:04}.png'
        galley render feed.json --cards -o 'cards/{index:06}.png' --background transparent
        curl -s https://example.org/feed.json | galley render - -o - > feed.png
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var work: RunOptions

  @Option(
    name: [.short, .long],
    help: "The PNG to write, or - for standard output; a pattern with --cards or --pages.")
  var output: String

  @Flag(help: "Write a PNG of each card; the output is a pattern such as 'dir/{index:06}.png'.")
  var cards = false

  @Option(
    help: ArgumentHelp(
      """
      Write windows of the feed this many layout units tall; the output is a pattern such as \
      'dir/{page:04}.png'.
      """, valueName: "height"))
  var pages: Double?

  @Option(help: "What is behind cards: theme, or with --cards transparent.")
  var background = Background.theme

  @Option(help: "How PNGs are compressed: fast, balanced or small.")
  var pngProfile = PNGProfile.fast

  @Flag(help: "Wait until the disk has each file.")
  var durable = false

  enum Background: String, ExpressibleByArgument, CaseIterable {
    case theme, transparent
  }

  mutating func validate() throws {
    guard !(cards && pages != nil) else {
      throw ValidationError("--cards and --pages exclude each other")
    }
    guard output != "-" || !(cards || pages != nil) else {
      throw ValidationError("--cards and --pages write many files: -o - cannot take them")
    }
    guard background == .theme || cards else {
      throw ValidationError("--background transparent goes with --cards")
    }
    try checkName()
  }

  /// Refuses an output whose name says another format, or has braces that mean nothing.
  private func checkName() throws {
    if cards, PathPattern(output, name: "index") == nil {
      throw ValidationError(
        "with --cards, -o has one place for the number, and no other braces: 'dir/{index:06}.png'")
    }
    if pages != nil, PathPattern(output, name: "page") == nil {
      throw ValidationError(
        "with --pages, -o has one place for the number, and no other braces: 'dir/{page:04}.png'")
    }
    guard cards || pages != nil || !output.contains(where: "{}".contains) else {
      throw ValidationError(
        "braces in -o \(output) mean nothing: {index} goes with --cards, {page} with --pages")
    }
    try checkExtension(of: output, "-o", is: ["png"])
  }

  func run() throws {
    let command = self
    runProcess(workerCount: work.mode == .sync ? 1 : work.jobs) {
      try await command.render()
    }
  }

  private var target: RenderOutput {
    if let pages, let pattern = PathPattern(output, name: "page") {
      return .pages(height: pages, pattern: pattern)
    }
    if cards, let pattern = PathPattern(output, name: "index") { return .cards(pattern: pattern) }
    return output == "-" ? .standardOutput : .tall(path: output)
  }

  private func options() throws -> RenderOptions {
    var options = try RenderOptions(
      template: look.template, fonts: look.fonts, assets: feed.assets, profile: pngProfile,
      mode: work.mode, workerCount: work.jobs ?? 0, format: feed.format, limits: feed.limits,
      rows: feed.rows?.range, isTransparent: background == .transparent, isDurable: durable)
    options.logger = work.logger
    return options
  }

  /// The files of the run, which are compared before any of them is written.
  private var files: CommandFiles {
    var files = CommandFiles()
    files.read(feed.feed, as: "the feed")
    files.read(look)
    switch target {
    case .tall(let path): files.write(path, as: "-o")
    case .standardOutput: files.write("-", as: "-o")
    case .pages(_, let pattern), .cards(let pattern):
      files.write(pattern, written: output, as: "-o")
    }
    files.write(work.json, as: "--json", stream: output == "-" ? 2 : 1)
    return files
  }

  private func render() async throws -> ExitStatus {
    let files = files
    try files.check()
    var options = try options()
    options.inputs = files.inputIdentities
    let renderer = try FeedRenderer(options)
    work.tell(renderer.fontWarnings)
    let records = try work.json.map { try RecordWriter(path: $0, isOutputTaken: output == "-") }
    var progress = ProgressBar(work.progress, isQuiet: work.quiet)
    var count = 0
    defer { progress.finish() }
    do {
      let summary = try await renderer.render(feed.input, to: target) { element in
        count += 1
        progress.update(count)
        try tell(element, records: records, progress: &progress)
      }
      try records?.write(RenderSummaryRecord(summary, options: options))
      try records?.finish()
      progress.finish()
      if !work.quiet { printToStandardError(words(summary)) }
      return work.status(
        work.status(summary), rowCount: summary.rowCount + summary.failureCount, of: feed.rows)
    } catch {
      // A stream gets the records so far; a file stays as it was.
      try? records?.flush()
      throw error
    }
  }

  private func tell(
    _ element: RenderedElement, records: RecordWriter?, progress: inout ProgressBar
  ) throws {
    switch element {
    case .row(let row):
      try records?.write(RowRecord(row))
      guard !work.quiet else { return }
      for warning in row.warnings {
        progress.finish()
        printToStandardError("galley: row \(row.index): \(warning.message)")
      }
    case .failure(let failure):
      try records?.write(FailureRecord(failure))
      progress.finish()
      printToStandardError("galley: \(failure.message)")
    }
  }

  private func words(_ summary: RenderSummary) -> String {
    var words = "\(summary.rowCount) rows in \(summary.fileCount) "
    words += summary.fileCount == 1 ? "file" : "files"
    if summary.failureCount > 0 { words += ", \(summary.failureCount) failed" }
    if summary.warningCount > 0 { words += ", \(summary.warningCount) warnings" }
    if case .tall = target, summary.pixelHeight > 1_000_000 {
      words += """
        ; \(summary.pixelHeight) pixel rows: many programs refuse more than 1000000, --pages \
        makes smaller pictures
        """
    }
    return words
  }
}

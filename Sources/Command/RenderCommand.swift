import ArgumentParser
import Foundation
import Galley
import GalleyPrimitives

/// `galley render`: makes pictures of a feed.
struct RenderCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render a feed to pictures.",
    discussion: """
      Without --cards or --pages, the whole feed becomes one picture; a PNG has any height, a JPEG at \
      most 65500 device pixels, a WebP 16383. The extension of the output's name decides the format, \
      or --format does; without either it is PNG. Missing folders are created, each with the first file in it. \
      An output that is also an input, or another output, is refused.

      Examples:
        galley render feed.json -o feed.png
        galley render feed.jsonl --pages 667 -o 'pages/{page:04}.png'
        galley render feed.json --cards -o 'cards/{index:06}.png' --background transparent
        galley render feed.xml --cards -o 'cards/{index:06}.webp' --quality 80
        galley render feed.json --pages 800 -o 'ink/{page:04}.png' --width 600 --scale 1 --colors gray4
        curl -s https://example.org/feed.json | galley render - -o - > feed.png
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var work: RunOptions

  @Option(
    name: [.short, .long],
    help: "The picture to write, or - for standard output; a pattern with --cards or --pages.")
  var output: String

  @Flag(help: "Write a picture of each card; the output is a pattern such as 'dir/{index:06}.png'.")
  var cards = false

  @Option(
    help: ArgumentHelp(
      """
      Write windows of the feed of this height in layout units; the output is a pattern such as \
      'dir/{page:04}.png'.
      """, valueName: "height"))
  var pages: Double?

  @Option(help: "The background of cards: theme, or with --cards transparent.")
  var background = Background.theme

  @OptionGroup var pictures: PictureOptions

  @Flag(help: "Wait until the disk has stored each file.")
  var durable = false

  enum Background: String, ExpressibleByArgument, CaseIterable {
    case theme, transparent
  }

  var workerLimit: Int? { work.workerLimit }

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

  /// Refuses an output with the extension of no format, or with braces of another pattern.
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
    let picture = try pictures.picture(for: output)
    guard background == .theme || picture.hasAlpha else {
      throw ValidationError("--background transparent goes with PNG in colour, and with WebP")
    }
  }

  var target: RenderOutput {
    if let pages, let pattern = PathPattern(output, name: "page") {
      return .pages(height: pages, pattern: pattern)
    }
    if cards, let pattern = PathPattern(output, name: "index") { return .cards(pattern: pattern) }
    return output == "-" ? .standardOutput : .tall(path: output)
  }

  var limits: LimitOptions? { work.limits }

  var files: CommandFiles {
    var files = CommandFiles(feed: feed.feed, look)
    files.read(assets: feed.reading.source.assets)
    switch target {
    case .tall(let path): files.write(path, as: "-o")
    case .standardOutput: files.write("-", as: "-o")
    case .pages(_, let pattern), .cards(let pattern):
      files.write(pattern, written: output, as: "-o")
    }
    files.write(work.records.json, as: "--json", stream: output == "-" ? 2 : 1)
    return files
  }

  func options() throws -> RenderOptions {
    var options = try feed.reading.rendering(look, work, profile: pictures.profile.pngProfile)
    options.picture = try pictures.picture(for: output)
    options.isTransparent = background == .transparent
    options.isDurable = durable
    options.inputs = files.inputIdentities
    return options
  }

  func perform() async throws -> ExitStatus {
    let options = try options()
    let renderer = try FeedRenderer(options)
    work.messages.tell(renderer.fontWarnings)
    let report = try work.report(to: work.records.json, isOutputTaken: output == "-")
    var count = 0
    let summary = try await renderer.render(feed.input, to: target) { element in
      count += 1
      report.update(count)
      switch element {
      case .row(let row):
        try report.write(RowRecord(row))
        report.warn(row.warnings, row: row.index)
      case .failure(let failure): try report.fail(failure)
      }
    }
    try report.write(RenderSummaryRecord(summary, options: options))
    try report.finish()
    work.messages.tell(words(summary))
    return work.status(summary, of: feed.rows)
  }

  private func words(_ summary: RenderSummary) -> String {
    var words = summary.rowCount.counted("row") + " in " + summary.fileCount.counted("file")
    words += summary.troubles
    if case .tall = target, summary.pixelHeight > 1_000_000 {
      words += """
        ; \(summary.pixelHeight) pixel rows: many programs refuse more than 1000000, --pages \
        makes smaller pictures
        """
    }
    return words
  }
}

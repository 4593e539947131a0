import ArgumentParser
import Foundation
import Galley
import GalleyArchives
import GalleyCommandLine
import GalleyPrimitives
import GalleyRendering

/// `galley render`: makes pictures of a feed.
struct RenderCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Render a feed to pictures.",
    discussion: """
      Without --cards or --pages, the whole feed becomes one picture; a PNG has any height, a JPEG at \
      most 65500 device pixels, a WebP 16383. PDF and SVG have text as text and keep links. The extension of the \
      output's name decides the format, or --format does; without either it is PNG. Missing folders are created, \
      each with the first file in it. \
      An output that is also an input, or another output, is refused.

      Examples:
        galley render feed.json -o feed.png
        galley render feed.jsonl --pages 667 -o 'pages/{page:04}.png'
        galley render feed.json --cards -o '{id}.png' --background transparent
        galley render feed.xml --cards -o 'cards/{index:06}.webp' --quality 80
        galley render feed.json --pages 800 -o 'ink/{page}.png' --colors gray4
        galley render a.jsonl --cards -o x.tar --manifest x.jsonl --resume
        curl -sL https://example.org/feed.xml | galley render - -o feed.png
      """)

  @OptionGroup var feed: FeedOptions
  @OptionGroup var look: LookOptions
  @OptionGroup var work: RunOptions

  @Option(
    name: [.short, .long],
    help: "The picture to write, or - for standard output; a pattern with --cards or --pages.")
  var output: String

  @Flag(
    help: """
      Write a picture of each card; the output is a pattern such as 'dir/{index:06}.png', 'dir/{id}.png' or \
      '{hash:2}/{hash}.png', or an archive: 'x.tar', 'x-{archive:05}.tar'.
      """)
  var cards = false

  @Option(
    help: ArgumentHelp(
      """
      Write windows of the feed of this height in layout units; the output is a pattern such as \
      'dir/{page:04}.png', or one PDF with these pages.
      """, valueName: "height"))
  var pages: Double?

  @Option(help: "The background of cards: theme, or with --cards transparent.")
  var background = Background.theme

  @Option(
    help: ArgumentHelp(
      "Write the areas of each row that react to a tap, such as links, as JSON Lines.",
      valueName: "file"))
  var hitMap: String?

  @OptionGroup var metadata: MetadataOption

  @OptionGroup var bulk: BulkRunOptions

  @OptionGroup var pictures: PictureOptions

  @Option(help: "The most device pixels of a row; a row with more fails.")
  var maxRowPixels = 1 << 30

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
    guard output != "-" || !(cards || pages != nil && !isPagedDocument) else {
      throw ValidationError("--cards and --pages write many files: -o - cannot take them")
    }
    try checkNoTerminal(output)
    try checkNotEmpty(("--hit-map", hitMap))
    try metadata.check(output: output, of: "-o")
    guard metadata.path == nil || !(bulk.resume || bulk.skipExisting) else {
      throw ValidationError(
        "--metadata is about a whole run: it excludes --resume and --skip-existing")
    }
    guard maxRowPixels >= 1 else { throw ValidationError("--max-row-pixels is at least 1") }
    guard background == .theme || cards else {
      throw ValidationError("--background transparent goes with --cards")
    }
    try checkName()
  }

  /// Whether the output is one PDF of pages.
  private var isPagedDocument: Bool {
    pages != nil && !output.contains("{")
      && (try? pictures.picture(for: output))?.kind == .pdf
  }

  /// Whether card pictures go to archives.
  private var isArchive: Bool { cards && output.hasSuffix(".tar") }

  /// Refuses an output with the extension of no format, or with braces of another pattern.
  private func checkName() throws {
    try bulk.check(isCards: cards, isArchive: isArchive, rows: feed.rows)
    let output = try bulk.numbered(output)
    if isArchive {
      guard let archives = ArchiveSet(output) else {
        throw ValidationError("an archive has one place for its number: 'x-{archive:05}.tar'")
      }
      if let manifest = try bulk.manifest.map(bulk.numbered), archives.mayReplace(manifest) {
        throw ValidationError("-o \(output) would replace the manifest \(manifest)")
      }
      try checkCardNames(cardNames, "--names")
      guard TarEntry.isInside(cardNames) else {
        throw ValidationError(
          """
          --names \(cardNames) is no file in an archive: it begins with /, has .. as a folder, or ends in / or \
          a dot
          """)
      }
      return try checkPicture()
    }
    if cards { try checkCardNames(output, "-o") }
    if pages != nil, !isPagedDocument, PathPattern(output, name: "page") == nil {
      throw ValidationError(
        "with --pages, -o has one place for the number, and no other braces: 'dir/{page:04}.png'")
    }
    guard cards || pages != nil && !isPagedDocument || !output.contains(where: "{}".contains) else {
      throw ValidationError(
        "braces in -o \(output) mean nothing: {index} goes with --cards, {page} with --pages")
    }
    try checkPicture()
  }

  private func checkPicture() throws {
    let picture = try pictures.picture(for: cardNames)
    guard background == .theme || picture.hasAlpha else {
      throw ValidationError("--background transparent goes with PNG in colour, WebP, PDF and SVG")
    }
  }

  /// The names of pictures in archives, or the output.
  private var cardNames: String {
    guard isArchive else { return output }
    return bulk.names ?? "{index:08}." + (pictures.format?.extensions.first ?? "png")
  }

  private func checkCardNames(_ text: String, _ option: String) throws {
    guard PictureNames(text) != nil else {
      throw ValidationError(
        """
        with --cards, \(option) has a place for {index}, {id} or the whole {hash}, and no other braces: \
        'dir/{index:06}.png', 'dir/{hash:2}/{hash}.png'
        """)
    }
  }

  var target: RenderOutput {
    // The names are valid, once they are checked.
    let output = (try? bulk.numbered(output)) ?? output
    if isArchive, let archives = ArchiveSet(output, byteLimit: bulk.archiveByteLimit),
      let names = PictureNames(cardNames)
    {
      return .archives(archives, names)
    }
    if let pages, isPagedDocument { return .pagedDocument(height: pages, path: output) }
    if let pages, let pattern = PathPattern(output, name: "page") {
      return .pages(height: pages, pattern: pattern)
    }
    if cards, let names = PictureNames(output) { return .cards(names) }
    return output == "-" ? .standardOutput : .tall(path: output)
  }

  var limits: LimitOptions? { work.limits }
  var rowTime: RowTimeOption? { work.rowTime }

  var files: CommandFiles {
    var files = CommandFiles(feed: feed.feed, look)
    files.read(template: feed.reading.source.template)
    files.read(assets: feed.reading.source.assets)
    switch target {
    case .tall(let path): files.write(path, as: "-o")
    case .standardOutput: files.write("-", as: "-o")
    case .pagedDocument(_, let path): files.write(path, as: "-o")
    case .pages(_, let pattern): files.write(pattern.path, written: output, as: "-o")
    case .archives(let archives, _):
      files.write(archives.path, written: output, as: "-o")
      let part = { archives.path($0) + ArchiveSet.partSuffix }
      if archives.isNumbered {
        files.write(part, written: output, as: "-o")
      } else {
        files.write(part(0), as: "-o", isChecked: false)
      }
      files.write(archives.indexPath, as: "-o", isChecked: false)
    case .cards(let names):
      let zero = ContentKey(high: 0, low: 0)
      files.write({ names.path(index: $0, id: nil, key: zero) }, written: output, as: "-o")
    }
    files.write(anyIn: try? bulk.pictureCache.map(bulk.numbered))
    if let open = output.firstIndex(of: "{"), let slash = output[..<open].lastIndex(of: "/") {
      files.write(anyIn: String(output[..<slash]))
    }
    if let manifest = bulk.manifest {
      files.write((try? bulk.numbered(manifest)) ?? manifest, as: "--manifest", isChecked: false)
    }
    files.write(work.records.json, as: "--json", stream: output == "-" ? 2 : 1)
    files.write(hitMap, as: "--hit-map", stream: output == "-" ? 2 : 1)
    files.write(metadata.path, as: "--metadata")
    return files
  }

  func options() throws -> RenderOptions {
    var options = try feed.reading.rendering(look, work, profile: pictures.profile.pngProfile)
    options.picture = try pictures.picture(for: cardNames)
    options.isTransparent = background == .transparent
    options.isDurable = durable
    options.maximumRowPixels = maxRowPixels
    options.inputs = files.inputIdentities
    options.outputs = Set(
      [work.records.json, hitMap, metadata.path].compactMap(CommandFiles.identity(ofOutput:)))
    options.listsHitAreas = hitMap != nil
    options.listsFontPaths = metadata.path != nil
    return options
  }

  func perform() async throws -> ExitStatus {
    let options = try options()
    let renderer = try FeedRenderer(options)
    work.messages.tell(renderer.fontWarnings)
    let report = try work.report(to: work.records.json, isOutputTaken: output == "-")
    let areas = try hitMap.map { try RecordWriter(path: $0, isOutputTaken: output == "-") }
    let part = try share(options)
    var record = metadata.path.map { _ in renderer.makeRecord() }
    var count = 0
    let summary = try await renderer.render(
      feed.input, to: target, bulk: try bulk.options(output: output)
    ) { element in
      count += 1
      report.update(count, fraction: part.map { part in part.fraction(of: element) })
      switch element {
      case .row(let row):
        try report.write(RowRecord(row))
        try areas?.write(HitAreasRecord(row))
        record?.add(row)
        report.warn(row.warnings, row: row.index)
      case .failure(let failure): try report.fail(failure)
      }
    }
    try report.write(RenderSummaryRecord(summary, options: options))
    try areas?.finish()
    if let path = metadata.path { try record?.write(to: path) }
    try report.finish()
    work.messages.tell(words(summary))
    return work.status(summary, of: feed.rows)
  }

  /// The part of the feed that is read, if its length is known.
  private func share(_ options: RenderOptions) throws -> FeedShare? {
    if let range = feed.rows?.range, range.upperBound < .max { return .rows(range) }
    guard let byteCount = try feed.input.knownByteCount(options.format, options.limits) else {
      return nil
    }
    guard let shard = try bulk.part(), shard.division == .bytes else {
      return .bytes(0..<byteCount)
    }
    let range = shard.byteRange(of: byteCount)
    return .bytes(range.clamped(to: 0..<byteCount))
  }

  private func words(_ summary: RenderSummary) -> String {
    var words = summary.rowCount.counted("row")
    if summary.fileCount > 0 || summary.resumedCount == 0 {
      words += " in " + summary.fileCount.counted("file")
    }
    if summary.resumedCount > 0 {
      let isAll = summary.resumedCount == summary.rowCount + summary.failureCount
      words +=
        isAll
        ? ", all of them by the manifest"
        : ", " + summary.resumedCount.counted("element") + " by the manifest"
    }
    if summary.copiedCount > 0 { words += ", \(summary.copiedCount) copied" }
    if summary.existingCount > 0 { words += ", \(summary.existingCount) were there" }
    words += summary.troubles
    if summary.pageCount > 1, pages == nil {
      words += """
        ; \(summary.pageCount) pages: one of a PDF has at most 19200 layout units, --pages \
        makes smaller ones
        """
    } else if case .tall = target, summary.pageCount == 0, summary.pixelHeight > 1_000_000 {
      words += """
        ; \(summary.pixelHeight) pixel rows: many programs refuse more than 1000000, --pages \
        makes smaller pictures
        """
    }
    return words
  }
}

/// The part of a feed that a run reads: a range of rows, or of bytes.
private enum FeedShare {
  case rows(Range<Int>)
  case bytes(Range<Int>)

  /// The share of this part that ends with `element`, 0 to 1.
  func fraction(of element: RenderedElement) -> Double {
    let (index, offset) =
      switch element {
      case .row(let row): (row.index, row.byteOffset)
      case .failure(let failure): (failure.index, failure.byteOffset)
      }
    let (range, place) =
      switch self {
      case .rows(let range): (range, index + 1)
      case .bytes(let range): (range, offset)
      }
    guard !range.isEmpty else { return 1 }
    return Double(min(range.upperBound, max(range.lowerBound, place)) - range.lowerBound)
      / Double(range.count)
  }
}

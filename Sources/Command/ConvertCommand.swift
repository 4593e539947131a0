import ArgumentParser
import Foundation
import Galley
import GalleyCellRendering
import GalleyCommandLine
import GalleyFeed
import GalleyFeedItems
import GalleyFeedWriting
import GalleyFiles
import GalleyPrimitives
import Glibc

/// `galley convert`: writes a feed in another format.
struct ConvertCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write a feed in another format.",
    discussion: """
      Reads each format that the other commands read, and writes JSON Lines, JSON Feed, RSS, Atom, CSV, TSV, \
      or a folder of articles in Markdown. The extension of the output decides, or --to does. All formats keep all \
      fields of an item, what the feed says of itself, and other members, such as counts or elements of podcasts: in a \
      table, as columns or in one called extra, and in RSS and Atom as elements of their names or in one called \
      galley:extra. The first item of JSON Lines, of a table and of articles has the feed's own title, language and \
      so on in a member called galley_feed.

      Examples:
        galley convert feed.xml -o feed.jsonl
        galley convert outbox.json -o feed.csv
        galley convert feed.jsonl -o articles --to markdown
        galley convert feed.xml -o - --to jsonfeed | galley render - -o feed.png
      """)

  @Argument(help: "The feed: a path, or - for standard input.")
  var feed: String

  @Option(
    name: [.short, .long],
    help: "The file to write, or - for standard output; a folder with --to markdown.")
  var output: String

  @Option(help: "The format to write: \(writtenNames); without it the output's extension decides.")
  var to: String?

  @Option(help: "The feed's format: auto, \(names(of: FeedFormat.self)).")
  var from = "auto"

  @Option(
    help: "The title of the written feed, in RSS, Atom and JSON Feed; by default that of the feed.")
  var title: String?

  @Option(
    help: ArgumentHelp(
      "Only the rows A to B of the feed, from 0; A... for all from A on, N for the first N.",
      valueName: "A...B"),
    transform: RowRange.parsed)
  var rows: RowRange?

  @OptionGroup var feedLimits: FeedLimitOptions
  @OptionGroup var runLimits: LimitOptions

  @Flag(help: "Exit with 1 if there is a warning.")
  var strict = false

  @OptionGroup var messages: MessageOptions

  private static let writtenNames = FeedWriter.formats.map(\.rawValue).joined(separator: ", ")

  /// The formats of file extensions, the usual one first.
  private static let extensions: [(name: String, format: FeedFormat)] = [
    ("jsonl", .jsonLines), ("ndjson", .jsonLines), ("json", .jsonFeed), ("rss", .rss),
    ("xml", .rss), ("xml", .atom),
    ("atom", .atom), ("csv", .csv), ("tsv", .tsv),
  ]

  mutating func validate() throws {
    guard from == "auto" || FeedFormat(rawValue: from) != nil else {
      throw ValidationError("unknown format '\(from)': auto, \(names(of: FeedFormat.self))")
    }
    let writer = try writer()
    guard !(writer.writesFilePerItem && output == "-") else {
      throw ValidationError("--to markdown writes many files: -o names their folder")
    }
  }

  /// The writer of the output's format.
  ///
  /// - Throws: `ValidationError` for a format that is not written.
  private func writer() throws -> FeedWriter {
    let name = (output as NSString).pathExtension
    let named = Self.extensions.first { $0.name == name.lowercased() }?.format
    if let to {
      guard
        let writer = FeedFormat(rawValue: to).flatMap({ FeedWriter(format: $0) })
      else { throw ValidationError("--to is one of \(Self.writtenNames)") }
      let formats = Self.extensions.filter { $0.name == name.lowercased() }.map(\.format)
      guard formats.isEmpty || formats.contains(writer.format) else {
        throw ValidationError(
          "-o \(output) ends as \(formats[0].rawValue) does, and --to says \(to): leave --to out, or name "
            + "another file")
      }
      return writer
    }
    guard let writer = named.flatMap({ FeedWriter(format: $0) }) else {
      let known = Self.extensions.filter { $0.name != "xml" || $0.format == .rss }.map {
        "." + $0.name
      }
      .joined(separator: ", ")
      throw ValidationError(
        "-o \(output) does not end in \(known): --to names the format, \(Self.writtenNames)")
    }
    return writer
  }

  private var articles: PathPattern {
    PathPattern(head: output.hasSuffix("/") ? output : output + "/", digits: 6, tail: ".md")
  }

  var limits: LimitOptions? { runLimits }

  var files: CommandFiles {
    var files = CommandFiles()
    files.read(feed, as: "the feed")
    if (try? writer())?.writesFilePerItem == true {
      files.write(folder: output, articles, as: "-o")
    } else {
      files.write(output, as: "-o")
    }
    return files
  }

  func perform() async throws -> ExitStatus {
    var writer = try writer()
    // A longer text is cut; no other command shows as much.
    var limits = feedLimits.limits(textBytes: FeedLimits.textBytesCeiling)
    limits.keptMemberBytes = limits.maximumElementBytes
    let format = FeedFormat(rawValue: from)
    let reader =
      feed == "-"
      ? FeedReader(fileDescriptor: 0, format: format, limits: limits)
      : try FeedReader(path: feed, format: format, limits: limits)
    if let head = try head(format, limits) { reader.adopt(head) }
    var counts = Counts()
    if writer.writesFilePerItem {
      var written: Set<String> = []
      try convert(reader, &writer, &counts) { text, item in
        let path = articles.path(item.index)
        var file = try AtomicFile(path)
        try file.write(Array(text.utf8))
        try file.commit(durable: false)
        written.insert((path as NSString).lastPathComponent)
      }
      tellOfOthers(than: written, &counts)
    } else {
      try write(reader, &writer, &counts)
    }
    return finish(counts, writer)
  }

  /// Warns of articles in the folder that are not written now: a reader takes them for articles of the same feed.
  private func tellOfOthers(than written: Set<String>, _ counts: inout Counts) {
    let folder = output.hasSuffix("/") ? String(output.dropLast()) : output
    let names = ((try? FeedReader.articlePaths(inFolder: folder)) ?? []).map {
      String($0.dropFirst(folder.count + 1))
    }
    let others = names.filter { !written.contains($0) }.sorted()
    guard let first = others.first else { return }
    counts.warnings += 1
    messages.tell(
      "\(output) has \(others.count.counted("other article")), such as \(first.shown(limit: 80)), which are read as part of this feed"
    )
  }

  /// What a feed says of itself, also behind its items, if it can be read twice.
  private func head(_ format: FeedFormat?, _ limits: FeedLimits) throws -> FeedHead? {
    guard feed != "-", FeedInput.path(feed).isRepeatable else { return nil }
    // The fault of a feed that breaks off is found again.
    return try? FeedReader(path: feed, format: format, limits: limits).passedHead()
  }

  /// Writes one document, which appears as a whole or not at all.
  private func write(
    _ reader: FeedReader, _ writer: inout FeedWriter, _ counts: inout Counts
  ) throws {
    let format = writer.format
    var file =
      output == "-"
      ? try AtomicFile(spoolingTo: 1, named: "standard output") : try AtomicFile(output)
    let isTerminal = output == "-" && isatty(STDOUT_FILENO) == 1
    let bytes = { (text: String) in Array((isTerminal ? text.shownLines : text).utf8) }
    var text = ""
    // The first item tells what the feed says of itself, and the columns of a table.
    var hasHead = false
    func head(_ item: FeedItem?) -> String {
      guard !hasHead else { return "" }
      hasHead = true
      guard var start = FeedWriter(format: format) else { return "" }
      describe(&start, by: reader)
      start.firstTime = item?.time
      return start.head
    }
    try convert(reader, &writer, &counts) { part, item in
      text += head(item) + part
      guard text.utf8.count > 1 << 16 else { return }
      try file.write(bytes(text))
      text = ""
    }
    try file.write(bytes(text + head(nil) + writer.tail))
    try file.commit(durable: false)
  }

  /// Gives a writer what the feed says of itself.
  private func describe(_ writer: inout FeedWriter, by reader: FeedReader) {
    writer.otherColumns = reader.otherColumns
    writer.feed = reader.feed
    writer.feedURL = reader.feedURL
    if let title { writer.feed.title = title }
  }

  /// The language of an item as the writer needs it: that of the feed alone, where the head of the document has it.
  private func language(of item: FeedItem, _ reader: FeedReader, _ writer: FeedWriter) -> String? {
    var item = item
    if writer.hasFeedLanguage {
      guard let own = item.language, own == reader.feed.language else { return item.language }
      item.language = nil
      item.feedLanguage = own
      return RowLanguage(of: item)?.source == .feed ? nil : own
    }
    guard let language = RowLanguage(of: item) else { return item.language }
    // Where letters say the language of the feed, the item still needs it for its dates.
    let isOfFeed =
      language.source == .feed || item.language == nil && language.tag == item.feedLanguage
    return isOfFeed ? language.tag : item.language
  }

  /// The numbers of a run.
  private struct Counts {
    var items = 0
    var failures = 0
    var warnings = 0
  }

  private func convert(
    _ reader: FeedReader, _ writer: inout FeedWriter, _ counts: inout Counts,
    write: (String, FeedItem) throws -> Void
  ) throws {
    let rows = rows?.range ?? 0..<Int.max
    while reader.elementCount < rows.upperBound, let element = try reader.next() {
      guard reader.elementCount > rows.lowerBound else { continue }
      switch element {
      case .bad(let error):
        counts.failures += 1
        printToStandardError("galley: \(error)")
      case .item(let item):
        counts.items += 1
        if counts.items == 1 { describe(&writer, by: reader) }
        if item.repairCount > 0 {
          counts.warnings += 1
          messages.tell("row \(item.index): repaired \(item.repairCount.counted("character"))")
        }
        for cut in item.cuts {
          counts.warnings += 1
          messages.tell("row \(item.index): \(cut.field.rawValue) is cut at \(cut.limit)")
        }
        for dropped in item.droppedMarks {
          counts.warnings += 1
          messages.tell("row \(item.index): \(RowWarning(dropped).message)")
        }
        for warning in RowWarning.about(recordOf: item) {
          counts.warnings += 1
          messages.tell("row \(item.index): \(warning.message)")
        }
        var item = item
        item.language = language(of: item, reader, writer)
        try write(writer.text(of: item), item)
      }
    }
  }

  /// Prints the summary, and returns the status.
  private func finish(_ counts: Counts, _ writer: FeedWriter) -> ExitStatus {
    let isEmpty = counts.items + counts.failures == 0
    if isEmpty { messages.tell("warning: there are 0 rows") }
    messages.tell(
      counts.items.counted("item") + " as \(writer.format.rawValue)"
        + (counts.failures > 0 ? ", \(counts.failures) failed" : "")
        + (counts.warnings > 0 ? ", " + counts.warnings.counted("warning") : ""))
    let isImperfect = isEmpty || counts.warnings > 0
    return counts.failures > 0 || strict && isImperfect ? .someFailed : .done
  }
}

import ArgumentParser
import Foundation
import Galley
package import GalleyCommandLine
import GalleyFetching
import GalleyFiles
import GalleyHandles
import GalleyImages
import GalleyPrimitives

/// `galley fetch`: downloads the pictures that a feed names.
///
/// No other command opens a connection.
struct FetchCommand: RunnableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fetch",
    abstract: "Download the pictures that a feed names into a folder of assets.",
    discussion: """
      The only command that opens a connection. It fetches the URLs of images and avatars, and of attachments, \
      enclosures and images in HTML where a JSON feed has them, into a folder that --assets of the other commands \
      then takes: there, the URLs are names of images. A later run fetches the missing ones alone; with --refresh \
      it asks the servers for changes (ETag, Last-Modified), and downloads the changed pictures alone.

      Names such as /img/a.jpg are relative to --base, or to the address that the feed has of itself or of its site.

      Only http and https are fetched, from public addresses, also after a redirect. Bytes that are no image are \
      not kept. Exit status: 0, 1 if a picture is not fetched, 69 without libcurl.

      Examples:
        galley fetch feed.xml --to pictures
        galley render feed.xml --assets pictures -o feed.png
      """)

  @Argument(help: "The feed: a path, or - for standard input.")
  var feed: String

  @Option(
    name: .customLong("to"), help: "The folder for the pictures; it is made if it is missing.")
  var folder: String

  @Option(help: "The feed's format: auto, \(names(of: FeedFormat.self)).")
  var from = "auto"

  @Option(
    help: ArgumentHelp(
      "Only the rows A to B of the feed, from 0; A... for all from A on, N for the first N.",
      valueName: "A...B"))
  var rows: RowRange?

  @Option(
    help: ArgumentHelp(
      "The address of the feed, to which names without http are relative; by default that in the feed.",
      valueName: "url"))
  var base: String?

  @Flag(
    help: "Ask for changes of the pictures that are there, and download those that have changed.")
  var refresh = false

  @Flag(help: "Fetch only the image and the avatar of each item.")
  var shown = false

  @Option(help: "The longest picture, as in 512KiB or 16MiB; at most 64MiB.")
  var maxPictureBytes = ByteCount(16 << 20)

  @Option(help: "The most bytes of all pictures, as in 256MiB.")
  var maxTotalBytes = ByteCount(256 << 20)

  @Option(help: "The longest time of a picture in seconds, with redirects.")
  var maxPictureTime = 30.0

  @Option(help: "The longest time of the feed and all pictures in seconds.")
  var maxTime = 600.0

  @Option(help: "The most redirects of a picture, 0 to 20.")
  var maxRedirects = 5

  @Option(help: "The most pictures, 1 to 100000.")
  var maxPictures = 1000

  @Option(help: "The connections at a time, 1 to 16.")
  var connections = 4

  @Flag(help: "Also connect to this machine and to private networks.")
  var allowPrivate = false

  @Option(
    help: ArgumentHelp(
      "Also connect to this private address, as in 10.0.0.5; may be repeated.", valueName: "address"
    ))
  var allowAddress: [String] = []

  @OptionGroup var records: RecordOptions
  @OptionGroup var messages: MessageOptions

  @Option(help: "Show a progress bar: auto (on a terminal), always or never.")
  var progress = ProgressBar.Mode.auto

  mutating func validate() throws {
    guard from == "auto" || FeedFormat(rawValue: from) != nil else {
      throw ValidationError("unknown format '\(from)': auto, \(names(of: FeedFormat.self))")
    }
    if let base, Self.address(base) == nil {
      throw ValidationError("--base '\(base)': an address such as https://example.org/ is expected")
    }
    guard !folder.isEmpty, folder != "-" else { throw ValidationError("--to names a folder") }
    guard (1...ImageLimits.ceiling.maximumBytes).contains(maxPictureBytes.count) else {
      throw ValidationError("--max-picture-bytes is 1 to 64MiB")
    }
    guard maxTotalBytes.count > 0 else { throw ValidationError("--max-total-bytes is at least 1") }
    for (name, value) in [("--max-picture-time", maxPictureTime), ("--max-time", maxTime)] {
      guard value >= 0.001, value <= 86_400 else {
        throw ValidationError("\(name) is 0.001 to 86400 seconds")
      }
    }
    guard (0...20).contains(maxRedirects) else {
      throw ValidationError("--max-redirects is 0 to 20")
    }
    guard (1...100_000).contains(maxPictures) else {
      throw ValidationError("--max-pictures is 1 to 100000")
    }
    for address in allowAddress where PublicAddress.bytes(of: address) == nil {
      throw ValidationError("--allow-address '\(address)': an address such as 10.0.0.5 is expected")
    }
    guard (1...16).contains(connections) else { throw ValidationError("--connections is 1 to 16") }
  }

  var files: CommandFiles {
    var files = CommandFiles()
    files.read(feed, as: "the feed")
    files.write(anyIn: folder)
    files.write(records.json, as: "--json")
    return files
  }

  var ownTimeLimit: Duration? { .seconds(maxTime) }

  private var fetchLimits: FetchLimits {
    var limits = FetchLimits()
    limits.pictureBytes = maxPictureBytes.count
    limits.totalBytes = maxTotalBytes.count
    limits.pictureTime = .seconds(maxPictureTime)
    limits.time = .seconds(maxTime)
    limits.redirects = maxRedirects
    limits.pictures = maxPictures
    limits.connections = connections
    limits.allowsPrivate = allowPrivate
    limits.allowedAddresses = Set(allowAddress.compactMap { PublicAddress.bytes(of: $0) })
    return limits
  }

  func perform() async throws -> ExitStatus {
    // Reading the feed counts too, as for the thread that ends a run beyond its time.
    let start = ContinuousClock.now
    try checkOutputFolder(folder)
    var counts = Counts()
    let names = try pictures(&counts)
    let output = try records.json.map { try RecordWriter(path: $0) }
    var bar = ProgressBar(progress, isQuiet: messages.quiet)
    var failure: (any Error)?
    // Also for a feed without pictures, so that --assets finds it.
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let fetcher = try Fetcher(folder: folder, limits: fetchLimits, refreshes: refresh)
    let replaced = try fetcher.fetch(names.urls, names: names.names, since: start) { outcome in
      counts.note(outcome)
      bar.update("\(counts.doneCount) of \(names.urls.count.counted("picture"))")
      if case .failure(let reason) = outcome.result {
        bar.finish()
        messages.tell("\(outcome.url.shown(limit: 120)): \(reason)")
      }
      do { try output?.write(PictureRecord(outcome)) } catch { failure = failure ?? error }
    }
    bar.finish()
    if let failure { throw failure }
    if names.relativeCount > 0 {
      messages.tell(
        "\(names.relativeCount.counted("name")) without http left: --base says to which address they are relative"
      )
    }
    if let name = replaced.first {
      messages.tell(
        "\(replaced.count.counted("name")), such as \(name.shown(limit: 80)), led to pictures of other addresses before: "
          + "feeds with the same names need folders of their own")
    }
    if names.excessCount > 0 {
      messages.tell(
        "\(names.excessCount.counted("picture")) beyond --max-pictures \(maxPictures) not fetched")
    }
    counts.failed += names.excessCount
    try output?.write(FetchSummaryRecord(counts))
    try output?.finish()
    messages.tell(
      "\(counts.fetched.counted("picture")) fetched (\(ByteCount(counts.bytes).words)), \(counts.present) there already"
        + (counts.failed > 0 ? ", \(counts.failed) failed" : ""))
    return counts.failed > 0 || counts.badItems > 0 ? .someFailed : .done
  }

  /// The URL of an address of the web; `nil` for another text.
  private static func address(_ text: String) -> URL? {
    guard FetchedIndex.isURL(text), let url = URL(string: text), url.host != nil else { return nil }
    return url
  }

  /// The URLs that the items of the feed name.
  private func pictures(_ counts: inout Counts) throws -> PictureURLs {
    var limits = FeedLimits()
    if !shown { limits.keptMemberBytes = 1 << 20 }
    let format = FeedFormat(rawValue: from)
    let reader =
      feed == "-"
      ? FeedReader(fileDescriptor: 0, format: format, limits: limits)
      : try FeedReader(path: feed, format: format, limits: limits)
    var names = PictureURLs(
      limit: maxPictures, shownOnly: shown, base: base.flatMap { Self.address($0) })
    let rows = rows?.range ?? 0..<Int.max
    while reader.elementCount < rows.upperBound, let element = try reader.next() {
      guard reader.elementCount > rows.lowerBound else { continue }
      if names.base == nil {
        names.base =
          [reader.feedURL, reader.feed.url].lazy.compactMap(\.self)
          .compactMap { Self.address($0) }.first
      }
      switch element {
      case .bad(let error):
        counts.badItems += 1
        printToStandardError("galley: \(error)")
      case .item(let item): names.add(item)
      }
    }
    return names
  }

  /// The numbers of a run.
  fileprivate struct Counts {
    var fetched = 0
    var present = 0
    var failed = 0
    var bytes = 0
    var badItems = 0

    var doneCount: Int { fetched + present + failed }

    mutating func note(_ outcome: Fetcher.Outcome) {
      switch outcome.result {
      case .success(let picture):
        if let count = picture.byteCount {
          fetched += 1
          bytes += count
        } else {
          present += 1
        }
      case .failure: failed += 1
      }
    }
  }
}

/// A picture, in `galley fetch --json`.
private struct PictureRecord: Encodable {
  var url: String
  var file: String?
  var bytes: Int?
  var isFetched: Bool
  var error: String?

  init(_ outcome: Fetcher.Outcome) {
    url = outcome.url
    switch outcome.result {
    case .success(let picture):
      file = picture.file
      bytes = picture.byteCount
      isFetched = picture.byteCount != nil
    case .failure(let failure):
      isFetched = false
      error = "\(failure)"
    }
  }
}

/// The last line of `galley fetch --json`.
private struct FetchSummaryRecord: Encodable {
  var summary = true
  var fetched: Int
  var present: Int
  var failed: Int
  var bytes: Int

  init(_ counts: FetchCommand.Counts) {
    fetched = counts.fetched
    present = counts.present
    failed = counts.failed
    bytes = counts.bytes
  }
}

extension Fetcher.NoLibrary: ExitingError {
  package var status: ExitStatus { .unavailable }
}

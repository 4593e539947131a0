public import GalleyFeedItems
package import GalleyFeedSyntax

/// Reads a feed item by item, from a file, a stream or memory.
///
/// Reading blocks, and reads in chunks as ``next()`` needs them. A feed of a million rows is never
/// whole in memory, even as one array on one line. A bad element is returned at its index and does
/// not end the feed; a syntax error of a document does. A byte order mark before the feed is
/// ignored. A feed of white space alone is empty.
///
/// Not `Sendable`: one task at a time reads a feed.
public final class FeedReader {
  /// The position of the reader in the structure of the feed.
  enum Stage {
    /// Nothing is read.
    case start
    /// Between lines of JSON Lines.
    case lines
    /// Between members of the document's object.
    case members(isFirst: Bool)
    /// Between elements of the array of items.
    case elements(isFirst: Bool)
    /// Between posts that are objects one after another.
    case posts
    /// Between posts of a thread.
    case thread
    /// Between entries of RSS or Atom.
    case entries
    /// Between records of CSV or TSV.
    case records
    /// Before an article in Markdown.
    case articles
    /// After the document's value.
    case tail
    /// Before an error that follows the last whole element.
    case failing(FeedError)
    /// Nothing is left.
    case finished
  }

  /// The default number of bytes of one read.
  package static let defaultChunkSize = 256 << 10

  let limits: FeedLimits
  var window: ByteWindow
  var stage = Stage.start
  /// The scanner of the document's own parts and of its elements.
  var scanner: JSONScanner
  var decoder: ItemDecoder
  /// Whether a member of an object contains the items.
  var isEnclosed = false
  var hasFoundItems = false
  /// The number of elements returned so far.
  public internal(set) var elementCount = 0
  /// The number of the last line, in JSON Lines.
  var line = 0
  /// The format: the requested one, or the one that the first call of ``next()`` detects.
  public internal(set) var format: FeedFormat?
  /// What the feed says of itself, in the parts that an item has: the words about it are the body, the address of its
  /// site is the address, its picture the image, and the date of its last change the time.
  ///
  /// JSON Feed, RSS and Atom have it; of the other formats, documents of a ``/GalleyFeedWriting/FeedWriter``, if the
  /// reader keeps members. It is known with the first element, as far as it stands before that.
  public internal(set) var feed = FeedItem()
  /// The address of the feed itself, which is known as ``feed`` is.
  public internal(set) var feedURL: String?
  /// Whether an item has the encoding that was guessed for its file.
  var hasToldEncoding = false
  /// The text before the feed that is none of it, until an item has it.
  var leadingText: String?
  /// What the feed says of itself, as another reader has found it; `nil` for what this reader finds.
  var knownHead: FeedHead?
  /// The members of a JSON Feed that are no items, if the reader keeps members.
  var headerMembers: [(name: String, value: String?)] = []
  /// The number of bytes of these members, of which some may not be kept.
  var headerByteCount = 0
  /// The entries of RSS and Atom.
  ///
  /// Not lazy: a lazy one would be copied with all that it holds at each token.
  var syndication: SyndicationReader
  /// The posts of a thread that are not returned yet, the next one last.
  var threadPosts: [ThreadPost] = []
  /// The columns of CSV and TSV; `nil` without a header.
  var columns: TableColumns?
  /// The number of records of empty cells since the last item.
  var emptyRecords = 0
  /// The columns that a table of this feed has after those of the fields, for ``/GalleyFeedWriting/FeedWriter/otherColumns``.
  ///
  /// They are known with the first element. A table has its own; posts have those of
  /// ``/GalleyFeedItems/PostDetails``; the other formats have them in one column.
  public var otherColumns: [String] {
    switch format {
    case .csv, .tsv: columns?.otherNames ?? []
    case .mastodon, .activityStreams:
      PostDetails.names + [PostDetails.authorsKey, FeedItem.emojisKey]
    case .bluesky, .twitter: PostDetails.names + [PostDetails.authorsKey]
    case nil: []
    default: [FeedItem.extraKey]
    }
  }

  /// The format that the name of the file says, if that is an article or a table.
  private(set) var namedFormat: FeedFormat?
  /// The path of the file that is read, or of the last one of a folder; `nil` for other sources.
  var articlePath: String?
  /// The files of a folder that are not read yet; `nil` for a single feed.
  var folder: [String]?
  let chunkSize: Int
  private var failure: FeedError?

  package init(
    _ source: any FeedSource, format: FeedFormat? = nil, limits: FeedLimits = FeedLimits(),
    chunkSize: Int = FeedReader.defaultChunkSize
  ) {
    self.limits = limits
    self.format = format
    self.chunkSize = chunkSize
    self.window = ByteWindow(
      TransportSource(source, limits: limits), chunkSize: chunkSize,
      maximumBytes: limits.maximumBytes)
    self.scanner = JSONScanner(maximumDepth: limits.maximumDepth)
    self.syndication = SyndicationReader(limits: limits)
    self.decoder = ItemDecoder(format: format ?? .jsonLines, limits: limits)
  }

  /// Opens the file at `path`; without `format`, the format is detected.
  ///
  /// A folder with files that end with `.md` or `.markdown` is a feed of these articles, the newest first and those
  /// without a date last; numbered ones are in the order of their numbers. A file of such a name is
  /// an article if its content shows no format.
  ///
  /// - Throws: ``/GalleyFeedItems/FeedError/unreadable(path:errno:)``, ``/GalleyFeedItems/FeedError/noArticles(path:)``.
  public convenience init(
    path: String, format: FeedFormat? = nil, limits: FeedLimits = FeedLimits()
  ) throws(FeedError) {
    let isArticles = format == nil || format == .markdown
    guard isArticles, let articles = try Self.articles(inFolder: path, limits: limits) else {
      self.init(try FileSource(path: path), format: format, limits: limits)
      namedFormat = Self.isArticle(path: path) ? .markdown : Self.tableFormat(ofName: path)
      articlePath = path
      return
    }
    self.init(BytesSource([]), format: .markdown, limits: limits)
    folder = articles
  }

  /// Reads an open file descriptor, which the caller closes, and calls it `name` in messages.
  public convenience init(
    fileDescriptor: Int32, name: String = "standard input", format: FeedFormat? = nil,
    limits: FeedLimits = FeedLimits()
  ) {
    self.init(
      FileSource(descriptor: fileDescriptor, name: name), format: format, limits: limits)
  }

  /// Reads `bytes`; without `format`, the format is detected.
  public convenience init(
    bytes: [UInt8], format: FeedFormat? = nil, limits: FeedLimits = FeedLimits()
  ) {
    self.init(BytesSource(bytes), format: format, limits: limits)
  }

  /// All bytes of an open file descriptor, which the caller closes, for a feed that is read several
  /// times.
  ///
  /// - Throws: ``FeedError``, also if there are more than `limit` bytes.
  package static func bytes(
    fileDescriptor: Int32, name: String = "standard input", limit: Int = FeedLimits().maximumBytes
  ) throws(FeedError) -> [UInt8] {
    try FileSource(descriptor: fileDescriptor, name: name).bytes(limit: limit)
  }

  /// All bytes of the file at `path`.
  ///
  /// - Throws: ``FeedError``, also if there are more than `limit` bytes.
  package static func bytes(
    path: String, limit: Int = FeedLimits().maximumBytes
  ) throws(FeedError) -> [UInt8] {
    try FileSource(path: path).bytes(limit: limit)
  }

  /// The number of bytes of the feed that are passed.
  public var byteOffset: Int { window.offset }

  /// The length of the feed in bytes; `nil` if it is not known.
  public var byteCount: Int? { window.byteCount }

  /// The largest number of the feed's bytes in memory so far.
  package var peakByteCount: Int { window.peakByteCount }

  /// The next element; `nil` at the end of the feed.
  ///
  /// - Throws: The ``/GalleyFeedItems/FeedError`` that ends the feed; each later call throws it again.
  /// - Complexity: O(bytes of the element), amortized.
  public func next() throws(FeedError) -> FeedElement? {
    if let failure { throw failure }
    do throws(FeedError) {
      let isFirst = elementCount == 0
      let element = try advance()
      if isFirst {
        try noteFeed(with: element)
        if let knownHead { (feed, feedURL) = (knownHead.feed, knownHead.feedURL) }
      }
      // Layout drops marks beyond the largest limit.
      let guess = hasToldEncoding ? nil : window.guessedEncoding
      guard limits.maximumMarks < FeedLimits.marksCeiling || guess != nil || leadingText != nil,
        case .item(var item) = element
      else { return element }
      item.guessedEncoding = guess
      if guess != nil { hasToldEncoding = true }
      item.leadingText = leadingText
      leadingText = nil
      item.limitMarks(to: limits.maximumMarks)
      return .item(item)
    } catch {
      failure = error
      throw error
    }
  }

  private func advance() throws(FeedError) -> FeedElement? {
    while true {
      switch stage {
      case .start: try begin()
      case .lines: return try nextLine()
      case .members(let isFirst): try passMember(isFirst: isFirst)
      case .elements(let isFirst):
        if let element = try nextElement(isFirst: isFirst) { return element }
      case .posts: return try nextPost()
      case .thread: if let element = try nextThreadPost() { return element }
      case .entries: return try nextEntry()
      case .records: return try nextRecord()
      case .articles: if let element = try nextArticle() { return element }
      case .tail: try passTail()
      case .failing(let error): throw error
      case .finished: return nil
      }
    }
  }

  /// Passes a byte order mark, detects the format, and goes to the first element.
  func begin() throws(FeedError) {
    try limits.validate()
    try window.passByteOrderMark()
    let isNamed = format != nil
    let settled = if let format { format } else { try detectFormat() }
    format = settled
    decoder = ItemDecoder(format: settled, limits: limits)
    if let knownHead {
      decoder.header = knownHead.json
      syndication.fix(knownHead.syndication)
    }
    switch settled {
    case .jsonLines: stage = .lines
    case .rss, .atom:
      if isNamed { try checkMarkup(of: settled) }
      stage = .entries
    case .csv, .tsv: try beginTable(settled)
    case .markdown: stage = .articles
    case .fd, .jsonFeed, .mastodon, .activityStreams, .bluesky, .twitter:
      try beginDocument(settled)
    }
  }

  /// The position of the next element; throws if the feed has more elements than the limit.
  func beginElement(line: Int? = nil) throws(FeedError) -> ItemDecoder.Place {
    guard elementCount < limits.maximumRows else {
      throw .limitExceeded(.rows, value: limits.maximumRows)
    }
    return ItemDecoder.Place(index: elementCount, byteOffset: window.offset, line: line)
  }

  /// Passes one value, and keeps its bytes unless it is longer than an element may be.
  ///
  /// - Returns: Whether the bytes are kept.
  func passValue() throws(FeedError) -> Bool {
    scanner.reset()
    window.keep()
    var isKept = true
    while true {
      var outcome = JSONScanner.Outcome.incomplete
      window.consume { bytes in
        var index = 0
        outcome = scanner.scan(bytes, from: &index)
        return index
      }
      if isKept, window.keptCount > limits.maximumElementBytes {
        window.letGo()
        isKept = false
      }
      switch outcome {
      case .complete: return isKept
      case .malformed(let reason): throw .syntax(byteOffset: window.offset, reason: reason)
      case .incomplete:
        if try window.fill() { continue }
        if scanner.scanEnd() { return isKept }
        throw .syntax(byteOffset: window.offset, reason: "the document ends inside a value")
      }
    }
  }
}

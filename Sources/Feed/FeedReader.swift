/// Reads a feed item by item, from a file, a stream or memory.
///
/// Reading blocks, and pulls: no more is read than ``next()`` needs, in chunks, so that a feed of a
/// million rows is never in memory whole, be it one array on one line. A bad element is handed
/// out in its place and does not end the feed; broken syntax of a document does. A mark of byte
/// order before the feed is passed over; a feed with nothing but white space is empty.
///
/// Not `Sendable`: one task at a time reads a feed.
public final class FeedReader {
  /// Where in the feed reading stands.
  enum Stage {
    /// Nothing is read.
    case start
    /// Between lines of JSON Lines.
    case lines
    /// Between members of the document's object.
    case members(isFirst: Bool)
    /// Between elements of the array of items.
    case elements(isFirst: Bool)
    /// After the document's value.
    case tail
    /// Nothing is left.
    case finished
  }

  /// The bytes read at a time, unless told otherwise.
  package static let defaultChunkSize = 256 << 10

  let limits: FeedLimits
  var window: ByteWindow
  var stage = Stage.start
  /// The scanner of the document's own parts and its elements.
  var scanner: JSONScanner
  var decoder: ItemDecoder
  /// Whether the items stand in a member of an object, and not alone.
  var isEnclosed = false
  var hasFoundItems = false
  /// How many elements were handed out.
  public internal(set) var elementCount = 0
  /// The line last read, in JSON Lines.
  var line = 0
  /// The format: what was asked for, or else found by ``next()`` when first called.
  public internal(set) var format: FeedFormat?
  private var failure: FeedError?

  package init(
    _ source: any FeedSource, format: FeedFormat? = nil, limits: FeedLimits = FeedLimits(),
    chunkSize: Int = FeedReader.defaultChunkSize
  ) {
    self.limits = limits
    self.format = format
    self.window = ByteWindow(
      source, chunkSize: chunkSize, maximumBytes: limits.maximumBytes)
    self.scanner = JSONScanner(maximumDepth: limits.maximumDepth)
    self.decoder = ItemDecoder(format: format ?? .jsonLines, limits: limits)
  }

  /// Opens the file at `path`; the format is found by content unless it is given.
  ///
  /// - Throws: ``FeedError/unreadable(path:errno:)``.
  public convenience init(
    path: String, format: FeedFormat? = nil, limits: FeedLimits = FeedLimits()
  ) throws(FeedError) {
    self.init(try FileSource(path: path), format: format, limits: limits)
  }

  /// Reads an open file descriptor, which stays the caller's, under a name for messages.
  public convenience init(
    fileDescriptor: Int32, name: String = "standard input", format: FeedFormat? = nil,
    limits: FeedLimits = FeedLimits()
  ) {
    self.init(
      FileSource(descriptor: fileDescriptor, name: name), format: format, limits: limits)
  }

  /// Reads `bytes`; the format is found by content unless it is given.
  public convenience init(
    bytes: [UInt8], format: FeedFormat? = nil, limits: FeedLimits = FeedLimits()
  ) {
    self.init(BytesSource(bytes), format: format, limits: limits)
  }

  /// All bytes of an open file descriptor, which stays the caller's, for a feed that is read more than
  /// once.
  ///
  /// - Throws: ``FeedError``; more than `limit` bytes are refused.
  package static func bytes(
    fileDescriptor: Int32, name: String = "standard input", limit: Int = FeedLimits().maximumBytes
  ) throws(FeedError) -> [UInt8] {
    try FileSource(descriptor: fileDescriptor, name: name).bytes(limit: limit)
  }

  /// All bytes of the file at `path`.
  ///
  /// - Throws: ``FeedError``; more than `limit` bytes are refused.
  package static func bytes(
    path: String, limit: Int = FeedLimits().maximumBytes
  ) throws(FeedError) -> [UInt8] {
    try FileSource(path: path).bytes(limit: limit)
  }

  /// How many bytes of the feed are passed.
  public var byteOffset: Int { window.offset }

  /// How many bytes the feed has, where its source knows.
  public var byteCount: Int? { window.byteCount }

  /// The most bytes of the feed that were in memory at a time.
  package var peakByteCount: Int { window.peakByteCount }

  /// The next element; `nil` at the end of the feed.
  ///
  /// - Throws: What ends the feed before its end, each time again.
  /// - Complexity: O(bytes of the element), amortized.
  public func next() throws(FeedError) -> FeedElement? {
    if let failure { throw failure }
    do throws(FeedError) {
      return try advance()
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
      case .tail: try passTail()
      case .finished: return nil
      }
    }
  }

  /// Passes a mark of byte order, settles the format, and goes to the first element.
  private func begin() throws(FeedError) {
    try limits.validate()
    try window.passByteOrderMark()
    let settled = if let format { format } else { try detectFormat() }
    format = settled
    decoder = ItemDecoder(format: settled, limits: limits)
    if settled == .jsonLines {
      stage = .lines
    } else {
      try beginDocument(settled)
    }
  }

  /// The place of the next element; one more than the limit is refused.
  func beginElement(line: Int? = nil) throws(FeedError) -> ItemDecoder.Place {
    guard elementCount < limits.maximumRows else {
      throw .limitExceeded(.rows, value: limits.maximumRows)
    }
    return ItemDecoder.Place(index: elementCount, byteOffset: window.offset, line: line)
  }

  /// Passes one value, kept from here on unless it is longer than an element may be.
  ///
  /// - Returns: Whether it is kept.
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

import GalleyCompression
package import GalleyFeedItems

/// A feed as UTF-8: decompressed, and decoded from its encoding.
///
/// The first bytes decide. gzip and Zstandard are decompressed, also within each other, UTF-16 and UTF-32 are converted, with
/// a byte order mark or without, and so is an XML document in the encoding that it declares, also behind white space. XML
/// without another encoding, a table or an article that is no UTF-8 is converted if ``TextEncoding`` can guess its
/// encoding. A feed
/// in plain UTF-8 passes without a copy. Offsets in the feed count bytes of the UTF-8.
package struct TransportSource: FeedSource {
  private var source: PrefixedSource
  private var isOpen = false
  private var isConverted = false
  private let limits: FeedLimits
  package private(set) var guessedEncoding: String?

  package init(_ source: any FeedSource, limits: FeedLimits) {
    self.source = PrefixedSource(source)
    self.limits = limits
  }

  /// The number of bytes of the feed; `nil` if it is compressed or converted.
  package var byteCount: Int? { isConverted ? nil : source.byteCount }

  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    if !isOpen {
      isOpen = true
      try open()
    }
    return try source.read(into: buffer)
  }

  private mutating func open() throws(FeedError) {
    // A file that a server has compressed once more is compressed twice.
    for _ in 0..<Self.maximumLayers {
      guard let decompressor = try decompressor() else { break }
      isConverted = true
      source = PrefixedSource(
        DecompressedSource(source, by: decompressor, limit: limits.maximumDecompressedBytes))
    }
    guard let encoding = try encoding(), let decoder = EncodingDecoder(encoding) else { return }
    isConverted = true
    source = PrefixedSource(DecodedSource(source, by: decoder))
  }

  /// The largest number of compressions within each other.
  private static let maximumLayers = 4

  /// The decompressor of the next bytes; `nil` if they are not compressed.
  private mutating func decompressor() throws(FeedError) -> (any Decompressor)? {
    let head = try source.peek(4)
    if head.starts(with: [0x1F, 0x8B]) { return GzipDecompressor() }
    let isFrame = head.elementsEqual([0x28, 0xB5, 0x2F, 0xFD])
    // A frame that is skipped, of any of 16 signatures, may come first.
    let isSkipped =
      head.dropFirst().elementsEqual([0x2A, 0x4D, 0x18]) && head.first.map { $0 & 0xF0 } == 0x50
    return isFrame || isSkipped ? ZstdDecompressor() : nil
  }

  /// Whether a text begins with an array that a script assigns to a name, as in an archive of Twitter.
  package static func isAssignment(_ text: some Collection<UInt8>) -> Bool {
    let start = text.drop(while: \.isJSONSpace).prefix(assignmentByteCount)
    guard ["window.", "var ", "Grailbird."].contains(where: { start.starts(with: $0.utf8) }),
      let sign = start.firstIndex(of: UInt8(ascii: "="))
    else { return false }
    return start[start.index(after: sign)...].first { !$0.isJSONSpace } == .openBracket
  }

  /// The largest number of bytes before the array.
  package static let assignmentByteCount = 256

  /// The name of the feed's encoding; `nil` for UTF-8.
  private mutating func encoding() throws(FeedError) -> String? {
    let head = try source.peek(4)
    if let name = TextEncoding.name(firstBytes: head) { return name }
    // JSON is UTF-8 by its standard. A fault of the bytes is met when they are read.
    let isText = { (byte: UInt8) in !byte.isJSONSpace }
    guard
      let start = head.first(where: isText)
        ?? source.peekSound(Self.blankByteCount).first(where: isText),
      start != .openBrace, start != .openBracket
    else { return nil }
    if start == .lessThan, let name = declaredEncoding() { return name }
    let text = source.peekSound(TextEncoding.guessedByteCount)
    guard !text.drop(while: \.isJSONSpace).starts(with: ByteWindow.byteOrderMark),
      !Self.isAssignment(text), let guess = TextEncoding.guess(text)
    else { return nil }
    guessedEncoding = guess
    return TextEncoding.name(of: guess)
  }

  /// The number of bytes in which white space before the first byte of a text is passed.
  private static let blankByteCount = 256

  /// The name of the encoding that an XML declaration has; `nil` for UTF-8, and without a declaration.
  ///
  /// White space before the declaration is a common fault of programs that write feeds.
  private mutating func declaredEncoding() -> String? {
    let bytes = source.peekSound(Self.blankByteCount + TextEncoding.declarationByteCount)
    let content = bytes.drop(while: \.isJSONSpace)
    guard content.starts(with: "<?xm".utf8) else { return nil }
    return TextEncoding.name(
      declaredIn: Array(content.prefix(TextEncoding.declarationByteCount)))
  }
}

/// A source whose first bytes can be looked at before they are read.
struct PrefixedSource: FeedSource {
  private var source: any FeedSource
  private var prefix: [UInt8] = []
  /// The fault behind the prefix.
  private var failure: FeedError?

  init(_ source: any FeedSource) { self.source = source }

  var byteCount: Int? { source.byteCount }

  /// The first bytes that are not read yet, `count` of them unless the source has fewer.
  mutating func peek(_ count: Int) throws(FeedError) -> [UInt8] {
    var piece = [UInt8](repeating: 0, count: count)
    while prefix.count < count {
      if let failure { throw failure }
      let read: Int
      do throws(FeedError) {
        read = try piece.withUnsafeMutableBufferPointer { bytes throws(FeedError) in
          let tail = UnsafeMutableBufferPointer(rebasing: bytes[prefix.count...])
          return try source.read(into: UnsafeMutableRawBufferPointer(tail))
        }
      } catch {
        failure = error
        throw error
      }
      guard read > 0 else { break }
      prefix += piece[prefix.count..<prefix.count + read]
    }
    return Array(prefix.prefix(count))
  }

  /// The first bytes that are not read yet, at most `count`, and those before a fault of the source.
  mutating func peekSound(_ count: Int) -> [UInt8] {
    _ = try? peek(count)
    return Array(prefix.prefix(count))
  }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    if prefix.isEmpty, let failure { throw failure }
    guard !prefix.isEmpty else { return try source.read(into: buffer) }
    let count = min(buffer.count, prefix.count)
    buffer.copyBytes(from: prefix[..<count])
    prefix.removeFirst(count)
    return count
  }
}

import GalleyDocuments
import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax

/// Bytes handed out some at a time, as a pipe does.
struct ChunkedSource: FeedSource {
  var bytes: [UInt8]
  var size: Int
  var position = 0

  init(_ bytes: [UInt8], size: Int) {
    self.bytes = bytes
    self.size = size
  }

  var byteCount: Int? { nil }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    let count = min(size, buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}

/// Bytes that are made when asked for: a prefix, one element many times, a suffix.
struct RepeatingSource: FeedSource {
  let prefix: [UInt8]
  let element: [UInt8]
  let count: Int
  let suffix: [UInt8]
  private var position = 0

  init(prefix: String, element: String, count: Int, suffix: String) {
    self.prefix = Array(prefix.utf8)
    self.element = Array(element.utf8)
    self.count = count
    self.suffix = Array(suffix.utf8)
  }

  var byteCount: Int? { prefix.count + element.count * count + suffix.count }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    var written = 0
    while written < buffer.count, let piece {
      let taken = piece.prefix(buffer.count - written)
      buffer[written...].copyBytes(from: taken)
      written += taken.count
      position += taken.count
    }
    return written
  }

  /// The rest of the part at the position.
  private var piece: ArraySlice<UInt8>? {
    var place = position
    if place < prefix.count { return prefix[place...] }
    place -= prefix.count
    if place < element.count * count { return element[(place % element.count)...] }
    place -= element.count * count
    return place < suffix.count ? suffix[place...] : nil
  }
}

/// All that a reader gives, to be compared.
struct Reading: Equatable {
  var format: FeedFormat?
  var elements: [FeedElement] = []
  var error: FeedError?

  var items: [FeedItem] {
    elements.compactMap { if case .item(let item) = $0 { item } else { nil } }
  }

  var errors: [FeedElementError] {
    elements.compactMap { if case .bad(let error) = $0 { error } else { nil } }
  }

  init(_ reader: FeedReader) {
    do throws(FeedError) {
      while let element = try reader.next() { elements.append(element) }
    } catch {
      self.error = error
    }
    format = reader.format
  }

  init(
    _ text: String, as format: FeedFormat? = nil, limits: FeedLimits = FeedLimits(),
    chunk: Int = 1 << 16
  ) {
    self.init(bytes: Array(text.utf8), as: format, limits: limits, chunk: chunk)
  }

  init(
    bytes: [UInt8], as format: FeedFormat? = nil, limits: FeedLimits = FeedLimits(),
    chunk: Int = 1 << 16
  ) {
    self.init(
      FeedReader(
        ChunkedSource(bytes, size: chunk), format: format, limits: limits, chunkSize: chunk))
  }
}

extension MarkdownReader {
  /// The HTML of a text.
  static func html(_ markdown: String) -> String {
    var plain: Set<MarkdownSyntax> = []
    return html(markdown, plain: &plain)
  }
}

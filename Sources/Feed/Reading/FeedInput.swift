package import GalleyFeedItems
import GalleyFiles

/// The source of a feed.
public enum FeedInput: Hashable, Sendable {
  /// A file.
  case path(String)
  /// Standard input.
  case standardInput
  /// A feed in memory.
  case bytes([UInt8])

  /// Makes a reader of the feed's items; `nil` for `format` detects it from the content.
  package func reader(
    format: FeedFormat?, limits: FeedLimits
  ) throws(FeedError) -> FeedReader {
    switch self {
    case .path(let path): try FeedReader(path: path, format: format, limits: limits)
    case .standardInput: FeedReader(fileDescriptor: 0, format: format, limits: limits)
    case .bytes(let bytes): FeedReader(bytes: bytes, format: format, limits: limits)
    }
  }

  /// Whether the feed can be read twice: it is no stream, pipe or device.
  package var isRepeatable: Bool {
    switch self {
    case .path(let path): !isStreamPath(path)
    case .standardInput: false
    case .bytes: true
    }
  }

  /// The length of the feed in bytes; `nil` for a stream, and for a feed that is compressed or converted.
  package func knownByteCount(
    _ format: FeedFormat?, _ limits: FeedLimits
  ) throws(FeedError) -> Int? {
    guard isRepeatable else { return nil }
    let reader = try reader(format: format, limits: limits)
    try reader.passLines(before: 0)
    return reader.byteCount
  }

  /// Makes a reader of plain paragraphs, one per line.
  package func paragraphReader() throws(FeedError) -> ParagraphReader {
    switch self {
    case .path(let path): try ParagraphReader(path: path)
    case .standardInput: ParagraphReader(fileDescriptor: 0)
    case .bytes(let bytes): ParagraphReader(bytes: bytes)
    }
  }
}

internal import Glibc

/// Why a feed cannot be read, or not any further.
///
/// What is wrong with one element alone is a ``FeedElementError`` and does not end the feed.
public enum FeedError: Error, Hashable, Sendable {
  /// There is no such input, or it may not be opened.
  case unreadable(path: String, errno: Int32)
  /// Reading failed after `byteOffset` bytes.
  case readFailed(path: String, errno: Int32, byteOffset: Int)
  /// The content is none of the formats, or not the one that was asked for.
  case unrecognized(byteOffset: Int, reason: String)
  /// The document's syntax breaks at `byteOffset`; nothing after it can be read.
  case syntax(byteOffset: Int, reason: String)
  /// The feed goes beyond `limit`, whose value is given.
  case limitExceeded(FeedLimit, value: Int)
  /// The limit called `name` cannot be `value`: limits are 1 or more, and that of a text at most
  /// ``FeedLimits/textBytesCeiling``.
  case invalidLimit(name: String, value: Int)
}

extension FeedError: CustomStringConvertible {
  /// One line for people: what is wrong, and where.
  public var description: String {
    switch self {
    case .unreadable(let path, let errno):
      "cannot read \(path): \(String(cString: strerror(errno)))"
    case .readFailed(let path, let errno, let offset):
      "reading \(path) failed at byte \(offset): \(String(cString: strerror(errno)))"
    case .unrecognized(let offset, let reason):
      "not a feed, byte \(offset): \(reason)"
    case .syntax(let offset, let reason):
      "malformed JSON at byte \(offset): \(reason)"
    case .limitExceeded(.bytes, let value):
      "the feed is longer than the limit of \(value) bytes"
    case .limitExceeded(.rows, let value):
      "the feed has more than the limit of \(value) rows"
    case .invalidLimit(let name, let value):
      "the limit \(name) is \(value), out of range"
    }
  }
}

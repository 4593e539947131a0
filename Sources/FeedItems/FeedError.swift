import GalleyPrimitives
internal import Glibc

/// An error that ends a feed.
///
/// A fault of one element is a ``FeedElementError``, and does not end the feed.
public enum FeedError: Error, Hashable, Sendable {
  /// The input does not exist, or cannot be opened.
  case unreadable(path: String, errno: Int32)
  /// The folder has no articles, which are its files in Markdown.
  case noArticles(path: String)
  /// Reading failed after `byteOffset` bytes.
  case readFailed(path: String, errno: Int32, byteOffset: Int)
  /// The content has none of the formats, or not the requested one.
  case unrecognized(byteOffset: Int, reason: String)
  /// The compressed feed is damaged, or breaks off, after `byteOffset` compressed bytes.
  case damaged(byteOffset: Int, reason: String)
  /// The document has a syntax error at `byteOffset`, and cannot be read further.
  case syntax(byteOffset: Int, reason: String)
  /// RSS or Atom ends at `byteOffset`, before the end tag of its outermost element and before its first item.
  case breaksOff(byteOffset: Int, endTag: String)
  /// The feed exceeds a limit, which is `value`.
  case limitExceeded(FeedLimit, value: Int)
  /// The limit called `name` is out of range: a limit is at least 1, and a limit of a text at most
  /// ``FeedLimits/textBytesCeiling``.
  case invalidLimit(name: String, value: Int)
}

extension FeedError: CustomStringConvertible {
  /// One line for messages: the error and its position.
  public var description: String {
    switch self {
    case .unreadable(let path, _) where path.isAddress:
      """
      cannot read \(path.shown(limit: 240)): an address is not fetched; pipe its content: \
      curl -sL 'ADDRESS' | galley render - -o feed.png
      """
    case .noArticles(let path):
      """
      \(path.shown(limit: 240)) is a folder without articles: as a feed, a folder has files that end in .md or \
      .markdown; give one file of it for a feed of another format
      """
    case .unreadable(let path, let errno):
      "cannot read \(path): \(String(cString: strerror(errno)))"
    case .readFailed(let path, let errno, let offset):
      "reading \(path) failed at byte \(offset): \(String(cString: strerror(errno)))"
    case .unrecognized(let offset, let reason):
      "not a feed, byte \(offset): \(reason)"
    case .damaged(let offset, let reason):
      "the compressed feed is damaged at byte \(offset): \(reason)"
    case .syntax(let offset, let reason):
      "malformed JSON at byte \(offset): \(reason)"
    case .breaksOff(let offset, let name):
      "the feed breaks off at byte \(offset), before its first item and </\(name.shown(limit: 80))>"
    case .limitExceeded(.bytes, let value):
      "the feed is longer than the limit of \(value.counted("byte")); --max-bytes sets another"
    case .limitExceeded(.decompressedBytes, let value):
      "the feed decompresses to more than the limit of \(value.counted("byte")); --max-bytes sets another"
    case .limitExceeded(.rows, let value):
      "the feed has more than the limit of \(value.counted("row")); --max-feed-rows sets another"
    case .limitExceeded(.threadBytes, let value):
      "the thread is longer than the limit of \(value.counted("byte")) for an item"
    case .invalidLimit(let name, let value):
      "the limit \(name) is \(value), out of range"
    }
  }
}

extension String {
  /// Whether this begins as an address of the web does.
  fileprivate var isAddress: Bool {
    let start = prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }
}

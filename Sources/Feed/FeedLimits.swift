/// How much of a feed is read before it is refused or cut.
///
/// Limits are checked where they are used: a reader that has one out of range throws
/// ``FeedError/invalidLimit(name:value:)``.
public struct FeedLimits: Hashable, Sendable {
  /// The longest feed in bytes; one byte more is refused.
  public var maximumBytes: Int
  /// The most elements; one more is refused.
  public var maximumRows: Int
  /// How deep arrays and objects may nest, the document's own included; a deeper element is bad.
  public var maximumDepth: Int
  /// The longest text of a field in bytes of UTF-8; longer text is cut and reported.
  public var maximumTextBytes: Int

  /// The longest element that is kept in memory, in bytes; a longer one is bad.
  ///
  /// Unless it is set: 16 MiB, so that a text far over the limit is cut and not lost; or four times
  /// ``maximumTextBytes`` where that is more, since escapes take up to six bytes for one.
  public var maximumElementBytes: Int {
    get {
      ownElementBytes
        ?? max(16 << 20, 4 * min(max(maximumTextBytes, 0), Self.textBytesCeiling))
    }
    set { ownElementBytes = newValue }
  }

  private var ownElementBytes: Int?

  /// The longest text any caller may ask for: 16 MiB.
  public static let textBytesCeiling = 16 << 20

  /// The limits of the command, unless told otherwise: 1 GiB, a million rows, depth 64, 64 KiB.
  ///
  /// All are 1 or more; `maximumTextBytes` is at most ``textBytesCeiling``.
  public init(
    maximumBytes: Int = 1 << 30, maximumRows: Int = 1_000_000, maximumDepth: Int = 64,
    maximumTextBytes: Int = 64 << 10, maximumElementBytes: Int? = nil
  ) {
    self.maximumBytes = maximumBytes
    self.maximumRows = maximumRows
    self.maximumDepth = maximumDepth
    self.maximumTextBytes = maximumTextBytes
    ownElementBytes = maximumElementBytes
  }

  /// Throws ``FeedError/invalidLimit(name:value:)`` for the first limit out of range.
  func validate() throws(FeedError) {
    let limits = [
      ("maximumBytes", maximumBytes, Int.max), ("maximumRows", maximumRows, Int.max),
      ("maximumDepth", maximumDepth, Int.max),
      ("maximumTextBytes", maximumTextBytes, Self.textBytesCeiling),
      ("maximumElementBytes", maximumElementBytes, Int.max),
    ]
    for (name, value, most) in limits where !(1...most).contains(value) {
      throw .invalidLimit(name: name, value: value)
    }
  }

  /// The longest HTML of an item that is read, in bytes; tags are not text, so there may be more.
  var maximumHTMLBytes: Int { max(256 << 10, 4 * maximumTextBytes) }
}

/// A limit that refuses a whole feed.
public enum FeedLimit: String, Hashable, Sendable, CaseIterable {
  /// ``FeedLimits/maximumBytes``.
  case bytes
  /// ``FeedLimits/maximumRows``.
  case rows
}

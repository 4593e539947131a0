/// The limits at which a feed is refused, or a text of it is cut.
///
/// A reader with a limit out of range throws ``FeedError/invalidLimit(name:value:)`` when it is
/// used.
public struct FeedLimits: Hashable, Sendable {
  /// The largest length of a feed in bytes; a longer feed is refused.
  public var maximumBytes: Int
  /// The largest number of bytes to which a compressed feed decompresses; more is refused.
  public var maximumDecompressedBytes: Int
  /// The largest number of elements; a feed with more is refused.
  public var maximumRows: Int
  /// The largest depth of nested arrays and objects, the document's own included; a deeper element
  /// is bad.
  public var maximumDepth: Int
  /// The largest length of a field's text in bytes of UTF-8; longer text is cut and reported.
  public var maximumTextBytes: Int
  /// The largest number of combining marks on one base in the texts of an item; more are dropped and reported.
  ///
  /// 0 drops all of them, those of Hebrew vowels and the selectors of emoji too.
  public var maximumMarks: Int

  /// The length in bytes up to which an element of JSON, or a record of a table, keeps all of its members in
  /// ``FeedItem/members``, and one of RSS or Atom those that no field has; 0, as at first, for none.
  public var keptMemberBytes = 0

  /// The largest length of an element in bytes; a longer element is bad.
  ///
  /// The default is 16 MiB, so that a text far over its limit is cut and not lost. It is four times
  /// ``maximumTextBytes`` if that is more, because an escape takes up to six bytes for one.
  public var maximumElementBytes: Int {
    get {
      ownElementBytes
        ?? max(16 << 20, 4 * min(max(maximumTextBytes, 0), Self.textBytesCeiling))
    }
    set { ownElementBytes = newValue }
  }

  private var ownElementBytes: Int?

  /// The largest limit of a text: 16 MiB.
  public static let textBytesCeiling = 16 << 20

  /// The largest length of an image within JSON, a `data:` URI, in bytes: 8 MiB; a longer one is cut as a text is.
  public static let embeddedImageBytes = 8 << 20

  /// The largest limit of marks: 32, which every text that is laid out has.
  public static let marksCeiling = 32

  /// The default limits: 1 GiB, of which 256 MiB may come from compressed bytes, a million rows, depth 64, 64 KiB a text,
  /// 32 marks on a base.
  ///
  /// Each limit is at least 1, but `maximumMarks` 0; `maximumTextBytes` is at most ``textBytesCeiling``, and
  /// `maximumMarks` at most ``marksCeiling``.
  public init(
    maximumBytes: Int = 1 << 30, maximumRows: Int = 1_000_000, maximumDepth: Int = 64,
    maximumTextBytes: Int = 64 << 10, maximumElementBytes: Int? = nil,
    maximumDecompressedBytes: Int = 256 << 20, maximumMarks: Int = Self.marksCeiling
  ) {
    self.maximumBytes = maximumBytes
    self.maximumDecompressedBytes = maximumDecompressedBytes
    self.maximumRows = maximumRows
    self.maximumDepth = maximumDepth
    self.maximumTextBytes = maximumTextBytes
    self.maximumMarks = maximumMarks
    ownElementBytes = maximumElementBytes
  }

  /// Throws ``FeedError/invalidLimit(name:value:)`` for the first limit out of range.
  package func validate() throws(FeedError) {
    let limits = [
      ("maximumBytes", maximumBytes, Int.max), ("maximumRows", maximumRows, Int.max),
      ("maximumDecompressedBytes", maximumDecompressedBytes, Int.max),
      ("maximumDepth", maximumDepth, Int.max),
      ("maximumTextBytes", maximumTextBytes, Self.textBytesCeiling),
      ("maximumElementBytes", maximumElementBytes, Int.max),
    ]
    for (name, value, most) in limits where !(1...most).contains(value) {
      throw .invalidLimit(name: name, value: value)
    }
    guard (0...Self.marksCeiling).contains(maximumMarks) else {
      throw .invalidLimit(name: "maximumMarks", value: maximumMarks)
    }
  }

  /// The largest number of an item's HTML bytes that are read: more than of text, because tags
  /// count.
  ///
  /// A reader asks for it before its first item refuses limits that are out of range.
  package var maximumHTMLBytes: Int {
    max(256 << 10, 4 * min(max(0, maximumTextBytes), Int.max / 4))
  }
}

/// A limit that refuses a whole feed.
public enum FeedLimit: String, Hashable, Sendable, CaseIterable {
  /// ``FeedLimits/maximumBytes``.
  case bytes
  /// ``FeedLimits/maximumDecompressedBytes``.
  case decompressedBytes
  /// ``FeedLimits/maximumRows``.
  case rows
  /// ``FeedLimits/maximumElementBytes``, of a thread of posts.
  case threadBytes
}

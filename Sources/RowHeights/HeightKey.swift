public import GalleyPrimitives

/// The inputs that determine a row's height.
public struct HeightKey: Hashable, Sendable {
  /// The hash of text, attributes, template and fonts: all inputs except width and scale.
  public var content: ContentKey
  /// The row's width, in layout units.
  public var width: Double
  /// Device pixels per layout unit.
  public var scale: Double

  /// Makes a key for `content` at a width and a scale.
  public init(content: ContentKey, width: Double, scale: Double) {
    self.content = content
    self.width = width
    self.scale = scale
  }

  /// A number under which a lost entry is remembered; two keys may share it.
  var fingerprint: UInt64 {
    content.low ^ content.high &* 0x9E37_79B9_7F4A_7C15
      ^ (width.bitPattern &+ scale.bitPattern << 1) &* 0xD6E8_FEB8_6659_FD93
  }
}

/// The limits of a height cache.
public struct RowHeightLimits: Hashable, Sendable {
  /// The maximum number of entries.
  public var count: Int
  /// The maximum number of bytes, including each entry's share of the cache's tables.
  public var byteCount: Int

  /// Makes limits; the count is at least 1, the bytes are not negative.
  public init(count: Int = 1 << 18, byteCount: Int = 64 << 20) {
    self.count = max(1, count)
    self.byteCount = max(0, byteCount)
  }
}

/// Why a height was not in the cache and the row is measured.
public enum RowHeightMiss: String, Hashable, Sendable, CaseIterable, Codable {
  /// The content was never seen, or so long ago that the cache no longer remembers it.
  case firstUse
  /// The height is known only at another width or scale.
  case widthChanged
  /// An edit of the table reloaded the row, and its new content was never seen.
  case mutated
  /// The height was evicted.
  case evicted
  /// The caller invalidated the height.
  case invalidated
  /// Another content has the same key; the cache told them apart.
  case collision

  fileprivate var index: Int {
    switch self {
    case .firstUse: 0
    case .widthChanged: 1
    case .mutated: 2
    case .evicted: 3
    case .invalidated: 4
    case .collision: 5
    }
  }
}

/// Counts of a height cache's work so far.
public struct RowHeightStatistics: Hashable, Sendable {
  /// Heights that were found.
  public internal(set) var hitCount: Int
  /// Entries that were evicted.
  public internal(set) var evictionCount = 0
  /// Entries refused because they alone exceed the byte limit.
  public internal(set) var refusalCount = 0

  /// The misses of each cause, without storage that copies on other threads share.
  private var missCounts = SIMD8<Int>()

  /// Makes counts of heights that were found, and of misses by cause.
  public init(hitCount: Int = 0, missCounts: [RowHeightMiss: Int] = [:]) {
    self.hitCount = hitCount
    for (cause, count) in missCounts { self.missCounts[cause.index] = count }
  }

  /// Returns the number of misses for `cause`.
  public func missCount(_ cause: RowHeightMiss) -> Int { missCounts[cause.index] }

  /// The number of misses.
  public var missCount: Int { missCounts.wrappedSum() }

  /// Returns the counts since `earlier`, a previous value of these statistics.
  public func since(_ earlier: RowHeightStatistics) -> RowHeightStatistics {
    var result = self
    result.hitCount -= earlier.hitCount
    result.evictionCount -= earlier.evictionCount
    result.refusalCount -= earlier.refusalCount
    result.missCounts &-= earlier.missCounts
    return result
  }

  mutating func countMiss(_ cause: RowHeightMiss) { missCounts[cause.index] += 1 }
}

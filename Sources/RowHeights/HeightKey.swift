public import GalleyPrimitives

/// What a row's height depends on.
public struct HeightKey: Hashable, Sendable {
  /// Text, attributes, template and fonts, hashed: all but the width and the scale.
  public var content: ContentKey
  /// The row's width, in layout units.
  public var width: Double
  /// Device pixels per layout unit.
  public var scale: Double

  /// A key for `content` at a width and a scale.
  public init(content: ContentKey, width: Double, scale: Double) {
    self.content = content
    self.width = width
    self.scale = scale
  }

  /// A number to remember a lost entry by; two keys may share it.
  var fingerprint: UInt64 {
    content.low ^ content.high &* 0x9E37_79B9_7F4A_7C15
      ^ (width.bitPattern &+ scale.bitPattern << 1) &* 0xD6E8_FEB8_6659_FD93
  }
}

/// How much a height cache may keep.
public struct RowHeightLimits: Hashable, Sendable {
  /// The most entries.
  public var count: Int
  /// The most bytes, an entry's own share of the cache's tables included.
  public var byteCount: Int

  /// Limits; none is below one entry.
  public init(count: Int = 1 << 18, byteCount: Int = 64 << 20) {
    self.count = max(1, count)
    self.byteCount = max(0, byteCount)
  }
}

/// Why a height was not in the cache, so that the row is measured: the cause of each recompute.
public enum RowHeightMiss: String, Hashable, Sendable, CaseIterable, Codable {
  /// Never seen, or so long ago that it is forgotten.
  case firstUse
  /// Known at another width or scale only.
  case widthChanged
  /// The row was reloaded by an edit of the table, and its content was never seen.
  case mutated
  /// Pushed out to make room.
  case evicted
  /// Invalidated by the caller.
  case invalidated
  /// Another content has the same key; it was not taken for this one.
  case collision
}

/// What a height cache has done so far.
public struct RowHeightStatistics: Hashable, Sendable {
  /// Heights that were found.
  public internal(set) var hitCount: Int
  /// Entries pushed out to make room.
  public internal(set) var evictionCount = 0
  /// Entries refused because they alone exceed the byte limit.
  public internal(set) var refusalCount = 0

  private var missCounts: [RowHeightMiss: Int]

  /// Heights that were found, and others that were not for these causes.
  public init(hitCount: Int = 0, missCounts: [RowHeightMiss: Int] = [:]) {
    self.hitCount = hitCount
    self.missCounts = missCounts
  }

  /// Heights that were not found because of `cause`.
  public func missCount(_ cause: RowHeightMiss) -> Int { missCounts[cause] ?? 0 }

  /// Heights that were not found.
  public var missCount: Int { missCounts.values.reduce(0, +) }

  /// What has been done since `earlier`, a former state of these.
  public func since(_ earlier: RowHeightStatistics) -> RowHeightStatistics {
    var result = self
    result.hitCount -= earlier.hitCount
    result.evictionCount -= earlier.evictionCount
    result.refusalCount -= earlier.refusalCount
    result.missCounts.merge(earlier.missCounts.mapValues(-)) { $0 + $1 }
    return result
  }

  mutating func countMiss(_ cause: RowHeightMiss) { missCounts[cause, default: 0] += 1 }
}

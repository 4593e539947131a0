/// A 128-bit hash of all inputs of a result.
///
/// Equal content has equal keys in each process and on each machine. A hostile feed may hold
/// unequal contents with one key, so a cache also compares the content before it accepts a hit.
public struct ContentKey: Hashable, Sendable, Codable {
  /// The upper 64 bits.
  public var high: UInt64
  /// The lower 64 bits.
  public var low: UInt64

  /// Makes a key from its halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Hashes only one half: a key is already a hash, and the main queue makes many look-ups.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(low) }

  /// Compares both halves; inlinable, unlike the comparison that the compiler would write.
  @inlinable public static func == (left: ContentKey, right: ContentKey) -> Bool {
    left.low == right.low && left.high == right.high
  }
}

extension ContentKey: CustomStringConvertible {
  /// 32 hexadecimal digits.
  public var description: String {
    func digits(_ half: UInt64) -> String {
      let text = String(half, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return digits(high) + digits(low)
  }
}

/// The number of a request's round; a later round supersedes an earlier one.
public struct Generation: Hashable, Comparable, Sendable, Codable {
  /// The round, counted from 0.
  public var number: UInt64

  /// Makes round `number`.
  public init(_ number: UInt64 = 0) { self.number = number }

  /// The round after this one.
  public var next: Generation { Generation(number + 1) }

  /// Whether `left` is superseded by `right`.
  public static func < (left: Generation, right: Generation) -> Bool { left.number < right.number }
}

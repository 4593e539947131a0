/// All that a result depends on, hashed to 128 bits.
///
/// Equal content has equal keys in each process and on each machine. Unequal content may share a
/// key, since feeds are hostile: a cache compares the content too before it trusts a hit.
public struct ContentKey: Hashable, Sendable, Codable {
  /// The upper 64 bits.
  public var high: UInt64
  /// The lower 64 bits.
  public var low: UInt64

  /// A key from its halves.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Hashes one half: a key is a hash already, and the main queue looks up many.
  @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(low) }
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

/// The number of a request's round: a later one supersedes an earlier one.
public struct Generation: Hashable, Comparable, Sendable, Codable {
  /// The round, counted from 0.
  public var number: UInt64

  /// Round `number`.
  public init(_ number: UInt64 = 0) { self.number = number }

  /// The round after this one.
  public var next: Generation { Generation(number + 1) }

  /// Whether `left` is superseded by `right`.
  public static func < (left: Generation, right: Generation) -> Bool { left.number < right.number }
}

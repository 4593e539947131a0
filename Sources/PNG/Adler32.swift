import GalleyCompression

/// The checksum of a zlib stream, which can be combined from those of its parts.
///
/// - SeeAlso: RFC 1950, §8.2.
public struct Adler32: Hashable, Sendable {
  /// The checksum in a stream's byte format.
  public private(set) var value: UInt32 = 1

  private static let modulus: UInt32 = 65521

  /// Makes the checksum of zero bytes.
  public init() {}

  /// Computes the checksum of `bytes`.
  ///
  /// - Complexity: O(bytes).
  public init(of bytes: UnsafeRawBufferPointer) {
    value = adler32(bytes)
  }

  /// Continues with `count` bytes whose own checksum is `other`.
  ///
  /// - Complexity: O(1).
  public mutating func append(_ other: Adler32, of count: Int) {
    // Each byte of the tail adds the head's sum once more to the second sum.
    let sum = value & 0xFFFF
    let tail = UInt64(other.value & 0xFFFF)
    let modulus = UInt64(Self.modulus)
    let repeats = UInt64(count) % modulus
    let low = (UInt64(sum) + tail + modulus - 1) % modulus
    let high =
      (UInt64(value >> 16) + UInt64(other.value >> 16)
        + repeats * ((UInt64(sum) + modulus - 1) % modulus)) % modulus
    value = UInt32(high) << 16 | UInt32(low)
  }

  /// Continues with `repeats` times the `count` bytes whose own checksum is `other`.
  ///
  /// - Complexity: O(log repeats).
  mutating func append(_ other: Adler32, of count: Int, repeats: Int) {
    var (part, partCount, left) = (other, count, repeats)
    while left > 0 {
      if left & 1 == 1 { append(part, of: partCount) }
      left >>= 1
      guard left > 0 else { return }
      let half = part
      part.append(half, of: partCount)
      partCount *= 2
    }
  }
}

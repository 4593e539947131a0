internal import CXXHash
public import GalleyPrimitives

extension ContentKey {
  /// The XXH3 128-bit hash of `bytes`, in its canonical order.
  ///
  /// - Complexity: O(bytes), some 10 bytes a nanosecond.
  /// - SeeAlso: The xxHash specification, XXH3.
  public init(hashing bytes: UnsafeRawBufferPointer) {
    let hash = XXH3_128bits(bytes.baseAddress, bytes.count)
    self.init(high: hash.high64, low: hash.low64)
  }

  /// The hash with a seed: without it, a feed cannot be made to have equal keys for different bytes.
  package init(hashing bytes: UnsafeRawBufferPointer, seed: UInt64) {
    let hash = XXH3_128bits_withSeed(bytes.baseAddress, bytes.count, seed)
    self.init(high: hash.high64, low: hash.low64)
  }
}

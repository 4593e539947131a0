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

/// Hashes bytes that come in pieces, as ``GalleyPrimitives/ContentKey/init(hashing:)`` hashes all of them.
package struct ContentHasher: ~Copyable {
  private let state: OpaquePointer

  /// Makes a hasher of no bytes; `nil` if memory has run out.
  package init?() {
    guard let state = XXH3_createState() else { return nil }
    self.state = state
    XXH3_128bits_reset(state)
  }

  /// Adds a piece.
  ///
  /// - Complexity: O(bytes).
  package mutating func add(_ bytes: UnsafeRawBufferPointer) {
    XXH3_128bits_update(state, bytes.baseAddress, bytes.count)
  }

  /// The hash of all pieces.
  package var key: ContentKey {
    let hash = XXH3_128bits_digest(state)
    return ContentKey(high: hash.high64, low: hash.low64)
  }

  deinit { XXH3_freeState(state) }
}

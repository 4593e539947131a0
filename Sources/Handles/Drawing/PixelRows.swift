internal import CPixelRows

/// Converts `count` native-endian xRGB pixels to the bytes R, G, B; the fourth channel is ignored.
///
/// - Precondition: `source` holds `4 * count` readable bytes, `target` `3 * count` writable ones, and
///   they do not overlap.
/// - Complexity: O(count).
package func convertToRGB(
  _ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int
) {
  galley_rgb_from_xrgb(
    source.assumingMemoryBound(to: UInt8.self), target.assumingMemoryBound(to: UInt8.self), count)
}

/// Converts pixels to few greys, and passes the rounding error of each pixel on to its neighbours.
///
/// The weights are those of Floyd and Steinberg (1976): 7/16 to the right, 3/16, 5/16 and 1/16 below. White and
/// black pixels keep their level and pass nothing on, so text has no dots around it.
struct Dither {
  /// The errors that the row above left for this row, in sixteenths, with a margin on each side.
  private var errors: [Int32] = []

  /// Forgets the row above.
  mutating func start(width: Int) {
    errors.removeAll(keepingCapacity: true)
    errors.append(contentsOf: repeatElement(0, count: width + 2))
  }

  /// Converts a row of native-endian premultiplied pixels to levels of `bitDepth` bits, packed from the
  /// highest bit.
  ///
  /// - Precondition: `start(width:)` was called with `count`, and `target` has room for the row.
  /// - Complexity: O(count), about 3 ns a pixel.
  mutating func convert(
    _ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int, bitDepth: Int
  ) {
    let top = Int32(1 << bitDepth) - 1
    let step = 255 / top
    var (byte, filled) = (UInt8(0), 0)
    var target = target
    errors.withUnsafeMutableBufferPointer { errors in
      // For the pixel at the right; so far for the one below the last; and the last error itself.
      var (right, below, last) = (Int32(0), Int32(0), Int32(0))
      for index in 0..<count {
        let gray = Int32(grayLevel(source.load(fromByteOffset: 4 * index, as: UInt32.self)))
        let isPure = gray == 0 || gray == 255
        let wanted = 16 * gray + (isPure ? 0 : right + errors[index + 1])
        let level = min(top, max(0, (wanted + 8 * step) / (16 * step)))
        let error = wanted / 16 - level * step
        right = 7 * error
        // Complete for the pixel below the last one; its place in this row is read already.
        errors[index] = below + 3 * error
        below = last + 5 * error
        last = error
        byte = byte << UInt8(bitDepth) | UInt8(level)
        filled += bitDepth
        if filled == 8 {
          target.storeBytes(of: byte, as: UInt8.self)
          target += 1
          (byte, filled) = (0, 0)
        }
      }
      errors[count] = below
    }
    if filled > 0 { target.storeBytes(of: byte << UInt8(8 - filled), as: UInt8.self) }
  }
}

/// Converts premultiplied pixels to a byte of grey each.
///
/// - Complexity: O(count).
func convertToGray(
  _ source: UnsafeRawPointer, into target: UnsafeMutableRawPointer, count: Int
) {
  for index in 0..<count {
    let level = grayLevel(source.load(fromByteOffset: 4 * index, as: UInt32.self))
    target.storeBytes(of: level, toByteOffset: index, as: UInt8.self)
  }
}

/// The brightness of a pixel by the weights of ITU-R BT.709; equal channels keep their value.
private func grayLevel(_ pixel: UInt32) -> UInt8 {
  let sum = (pixel >> 16 & 0xFF) * 54 + (pixel >> 8 & 0xFF) * 183 + (pixel & 0xFF) * 19
  return UInt8((sum + 128) >> 8)
}

import GalleyHandles
internal import GalleyPrimitives

/// Averages squares of pixels while rows come in, so that a large image is never in memory as a whole.
///
/// Pixels are four bytes in any order, with colours that alpha is multiplied into, or three bytes of red, green and
/// blue, of which opaque ARGB32 is made. Squares at the right and the bottom edge have the pixels that are left.
struct RowAverager {
  /// The averages of the rows so far; whole after the last row.
  let image: PixelImage
  private let width: Int
  private let height: Int
  private let block: Int
  /// The bytes of a pixel: three or four.
  private let channels: Int
  /// The sums of the columns of the current squares, channel by channel.
  private var sums: [UInt16]
  private var rowCount = 0
  private var y = 0

  /// The longest edge of a square: the sum of so many bytes fits in 16 bits.
  static let blockLimit = 256

  /// Prepares for rows of an image of `size`; `nil` for lack of memory.
  ///
  /// - Precondition: `block` is 1 to ``blockLimit``, and `channels` is three or four.
  init?(_ size: PixelSize, block: Int, channels: Int = 4) {
    precondition((1...Self.blockLimit).contains(block), "sums overflow")
    precondition(channels == 3 || channels == 4, "a pixel has three or four bytes")
    let columns = (size.width + block - 1) / block
    let rows = (size.height + block - 1) / block
    guard let image = PixelImage(width: columns, height: rows) else { return nil }
    self.image = image
    width = size.width
    height = size.height
    self.block = block
    self.channels = channels
    // The last pixel of three channels is read with the element after it.
    sums = Array(repeating: 0, count: channels * size.width + 1)
  }

  /// Adds the next row; further rows than the image has are ignored.
  ///
  /// - Complexity: O(width).
  mutating func append(_ row: UnsafePointer<UInt32>) {
    append(bytes: UnsafeRawPointer(row).assumingMemoryBound(to: UInt8.self))
  }

  /// Adds the next row by its bytes.
  mutating func append(bytes: UnsafePointer<UInt8>) {
    guard y < height else { return }
    let isFirst = rowCount == 0
    let count = channels * width
    sums.withUnsafeMutableBufferPointer { sums in
      if isFirst {
        for index in 0..<count { sums[index] = UInt16(bytes[index]) }
      } else {
        for index in 0..<count { sums[index] &+= UInt16(bytes[index]) }
      }
    }
    rowCount += 1
    y += 1
    if rowCount == block || y == height { finishSquares() }
  }

  private mutating func finishSquares() {
    let target = image.pixels + (y - 1) / block * image.width
    let (width, block, rowCount, channels) = (width, block, rowCount, channels)
    let count = image.width
    var (knownArea, inverse) = (UInt32(0), UInt64(0))
    sums.withUnsafeBytes { bytes in
      for x in 0..<count {
        let columns = x * block..<min(width, (x + 1) * block)
        var sum = SIMD4<UInt32>(repeating: 0)
        for column in columns {
          let pixel = bytes.loadUnaligned(
            fromByteOffset: 2 * channels * column, as: SIMD4<UInt16>.self)
          sum &+= SIMD4<UInt32>(truncatingIfNeeded: pixel)
        }
        let area = UInt32(columns.count * rowCount)
        if area != knownArea {
          knownArea = area
          // A sum is below 2²⁴ and an area at most 2¹⁶, so that a product is exact after the shift by 40.
          inverse = ((1 << 40) + UInt64(area) - 1) / UInt64(area)
        }
        sum &+= SIMD4(repeating: area / 2)
        if area & (area - 1) == 0 {
          sum = sum &>> SIMD4(repeating: UInt32(area.trailingZeroBitCount))
        } else {
          for channel in 0..<channels {
            sum[channel] = UInt32(truncatingIfNeeded: (UInt64(sum[channel]) &* inverse) &>> 40)
          }
        }
        if channels == 3 {
          target[x] = 0xFF00_0000 | sum[0] << 16 | sum[1] << 8 | sum[2]
        } else {
          let shifted = sum &<< SIMD4(0, 8, 16, 24)
          target[x] = shifted[0] | shifted[1] | shifted[2] | shifted[3]
        }
      }
    }
    self.rowCount = 0
  }
}

/// Turns straight RGBA bytes into premultiplied ARGB32, in place.
func premultiply(_ pixels: UnsafeMutablePointer<UInt32>, count: Int) {
  for index in 0..<count {
    let pixel = UInt32(littleEndian: pixels[index])
    let alpha = pixel >> 24
    // Red and blue in one register, 16 bits each, in the order that ARGB32 wants.
    let redBlue = (pixel & 0xFF) << 16 | (pixel >> 16 & 0xFF)
    let green = pixel & 0xFF00
    guard alpha < 255 else {
      pixels[index] = 0xFF00_0000 | redBlue | green
      continue
    }
    let scaled = redBlue * alpha + 0x80_0080
    let scaledGreen = (green >> 8) * alpha + 0x80
    pixels[index] =
      alpha << 24
      | ((scaled + (scaled >> 8 & 0xFF_00FF)) >> 8) & 0xFF_00FF
      | (scaledGreen + scaledGreen >> 8) & 0xFF00
  }
}

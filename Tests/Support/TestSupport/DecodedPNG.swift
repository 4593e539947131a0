import Foundation

/// A whole PNG, decoded by libspng.
package struct DecodedPNG: Equatable {
  package var width: Int
  package var height: Int
  /// The color type of the PNG format: 0 for grey, 2 for RGB, 6 for RGBA.
  package var colorType: UInt8
  /// The bits of a channel in the file.
  package var bitDepth: UInt8
  /// 8-bit channels, row by row, with the channels that the file has.
  package var pixels: [UInt8]

  package init(
    width: Int, height: Int, colorType: UInt8, bitDepth: UInt8 = 8, pixels: [UInt8]
  ) {
    self.bitDepth = bitDepth
    (self.width, self.height, self.colorType, self.pixels) = (width, height, colorType, pixels)
  }

  /// Decodes a file.
  package init(_ bytes: [UInt8]) throws {
    var position = 0
    let decoder = try PNGRowDecoder { buffer in
      guard position + buffer.count <= bytes.count else { return false }
      buffer.copyBytes(from: bytes[position..<position + buffer.count])
      position += buffer.count
      return true
    }
    width = decoder.width
    height = decoder.height
    colorType = decoder.colorType
    bitDepth = decoder.bitDepth
    pixels = []
    pixels.reserveCapacity(width * height * decoder.bytesPerPixel)
    var row = [UInt8](repeating: 0, count: width * decoder.bytesPerPixel)
    for index in 0..<height {
      let hasMore = try decoder.next(&row)
      pixels += row
      if !hasMore && index + 1 < height { throw PNGDecodingError(code: -1) }
    }
  }

  private var bytesPerPixel: Int { colorType == 0 ? 1 : colorType == 2 ? 3 : 4 }

  /// The channels of some pixel rows.
  package func rows(_ rows: Range<Int>) -> ArraySlice<UInt8> {
    let rowSize = bytesPerPixel * width
    return pixels[rows.lowerBound * rowSize..<rows.upperBound * rowSize]
  }

  /// The color of a pixel as 0xRRGGBB.
  package func color(x: Int, y: Int) -> UInt32 {
    let start = (y * width + x) * bytesPerPixel
    return pixels[start..<start + 3].reduce(0) { $0 << 8 | UInt32($1) }
  }

  // Comparisons call memcmp: in a debug build, those of the standard library take a call for each byte.

  package static func == (one: DecodedPNG, other: DecodedPNG) -> Bool {
    guard (one.width, one.height, one.colorType) == (other.width, other.height, other.colorType),
      one.bitDepth == other.bitDepth
    else { return false }
    return one.pixels.count == other.pixels.count
      && memcmp(one.pixels, other.pixels, one.pixels.count) == 0
  }

  /// Whether the pixel row `row` equals the row `otherRow` of `other`.
  package func hasEqualRow(_ row: Int, _ otherRow: Int, of other: DecodedPNG) -> Bool {
    guard bytesPerPixel * width == other.bytesPerPixel * other.width else { return false }
    let rowSize = bytesPerPixel * width
    return rows(row..<row + 1).withUnsafeBytes { one in
      other.rows(otherRow..<otherRow + 1).withUnsafeBytes { another in
        guard let one = one.baseAddress, let another = another.baseAddress else { return true }
        return memcmp(one, another, rowSize) == 0
      }
    }
  }
}

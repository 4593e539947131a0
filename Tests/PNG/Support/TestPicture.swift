import GalleyPNG
import GalleyPrimitives
import GalleyRandomness

/// The content of a test picture.
enum TestContent: CaseIterable {
  /// Independent random pixels: incompressible.
  case noise
  /// A card: margins, and lines of a few glyphs with soft edges.
  case text
  /// One colour.
  case blank
}

/// Premultiplied native-endian pixels in memory, as Cairo has them, with padding after each row.
struct TestPicture {
  var width: Int
  var height: Int
  var stride: Int
  var pixels: [UInt32]

  init(_ content: TestContent, width: Int, height: Int, padding: Int = 3, seed: UInt64 = 1) {
    var random = SeededGenerator(seed: seed)
    self.width = width
    self.height = height
    stride = 4 * (width + padding)
    pixels = (0..<(width + padding) * height).map { _ in
      UInt32.random(in: 0 ... .max, using: &random)
    }
    let alphabet = (0..<20).map { _ in random.next() }
    let glyphs = (0..<500).map { _ in alphabet.randomElement(using: &random) ?? 0 }
    for y in 0..<height {
      for x in 0..<width {
        let index = y * (width + padding) + x
        switch content {
        case .noise: pixels[index] = Self.premultiplied(pixels[index])
        case .blank: pixels[index] = 0xFFEF_EFF4
        case .text:
          let glyph = glyphs[(y / 12 * 17 + x / 8) % glyphs.count]
          let isStroke = y % 12 > 3 && x > width / 8 && glyph >> UInt64(y % 8 * 8 + x % 8) & 1 == 1
          let soft = UInt32(glyph & 3) * 0x55 << 24
          pixels[index] = isStroke ? (x & 1 == 0 ? 0xFF00_0000 : soft) : 0xFFFF_FFFF
        }
      }
    }
  }

  /// A valid pixel from random bits, often opaque or clear.
  private static func premultiplied(_ bits: UInt32) -> UInt32 {
    let alpha: UInt32 = [255, 0, bits >> 24, bits >> 24][Int(bits >> 12 & 3)]
    var pixel = alpha << 24
    for shift in [0, 8, 16] as [UInt32] { pixel |= (bits >> shift & 0xFF) * alpha / 255 << shift }
    return pixel
  }

  /// Encodes some rows with `encoder`.
  func strip(_ encoder: StripEncoder, rows: Range<Int>? = nil) -> Strip {
    pixels.withUnsafeBytes {
      encoder.encode($0, stride: stride, width: width, rows: rows ?? 0..<height)
    }
  }

  /// Returns the channels of some rows, converted one by one.
  func channels(_ colorType: PNGColorType, rows: Range<Int>? = nil) -> [UInt8] {
    if colorType.bitsPerPixel <= 8 { return grays(colorType, rows: rows ?? 0..<height) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * width * height)
    for y in rows ?? 0..<height {
      for x in 0..<width {
        let pixel = pixels[y * (stride / 4) + x]
        let alpha = Int(pixel >> 24)
        for shift in [16, 8, 0] as [UInt32] {
          let channel = Int(pixel >> shift & 0xFF)
          switch colorType {
          case .rgb: bytes.append(UInt8(channel))
          default:
            bytes.append(alpha == 0 ? 0 : UInt8(min(255, (channel * 255 + alpha / 2) / alpha)))
          }
        }
        if colorType == .rgba { bytes.append(UInt8(alpha)) }
      }
    }
    return bytes
  }

  /// Returns the greys of some rows as bytes, dithered on a grid of all pixels at once.
  private func grays(_ colorType: PNGColorType, rows: Range<Int>) -> [UInt8] {
    var wanted = rows.map { y in
      (0..<width).map { x in
        let pixel = Int(pixels[y * (stride / 4) + x])
        let (red, green, blue) = (pixel >> 16 & 255, pixel >> 8 & 255, pixel & 255)
        return 16 * ((red * 54 + green * 183 + blue * 19 + 128) >> 8)
      }
    }
    let isPure = wanted.map { row in row.map { $0 == 0 || $0 == 16 * 255 } }
    let top = (1 << colorType.bitDepth) - 1
    let step = 255 / top
    var bytes: [UInt8] = []
    for y in wanted.indices {
      for x in 0..<width {
        let level = min(top, max(0, (wanted[y][x] + 8 * step) / (16 * step)))
        bytes.append(UInt8(level * step))
        guard colorType.bitDepth < 8 else { continue }
        let error = wanted[y][x] / 16 - level * step
        for (dx, dy, weight) in [(1, 0, 7), (-1, 1, 3), (0, 1, 5), (1, 1, 1)]
        where (0..<width).contains(x + dx) && y + dy < wanted.count && !isPure[y + dy][x + dx] {
          wanted[y + dy][x + dx] += weight * error
        }
      }
    }
    return bytes
  }
}

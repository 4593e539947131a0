package import GalleyHandles
package import GalleyPrimitives

/// The coverage of each pixel of a box, used for shadows.
package struct CoverageMask {
  package let width: Int
  package let height: Int
  private(set) var bytes: [UInt8]

  /// Takes the alpha channel of `image` as coverage.
  package init(_ image: PixelImage) {
    width = image.width
    height = image.height
    bytes = (0..<width * height).map { UInt8(truncatingIfNeeded: image.pixels[$0] >> 24) }
  }

  /// The distance in pixels over which a blur of this radius, in device pixels, spreads.
  package static func reach(radius: Double) -> Int {
    boxes(radius: radius).reduce(0) { $0 + $1 / 2 + 1 }
  }

  /// The widths of three box filters that together approximate a Gaussian blur with a standard
  /// deviation of half the radius.
  ///
  /// - SeeAlso: Filter Effects Module Level 1, `feGaussianBlur`.
  private static func boxes(radius: Double) -> [Int] {
    let width = Int((radius / 2 * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    guard width > 1 else { return [] }
    return width % 2 == 1 ? [width, width, width] : [width, width, width + 1]
  }

  /// Blurs by a radius in device pixels.
  ///
  /// The sums are integers, so the result does not depend on where the box was cut.
  ///
  /// - Complexity: O(pixels), independent of the radius.
  package mutating func blur(radius: Double) {
    let boxes = Self.boxes(radius: radius)
    guard let first = boxes.first else { return }
    // A box of even width shifts by half a pixel; one to each side, the two cancel.
    let shifts = first % 2 == 0 ? [0, 1, 0] : [0, 0, 0]
    for (box, shift) in zip(boxes, shifts) {
      let before = box % 2 == 0 ? box / 2 - shift : box / 2
      average(lines: height, step: width, count: width, stride: 1, box: box, before: before)
      average(lines: width, step: 1, count: height, stride: width, box: box, before: before)
    }
  }

  /// Averages along lines: each pixel becomes the mean of `box` pixels, starting `before` pixels
  /// back.
  private mutating func average(
    lines: Int, step: Int, count: Int, stride: Int, box: Int, before: Int
  ) {
    var line = [UInt8](repeating: 0, count: count)
    let after = box - before - 1
    bytes.withUnsafeMutableBufferPointer { bytes in
      for number in 0..<lines {
        let start = number * step
        for index in 0..<count { line[index] = bytes[start + index * stride] }
        var sum = 0
        for index in 0..<min(count, after) { sum += Int(line[index]) }
        for index in 0..<count {
          if index + after < count { sum += Int(line[index + after]) }
          if index - before - 1 >= 0 { sum -= Int(line[index - before - 1]) }
          bytes[start + index * stride] = UInt8((sum + box / 2) / box)
        }
      }
    }
  }

  /// Returns the complement of this coverage, moved by whole pixels; outside the box, coverage
  /// counts as zero.
  package func inverted(movedBy x: Int, _ y: Int) -> CoverageMask {
    var result = self
    for row in 0..<height {
      for column in 0..<width {
        let (fromX, fromY) = (column - x, row - y)
        let isWithin = fromX >= 0 && fromX < width && fromY >= 0 && fromY < height
        result.bytes[row * width + column] = isWithin ? 255 - bytes[fromY * width + fromX] : 255
      }
    }
    return result
  }

  /// Multiplies by the coverage of `other`, which has the same box.
  package mutating func clip(to other: CoverageMask) {
    for index in bytes.indices {
      let product = UInt32(bytes[index]) * UInt32(other.bytes[index]) + 128
      bytes[index] = UInt8((product + product >> 8) >> 8)
    }
  }

  /// Returns this coverage in a colour; `nil` if memory runs out.
  package func image(color: Color) -> PixelImage? {
    guard let image = PixelImage(width: width, height: height) else { return nil }
    let pixel = color.premultipliedPixel
    for index in bytes.indices where bytes[index] > 0 {
      image.pixels[index] = PixelMath.multiply(pixel, by: UInt32(bytes[index]))
    }
    return image
  }
}

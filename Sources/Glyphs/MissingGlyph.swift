package import GalleyHandles
import GalleyPrimitives

/// A thin box for a character that no font has, with its number inside if there is space.
package struct MissingGlyph: Hashable {
  private let digits: [Int]
  /// In whole device pixels.
  private let advance: Int
  private let fontSize: Double

  /// Makes the box of `character`; both lengths are in device pixels.
  package init(_ character: Unicode.Scalar, advance: Double, fontSize: Double) {
    let count = character.value > 0xFFFF ? 6 : 4
    digits = (0..<count).reversed().map { Int(character.value >> (4 * UInt32($0)) & 0xF) }
    self.advance = abs(advance) < 16_384 ? Int(advance.rounded()) : 0
    self.fontSize = fontSize
  }

  /// Draws the box with its pen at `x` on `baseline`, clipped to the target.
  package func draw(x: Int, baseline: Int, pixel: UInt32, onto target: borrowing PixelTarget) {
    let (pixels, width, height) = (target.pixels, target.width, target.height)
    forEachBox(x: x, baseline: baseline) { Self.fill(pixels, width, height, $0, pixel) }
  }

  /// Calls `body` for each rectangle of the box and its number with the pen at `x` on `baseline`, in device
  /// pixels; no two overlap.
  package func forEachBox(
    x: Int, baseline: Int, _ body: (_ box: (x: Int, y: Int, width: Int, height: Int)) -> Void
  ) {
    let line = max(1, Int(fontSize / 20))
    let margin = max(1, Int(fontSize / 16))
    let width = advance - 2 * margin
    let height = Int((fontSize * 0.84).rounded())
    guard width > 2 * line, height > 2 * line, abs(x) < 1 << 24,
      abs(baseline) < 1 << 24
    else { return }
    let left = x + margin
    let top = baseline - Int((fontSize * 0.76).rounded())
    func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int) { body((x, y, width, height)) }
    // Each pixel is painted once, so that a translucent colour stays even.
    fill(left + line, top, width - 2 * line, line)
    fill(left + line, top + height - line, width - 2 * line, line)
    fill(left, top + line, line, height - 2 * line)
    fill(left + width - line, top + line, line, height - 2 * line)
    let columns = digits.count / 2
    let across = columns * 4 - 1
    let room = min((width - 2 * line - 2) / across, (height - 2 * line - 2) / 11)
    // As light as the text around it, not as large as possible.
    let dot = min(room, max(1, Int(fontSize / 20)))
    guard dot >= 1 else { return }
    let startX = left + (width - across * dot) / 2
    let startY = top + (height - 11 * dot) / 2
    for (index, digit) in digits.enumerated() {
      let digitX = startX + index % columns * 4 * dot
      let digitY = startY + index / columns * 6 * dot
      for row in 0..<5 {
        let dots = Int(Self.shapes[digit]) >> (3 * (4 - row)) & 0b111
        // The dots from the left; those of a row that touch are one box.
        let stretches = dots == 0b101 ? [0b100, 0b001] : [dots]
        for stretch in stretches where stretch != 0 {
          let first = 2 - (Int.bitWidth - 1 - stretch.leadingZeroBitCount)
          fill(
            digitX + first * dot, digitY + row * dot, stretch.nonzeroBitCount * dot, dot)
        }
      }
    }
  }

  private static func fill(
    _ pixels: UnsafeMutablePointer<UInt32>, _ width: Int, _ height: Int,
    _ box: (x: Int, y: Int, width: Int, height: Int), _ pixel: UInt32
  ) {
    let columns = max(0, box.x)..<max(0, box.x, min(width, box.x + box.width))
    let rows = max(0, box.y)..<max(0, box.y, min(height, box.y + box.height))
    guard columns.lowerBound < width else { return }
    for row in rows where row < height {
      PixelMath.fill(pixels + row * width + columns.lowerBound, columns.count, pixel)
    }
  }

  /// The digits 0...F, three dots wide and five high, row by row from the highest bit.
  package static let shapes: [UInt16] = [
    0b111_101_101_101_111, 0b010_110_010_010_111, 0b111_001_111_100_111, 0b111_001_111_001_111,
    0b101_101_111_001_001, 0b111_100_111_001_111, 0b111_100_111_101_111, 0b111_001_010_010_010,
    0b111_101_111_101_111, 0b111_101_111_001_111, 0b111_101_111_101_101, 0b110_101_110_101_110,
    0b111_100_100_100_111, 0b110_101_101_101_110, 0b111_100_111_100_111, 0b111_100_111_100_100,
  ]
}

import GalleyPrimitives
import GalleyRaster
import RasterOracle
import Testing

/// A shape whose edge Cairo draws too.
struct EdgeSample: Sendable {
  var rect = Rect(x: 4, y: 2, width: 60, height: 42)
  var radii: CornerRadii
  var border: Border?

  /// The coverage of the shape, or of its border, that Cairo finds `factor` times larger.
  func oracle(scale: Double, factor: Int32) -> (coverage: [UInt8], columns: Int) {
    let (columns, rows) = (Int((rect.maxX + 4) * scale), Int((rect.maxY + 4) * scale))
    var coverage = [UInt8](repeating: 0, count: columns * rows)
    let size = Size(width: rect.width * scale, height: rect.height * scale)
    let fitted = CornerRadii(
      topLeft: radii.topLeft * scale, topRight: radii.topRight * scale,
      bottomRight: radii.bottomRight * scale, bottomLeft: radii.bottomLeft * scale
    ).fitted(to: size)
    let pixels = [fitted.topLeft, fitted.topRight, fitted.bottomRight, fitted.bottomLeft]
    let (x, y) = (rect.minX * scale, rect.minY * scale)
    let status: Int32
    if let border {
      status = oracle_border_coverage(
        x, y, size.width, size.height, pixels, max(1, (border.width * scale).rounded(.down)),
        border.dashes.map { $0 * scale }, Int32(border.dashes.count), border.phase * scale, factor,
        &coverage, Int32(columns), Int32(rows))
    } else {
      status = oracle_rounded_coverage(
        x, y, size.width, size.height, pixels, factor, &coverage, Int32(columns), Int32(rows))
    }
    #expect(status == 0)
    return (coverage, columns)
  }

  /// How far the painter's coverage is from the oracle's, in steps of 255, at the worst pixel.
  func worst(scale: Double, factor: Int32) throws -> Int {
    let (coverage, columns) = oracle(scale: scale, factor: factor)
    let pixels = try ShapeTests.draw(
      [
        .fill(.zero, .white),
        .roundedRect(rect, radii: radii, fill: border == nil ? .black : .white, border: border),
      ], width: Double(columns) / scale, height: Double(coverage.count / columns) / scale,
      scale: scale)
    #expect(pixels.count == coverage.count)
    #expect(coverage.contains(255) && coverage.contains(0))
    return zip(pixels, coverage).map { abs(255 - Int($0 & 0xFF) - Int($1)) }.max() ?? 255
  }
}

@Suite("Coverage")
struct CoverageOracleTests {
  private static let radii = [
    CornerRadii.zero, CornerRadii(all: 8), CornerRadii(all: 20),
    CornerRadii(topLeft: 7, topRight: 12, bottomRight: 6, bottomLeft: 20.5),
  ]
  private static let dashes = [[4.3, 2.2, 1], [2, 3], [11, 1.5]]

  // Areas are exact here, while Cairo finds them from 15 lines a pixel: 60 at 4 times the size, which
  // leaves a nearly level edge wrong by 2 steps, and two that meet, as at a dash's end, by 4. At 16
  // times the size no pixel is off by more than rounding to bytes twice.
  private struct Oracle: Sendable {
    var factor: Int32
    var scale: Double
    /// The most steps at edges, and at dashes.
    var edge: Int
    var dash: Int
  }
  private static let oracles =
    [1.0, 1.5, 2, 3].map { Oracle(factor: 4, scale: $0, edge: 2, dash: 4) }
    + [Oracle(factor: 16, scale: 1, edge: 1, dash: 1)]

  @Test(
    "is that of Cairo at 4 times the size to 2 steps of 255, and at 16 times to 1",
    arguments: oracles)
  private func equalCairo(oracle: Oracle) throws {
    for radii in Self.radii {
      for width in [nil, 0, 1, 2.5, 6] {
        let border = width.map { Border(width: $0, color: .black) }
        let worst = try EdgeSample(radii: radii, border: border)
          .worst(scale: oracle.scale, factor: oracle.factor)
        #expect(worst <= oracle.edge, "\(radii), border \(width as Any)")
      }
    }
  }

  @Test("of dashes is too, but for 4 steps at 4 times the size", arguments: oracles)
  private func dashes(oracle: Oracle) throws {
    for radii in Self.radii {
      for (index, dashes) in Self.dashes.enumerated() {
        for width in [0, 2.5, 6] {
          let border = Border(
            width: width, color: .black, dashes: dashes, phase: 1.25 * Double(index - 1))
          let worst = try EdgeSample(radii: radii, border: border)
            .worst(scale: oracle.scale, factor: oracle.factor)
          #expect(worst <= oracle.dash, "\(radii), border \(width), dashes \(dashes)")
        }
      }
    }
  }

  @Test(
    "of dashes is that of a whole line where there is nothing to dash",
    arguments: [
      [], [0], [.nan], [-1, 2], [.infinity], [0.2, 0.2], [3, 0],
      [Double](repeating: 1e-9, count: 9),
      [Double](repeating: 2, count: 66),
    ])
  func whole(dashes: [Double]) throws {
    func draw(_ dashes: [Double], _ rect: Rect) throws -> [UInt32] {
      try ShapeTests.draw(
        [
          .roundedRect(
            rect, radii: CornerRadii(all: 5), fill: .white,
            border: Border(width: 2, color: .black, dashes: dashes))
        ], width: 30, height: 30)
    }
    let rect = Rect(x: 2, y: 3, width: 20, height: 20)
    #expect(try draw(dashes, rect) == draw([], rect))
    // No room between corners that are thicker than the shape.
    let narrow = Rect(x: 2, y: 3, width: 3, height: 20)
    #expect(try draw([4, 2], narrow) == draw([], narrow))
  }

  @Test(
    "of borders is whole pixels, between a hairline and half of the shape", arguments: [1.0, 2, 3])
  func widths(scale: Double) throws {
    func line(_ width: Double, side: Double = 20) throws -> Int {
      let size = side + 4
      let pixels = try ShapeTests.draw(
        [
          .roundedRect(
            Rect(x: 2, y: 2, width: side, height: side), radii: .zero, fill: .white,
            border: Border(width: width, color: .black))
        ], width: size, height: size, scale: scale)
      let columns = Int(size * scale)
      #expect(pixels.allSatisfy { $0 == 0xFFFF_FFFF || $0 == 0xFF00_0000 })
      let row = pixels[Int(size / 2 * scale) * columns..<(Int(size / 2 * scale) + 1) * columns]
      return row.prefix { $0 == 0xFFFF_FFFF }.count == Int(2 * scale)
        ? row.drop { $0 == 0xFFFF_FFFF }.prefix { $0 == 0xFF00_0000 }.count : -1
    }
    for width in [0, -3, .nan, 0.2, 1 / scale] { #expect(try line(width) == 1) }
    #expect(try line(2) == Int(2 * scale))
    // Down to whole pixels: 2.9 pixels are 2.
    #expect(try line(2.9 / scale) == 2)
    #expect(try line(1e9) == Int(20 * scale))
    // Less than a pixel of the shape is nothing at all.
    let none = try ShapeTests.draw(
      [
        .roundedRect(
          Rect(x: 2, y: 2, width: 0.3 / scale, height: 9), radii: CornerRadii(all: 9), fill: .black,
          border: .hairline(.black))
      ], width: 20, height: 20, scale: scale)
    #expect(none.allSatisfy { $0 == 0xFFFF_FFFF })
  }
}

import GalleyPrimitives
import GalleyRaster
import RasterOracle
import Testing

/// A shape whose exact edge is known.
struct EdgeSample: Sendable {
  var rect = Rect(x: 4, y: 2, width: 60, height: 42)
  var radii: CornerRadii
  var border: Border?

  /// The input of the oracles for a sample at a scale, in device pixels.
  struct InPixels {
    var (columns, rows) = (0, 0)
    var (x, y, width, height) = (0.0, 0.0, 0.0, 0.0)
    /// The radii, clockwise from the top left.
    var radii: [Double] = []
    /// The border's width; `nil` for none.
    var line: Double?
    var dashes: [Double] = []
    var phase = 0.0
  }

  func inPixels(scale: Double) -> InPixels {
    let size = Size(width: rect.width * scale, height: rect.height * scale)
    let fitted = CornerRadii(
      topLeft: radii.topLeft * scale, topRight: radii.topRight * scale,
      bottomRight: radii.bottomRight * scale, bottomLeft: radii.bottomLeft * scale
    ).fitted(to: size)
    return InPixels(
      columns: Int((rect.maxX + 4) * scale), rows: Int((rect.maxY + 4) * scale),
      x: rect.minX * scale, y: rect.minY * scale, width: size.width, height: size.height,
      radii: [fitted.topLeft, fitted.topRight, fitted.bottomRight, fitted.bottomLeft],
      line: border.map { max(1, ($0.width * scale).rounded(.down)) },
      dashes: border?.dashes.map { $0 * scale } ?? [], phase: (border?.phase ?? 0) * scale)
  }

  /// Returns the coverage of the shape, or of its border, that Cairo computes at `factor` times the
  /// size, in steps of 255.
  func cairo(scale: Double, factor: Int32) -> [Double] {
    let shape = inPixels(scale: scale)
    let (columns, rows) = (Int32(shape.columns), Int32(shape.rows))
    var coverage = [UInt8](repeating: 0, count: shape.columns * shape.rows)
    let status =
      if let line = shape.line {
        oracle_border_coverage(
          shape.x, shape.y, shape.width, shape.height, shape.radii, line, shape.dashes,
          Int32(shape.dashes.count), shape.phase, factor, &coverage, columns, rows)
      } else {
        oracle_rounded_coverage(
          shape.x, shape.y, shape.width, shape.height, shape.radii, factor, &coverage, columns, rows
        )
      }
    #expect(status == 0)
    #expect(coverage.contains(255) && coverage.contains(0))
    return coverage.map(Double.init)
  }

  /// Returns the exact area of the shape, or of its border, in each pixel, in steps of 255.
  func exact(scale: Double) -> [Double] {
    let shape = inPixels(scale: scale)
    let (columns, rows) = (Int32(shape.columns), Int32(shape.rows))
    var coverage = [Double](repeating: 0, count: shape.columns * shape.rows)
    if let line = shape.line {
      oracle_exact_border(
        shape.x, shape.y, shape.width, shape.height, shape.radii, line, shape.dashes,
        Int32(shape.dashes.count), shape.phase, &coverage, columns, rows)
    } else {
      oracle_exact_rounded(
        shape.x, shape.y, shape.width, shape.height, shape.radii, &coverage, columns, rows)
    }
    return coverage.map { $0 * 255 }
  }

  /// Returns the painter's coverage, in steps of 255: black on white.
  func painted(scale: Double) throws -> [Double] {
    let shape = inPixels(scale: scale)
    let pixels = try ShapeTests.draw(
      [
        .fill(.zero, .white),
        .roundedRect(rect, radii: radii, fill: border == nil ? .black : .white, border: border),
      ], width: Double(shape.columns) / scale, height: Double(shape.rows) / scale, scale: scale)
    return pixels.map { 255 - Double($0 & 0xFF) }
  }

  /// Returns the largest difference between two coverages in any pixel.
  static func distance(_ one: [Double], _ other: [Double]) -> Double {
    guard one.count == other.count else { return 255 }
    return oracle_distance(one, other, Int32(one.count))
  }
}

@Suite("Coverage", .timeLimit(.minutes(15)))
struct CoverageOracleTests {
  private static let radii = [
    CornerRadii.zero, CornerRadii(all: 8), CornerRadii(all: 20),
    CornerRadii(topLeft: 7, topRight: 12, bottomRight: 6, bottomLeft: 20.5),
  ]
  private static let dashes = [[4.3, 2.2, 1], [2, 3], [11, 1.5]]

  private static let edges = radii.flatMap { radii in
    [nil, 0, 1, 2.5, 6].map { width in
      EdgeSample(radii: radii, border: width.map { Border(width: $0, color: .black) })
    }
  }
  private static let dashed = radii.flatMap { radii in
    dashes.enumerated().flatMap { index, dashes in
      [0, 2.5, 6].map { width in
        EdgeSample(
          radii: radii,
          border: Border(
            width: width, color: .black, dashes: dashes, phase: 1.25 * Double(index - 1)))
      }
    }
  }

  // Cairo (1.16's `cairo-tor-scan-converter.c`) computes areas from 15 lines per pixel, 60 at 4
  // times the size. It moves an edge between two lines to one of them, by up to 1/120 of a pixel,
  // which is 2.1 steps of 255. A nearly level edge has the same error; two such edges in one pixel,
  // as at the start and end of a dash, have twice the error. Across, positions are rounded to 1/256
  // of a pixel. So Cairo at 4 times the size deviates from the exact area by more than a painter
  // may, and the painter is compared to the exact area too.
  @Test(
    "is within a step of 255 of the exact area, closer to it than Cairo at 4 times the size, and within Cairo's error of that: 2 steps, or 4 at dashes",
    arguments: [1.0, 1.5, 2, 3])
  func equalsArea(scale: Double) throws {
    var (worst, worstCairo) = (0.0, 0.0)
    for sample in Self.edges + Self.dashed {
      let exact = sample.exact(scale: scale)
      let painted = try sample.painted(scale: scale)
      let cairo = sample.cairo(scale: scale, factor: 4)
      let distance = EdgeSample.distance(painted, exact)
      let cairoDistance = EdgeSample.distance(cairo, exact)
      #expect(distance <= 1, "\(sample)")
      // Rounding to a byte costs half a step, for Cairo too.
      #expect(distance <= max(cairoDistance, 0.5) + 1e-6, "\(sample)")
      let isDashed = sample.border?.dashes.isEmpty == false
      #expect(EdgeSample.distance(painted, cairo) <= (isDashed ? 4 : 2), "\(sample)")
      (worst, worstCairo) = (max(worst, distance), max(worstCairo, cairoDistance))
    }
    #expect(worst < worstCairo / 3)
  }

  @Test("agrees with Cairo at 16 times the size within a step")
  func equalsFineCairo() throws {
    for sample in Self.edges + Self.dashed {
      let distance = EdgeSample.distance(
        try sample.painted(scale: 1), sample.cairo(scale: 1, factor: 16))
      #expect(distance <= 1, "\(sample)")
    }
  }

  @Test(
    "of invalid dashes is that of a solid line",
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
    // Corners wider than the shape leave no space between them.
    let narrow = Rect(x: 2, y: 3, width: 3, height: 20)
    #expect(try draw([4, 2], narrow) == draw([], narrow))
  }

  @Test(
    "of borders has whole pixels, from a hairline to half of the shape", arguments: [1.0, 2, 3])
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
    // Widths are rounded down: 2.9 pixels become 2.
    #expect(try line(2.9 / scale) == 2)
    #expect(try line(1e9) == Int(20 * scale))
    // A shape narrower than a pixel is not drawn.
    let none = try ShapeTests.draw(
      [
        .roundedRect(
          Rect(x: 2, y: 2, width: 0.3 / scale, height: 9), radii: CornerRadii(all: 9), fill: .black,
          border: .hairline(.black))
      ], width: 20, height: 20, scale: scale)
    #expect(none.allSatisfy { $0 == 0xFFFF_FFFF })
  }
}

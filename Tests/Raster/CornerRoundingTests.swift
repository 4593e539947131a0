import GalleyHandles
import GalleyPrimitives
import GalleyRaster
import GalleyShapes
import Testing

@Suite("Corner rounding", .timeLimit(.minutes(15)))
struct CornerRoundingTests {
  private static let page = Color(rgb: 0xEFEFF4)
  private static let rect = Rect(x: 5, y: 4, width: 90, height: 60)
  private static let radii = CornerRadii(
    topLeft: 14, topRight: 3, bottomRight: 0, bottomLeft: 25.5)

  /// The same card with each kind of corners, with a striped picture in it.
  private static func card(_ rounding: CornerRounding, border: Border?) -> [DisplayItem] {
    func ground(_ radii: CornerRadii, isSquare: Bool = false) -> DisplayItem {
      .roundedRect(
        rect, radii: radii, fill: Color(rgb: 0x2B50C8), border: border, isSquare: isSquare)
    }
    let stripes = (0..<6).map {
      DisplayItem.fill(
        Rect(x: 33, y: 16 + 6 * Double($0), width: 24, height: 3), Color(rgb: 0xFFD23C))
    }
    let picture = Rect(x: 33, y: 16, width: 24, height: 36)
    switch rounding {
    case .none: return [ground(.zero)] + stripes
    case .drawn:
      return [ground(radii), .group(DisplayGroup(stripes, in: picture, radii: radii))]
    case .covered:
      return [ground(radii, isSquare: true)] + stripes + [
        .cornerPieces(picture, radii: radii, color: Color(rgb: 0x2B50C8)),
        .cornerPieces(rect, radii: radii, color: page),
      ]
    case .masked:
      let inner = DisplayGroup(stripes, in: picture, radii: radii, isMasked: true)
      return [
        .group(
          DisplayGroup(
            [ground(radii, isSquare: true), .group(inner)], in: rect, radii: radii, isMasked: true))
      ]
    }
  }

  private static let borders: [Border?] = [
    nil, .hairline(.black), Border(width: 3, color: Color(red: 200, green: 0, blue: 0, alpha: 128)),
    Border(width: 2, color: .white, dashes: [5, 3, 1], phase: 2),
  ]

  @Test("gives pictures that differ only by rounding", arguments: [1.0, 1.5, 2, 3])
  func agrees(scale: Double) throws {
    for border in Self.borders {
      func draw(_ rounding: CornerRounding) throws -> [UInt32] {
        try ShapeTests.draw(
          Self.card(rounding, border: border), width: 100, height: 70, scale: scale,
          background: Self.page)
      }
      let drawn = try draw(.drawn)
      for rounding in [CornerRounding.covered, .masked] {
        let other = try draw(rounding)
        let worst = zip(drawn, other).map { Self.difference($0, $1) }.max()
        #expect(worst ?? 255 <= 2, "\(rounding), \(String(describing: border))")
      }
      // Square corners must give a different picture.
      #expect(zip(drawn, try draw(.none)).contains { Self.difference($0, $1) > 40 })
    }
  }

  @Test("gives the same bytes in frames as in pictures, by a mask", arguments: [1.0, 2, 3])
  func composited(scale: Double) throws {
    let painter = try Painter(pool: SurfacePool())
    let list = DisplayList(Self.card(.masked, border: .hairline(.black)))
    let size = Size(width: 100, height: 70)
    let whole = try painter.draw(list, size: size, scale: scale, background: Self.page).copyPixels()
    let (width, height) = (Int(100 * scale), Int(70 * scale))
    // Pictures of some rows; a frame shows a part of each.
    for cut in [0..<height, 0..<height / 3, height / 3..<height, height / 2..<height / 2 + 1] {
      let layered = try painter.layers(
        of: list, rows: cut, width: width, scale: scale, background: Self.page)
      #expect(layered.layers.count == 1)
      for rows in [cut, cut.lowerBound..<cut.lowerBound + 1, cut.upperBound - 1..<cut.upperBound] {
        let picture = try #require(layered.composited(rows, pool: SurfacePool()))
        #expect(picture.isOpaque)
        #expect(
          picture.copyPixels() == Array(whole[rows.lowerBound * width..<rows.upperBound * width]))
      }
    }
    let all = try painter.layers(
      of: list, rows: 0..<height, width: width, scale: scale, background: Self.page)
    // The card, and its picture again.
    #expect(
      all.maskedPixelCount == Int(90 * scale) * Int(60 * scale) + Int(24 * scale) * Int(36 * scale))
    #expect(all.pixels.copyPixels().allSatisfy { $0 == Self.page.premultipliedPixel })
  }

  @Test("clips groups in bands as on one surface")
  func bands() throws {
    let painter = try Painter(pool: SurfacePool())
    for rounding in CornerRounding.allCases {
      let list = DisplayList(
        Self.card(rounding, border: Border(width: 1, color: .black, dashes: [4, 2])))
      let size = Size(width: 100, height: 70)
      let whole = try painter.draw(list, size: size, scale: 2, background: Self.page).copyPixels()
      var joined: [UInt32] = []
      for top in stride(from: 0, to: 140, by: 9) {
        let rows = top..<min(140, top + 9)
        var band = try painter.makeSurface(PixelSize(width: 200, height: rows.count))
        try painter.draw(list, rows: rows, scale: 2, background: Self.page, into: &band)
        joined += band.copyPixels()
      }
      #expect(joined == whole)
    }
  }

  @Test("flattens groups, so that overlapped items do not shine through")
  func flattened() throws {
    let items: [DisplayItem] = [
      .fill(Rect(x: 0, y: 0, width: 4, height: 4), .black),
      .fill(Rect(x: 2, y: 0, width: 4, height: 4), Color(rgb: 0xFF0000)),
    ]
    let pixels = try ShapeTests.draw(
      [.group(DisplayGroup(items, in: Rect(x: 0, y: 0, width: 5, height: 4), opacity: 0.5))],
      width: 6, height: 4)
    #expect(
      Array(pixels[..<6]) == [
        0xFF7F_7F7F, 0xFF7F_7F7F, 0xFFFF_7F7F, 0xFFFF_7F7F, 0xFFFF_7F7F, 0xFFFF_FFFF,
      ])
  }

  @Test("makes no layer for a group smaller than a pixel or with zero opacity")
  func nothing() throws {
    let items: [DisplayItem] = [.fill(Rect(x: 0, y: 0, width: 9, height: 9), .black)]
    let white = [UInt32](repeating: 0xFFFF_FFFF, count: 81)
    for rounding in [false, true] {
      for (rect, opacity) in [
        (Rect(x: 2, y: 2, width: 0.4, height: 5), 1.0), (Rect(x: 2, y: 2, width: -3, height: 5), 1),
        (Rect(x: 20, y: 2, width: 5, height: 5), 1), (Rect(x: 0, y: 0, width: 9, height: 9), 0),
        (Rect(x: 0, y: 0, width: 9, height: 9), .nan), (Rect(x: 0, y: 0, width: 9, height: 9), -1),
      ] {
        let group = DisplayGroup(
          items, in: rect, radii: CornerRadii(all: 3), opacity: opacity, isMasked: rounding)
        #expect(try ShapeTests.draw([.group(group)], width: 9, height: 9) == white)
      }
    }
    #expect(throws: RasterError.self) {
      try ShapeTests.draw(
        [.group(DisplayGroup(items, in: Rect(x: .nan, y: 0, width: 1, height: 1)))], width: 9,
        height: 9)
    }
  }

  private static func difference(_ one: UInt32, _ other: UInt32) -> Int {
    guard one != other else { return 0 }
    return stride(from: UInt32(0), through: 24, by: 8).map {
      abs(Int(one >> $0 & 0xFF) - Int(other >> $0 & 0xFF))
    }.max() ?? 0
  }
}

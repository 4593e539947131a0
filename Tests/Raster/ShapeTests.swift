import GalleyHandles
import GalleyPrimitives
import GalleyRaster
import RasterOracle
import Testing

@Suite("Shapes", .timeLimit(.minutes(15)))
struct ShapeTests {
  static func draw(
    _ items: [DisplayItem], width: Double, height: Double, scale: Double = 1,
    background: Color = .white
  ) throws -> [UInt32] {
    try Painter(pool: SurfacePool()).draw(
      DisplayList(items), size: Size(width: width, height: height), scale: scale,
      background: background
    ).copyPixels()
  }

  @Test("are circles if the radius is half of the side", arguments: [1, 2, 3, 35, 36, 71, 72])
  func circles(side: Int) throws {
    let pixels = try Self.draw(
      [
        .roundedRect(
          Rect(x: 0, y: 0, width: Double(side), height: Double(side)),
          radii: CornerRadii(all: Double(side)), fill: .black)
      ], width: Double(side), height: Double(side))
    let ink = pixels.reduce(0) { $0 + (255 - Double($1 & 0xFF)) / 255 }
    let area = Double.pi * Double(side * side) / 4
    #expect(abs(ink - area) <= 0.02 * Double(side) + 0.01)
    // Mirrored along both axes and the diagonal.
    for y in 0..<side {
      for x in 0..<side {
        #expect(pixels[y * side + x] == pixels[x * side + y])
        #expect(pixels[y * side + x] == pixels[y * side + side - 1 - x])
      }
    }
  }

  @Test("have hairlines of exactly one device pixel", arguments: [1.0, 1.5, 2, 3])
  func hairlines(scale: Double) throws {
    let line = Color(rgb: 0xFF0000)
    let pixels = try Self.draw(
      [
        .roundedRect(
          Rect(x: 2, y: 2, width: 16, height: 16), radii: .zero, fill: .black,
          border: .hairline(line))
      ], width: 20, height: 20, scale: scale)
    let side = Int(20 * scale)
    let (first, last) = (Int(2 * scale), Int(18 * scale) - 1)
    for y in 0..<side {
      for x in 0..<side {
        let isInside = (first...last).contains(x) && (first...last).contains(y)
        let isEdge = isInside && (x == first || x == last || y == first || y == last)
        let expected: UInt32 = isEdge ? 0xFFFF_0000 : isInside ? 0xFF00_0000 : 0xFFFF_FFFF
        #expect(pixels[y * side + x] == expected)
      }
    }
  }

  @Test("show no page colour between fill and border")
  func noSeam() throws {
    let pixels = try Self.draw(
      [
        .roundedRect(
          Rect(x: 0, y: 0, width: 60, height: 60), radii: CornerRadii(all: 20),
          fill: Color(rgb: 0x0000FF), border: Border(width: 3, color: Color(rgb: 0x0000FF)))
      ], width: 60, height: 60)
    let plain = try Self.draw(
      [
        .roundedRect(
          Rect(x: 0, y: 0, width: 60, height: 60), radii: CornerRadii(all: 20),
          fill: Color(rgb: 0x0000FF))
      ], width: 60, height: 60)
    #expect(pixels == plain)
  }

  @Test("do not depend on the painter's earlier drawings")
  func doNotDependOnOthers() throws {
    let painter = try Painter(pool: SurfacePool())
    let colors = [Color(rgb: 0xEFEFF4), .white, Color(red: 9, green: 80, blue: 200, alpha: 90)]
    var pictures = 0
    // Cards of several styles and many heights, some too short for two corners, some beyond the
    // edges.
    for (width, height) in zip([50, 50, 37, 50, 37, 50], [60, 41, 60, 17, 25, 90]) {
      for (number, color) in colors.enumerated() {
        for (x, radius) in [(5.0, 8.0), (5, 0), (-4, 12)] {
          let rect = Rect(x: x, y: 4, width: Double(width) - 10, height: Double(height) - 8)
          let border = Border(width: Double(number), color: colors[(number + 1) % 3])
          let item = DisplayItem.roundedRect(
            rect, radii: CornerRadii(all: radius), fill: color, border: border,
            isSquare: number == 1)
          for items in [[item], []] {
            let size = Size(width: Double(width), height: Double(height))
            let page = colors[(number + 2) % 3]
            let drawn = try painter.draw(DisplayList(items), size: size, scale: 1, background: page)
            let alone = try Self.draw(
              items, width: size.width, height: size.height, background: page)
            #expect(drawn.copyPixels() == alone, "\(item) on \(page), \(size)")
            pictures += 1
          }
        }
      }
    }
    #expect(pictures == 108)
  }

  @Test(
    "first in the list have the same bytes as later in the list",
    arguments: [
      (Rect(x: 10, y: 5, width: 355, height: 160), CornerRadii(all: 8)),
      (Rect(x: 10, y: 5, width: 355, height: 160), CornerRadii.zero),
      (Rect(x: -5, y: -5, width: 400, height: 400), CornerRadii(all: 30)),
      (
        Rect(x: 3, y: 90, width: 300, height: 400),
        CornerRadii(topLeft: 40, topRight: 0, bottomRight: 9, bottomLeft: 4)
      ),
      (Rect(x: 500, y: 5, width: 10, height: 10), CornerRadii(all: 3)),
    ], [Color.white, Color(red: 200, green: 10, blue: 90, alpha: 100)])
  func backgroundPath(card: (rect: Rect, radii: CornerRadii), fill: Color) throws {
    for border in [nil, .hairline(Color(rgb: 0x888888)), Border(width: 2.5, color: fill)] {
      for scale in [1.0, 2, 3] {
        let item = DisplayItem.roundedRect(
          card.rect, radii: card.radii, fill: fill, border: border)
        let page = Color(rgb: 0xF0F2F5)
        let first = try Self.draw(
          [item], width: 375, height: 170, scale: scale, background: page)
        let later = try Self.draw(
          [.fill(.zero, .black), item], width: 375, height: 170, scale: scale, background: page)
        #expect(first == later)
      }
    }
  }

  @Test("drawn in bands have the pixels of one surface", arguments: [1, 7, 64, 100])
  func bands(height: Int) throws {
    let size = Size(width: 90, height: 150)
    let text = SampleText.layout(
      [
        .init(
          text: "Several words on lines that a band may cut gjpqy",
          font: FontKey(path: Fonts.sans, size: 14), color: .black)
      ], width: 60)
    let list = DisplayList([
      .roundedRect(
        Rect(x: 5, y: 5, width: 80, height: 140), radii: CornerRadii(all: 8), fill: .white,
        border: .hairline(.black)),
      .text(text, origin: Point(x: 10, y: 10)),
      .roundedRect(
        Rect(x: 20, y: 40, width: 60, height: 60), radii: CornerRadii(all: 30), fill: nil,
        border: Border(width: 2, color: .black)),
    ])
    let painter = try Painter(pool: SurfacePool())
    let page = Color(rgb: 0xEEEEEE)
    let whole = try painter.draw(list, size: size, scale: 1, background: page).copyPixels()
    var joined: [UInt32] = []
    for top in stride(from: 0, to: 150, by: height) {
      let rows = top..<min(150, top + height)
      var band = try painter.makeSurface(PixelSize(width: 90, height: rows.count))
      try painter.draw(list, rows: rows, scale: 1, background: page, into: &band)
      joined += band.copyPixels()
    }
    #expect(joined == whole)
  }

  @Test(
    "of a picture of any size have at most 8,192 pixel rows and 32 Mi pixels, and all of its rows")
  func bandSizes() {
    for (width, height) in [(1, 1), (750, 8192), (750, 8193), (4097, 20_000), (16_384, 5000)] {
      let bands = Painter.bands(of: PixelSize(width: width, height: height))
      #expect(bands.flatMap { $0 } == Array(0..<height))
      #expect(bands.allSatisfy { $0.count <= 8192 && $0.count * width <= 32 << 20 })
    }
  }

  @Test("on a translucent page keep its alpha")
  func translucent() throws {
    let painter = try Painter(pool: SurfacePool())
    let surface = try painter.draw(
      DisplayList([.fill(Rect(x: 0, y: 0, width: 1, height: 1), .white)]),
      size: Size(width: 2, height: 1), scale: 1, background: .clear)
    #expect(surface.copyPixels() == [0xFFFF_FFFF, 0])
    let isOpaque = surface.isOpaque
    #expect(!isOpaque)
  }
}

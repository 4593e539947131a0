import Galley
import GalleyHandles
import GalleyPNG
import GalleyPrimitives
import GalleyRaster
import TestSupport
import Testing

/// Text at small scales, with hinting and without it.
@Suite("Hinting", .timeLimit(.minutes(5)))
struct HintingPictureTests {
  private static let sentences = [
    "Ahoy! 14 letters fit the grid", "Съешь ещё этих булок", "三个语言的界面：東京の朝", "नमस्ते, यह छोटा पाठ है",
  ]
  private static let size = Size(width: 200, height: 92)
  private let typesetter: Typesetter

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func pixels(_ hinting: GlyphHinting, scale: Double) throws -> [UInt32] {
    var list: [DisplayItem] = []
    for (index, sentence) in Self.sentences.enumerated() {
      let text = AttributedText(
        sentence, attributes: TextAttributes(font: Font(size: 14), color: PictureBoard.ink))
      let layout = try typesetter.layout(text, in: TextContainer(width: 196))
      list.append(.text(layout, origin: Point(x: 4, y: 3 + 22 * Double(index))))
    }
    let painter = try Painter(pool: SurfacePool(), hinting: hinting)
    let surface = try painter.draw(
      DisplayList(list), size: Self.size, scale: scale, background: .white)
    return surface.withPixels { bytes, _ in
      bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    }
  }

  /// The sum of the differences between pixels and those below them, which sharp horizontal edges make large.
  private func sharpness(_ pixels: [UInt32], width: Int) -> Int {
    zip(pixels, pixels.dropFirst(width)).reduce(0) {
      let difference = Int($1.0 & 0xFF) - Int($1.1 & 0xFF)
      return $0 + difference * difference
    }
  }

  @Test("makes horizontal strokes sharper, up to scale 1.5", arguments: [(1.0, 1.15), (1.5, 1.1)])
  func sharpens(scale: Double, factor: Double) throws {
    let width = Int(200 * scale)
    let (plain, hinted) = try (pixels(.none, scale: scale), pixels(.light, scale: scale))
    #expect(
      Double(sharpness(hinted, width: width)) > factor * Double(sharpness(plain, width: width)))
  }

  @Test("changes nothing at larger scales")
  func largerScales() throws {
    #expect(try pixels(.none, scale: 2) == pixels(.light, scale: 2))
    #expect(try pixels(.none, scale: 1) != pixels(.light, scale: 1))
  }

  @Test("is shown in the manual")
  func picture() throws {
    let (zoom, width, height) = (3, 200, 92)
    let halves = try [pixels(.none, scale: 1), pixels(.light, scale: 1)]
    let encoder = WholePictureEncoder(width: 2 * width * zoom, colorType: .rgb)
    var rows: [UInt32] = []
    for row in 0..<height {
      var line: [UInt32] = []
      for half in halves {
        for pixel in half[row * width..<(row + 1) * width] {
          line += repeatElement(pixel, count: zoom)
        }
      }
      for _ in 0..<zoom { rows += line }
    }
    rows.withUnsafeBytes {
      encoder.append($0, stride: 8 * width * zoom, rows: 0..<height * zoom)
    }
    try Golden(name: "layout-hinting", folder: Repository.documentedPictures).expect(
      try encoder.finish(scale: 1), from: "test")
  }
}

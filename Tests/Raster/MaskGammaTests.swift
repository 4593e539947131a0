@testable import GalleyGlyphs
import GalleyHandles
import GalleyPrimitives
import GalleyRaster
import GalleyText
import Testing

/// The coverage of text by its colour.
@Suite("Contrast of text", .timeLimit(.minutes(5)))
struct MaskGammaTests {
  /// The coverages of Chromium 156 where Galley's outlines cover 32, 64, … 224: the median over the pixels of sentences
  /// in Noto Sans 16 at scale 2, as `make truth` draws them.
  private static let measured: [(color: UInt32, coverages: [Double])] = [
    (0x000000, [32, 61, 96, 124, 159, 183, 218]),
    (0x808080, [35, 65.5, 102, 133, 168, 197, 227]),
    (0xC0C0C0, [39, 69.6, 104.4, 135.9, 171.3, 198.8, 229.5]),
    (0xFFFFFF, [44, 76, 113, 142, 175, 197, 229]),
  ]

  @Test("is Chromium's, but for steps that no eye sees", arguments: measured)
  func table(color: UInt32, coverages: [Double]) throws {
    let table = try #require(MaskGamma.table(level: MaskGamma.level(of: Color(rgb: color))))
    for (place, expected) in coverages.enumerated() {
      #expect(abs(Double(table[32 * (place + 1)]) - expected) <= 5)
    }
  }

  @Test("leaves blank and full pixels as they are, and never falls")
  func ends() throws {
    for level in 0..<MaskGamma.levelCount {
      let table = try #require(MaskGamma.table(level: level))
      #expect(table.count == 256 && table[0] == 0 && table[255] == 255)
      #expect(zip(table, table.dropFirst()).allSatisfy(<=))
    }
    #expect(MaskGamma.table(level: MaskGamma.linear) == nil)
  }

  @Test("goes by the lightness of the colour, in eight levels")
  func levels() {
    let levels = [0x000000, 0x0000FF, 0xFF0000, 0x808080, 0x00FF00, 0xE0E0E0, 0xFFFFFF]
      .map { MaskGamma.level(of: Color(rgb: $0)) }
    #expect(levels == [0, 0, 1, 4, 5, 7, 7])
  }

  /// The sum of the red channel of a line of text.
  private func sum(_ color: Color, on ground: Color, _ painter: Painter) throws -> Double {
    let layout = SampleText.line(
      "Sphinx of black quartz", font: Fonts.sans, size: 16, color: color)
    let surface = try painter.draw(
      DisplayList([.text(layout, origin: Point(x: 5, y: 30))]),
      size: Size(width: 260, height: 40), scale: 1, background: ground)
    return surface.copyPixels().reduce(0) { $0 + Double($1 >> 16 & 0xFF) }
  }

  @Test("makes white on black as heavy as black on white, with masks of one store for both")
  func weight() throws {
    let store = GlyphMaskStore()
    let linear = try Painter(pool: SurfacePool(), glyphMasks: store, contrast: .linear)
    let painter = try Painter(pool: SurfacePool(), glyphMasks: store)
    let whole = 260.0 * 40 * 255
    let (white, linearWhite) = try (
      sum(.white, on: .black, painter), sum(.white, on: .black, linear)
    )
    let (black, linearBlack) = try (
      whole - sum(.black, on: .white, painter), whole - sum(.black, on: .white, linear)
    )
    #expect(abs(linearWhite - linearBlack) / linearBlack < 0.01)
    #expect((1.02...1.08).contains(white / linearWhite))
    #expect((0.97...1).contains(black / linearBlack))
    #expect(try sum(.white, on: .black, painter) == white)
  }
}

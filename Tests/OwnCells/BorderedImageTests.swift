import Foundation
import Galley
import TestSupport
import Testing

@Suite("Images with a border", .timeLimit(.minutes(15)))
struct BorderedImageTests {
  /// Draws an image of 120 by 80 pixels with round corners and a border on white.
  private func drawing(_ border: Border) throws -> DecodedPNG {
    let cell = Image("harbour.jpg", size: Size(width: 60, height: 40)).border(border)
      .cornerRadius(16)
    var theme = Theme.light
    theme.pageColor = .white
    let options = RenderOptions(
      template: CellTemplate(theme: theme, width: 60, scale: 2), assets: Repository.assets)
    return try DecodedPNG(PictureRenderer(options).png(of: cell))
  }

  @Test("do not show in the pixels of an opaque border's outer edge", arguments: [1.0, 1.5, 3])
  func opaque(width: Double) throws {
    let png = try drawing(Border(width: width, color: .white))
    #expect(png.width == 120 && png.height == 80)
    var count = 0
    for y in 0..<32 {
      for x in 0..<32 where hypot(31.5 - Double(x), 31.5 - Double(y)) > 33 - 2 * width {
        count += 1
        let color = png.color(x: x, y: y)
        let least = [16, 8, 0].map { color >> $0 & 0xFF }.min() ?? 0
        #expect(least >= 252, "\(x), \(y)")
      }
    }
    #expect(count > 150)
    #expect(png.color(x: 60, y: 40) != 0xFF_FFFF)
  }

  @Test("show through a translucent border as far as its edge")
  func translucent() throws {
    let png = try drawing(
      Border(width: 3, color: Color(red: 255, green: 255, blue: 255, alpha: 128)))
    #expect(png.color(x: 60, y: 0) != 0xFF_FFFF)
  }
}

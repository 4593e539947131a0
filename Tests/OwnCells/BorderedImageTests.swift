import Foundation
import Galley
import TestSupport
import Testing

@Suite("Images with a border", .timeLimit(.minutes(15)))
struct BorderedImageTests {
  /// Draws an image of 120 by 80 pixels with round corners and a border on white.
  private func drawing(_ border: Border, background: Color? = nil) throws -> DecodedPNG {
    let cell = Image("harbour.jpg", size: Size(width: 60, height: 40)).border(border)
      .cornerRadius(16).background(background)
    var theme = Theme.light
    theme.pageColor = .white
    let options = RenderOptions(
      template: CellTemplate(theme: theme, width: 60, scale: 2), assets: Repository.assets)
    return try DecodedPNG(PictureRenderer(options).png(of: cell))
  }

  @Test(
    "do not show in the pixels of an opaque border's outer edge", arguments: [0, 0.5, 1, 1.5, 3])
  func opaque(width: Double) throws {
    let png = try drawing(Border(width: width, color: .white))
    let width = max(0.5, width)
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

  @Test(
    "leave pixels of the edge to border and page, also above a background",
    arguments: [nil, Color(rgb: 0xFF0000)])
  func edge(background: Color?) throws {
    for width in [0.5, 1, 3] {
      let border = Border(width: width, color: Color(rgb: 0x0000FF))
      let png = try drawing(border, background: background)
      var count = 0
      for y in 0..<32 {
        for x in 0..<32 where hypot(31.5 - Double(x), 31.5 - Double(y)) > 32 {
          // A mixture of blue and white.
          let color = png.color(x: x, y: y)
          let (red, green, blue) = (color >> 16, color >> 8 & 0xFF, color & 0xFF)
          #expect(red == green && blue >= 254, "\(x), \(y): \(red) \(green) \(blue)")
          if red < 255 { count += 1 }
        }
      }
      #expect(count > 10)
      #expect(png.color(x: 60, y: 40) >> 16 > 32)
    }
  }

  @Test("show through a translucent border as far as its edge")
  func translucent() throws {
    let png = try drawing(
      Border(width: 3, color: Color(red: 255, green: 255, blue: 255, alpha: 128)))
    #expect(png.color(x: 60, y: 0) != 0xFF_FFFF)
  }
}

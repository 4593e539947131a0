import Foundation
import Galley
import GalleyHandles
import GalleyLayout
import TestSupport
import Testing

/// Variable fonts that `Tests/Support/variable_font.py` has written.
@Suite("Variable fonts", .timeLimit(.minutes(5)))
struct VariableFontTests {
  private let folder: TestFolder
  private let renderer: TextRenderer

  init() throws {
    folder = try TestFolder()
    for name in ["axis.ttf", "axis-named.ttf"] {
      try FileManager.default.copyItem(
        at: Repository.url("Tests/Support/\(name)"),
        to: URL(fileURLWithPath: folder.path(name)))
    }
    renderer = try TextRenderer(fonts: .notoAnd(folder: folder.path))
  }

  private func layout(
    _ string: String, variations: String, by renderer: TextRenderer
  ) throws -> TextLayout {
    var font = Font(family: "Axis Test", size: 20)
    font.variations = variations
    return try renderer.typesetter.layout(
      AttributedText(string, attributes: TextAttributes(font: font)),
      in: TextContainer(width: .infinity))
  }

  /// The ink of a layout, in layout units squared.
  private func ink(_ layout: TextLayout, by renderer: TextRenderer) throws -> Double {
    let png = try DecodedPNG(renderer.picture(of: [layout]))
    // Three channels, at scale 2.
    return png.pixels.reduce(0) { $0 + Double(255 - $1) / 255 } / 12
  }

  @Test("axes change advances and outlines, in pixels and in documents")
  func axes() throws {
    let plain = try layout("A", variations: "", by: renderer)
    let bold = try layout("A", variations: "wght=900", by: renderer)
    let between = try layout("A", variations: " wght = 650 , wdth=80", by: renderer)
    #expect([plain, between, bold].map { $0.lines[0].advance } == [12, 17, 22])
    #expect(bold.fonts[0].axes == [900])
    let inks = try [plain, between, bold].map { try ink($0, by: renderer) }
    for (ink, expected) in zip(inks, [100.0, 150, 200]) { #expect(abs(ink - expected) < 2) }
    let drawings = try [plain, bold].map {
      String(decoding: try renderer.document(of: [$0], as: .svg), as: UTF8.self)
    }
    #expect(drawings[0] != drawings[1])
    #expect(try !renderer.document(of: [bold], as: .pdf).isEmpty)
    let old = Data(#"{"family":"Noto Sans","size":14,"weight":400,"isItalic":false}"#.utf8)
    #expect(try JSONDecoder().decode(Font.self, from: old) == Font(size: 14))
    // Copies of one layout are drawn from their archive.
    let copy = try JSONDecoder().decode(TextLayout.self, from: JSONEncoder().encode(bold))
    #expect(try ink(copy, by: renderer) == inks[2])
  }

  @Test("a weight between the named ones of a variable font is a place on its axis")
  func weights() throws {
    let plain = try layout("A", variations: "", by: renderer)
    let places = [
      (400, 12.0, 100.0), (650, 17, 150), (900, 22, 200), (350, 12, 100), (700, 18, 160),
      (300, 12, 100),
    ]
    for family in ["Axis Test", "Axis Named"] {
      for (weight, advance, ink) in places {
        let font = Font(family: family, size: 20, weight: weight)
        let layout = try renderer.typesetter.layout(
          AttributedText("A", attributes: TextAttributes(font: font)),
          in: TextContainer(width: .infinity))
        #expect(layout.lines[0].advance == advance, "\(family) \(weight)")
        // No weight is made by thicker outlines.
        #expect(!layout.fonts[0].isEmboldened && layout.fonts[0].faceIndex & 0xFFFF == 0)
        #expect(abs(try self.ink(layout, by: renderer) - ink) < 2, "\(family) \(weight)")
        #expect(layout.lines[0].ascent == plain.lines[0].ascent)
      }
    }
    // The axis that a text names comes before its weight.
    var font = Font(family: "Axis Test", size: 20, weight: 900)
    font.variations = "wght=650"
    let named = try renderer.typesetter.layout(
      AttributedText("A", attributes: TextAttributes(font: font)),
      in: TextContainer(width: .infinity))
    #expect(named.lines[0].advance == 17)
    // A family of static faces has its nearest one.
    let noto = try renderer.typesetter.layout(
      AttributedText("A", attributes: TextAttributes(font: Font(size: 20, weight: 550))),
      in: TextContainer(width: .infinity))
    #expect(noto.fonts[0].axes == nil)
  }

  @Test(
    "an SVG has the outlines of a weight that viewers cannot name, and text of one that they can")
  func weightsInSVG() throws {
    func svg(_ family: String, weight: Int, variations: String = "") throws -> String {
      var font = Font(family: family, size: 20, weight: weight)
      font.variations = variations
      let layout = try renderer.typesetter.layout(
        AttributedText("A", attributes: TextAttributes(font: font)),
        in: TextContainer(width: .infinity))
      return String(decoding: try renderer.document(of: [layout], as: .svg), as: UTF8.self)
    }
    for (family, weight, variations, isNamed) in [
      ("Axis Test", 400, "", true), ("Axis Test", 650, "", false), ("Axis Test", 900, "", false),
      ("Axis Test", 400, "wght=500", false), ("Axis Named", 700, "", true),
      ("Axis Named", 300, "", true), ("Axis Named", 650, "", false),
    ] {
      let svg = try svg(family, weight: weight, variations: variations)
      #expect(svg.contains(">A</tspan>"))
      #expect(svg.contains("<path transform") != isNamed, "\(family) \(weight) \(variations)")
      #expect(svg.contains("fill-opacity=\"0\"") != isNamed)
      let shown = variations.isEmpty ? weight : 500
      #expect(svg.contains("font-weight=\"\(shown)\"") == (shown != 400), "\(family) \(weight)")
    }
  }

  @Test("axes of fonts without any are ignored, and malformed ones are errors")
  func errors() throws {
    let renderer = try TextRenderer()
    let plain = try layout("Ahoy", variations: "", by: renderer)
    let ignored = try layout("Ahoy", variations: "wght=900", by: renderer)
    #expect(ignored.lines[0].advance == plain.lines[0].advance)
    #expect(ignored.fonts[0].axes == nil)
    for text in ["wght", "wght=", "wgt=1", "wght=1,", "wght=nan", "wght=1e9", "=1", ","] {
      #expect(throws: LayoutError.self) {
        try layout("A", variations: text, by: renderer)
      }
    }
    #expect(Font(description: "Axis Test 14 @wght=350,wdth=80")?.variations == "wght=350,wdth=80")
    #expect(Font(description: "Axis Test 14 @wght") == nil)
  }
}

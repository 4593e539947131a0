import Foundation
import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import TestSupport
import Testing

/// Fonts whose letters are 2,048 em high and wide, or go back so far, as damaged ones may be: lengths are added up, multiplied
/// and negated.
@Suite("Tall fonts", .timeLimit(.minutes(15)))
struct TallFontTests {
  /// Attributes, each with the largest number of its kind.
  private static let changes: [@Sendable (inout TextAttributes, inout ParagraphStyle) -> Void] = [
    { _, _ in }, { attributes, _ in attributes.kern = 4096 },
    { attributes, _ in attributes.kern = -4096 },
    { attributes, _ in attributes.baselineOffset = -4096 },
    { attributes, _ in attributes.emphasis = EmphasisMark("b") },
    { attributes, _ in attributes.verticalForm = .upright },
    { attributes, _ in attributes.verticalForm = .combined },
    { _, style in style.lineHeightMultiple = 100 }, { _, style in style.alignment = .justify },
    { attributes, style in
      style.tabStops = [.init(40, alignment: .center), .init(90, alignment: .decimal)]
      attributes.kern = 4
    },
    { attributes, style in
      style.defaultTabInterval = 40
      attributes.kern = 4
    },
    { attributes, _ in
      attributes.ruby = RubyAnnotation(String(repeating: "B", count: 128))
      attributes.kern = -4096
    },
  ]

  private static let texts = [
    "AB\tfi aé a\u{301} 日 b b\u{200B}ab\u{AD}ab\n\tbb", "A क 日 A",
    String(repeating: "b", count: 64) + "\tA.B",
  ]

  @Test(
    "lay out texts at the largest size", arguments: ["tall", "shifted"],
    [TextRules.reader, .pango])
  func layout(font: String, rules: TextRules) throws {
    let folder = try TestFolder()
    try FileManager.default.copyItem(
      atPath: Repository.path("Fuzz/Corpus/fonts/\(font)"), toPath: folder.path("a.ttf"))
    let typesetter = Typesetter(try FontLibrary(.folder(folder.path), rules: rules))
    for change in Self.changes {
      var attributes = TextAttributes(font: Font(size: 512))
      var style = ParagraphStyle()
      change(&attributes, &style)
      attributes.paragraphStyle = style
      for text in Self.texts {
        let text = AttributedText(text, attributes: attributes)
        for extent in [900, Double.infinity] {
          for isVertical in [false, true] {
            var container = TextContainer(
              size: Size(width: extent, height: extent), maximumRowCount: 3, truncation: .end)
            container.isVertical = isVertical
            let rect = try typesetter.layout(text, in: container).boundingRect
            #expect(rect.maxX.isFinite && rect.maxY.isFinite)
          }
        }
      }
    }
  }
}

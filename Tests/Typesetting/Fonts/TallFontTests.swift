import Foundation
import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import TestSupport
import Testing

/// A font whose letters are 2,048 em high and wide, as a damaged one may be: lengths are added up, multiplied and negated.
@Suite("Tall fonts", .timeLimit(.minutes(15)))
struct TallFontTests {
  private let typesetter: Typesetter

  init() throws {
    let folder = try TestFolder()
    try FileManager.default.copyItem(
      atPath: Repository.path("Fuzz/Corpus/fonts/tall"), toPath: folder.path("tall.ttf"))
    typesetter = Typesetter(try FontLibrary(.folder(folder.path)))
  }

  private static let text = "AB\tfi aé a\u{301} 日 b b\u{200B}ab\u{AD}ab\n\tbb"

  /// Attributes, each with the largest number of its kind.
  private static let changes: [@Sendable (inout TextAttributes) -> Void] = [
    { _ in }, { $0.kern = 4_096 }, { $0.baselineOffset = -4_096 },
    { $0.ruby = RubyAnnotation("ab AB") }, { $0.emphasis = EmphasisMark("b") },
    { $0.verticalForm = .upright }, { $0.verticalForm = .combined },
    { $0.fontFeatures = [FontFeature("kern", value: 0)] },
  ]

  @Test("lay out a text at the largest size and line height", arguments: changes.indices)
  func layout(index: Int) throws {
    for multiple in [0.0, 100] {
      for isVertical in [false, true] {
        for alignment in [ParagraphStyle.Alignment.start, .justify, .center] {
          var attributes = TextAttributes(font: Font(size: 512))
          var style = ParagraphStyle()
          style.lineHeightMultiple = multiple
          style.alignment = alignment
          attributes.paragraphStyle = style
          Self.changes[index](&attributes)
          var container = TextContainer(size: Size(width: 900, height: 900), maximumRowCount: 3)
          container.isVertical = isVertical
          container.truncation = .end
          for size in [Size(width: 900, height: 900), Size(width: .infinity, height: .infinity)] {
            container.size = size
            let rect = try typesetter.layout(
              AttributedText(Self.text, attributes: attributes), in: container
            ).boundingRect
            #expect(rect.maxX.isFinite && rect.maxY.isFinite)
          }
        }
      }
    }
  }
}

import GalleyCells
import GalleyFonts
import GalleyPrimitives
import GalleyTypesetting
import Testing

@Suite("The place of a picture", .timeLimit(.minutes(15)))
struct PicturePlaceTests {
  private func image(
    _ size: Size, _ change: (inout Theme) -> Void
  ) throws -> CellPart? {
    var template = CellTemplate()
    change(&template.theme)
    let content = CardContent(body: "b", image: CellImage(name: "a", size: size))
    let cell = try template.layout(content, with: Typesetter(try FontLibrary(.noto)))
    return cell.parts.first { $0.kind == .image }
  }

  @Test("is narrower for a high picture, if the theme says that it is contained")
  func contained() throws {
    let part = try image(Size(width: 300, height: 1200)) { $0.imageFit = .contain }
    #expect(part?.rect.size == Size(width: 90, height: 360))
    #expect(part?.image?.fit == .cover)
  }

  @Test("covers the width in the theme's proportion, up to the greatest height")
  func aspect() throws {
    for (aspect, height) in [(2.0, 165.5), (331 / 200, 200), (0.5, 360)] {
      for size in [Size(width: 30, height: 20), Size(width: 300, height: 1200)] {
        for fit in ImageFit.allCases {
          let part = try image(size) {
            $0.imageAspect = aspect
            $0.imageFit = fit
          }
          #expect(part?.rect.size == Size(width: 331, height: height))
          #expect(part?.image?.fit == fit)
        }
      }
    }
  }

  @Test("of a missing image is empty, or has a placeholder")
  func missing() throws {
    #expect(try image(.zero) { _ in } == nil)
    let part = try image(.zero) { $0.missingImage = .placeholder }
    #expect(part?.rect.size == Size(width: 331, height: 186.5))
    #expect(part?.image == nil && part?.ground != nil)
    let wide = try image(.zero) {
      $0.missingImage = .placeholder
      $0.imageAspect = 3.31
    }
    #expect(wide?.rect.size == Size(width: 331, height: 100))
  }
}

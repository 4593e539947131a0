import Foundation
import GalleyFonts
import GalleyLayout
import GalleyPangoOracle
import GalleyParagraphs
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import TestSupport
import Testing

@Suite("Texts that are laid out again", .timeLimit(.minutes(15)))
struct RelayoutTests {
  /// Containers of all kinds, of which some are more than a shaped text serves.
  private func containers() -> [TextContainer] {
    var containers = [331.0, 90, 1, .infinity].map { TextContainer(width: $0) }
    for truncation in TextContainer.Truncation.allCases {
      containers.append(TextContainer(width: 120, maximumRowCount: 2, truncation: truncation))
    }
    var token = TextContainer(width: 150, maximumRowCount: 1, truncation: .end)
    token.truncationToken = AttributedText(
      "…more", attributes: TextAttributes(font: Font(size: 14)))
    var circle = TextContainer(width: 200)
    circle.exclusionPaths = [.ellipse(in: Rect(x: 60, y: 10, width: 60, height: 60))]
    var lines = TextContainer(size: Size(width: 150, height: 80), insets: EdgeInsets(all: 7))
    lines.linePositions = .fixed(lineHeight: 19)
    var vertical = TextContainer(size: Size(width: 90, height: 120), truncation: .middle)
    vertical.isVertical = true
    return containers + [token, circle, lines, vertical]
  }

  @Test("have the layouts of the first time: all scripts, attributes and containers")
  func areTheSame() throws {
    let library = try FontLibrary(.noto)
    let typesetter = Typesetter(library)
    let other = Typesetter(library)
    var scripts = ScriptMix(seed: 41)
    for seed in UInt64(0)..<UInt64(Effort.count(20, full: 60)) {
      var mix = AttributeMix(seed: seed)
      var text = AttributedText(
        scripts.paragraph(), attributes: TextAttributes(font: Font(size: 14)))
      if seed % 3 > 0 {
        for _ in 0..<mix.below(6) {
          let first = text.boundary(notAfter: mix.below(text.utf8Count + 1))
          let last = text.boundary(notBefore: mix.below(text.utf8Count + 1))
          guard first < last else { continue }
          try text.update(in: first..<last) {
            mix.change(&$0)
            // Large letters take long, and show nothing more.
            $0.font.size = 8 + $0.font.size.truncatingRemainder(dividingBy: 24)
          }
        }
        text.paragraphStyle = mix.paragraphStyle()
      }
      let shaped = try typesetter.shape(text)
      let strange = try other.shape(text)
      for container in containers() {
        let layout = try typesetter.layout(text, in: container)
        #expect(try typesetter.layout(shaped, in: container) == layout, "seed \(seed)")
        #expect(try typesetter.layout(shaped, in: container) == layout, "again, seed \(seed)")
        #expect(try typesetter.layout(strange, in: container) == layout, "seed \(seed)")
        #expect(try typesetter.map(text, in: container).layout == layout, "seed \(seed)")
      }
    }
  }

  @Test(
    "are shaped again if the typesetter that shaped them is gone, even if another has its address")
  func areOfOneTypesetter() throws {
    let library = try FontLibrary(.noto)
    let text = AttributedText("Ahoy 天地", attributes: TextAttributes(font: Font(size: 14)))
    let container = TextContainer(width: 331)
    let expected = try Typesetter(library).layout(text, in: container)
    for _ in 0..<16 {
      let shaped = try shapedByAnother(text, library)
      #expect(try Typesetter(library).layout(shaped, in: container) == expected)
    }
  }

  /// A text shaped with fonts that have other numbers than in a new typesetter, which then is gone.
  private func shapedByAnother(
    _ text: AttributedText, _ library: FontLibrary
  ) throws -> ShapedText {
    let typesetter = Typesetter(library)
    let arabic = AttributedText("مرحبا 👋", attributes: TextAttributes(font: Font(size: 9)))
    _ = try typesetter.layout(arabic, in: TextContainer(width: 50))
    return try typesetter.shape(text)
  }

  @Test("are equal, and of one hash, from any worker, and after JSON")
  func areEqual() async throws {
    var mix = AttributeMix(seed: 77)
    var scripts = ScriptMix(seed: 78)
    var text = AttributedText(scripts.paragraph(), attributes: TextAttributes(font: Font(size: 14)))
    for _ in 0..<8 {
      let first = text.boundary(notAfter: mix.below(text.utf8Count + 1))
      let last = text.boundary(notBefore: mix.below(text.utf8Count + 1))
      if first < last { try text.update(in: first..<last) { mix.change(&$0) } }
    }
    let fixed = text
    let container = TextContainer(width: 200, maximumRowCount: 5, truncation: .end)
    let layouts = try await withThrowingTaskGroup(of: TextLayout.self) { group in
      for _ in 0..<4 {
        group.addTask {
          // A library of its own: keys of fonts name files, not the order in which fonts were opened.
          let typesetter = Typesetter(try FontLibrary(.noto))
          _ = try typesetter.layout(
            AttributedText("中文 שלום", attributes: TextAttributes(font: Font(size: 9))),
            in: TextContainer(width: 50))
          return try typesetter.layout(fixed, in: container)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let data = try JSONEncoder().encode(layouts[0])
    let decoded = try JSONDecoder().decode(TextLayout.self, from: data)
    #expect(Set(layouts + [decoded]).count == 1)
  }
}

import Dispatch
import Foundation
import GalleyFonts
import GalleyLayout
import GalleyPangoOracle
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

@Suite("Glyphs that are placed at their first use", .timeLimit(.minutes(15)))
struct LateGlyphTests {
  private let library: FontLibrary

  init() throws { library = try FontLibrary(.noto) }

  /// Layouts of texts in all scripts, some justified, short of room, or with attributes.
  private func layouts(seed: UInt64, count: Int) throws -> [TextLayout] {
    let typesetter = Typesetter(library)
    var mix = ScriptMix(seed: seed)
    return try (0..<count).map { number in
      var attributes = TextAttributes(font: Font(size: [14, 16, 12.5][number % 3]))
      if number % 4 == 1 { attributes.color = Color(red: 200, green: 0, blue: 0) }
      if number % 5 == 2 { attributes.underline = TextDecoration() }
      var style = ParagraphStyle()
      style.alignment = [.start, .end, .center, .justify][mix.below(4)]
      var text = AttributedText(
        mix.paragraph() + (number % 6 == 3 ? "\n\u{200B}\n\u{E0FF}" : ""), attributes: attributes,
        paragraphStyle: style)
      if number % 7 == 6 {
        try text.update(in: 0..<text.boundary(notBefore: 1)) { $0.font.size = 20 }
      }
      var container = TextContainer(
        width: [331, 120, 40, .infinity][number % 4],
        maximumRowCount: number % 3 == 0 ? 0 : 1 + mix.below(4))
      if number % 8 == 7 { container.size.height = 60 }
      if number % 16 == 7 { container.isVertical = true }
      return try typesetter.layout(text, in: container)
    }
  }

  @Test("are the same on whichever thread, after their typesetter has gone")
  func threads() throws {
    let placed = try layouts(seed: 97, count: 120)
    for layout in placed { layout.placeGlyphs() }
    let late = try layouts(seed: 97, count: 120)
    // All threads ask for all layouts, so that some ask for one at a time.
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for step in late.indices {
        let number = (step + thread / 2) % late.count
        #expect(late[number].glyphs == placed[number].glyphs, "\(number)")
        #expect(late[number].runs == placed[number].runs, "\(number)")
      }
    }
    for (one, other) in zip(placed, late) {
      #expect(one == other && one.hashValue == other.hashValue)
    }
    let data = try JSONEncoder().encode(try layouts(seed: 97, count: 120))
    #expect(try JSONDecoder().decode([TextLayout].self, from: data) == placed)
  }

  @Test("stand in the runs that their lines named before")
  func runs() throws {
    for (number, layout) in try layouts(seed: 98, count: 400).enumerated() {
      let told = layout.lines.map(\.runs)
      var (nextRun, nextGlyph) = (0, 0)
      for (line, runs) in zip(layout.lines, told) {
        try #require(runs.lowerBound == nextRun, "\(number)")
        nextRun = runs.upperBound
        for run in layout.runs[runs] {
          try #require(run.glyphs.lowerBound == nextGlyph, "\(number)")
          nextGlyph = run.glyphs.upperBound
          try #require(
            run.range.lowerBound >= line.range.lowerBound
              || run.range.lowerBound == layout.truncatedRange?.lowerBound, "\(number)")
        }
      }
      #expect(nextRun == layout.runs.count && nextGlyph == layout.glyphs.count, "\(number)")
      let missing = layout.glyphs.count { $0.missingCharacter != nil }
      #expect(layout.missingGlyphCount == missing, "\(number)")
    }
  }

  @Test("let go of what they were placed from")
  func memory() throws {
    let layout = try Typesetter(library).layout(
      AttributedText(
        String(repeating: "Ahoy, مرحبا, 天地. ", count: 40),
        attributes: TextAttributes(font: Font(size: 14))),
      in: TextContainer(width: 331, maximumRowCount: 3))
    let before = layout.byteCount
    let copy = layout
    #expect(layout.missingGlyphCount == 0 && layout.lines.count == 3 && layout.byteCount == before)
    #expect(!copy.glyphs.isEmpty)
    #expect(layout.byteCount < before / 2)
  }
}

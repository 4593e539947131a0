import Galley
import GalleyLayout
import GalleyPrimitives
import GalleyText
import TestSupport
import Testing

/// Emphasis marks and lines beside ruby, and the places where lines beside columns are interrupted.
@Suite("Marks and lines beside ruby and columns", .timeLimit(.minutes(5)))
struct AnnotationTests {
  private let renderer: TextRenderer

  init() throws { renderer = try TextRenderer() }

  private func layout(
    _ string: String, isVertical: Bool, language: String = "ja", insets: Double = 20,
    _ change: (inout TextAttributes) -> Void
  ) throws -> TextLayout {
    var attributes = TextAttributes(font: Font(size: 20), language: language)
    change(&attributes)
    var container = TextContainer(
      size: Size(width: 300, height: 300), insets: EdgeInsets(all: insets))
    container.isVertical = isVertical
    return try renderer.typesetter.layout(
      AttributedText(string, attributes: attributes), in: container)
  }

  /// The distances of annotations from the line, away from the text.
  private func distances(_ layout: TextLayout) -> Set<Double> {
    Set(
      layout.content.rubyRuns.map { run in
        layout.isVertical
          ? (run.origin.x - layout.lines[0].origin.x).rounded()
          : (layout.lines[0].origin.y - run.origin.y).rounded()
      })
  }

  @Test("emphasis marks stand beyond a ruby on their side, and at their place on the other")
  func marks() throws {
    for isVertical in [false, true] {
      for position in [RubyAnnotation.Position.above, .below] {
        let ruby = RubyAnnotation("とう", position: position)
        let alone = try layout("東京", isVertical: isVertical) { $0.ruby = ruby }
        for side in [RubyAnnotation.Position.above, .below] {
          let mark = EmphasisMark("﹅", position: side)
          let marked = try layout("東京", isVertical: isVertical) { $0.emphasis = mark }
          let both = try layout("東京", isVertical: isVertical) {
            $0.ruby = ruby
            $0.emphasis = mark
          }
          #expect(both.content.rubyRuns.count == alone.content.rubyRuns.count + 2)
          let (own, expected) = (distances(both), distances(alone).union(distances(marked)))
          if side == position {
            // As far beyond as the ruby is large.
            let shift: Double = side == .above ? 10 : -10
            let moved = distances(alone).union(distances(marked).map { $0 + shift })
            #expect(own == moved, "\(isVertical) \(position)")
          } else {
            #expect(own == expected, "\(isVertical) \(position)")
          }
          // The line has room for both.
          let line = both.lines[0]
          let extents = both.content.rubyRuns.map { run in
            isVertical ? run.origin.x - line.origin.x : line.origin.y - run.origin.y
          }
          #expect(extents.allSatisfy { $0 < line.ascent && -$0 < line.descent })
        }
      }
    }
  }

  @Test("a mark is at the middle of its letter, also where the ruby is wider than its text")
  func widenedLetters() throws {
    let both = try layout("東京", isVertical: false) {
      $0.ruby = RubyAnnotation("とうきょうと", sizeFactor: 0.5)
      $0.emphasis = EmphasisMark("﹅")
    }
    let marks = both.content.rubyRuns.filter { $0.range.count == 1 }
    #expect(marks.count == 2)
    let glyphs = both.content.glyphs[both.content.runs[0].glyphs]
    for (mark, letter) in zip(marks, glyphs) {
      let advance = both.content.glyphs[mark.glyphs].reduce(0) { $0 + $1.advance.length }
      let middle = mark.origin.x + advance / 2
      let own = both.content.runs[0].origin.x + letter.x.length + 10
      #expect(abs(middle - own) < 0.51, "\(middle) \(own)")
    }
  }

  @Test("signs that stand for words have marks, and other punctuation has none")
  func markedSigns() throws {
    func markCount(_ string: String) throws -> Int {
      try layout(string, isVertical: false) { $0.emphasis = EmphasisMark("●") }.content.rubyRuns
        .count
    }
    #expect(try markCount("#%&@§¶‰＃％＆＠〽") == 12)
    #expect(try markCount("*-_.,()「」、。※†") == 0)
    #expect(try markCount("a~+") == 3)
  }

  /// The rows and columns of pixels with a red one, or one of another colour.
  private func red(
    _ layout: TextLayout, color: UInt32 = 0xFF0000
  ) throws -> (rows: Set<Int>, columns: Set<Int>) {
    let png = try DecodedPNG(renderer.picture(of: [layout]))
    var (rows, columns): (Set<Int>, Set<Int>) = ([], [])
    for y in 0..<png.height {
      for x in 0..<png.width where png.color(x: x, y: y) == color {
        rows.insert(y)
        columns.insert(x)
      }
    }
    return (rows, columns)
  }

  private let line = TextDecoration(width: 2, color: Color(rgb: 0xFF0000))

  @Test("an overline and the line beside a column are beyond ruby and marks")
  func lines() throws {
    for emphasis in [nil, EmphasisMark("﹅")] {
      let over = try layout("東京", isVertical: false) {
        $0.ruby = RubyAnnotation("とう")
        $0.emphasis = emphasis
        $0.overline = line
      }
      let top = over.lines[0].origin.y - (emphasis == nil ? 0.88 + 0.5 : 0.88 + 1) * 20
      let rows = try red(over).rows
      #expect(rows.count == 4 && abs(Double(rows.max() ?? 0) / 2 - top) < 1.6)
      let beside = try layout("東京", isVertical: true) {
        $0.ruby = RubyAnnotation("とう")
        $0.emphasis = emphasis
        $0.underline = line
      }
      let edge = beside.lines[0].origin.x + (emphasis == nil ? 20 : 30)
      let columns = try red(beside).columns
      #expect(columns.count == 4 && abs(Double(columns.min() ?? 0) / 2 - edge) < 1.6)
    }
    let plain = try layout("東京", isVertical: false) { $0.overline = line }
    #expect(try abs(Double(red(plain).rows.min() ?? 0) / 2 - plain.lines[0].origin.y + 19) < 1.6)
  }

  @Test("letters decide the side of the line beside a column whose text has no language")
  func decidedSide() throws {
    func side(_ string: String, _ language: String?, maximumRowCount: Int = 0) throws -> Bool {
      var attributes = TextAttributes(font: Font(size: 20), language: language)
      attributes.underline = line
      attributes.underline?.skipsInk = false
      var container = TextContainer(size: Size(width: 300, height: 90))
      container.isVertical = true
      (container.maximumRowCount, container.truncation) = (maximumRowCount, .end)
      let text = AttributedText(string, attributes: attributes)
      let layout = try renderer.typesetter.layout(text, in: container)
      let again = try renderer.typesetter.layout(renderer.typesetter.shape(text), in: container)
      #expect(again == layout)
      let middle = 2 * layout.lines[0].origin.x
      let columns = try red(layout).columns
      #expect(!columns.isEmpty)
      return columns.allSatisfy { Double($0) > middle }
    }
    for (string, isRight) in [
      ("東京の猫", true), ("한국 漢字", true), ("ᠮᠣᠩᠭᠣᠯ", true), ("東京猫", false), ("Tokyo", false),
    ] {
      #expect(try side(string, nil) == isRight, "\(string)")
      // A language that is given decides before letters.
      #expect(try !side(string, "zh") && side(string, "JA"), "\(string)")
    }
    #expect(try side("東京の猫と犬と鳥と魚", nil, maximumRowCount: 1))
  }

  @Test("letters on their sides interrupt the line beside their column, and upright ones do not")
  func ink() throws {
    func gaps(_ string: String, _ form: VerticalForm, _ language: String, skips: Bool) throws -> Int
    {
      var line = line
      line.skipsInk = skips
      let layout = try layout(string, isVertical: true, language: language) {
        $0.verticalForm = form
        $0.underline = line
        // The letters' own ink would cover the line.
        $0.color = .clear
      }
      let rows = try red(layout).rows.sorted()
      return zip(rows, rows.dropFirst()).count { $1 - $0 > 1 }
    }
    #expect(try gaps("agape", .mixed, "zh", skips: true) == 2)
    #expect(try gaps("agape", .mixed, "zh", skips: false) == 0)
    #expect(try gaps("agape", .upright, "zh", skips: true) == 0)
    #expect(try gaps("漢字", .mixed, "zh", skips: true) == 0)
    // At the right, an accent reaches the line.
    #expect(try gaps("aÉa", .mixed, "ja", skips: true) == 1)
  }

  @Test("lines beyond marks and ruby are within the bounds of their text, as wide as they are")
  func room() throws {
    for (isVertical, language) in [(false, "ja"), (true, "ja"), (true, "zh")] {
      for side in [RubyAnnotation.Position.above, .below] {
        for isRuby in [false, true] {
          for (weight, pixels) in [(LineWeight.single, 6), (.thick, 12), (.double, 12)] {
            let line = TextDecoration(weight, width: 3, color: Color(rgb: 0xFF0000))
            let own = try layout("東京", isVertical: isVertical, language: language, insets: 0) {
              if isRuby {
                $0.ruby = RubyAnnotation("とう", position: side)
              } else {
                $0.emphasis = EmphasisMark("﹅", position: side)
              }
              // Of both lines of a column, one is on this side.
              let isUnderlined = isVertical && (side == .above) == (language == "ja")
              $0.underline = isUnderlined ? line : nil
              $0.overline = !isUnderlined && (isVertical || side == .above) ? line : nil
            }
            let (rows, columns) = try red(own)
            let count = isVertical || side == .above ? pixels : 0
            #expect((isVertical ? columns : rows).count == count, "\(language) \(side) \(weight)")
          }
        }
      }
    }
  }

  @Test("a wide underline grows away from the letters, half its width from their baseline")
  func wideLines() throws {
    for width in [1.0, 3, 10, 24] {
      let own = try layout("Agape jog", isVertical: false, language: "en") {
        $0.underline = TextDecoration(width: width, color: Color(rgb: 0xFF0000))
        $0.color = .clear
      }
      let (rows, columns) = try red(own)
      let top = Double(rows.min() ?? 0) / 2 - own.lines[0].origin.y
      // The font's own line is 2 units below the baseline.
      #expect(abs(top - max(2, width / 2)) < 0.8, "\(width): \(top)")
      #expect(Double(rows.count) == 2 * width)
      let gaps = zip(columns.sorted(), columns.sorted().dropFirst()).count { $1 - $0 > 1 }
      #expect(width >= 10 ? gaps == 0 : gaps > 0, "\(width): \(gaps)")
    }
    let thick = try layout("Agape", isVertical: false, language: "en") {
      $0.underline = TextDecoration(.thick, width: 6, color: Color(rgb: 0xFF0000))
    }
    let top = try Double(red(thick).rows.min() ?? 0) / 2 - thick.lines[0].origin.y
    #expect(abs(top - 6) < 0.8)
    // Above the letters, and beside a column, its near side stays.
    for isVertical in [false, true] {
      func side(_ width: Double) throws -> Int {
        let own = try layout("東京", isVertical: isVertical) {
          $0.overline = TextDecoration(width: width, color: Color(rgb: 0xFF0000))
          $0.language = "zh"
        }
        return isVertical
          ? try red(own).columns.min() ?? 0 : try red(own).rows.max() ?? 0
      }
      #expect(try abs(side(1) - side(8)) <= 1)
    }
  }

  @Test(
    "each letter of a ligature has a mark in its part of it",
    arguments: [
      ("office", "en", 6), ("efficient ffl", "en", 12), ("سلام", "ar", 4), ("لا", "ar", 2),
    ])
  func ligatures(string: String, language: String, count: Int) throws {
    let plain = try layout(string, isVertical: false, language: language) { _ in }
    let own = try layout(string, isVertical: false, language: language) {
      $0.emphasis = EmphasisMark("●")
    }
    #expect(own.content.rubyRuns.count == count)
    #expect(own.content.glyphs.prefix(plain.glyphs.count).map(\.id) == plain.glyphs.map(\.id))
    let places = own.content.rubyRuns.sorted { $0.range.lowerBound < $1.range.lowerBound }
      .map(\.origin.x)
    let isSorted = zip(places, places.dropFirst()).allSatisfy {
      language == "ar" ? $0 > $1 + 1 : $0 < $1 - 1
    }
    #expect(isSorted, "\(places)")
  }

  @Test("marks divide no ligature, and are at their letters alone")
  func partsOfLigatures() throws {
    for (string, language, range) in [("office", "en", 1..<2), ("سلام", "ar", 2..<4)] {
      let plain = try layout(string, isVertical: false, language: language) { _ in }
      var text = AttributedText(
        string, attributes: TextAttributes(font: Font(size: 20), language: language))
      try text.update(in: range) { $0.emphasis = EmphasisMark("●") }
      let own = try renderer.typesetter.layout(text, in: plain.container)
      let letters = own.content.runs.flatMap { own.content.glyphs[$0.glyphs].map(\.id) }
      let usual = plain.content.runs.flatMap { plain.content.glyphs[$0.glyphs].map(\.id) }
      #expect(letters == usual)
      #expect(own.content.rubyRuns.map(\.range) == [range.lowerBound..<range.lowerBound + 1])
    }
  }

  @Test("the tails of a ruby below its line touch no mark of the next one")
  func gap() throws {
    var builder = AttributedTextBuilder()
    var attributes = TextAttributes(font: Font(size: 20), color: Color(rgb: 0xFF), language: "ja")
    attributes.ruby = RubyAnnotation("jgyjgy", position: .below)
    builder.append("東京", attributes: attributes)
    attributes.ruby = nil
    attributes.color = .black
    attributes.emphasis = EmphasisMark("﹅", color: Color(rgb: 0xFF0000))
    builder.append("\n東京東京", attributes: attributes)
    let own = try renderer.typesetter.layout(
      builder.text(emptyAttributes: attributes), in: TextContainer(width: 300))
    let (lower, upper) = try (red(own).rows.min() ?? 0, red(own, color: 0xFF).rows.max() ?? 0)
    #expect(lower > upper + 1, "\(upper) \(lower)")
  }
}

import Foundation
import GalleyFonts
import GalleyLayout
import GalleyParagraphs
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

@Suite("Attributes in layouts", .timeLimit(.minutes(15)))
struct AttributeLayoutTests {
  private let typesetter: Typesetter
  private let plain = TextAttributes(font: Font(size: 16))

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func layout(_ text: AttributedText, width: Double = 300) throws -> TextLayout {
    try typesetter.layout(text, in: TextContainer(width: width))
  }

  @Test("gives every line the fixed height, emoji, other scripts and attachments or not")
  func fixedLineHeight() throws {
    var text = AttributedText("Latin\n中文 😀\nहिन्दी\n\u{FFFC}\n\nend", attributes: plain)
    text.paragraphStyle.fixedLineHeight = 20
    let place = text.offset(of: text.string.firstIndex(of: "\u{FFFC}") ?? text.string.startIndex)
    try text.update(in: place..<place + 3) {
      $0.attachment = TextAttachment(.blank, size: Size(width: 60, height: 60))
    }
    let layout = try layout(text)
    #expect(layout.lines.count == 6 && layout.boundingRect.height == 120)
    for (number, line) in layout.lines.enumerated() {
      #expect(line.origin.y == layout.lines[0].origin.y + Double(number) * 20)
      #expect(line.ascent + line.descent == 20)
    }
  }

  @Test("keeps clear of indents on both sides, whichever way the paragraph reads")
  func indents() throws {
    for (string, isReversed) in [
      (String(repeating: "word ", count: 30), false), (String(repeating: "שלום ", count: 30), true),
    ] {
      var text = AttributedText(string, attributes: plain)
      text.paragraphStyle.firstLineHeadIndent = 50
      text.paragraphStyle.headIndent = 20
      text.paragraphStyle.tailIndent = -30
      let layout = try layout(text)
      #expect(layout.lines.count > 3)
      for (number, line) in layout.lines.enumerated() {
        let head = number == 0 ? 50.0 : 20
        let near = isReversed ? 300 - line.rect.maxX : line.rect.minX
        let far = isReversed ? line.rect.minX : 300 - line.rect.maxX
        #expect(abs(near - head) < 0.01 && far >= 29.99)
      }
    }
  }

  @Test("measures a positive tail indent from where reading begins")
  func positiveTailIndent() throws {
    var text = AttributedText(String(repeating: "word ", count: 30), attributes: plain)
    text.paragraphStyle.tailIndent = 120
    let layout = try layout(text)
    #expect(layout.lines.allSatisfy { $0.rect.maxX <= 120 } && layout.lines.count > 10)
  }

  @Test("leaves room around paragraphs, but not above the first nor below the last")
  func paragraphSpacing() throws {
    var text = AttributedText("one\ntwo\nthree", attributes: plain)
    let height = try layout(text).boundingRect.height
    text.paragraphStyle.paragraphSpacing = 7
    text.paragraphStyle.paragraphSpacingBefore = 4
    #expect(try layout(text).boundingRect.height == height + 22)
    #expect(try layout(text).lines[0].rect.minY == 0)
  }

  @Test("lays out each paragraph in its own style")
  func styles() throws {
    var text = AttributedText("left\nright", attributes: plain)
    try text.update(in: 5..<10) { $0.paragraphStyle = ParagraphStyle(alignment: .end) }
    let layout = try layout(text)
    #expect(layout.lines[0].rect.minX == 0 && abs(layout.lines[1].rect.maxX - 300) < 0.01)
  }

  @Test("puts the end, the middle or the point of text at a tab stop")
  func tabs() throws {
    for (alignment, string) in [
      (ParagraphStyle.TabAlignment.end, "a\t12.50"), (.center, "a\t12.50"), (.decimal, "a\t12.50"),
    ] {
      var text = AttributedText(string, attributes: plain)
      text.paragraphStyle.tabStops = [.init(150, alignment: alignment)]
      let line = try layout(text).lines[0]
      let number = try layout(AttributedText("12.50", attributes: plain)).lines[0].advance
      let whole = try layout(AttributedText("12", attributes: plain)).lines[0].advance
      let expected =
        switch alignment {
        case .end: 150.0
        case .center: 150 + number / 2
        default: 150 + number - whole
        }
      #expect(abs(line.advance - expected) < 0.01, "\(alignment)")
    }
  }

  @Test(
    "puts the end of a number's whole part at a decimal stop, in both directions",
    arguments: [
      ("12", ".50"), ("12", ",50"), ("1,234", ".50"), ("1.234", ",50"), ("1’234", ".5"),
      ("0", ",125"), ("1234", ",567"), ("", ",500"), ("1,234", ""), ("1,234,567", ""),
      ("1.234.567", ""), ("12", " kg"), ("12", "."), ("", ".5"),
      ("9", ",1234"), ("-3", ".25"), ("١٢", "٫٥٠"), ("१२", ".५"), ("12", ""),
    ])
  func decimalTabs(whole: String, rest: String) throws {
    for (head, name) in [
      ("a", ""), ("א", ""), ("a", "x "), ("א", "שם "), ("a", "שם "), ("א", "x "),
    ] {
      // A sign without digits before it belongs to the words around it.
      guard !whole.isEmpty || name.isEmpty else { continue }
      var text = AttributedText("\(head)\t\(name)\(whole)\(rest)", attributes: plain)
      text.paragraphStyle.tabStops = [.init(150, alignment: .decimal)]
      let map = try typesetter.map(text, in: TextContainer(width: 300))
      let place = text.utf8Count - rest.utf8.count
      // The side of the last digit of the whole part at which the decimals begin.
      let affinity = whole.isEmpty ? TextPosition.Affinity.forward : .backward
      let edge = try #require(
        map.caretRect(at: TextPosition(offset: place, affinity: affinity)))
      let x = (edge.minX + edge.maxX) / 2
      #expect(abs((head == "a" ? x : 300 - x) - 150) < 0.6, "\(text.string) \(x)")
    }
  }

  @Test(
    "aligns an attachment to its text's top, middle, bottom or baseline",
    arguments: TextAttachment.VerticalAlignment.allCases)
  func attachment(alignment: TextAttachment.VerticalAlignment) throws {
    for height in [8.0, 60] {
      var text = AttributedText("a\u{FFFC}b", attributes: plain)
      try text.update(in: 1..<4) {
        $0.attachment = TextAttachment(
          .blank, size: Size(width: 30, height: height), alignment: alignment)
      }
      let layout = try layout(text)
      let alone = try self.layout(AttributedText("ab", attributes: plain)).lines[0]
      let line = layout.lines[0]
      let rect = try #require(layout.attachments.first).rect
      #expect(rect.width == 30 && abs(rect.height - height) < 0.01)
      #expect(abs(line.advance - alone.advance - 30) < 0.2)
      #expect(line.rect.minY <= rect.minY + 0.01 && line.rect.maxY >= rect.maxY - 0.01)
      let (top, bottom) = (line.origin.y - alone.ascent, line.origin.y + alone.descent)
      switch (alignment, height) {
      case (.top, _): #expect(abs(rect.minY - top) < 0.01)
      case (.bottom, _): #expect(abs(rect.maxY - bottom) < 0.01)
      case (.center, _):
        #expect(abs((rect.minY + rect.maxY) / 2 - (top + bottom) / 2) < 0.01)
      case (.baseline, _): #expect(abs(rect.maxY - line.origin.y) < 0.01)
      }
    }
  }

  @Test("gives an attachment that is wider than the container a line of its own")
  func wideAttachment() throws {
    var text = AttributedText("some \u{FFFC} text", attributes: plain)
    try text.update(in: 5..<8) {
      $0.attachment = TextAttachment(.blank, size: Size(width: 900, height: 10))
    }
    let layout = try layout(text)
    #expect(layout.lines.count == 3 && layout.attachments[0].rect.minX == 0)
    let fitted = TextAttachment(.blank, size: Size(width: 900, height: 90)).fitted(toWidth: 300)
    #expect(fitted.size == Size(width: 300, height: 30))
  }

  @Test("breaks no line within a binding, and draws its parts in their own colours")
  func binding() throws {
    let string = "aaa bbb ccc ddd eee"
    var text = AttributedText(string, attributes: plain)
    let width = 100.0
    #expect(try layout(text, width: width).lines.count > 1)
    let breaks = try layout(text, width: width).lines.dropFirst().map(\.range.lowerBound)
    try text.update(in: breaks[0] - 4..<breaks[0] + 3) { $0.binding = TextBinding() }
    try text.update(in: breaks[0]..<breaks[0] + 1) { $0.color = .white }
    let bound = try layout(text, width: width)
    #expect(!bound.lines.dropFirst().map(\.range.lowerBound).contains(breaks[0]))
    #expect(bound.runs.contains { $0.color == .white })
  }

  @Test("stacks ruby above its stretch, and spaces the stretch where the ruby is wider")
  func ruby() throws {
    let font = Font(family: "Noto Sans CJK JP", size: 20)
    var text = AttributedText("東京都", attributes: TextAttributes(font: font, language: "ja"))
    let without = try layout(text).lines[0]
    try text.update(in: 0..<3) { $0.ruby = RubyAnnotation("とうきょう") }
    let layout = try layout(text)
    let line = layout.lines[0]
    #expect(line.ascent > without.ascent && line.descent == without.descent)
    // Five characters of half the size take 50, the one below 20.
    #expect(abs(line.advance - without.advance - 30) < 0.01)
    let ruby = try #require(layout.rubyRuns.first)
    #expect(abs(ruby.origin.x) < 0.01 && ruby.origin.y < line.origin.y - 17)
    #expect(line.rect.minY <= ruby.origin.y - 8)
  }

  @Test(
    "keeps marks at their letters, and digits together, below a wider ruby",
    arguments: [
      ("か\u{309A}", "き"), ("葛\u{E0100}", "城"), ("12", "回"), ("か\u{309A}\u{300}\u{301}", "き"),
    ])
  func spreadMarks(letter: String, next: String) throws {
    let font = Font(family: "Noto Sans CJK JP", size: 20)
    var text = AttributedText(
      letter + next, attributes: TextAttributes(font: font, language: "ja"))
    let plain = try layout(text)
    try text.update(in: 0..<text.utf8Count) { $0.ruby = RubyAnnotation("とてもながいよみ") }
    let spread = try layout(text)
    func places(_ layout: TextLayout) -> [(cluster: Int, x: Double)] {
      layout.runs.flatMap { run in
        layout.glyphs[run.glyphs].map { (Int($0.cluster), run.origin.x + $0.x.length) }
      }
    }
    let moves = zip(places(spread), places(plain)).map { ($0.cluster, $0.x - $1.x) }
    let own = moves.filter { $0.0 < letter.utf8.count }.map(\.1)
    #expect(!own.isEmpty && own.allSatisfy { abs($0 - own[0]) < 0.01 }, "\(moves)")
    let other = try #require(moves.first { $0.0 >= letter.utf8.count }?.1)
    #expect(letter == "12" ? abs(other - own[0]) < 0.01 : other > own[0] + 1, "\(moves)")
  }

  @Test(
    "spreads ideographs below a wider ruby, but neither letters nor text from right to left",
    arguments: [
      ("東京都", "とうきょうと県内", [3.33, 10, 16.67]), ("東", "とうきょう", [15]), ("ab", "とうきょう", []),
      ("שלום עולם", "aaaaaaaaaaaaaaaaaaaaa", []),
    ])
  func spreadBase(base: String, annotation: String, expected: [Double]) throws {
    let font = Font(family: "Noto Sans CJK JP", size: 20)
    var text = AttributedText(base, attributes: TextAttributes(font: font, language: "ja"))
    let plain = try layout(text)
    try text.update(in: 0..<text.utf8Count) { $0.ruby = RubyAnnotation(annotation) }
    let spread = try layout(text)
    let lack = spread.lines[0].advance - plain.lines[0].advance
    func places(_ layout: TextLayout) -> [Double] {
      layout.runs.flatMap { run in layout.glyphs[run.glyphs].map { run.origin.x + $0.x.length } }
    }
    let moves = zip(places(spread), places(plain)).map { $0 - $1 }
    #expect(lack > 0 && moves.count > 0)
    guard !expected.isEmpty else {
      return #expect(moves.allSatisfy { abs(abs($0) - lack / 2) < 0.01 }, "\(moves) \(lack)")
    }
    #expect(zip(moves, expected).allSatisfy { abs($0 - $1) < 0.01 }, "\(moves)")
  }

  @Test("refuses numbers that are none, or out of bounds, and names the attribute")
  func unsound() throws {
    let bad: [(String, (inout TextAttributes) -> Void)] = [
      ("kern", { $0.kern = .nan }), ("kern", { $0.kern = 1e9 }),
      ("baselineOffset", { $0.baselineOffset = .infinity }),
      (
        "paragraphStyle",
        {
          $0.paragraphStyle = ParagraphStyle()
          $0.paragraphStyle?.headIndent = -1
        }
      ),
      ("underline", { $0.underline = TextDecoration(width: -1) }),
      ("shadows", { $0.shadows = [TextShadow(color: .black, radius: .nan)] }),
      ("border", { $0.border = TextBorder(strokeWidth: .infinity) }),
      (
        "attachment",
        {
          $0.attachment = TextAttachment(.blank, size: Size(width: -1, height: 1))
        }
      ),
      ("glyphTransform", { $0.glyphTransform = GlyphTransform(a: .nan) }),
      ("ruby", { $0.ruby = RubyAnnotation("x", sizeFactor: 0) }),
    ]
    for (name, change) in bad {
      var text = AttributedText("abcdef", attributes: plain)
      try text.update(in: 2..<4, change)
      #expect(throws: LayoutError.invalidAttribute(name, 2..<4)) { try self.layout(text) }
    }
    var text = AttributedText("abc", attributes: plain)
    text.paragraphStyle.fixedLineHeight = .nan
    #expect(throws: LayoutError.invalidAttribute("paragraphStyle", 0..<3)) { try self.layout(text) }
  }

  @Test("sets a long line without a width, further than 32 bits of Pango units reach")
  func longLine() throws {
    let text = AttributedText(String(repeating: "wide ", count: 80_000), attributes: plain)
    let layout = try layout(text, width: .infinity)
    #expect(layout.lines.count == 1 && layout.lines[0].advance > 2_200_000)
    #expect(layout.runs.count > 1)
  }

  @Test("takes twice the steps for twice the attributes, in one paragraph")
  func growth() throws {
    func steps(_ count: Int) throws -> Int {
      var text = AttributedText(String(repeating: "ab cd ", count: count), attributes: plain)
      for number in 0..<count {
        try text.update(in: number * 6..<number * 6 + 2) {
          $0.binding = TextBinding()
          $0.ruby = RubyAnnotation("x")
          $0.kern = Double(number % 3)
          $0.border = TextBorder(strokeWidth: 1)
        }
      }
      let typesetter = Typesetter(try FontLibrary(.noto))
      #expect(try typesetter.layout(text, in: TextContainer(width: 300)).rubyRuns.count == count)
      return typesetter.steps.glyphsShaped + typesetter.steps.breaksTried
    }
    // Ten thousand of anything quadratic would take minutes.
    _ = try steps(10_000)
    #expect(try steps(2_000) <= steps(1_000) * 21 / 10)
  }

  @Test("forms no ligatures in spaced letters, whatever was set before")
  func ligatures() throws {
    var text = AttributedText("Office waffle", attributes: plain)
    let whole = try layout(text)
    try text.update(in: 0..<text.utf8Count) { $0.kern = 1 }
    let spaced = try layout(text)
    #expect(spaced.glyphs.count == 13 && whole.glyphs.count < 13)
    let fresh = Typesetter(try FontLibrary(.noto))
    #expect(try fresh.layout(text, in: TextContainer(width: 300)) == spaced)
  }

  @Test(
    "spaces grapheme clusters, and never parts one: a base stays with its marks",
    arguments: [
      "မင်္ဂလာပါ မြန်မာ", "हिन्दी क्षत्रिय", "ગુજરાતી", "স্বাধীনতা", "ภาษาน้ำ", "e\u{301}a", "👩🏾‍💻🇨🇳", "שָׁלוֹם",
      "plain",
    ])
  func spacesClusters(string: String) throws {
    func map(_ kern: Double) throws -> TextMap {
      var text = AttributedText(string, attributes: plain)
      try text.update(in: 0..<text.utf8Count) { $0.kern = kern }
      return try typesetter.map(text, in: TextContainer(width: .infinity))
    }
    // Both spaced, so that both are without ligatures.
    let (near, far) = (try map(1), try map(9))
    #expect(near.graphemes.map(\.range) == far.graphemes.map(\.range))
    // What a ligature is made of that letters cannot do without, as in a conjunct, stays as it is.
    let clusters = Set(near.layout.glyphs.map { Int($0.cluster) })
    let gaps = Double(near.graphemes.count { clusters.contains($0.range.lowerBound) } - 1)
    let (line, wide) = (near.layout.lines[0], far.layout.lines[0])
    #expect(abs(wide.advance - line.advance - 8 * gaps) < 0.01)
    for (left, right) in zip(near.graphemes, far.graphemes) {
      func glyphs(_ map: TextMap) -> [Double] {
        map.layout.runs.flatMap { run in
          map.layout.glyphs[run.glyphs].filter { left.range.contains(Int($0.cluster)) }
            .map { run.origin.x + $0.x.length }
        }
      }
      let (own, other) = (glyphs(near), glyphs(far))
      #expect(own.count == other.count)
      for (x, y) in zip(own, other) {
        #expect(abs((x - own[0]) - (y - other[0])) < 0.01, "\(right.range)")
      }
    }
  }

  @Test("comes back from JSON as it was, attributes and all")
  func coding() throws {
    var text = AttributedText("a\u{FFFC}東b", attributes: plain)
    try text.update(in: 0..<text.utf8Count) {
      $0.attachment = TextAttachment(.color(.black), size: Size(width: 9, height: 9))
      $0.underline = TextDecoration()
    }
    try text.update(in: 4..<7) { $0.ruby = RubyAnnotation("とう") }
    let layout = try typesetter.layout(
      text, in: TextContainer(size: Size(width: 99, height: 1e6)))
    let data = try JSONEncoder().encode(layout)
    #expect(try JSONDecoder().decode(TextLayout.self, from: data) == layout)
  }
}

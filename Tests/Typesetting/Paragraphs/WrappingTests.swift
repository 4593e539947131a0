import GalleyFonts
import GalleyLayout
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import Testing

/// The paragraph attributes that choose line ends and line heights, and the features of fonts.
@Suite("Wrapping", .timeLimit(.minutes(15)))
struct WrappingTests {
  private let typesetter: Typesetter

  init() throws { typesetter = Typesetter(try FontLibrary(.noto)) }

  private func layout(
    _ string: String, width: Double = 150, height: Double = .infinity, rows: Int = 0,
    language: String? = nil, _ change: (inout ParagraphStyle) -> Void
  ) throws -> TextLayout {
    var style = ParagraphStyle()
    change(&style)
    let text = AttributedText(
      string, attributes: TextAttributes(font: Font(size: 14), language: language),
      paragraphStyle: style)
    let container = TextContainer(
      size: Size(width: width, height: height), maximumRowCount: rows, truncation: .end)
    let layout = try typesetter.layout(text, in: container)
    let shaped = try typesetter.shape(text)
    #expect(try typesetter.layout(shaped, in: container) == layout)
    #expect(try typesetter.boundingSize(of: shaped, in: container) == layout.boundingSize)
    #expect(try typesetter.map(text, in: container).layout == layout)
    return layout
  }

  private let title = "A balanced title has lines of nearly the same length, as in a newspaper"

  @Test(
    "a balanced title has as many lines as before, of nearly the same length",
    arguments: [100.0, 150, 200, 260])
  func balances(width: Double) throws {
    func extents(_ layout: TextLayout) -> [Double] {
      layout.lines.map { $0.advance - $0.trailingWhitespace }
    }
    let usual = try layout(title, width: width) { _ in }
    for height in [Double.infinity, 4_000] {
      let balanced = try layout(title, width: width, height: height) { $0.wrap = .balance }
      #expect(balanced.lines.count == usual.lines.count)
      let (own, before) = (extents(balanced), extents(usual))
      #expect(own.max() ?? 0 <= before.max() ?? 0)
      #expect((own.max() ?? 0) - (own.min() ?? 0) <= (before.max() ?? 0) - (before.min() ?? 0))
      #expect((own.min() ?? 0) > 0.45 * (own.max() ?? 0), "\(own)")
    }
  }

  @Test("a title that is truncated, one of one line, and one with a long word are wrapped as usual")
  func leavesOthers() throws {
    for (string, rows) in [
      (title, 2), ("One line", 0), ("Incomprehensibilities", 0), ("", 0), ("a\n\nb", 0),
    ] {
      let width = string == "Incomprehensibilities" ? 60.0 : 150
      let usual = try layout(string, width: width, rows: rows) { _ in }
      let balanced = try layout(string, width: width, rows: rows) { $0.wrap = .balance }
      #expect(balanced.lines.map(\.range) == usual.lines.map(\.range))
    }
  }

  @Test("the last line of pretty text is no single short word")
  func isPretty() throws {
    for width in stride(from: 120.0, through: 300, by: 20) {
      let usual = try layout(title + " so", width: width) { _ in }
      let pretty = try layout(title + " so", width: width) { $0.wrap = .pretty }
      #expect(pretty.lines.count == usual.lines.count)
      let last = try #require(pretty.lines.last)
      #expect(last.range.count > 2, "\(width)")
      #expect(pretty.lines.allSatisfy { $0.advance <= width })
    }
  }

  @Test("Korean breaks only between words, if asked, and long words nevertheless")
  func keepsWords() throws {
    let korean = "모든 인간은 태어날 때부터 자유로우며 존엄과 권리에 있어 동등하다"
    let bytes = Array(korean.utf8)
    var breaksWords = false
    for width in [75.0, 90, 105, 120] {
      let usual = try layout(korean, width: width, language: "ko") { _ in }
      let kept = try layout(korean, width: width, language: "ko") { $0.wordBreak = .keepAll }
      func isBetweenWords(_ line: TextLine) -> Bool {
        line.range.lowerBound == 0 || bytes[line.range.lowerBound - 1] == 0x20
      }
      #expect(kept.lines.allSatisfy(isBetweenWords))
      breaksWords = breaksWords || !usual.lines.allSatisfy(isBetweenWords)
    }
    #expect(breaksWords)
    let narrow = try layout(korean, width: 20, language: "ko") { $0.wordBreak = .keepAll }
    #expect(narrow.lines.allSatisfy { $0.advance <= 20 })
  }

  @Test("small kana begin a line where the rules are loose enough")
  func isStrict() throws {
    func starts(_ string: String, _ strictness: ParagraphStyle.Strictness) throws -> [Int] {
      try layout(string, width: 29, language: "ja") { $0.strictness = strictness }
        .lines.map { $0.range.lowerBound / 3 }
    }
    #expect(try starts("あいょえ", .automatic) == [0, 2])
    #expect(try starts("あいょえ", .normal) == [0, 2])
    #expect(try starts("あいょえ", .loose) == [0, 2])
    #expect(try starts("あいょえ", .strict) == [0, 1, 3])
    #expect(try starts("あ佐々木", .loose) == [0, 2])
    #expect(try starts("あ佐々木", .normal) == [0, 1, 3])
    #expect(try starts("あい。え", .loose) == [0, 1, 3])
  }

  /// Pairs of characters between which a line ends by the rules from a strictness on; CSS Text 3, `line-break`.
  private static let pairs: [(ParagraphStyle.Strictness, String, [String])] = [
    (.normal, "ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮーｧｰㇰ", ["あ"]), (.normal, "〜゠", ["あ", "骨"]),
    (.loose, "‐–", ["あ", "骨"]),
    (.loose, "々〻ゝゞヽヾ", ["佐"]), (.loose, "・：；･‼⁇⁈⁉！？", ["あ"]), (.loose, "％℃‰°′″￠", ["骨", "５"]),
    (.loose, "‥…", ["…", "‥"]),
  ]

  @Test("kinsoku has the sets of CSS, each from its strictness on")
  func hasSetsOfCSS() throws {
    let order: [ParagraphStyle.Strictness] = [.strict, .normal, .loose]
    var count = 0
    for (least, characters, before) in Self.pairs {
      for second in characters {
        for first in before {
          for (rank, strictness) in order.enumerated() {
            let isAllowed = rank >= (order.firstIndex(of: least) ?? 0)
            let isBroken = try breaks(first, String(second), strictness)
            #expect(isBroken == isAllowed, "\(first)|\(second) \(strictness)")
            count += 1
          }
        }
      }
    }
    #expect(count > 150)
    for prefix in "￥№＄±" {
      #expect(try breaks(String(prefix), "５", .loose), "\(prefix)")
      #expect(try !breaks(String(prefix), "５", .normal), "\(prefix)")
    }
  }

  /// Whether a line may end between two characters of Japanese: the break before them comes first.
  private func breaks(
    _ first: String, _ second: String, _ strictness: ParagraphStyle.Strictness
  ) throws -> Bool {
    var style = ParagraphStyle()
    style.strictness = strictness
    let text = AttributedText(
      "ああ" + first + second, attributes: TextAttributes(font: Font(size: 14), language: "ja"),
      paragraphStyle: style)
    // Everything but the last character fits.
    let whole = try typesetter.layout(text, in: TextContainer(width: .infinity)).lines[0].advance
    let layout = try typesetter.layout(text, in: TextContainer(width: whole - 0.5))
    return layout.lines.last?.range.lowerBound == text.utf8Count - second.utf8.count
  }

  @Test("centred marks begin no line of Korean, and hyphens none of Latin")
  func knowsLanguages() throws {
    let korean = try layout("인간！간", width: 29, language: "ko") { $0.strictness = .loose }
    #expect(korean.lines.map(\.range.lowerBound) == [0, 3, 9])
    let latin = try layout("i abc–def", width: 32, language: "en") { $0.strictness = .loose }
    #expect(latin.lines.map(\.range.lowerBound) == [0, 2, 8])
  }

  @Test("left and right are the same sides in both reading directions, and in floating lines")
  func hasSides() throws {
    for string in ["Left", "ימין"] {
      for width in [150, Double.infinity] {
        let lines = string + "\n" + string + string
        let left = try layout(lines, width: width) { $0.alignment = .left }
        let right = try layout(lines, width: width) { $0.alignment = .right }
        #expect(left.lines.allSatisfy { $0.rect.minX == 0 })
        let edge = width.isFinite ? width : right.boundingRect.maxX
        for line in right.lines {
          #expect(abs(line.rect.maxX - edge) < 0.01, "\(string) \(width) \(line.rect)")
        }
      }
    }
  }

  @Test(
    "letter spacing leaves scripts whole whose letters join, and spaces others",
    arguments: [
      ("مرحبا بكم", true), ("ܫܠܡܐ", true), ("ߒߞߏ", true), ("ᠮᠣᠩᠭᠣᠯ", true), ("ahoy", false),
      ("שלום", false), ("नमस्ते", false), ("骨直", false),
    ])
  func keepsJoins(string: String, joins: Bool) throws {
    func spaced(_ kern: Double, by typesetter: Typesetter) throws -> TextLayout {
      var text = AttributedText(string, attributes: TextAttributes(font: Font(size: 20)))
      try text.update(in: 0..<text.utf8Count) { $0.kern = kern }
      return try typesetter.layout(text, in: TextContainer(width: .infinity))
    }
    let plain = try spaced(0, by: typesetter)
    let wide = try spaced(4, by: typesetter)
    if joins {
      #expect(wide.glyphs.map(\.advance) == plain.glyphs.map(\.advance))
      let pango = Typesetter(try FontLibrary(.noto, rules: .pango))
      #expect(try spaced(4, by: pango).lines[0].advance > plain.lines[0].advance + 4)
    } else {
      #expect(wide.lines[0].advance >= plain.lines[0].advance + 4 - 0.01)
    }
  }

  @Test("lines are at least and at most as high as their style says")
  func heights() throws {
    let string = "Latin\n中文 😀\nहिन्दी"
    let usual = try layout(string) { _ in }
    let high = try layout(string) { $0.minimumLineHeight = 40 }
    #expect(high.lines.allSatisfy { abs($0.ascent + $0.descent - 40) < 0.01 })
    let low = try layout(string) { $0.maximumLineHeight = 16 }
    #expect(low.lines.allSatisfy { abs($0.ascent + $0.descent - 16) < 0.01 })
    let both = try layout(string) { ($0.minimumLineHeight, $0.maximumLineHeight) = (20, 21) }
    for (line, before) in zip(both.lines, usual.lines) {
      let height = line.ascent + line.descent
      #expect(abs(height - min(21, max(20, before.ascent + before.descent))) < 0.01)
      // Half of the difference is on each side.
      #expect(abs((line.ascent - before.ascent) - (line.descent - before.descent)) < 0.01)
    }
  }

  @Test("features of a font change its glyphs, in their range only")
  func features() throws {
    var text = AttributedText(
      "fi 123 fi", attributes: TextAttributes(font: Font(family: "Noto Sans", size: 14)))
    try text.update(in: 3..<6) { $0.fontFeatures = [FontFeature("onum")] }
    try text.update(in: 7..<9) { $0.fontFeatures = [FontFeature("liga", value: 0)] }
    let container = TextContainer(width: 400)
    let plain = try typesetter.layout(
      AttributedText(text.string, attributes: text.attributes(at: 0)), in: container)
    let styled = try typesetter.layout(text, in: container)
    func glyphs(_ layout: TextLayout, _ range: Range<Int>) -> [UInt32] {
      layout.content.glyphs.filter { range.contains(Int($0.cluster)) }.map(\.id)
    }
    #expect(glyphs(plain, 3..<6) != glyphs(styled, 3..<6))
    #expect(glyphs(plain, 0..<3) == glyphs(styled, 0..<3))
    #expect(glyphs(styled, 7..<9).count == 2)
    try text.update(in: 0..<2) { $0.fontFeatures = [FontFeature("toolong")] }
    #expect(throws: LayoutError.invalidAttribute("fontFeatures", 0..<2)) {
      try typesetter.layout(text, in: container)
    }
  }

  @Test("a text shrinks until it fits in the height too, with all of its lengths")
  func shrinks() throws {
    var text = AttributedText(
      "Shrink \u{FFFC} to fit", attributes: TextAttributes(font: Font(size: 20)))
    text.paragraphStyle.lineSpacing = 10
    try text.update(in: 0..<6) { $0.kern = 4 }
    try text.update(in: 7..<10) {
      $0.attachment = TextAttachment(.blank, size: Size(width: 30, height: 30))
    }
    let factors = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3]
    for (size, truncation) in [
      (Size(width: 1_000, height: 18), TextContainer.Truncation.none),
      (Size(width: 120, height: 60), .end), (Size(width: 70, height: .infinity), .none),
    ] {
      let container = TextContainer(size: size, truncation: truncation)
      let shrunk = try typesetter.layout(text, in: container, shrinkingBy: factors)
      #expect(!shrunk.layout.isTruncated && shrunk.layout.boundingRect.maxY <= size.height)
      #expect(
        shrunk.layout == (try typesetter.layout(text.scaled(by: shrunk.factor), in: container)))
      let placed = try #require(shrunk.layout.content.attachments.first)
      #expect(abs(placed.rect.width - 30 * shrunk.factor) < 0.01)
    }
    let scaled = text.scaled(by: 0.5)
    #expect(scaled.paragraphStyle.lineSpacing == 5 && scaled.attributes(at: 0).kern == 2)
    #expect(scaled.attributes(at: 0).font.size == 10)
    var bar = TextBorder(fillColor: .black, cornerRadius: 6)
    bar.insets = EdgeInsets(left: 12, right: 300)
    var quoted = text
    try quoted.update(in: 0..<text.utf8Count) { $0.blockBorder = bar }
    let own = try #require(quoted.scaled(by: 0.5).attributes(at: 0).blockBorder)
    #expect(own.insets == EdgeInsets(left: 6, right: 150) && own.cornerRadii == .init(all: 3))
  }
}

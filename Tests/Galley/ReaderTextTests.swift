import Foundation
import Galley
import GalleyLayout
import GalleyPNG
import GalleyPrimitives
import GalleyText
import TestSupport
import Testing

/// Places where two features of text meet: truncation and indents, isolates and directions, spacing and trimming.
@Suite("Features of text that meet", .timeLimit(.minutes(5)))
struct ReaderTextTests {
  private let renderer: TextRenderer

  init() throws { renderer = try TextRenderer() }

  private func text(
    _ string: String, language: String? = nil, size: Double = 16,
    _ change: (inout TextAttributes) -> Void = { _ in },
    style: (inout ParagraphStyle) -> Void = { _ in }
  ) -> AttributedText {
    var attributes = TextAttributes(font: Font(size: size), language: language)
    change(&attributes)
    var text = AttributedText(string, attributes: attributes)
    style(&text.paragraphStyle)
    return text
  }

  private func lines(
    _ string: String, width: Double, language: String? = "ja",
    _ style: (inout ParagraphStyle) -> Void = { _ in }
  ) throws -> [String] {
    let text = text(string, language: language, style: style)
    return try renderer.typesetter.layout(text, in: TextContainer(width: width)).lines.map {
      String(text.substring($0.range)).trimmingCharacters(in: .whitespaces)
    }
  }

  @Test(
    "a truncated row leaves room for its indents",
    arguments: [TextContainer.Truncation.start, .middle, .end], [false, true])
  func indentedToken(truncation: TextContainer.Truncation, isPath: Bool) throws {
    let string = "A long text that goes on and on over several lines of a list item"
    let text = text(string, { $0.underline = TextDecoration() }) { style in
      (style.firstLineHeadIndent, style.headIndent, style.tailIndent) = (30, 60, -10)
    }
    let height = isPath ? 60 : Double.infinity
    let container = TextContainer(
      size: Size(width: 200, height: height), maximumRowCount: isPath ? 0 : 2,
      truncation: truncation)
    let layout = try renderer.typesetter.layout(text, in: container)
    #expect(layout.isTruncated)
    for line in layout.lines {
      #expect(line.origin.x + line.advance <= 190.01, "\(line.range)")
    }
  }

  @Test("characters within isolates do not decide the direction of a paragraph")
  func isolates() throws {
    for (string, isRightToLeft) in [
      ("\u{2068}דוד\u{2069} liked your photo", false), ("\u{2066}a\u{2069} שלום", true),
      ("\u{2067}דוד \u{2068}x\u{2069} דוד\u{2069}: b", false), ("12 \u{2068}דוד", false),
      ("\u{2069}שלום", true), ("דוד \u{2066}a\u{2069}", true),
    ] {
      let layout = try renderer.typesetter.layout(text(string), in: TextContainer(width: 300))
      #expect(layout.lines.first?.isRightToLeft == isRightToLeft, "\(string)")
    }
  }

  @Test("a tab leads to its stop on a column whose letters stand upright")
  func uprightTab() throws {
    var container = TextContainer(size: Size(width: 60, height: 300))
    container.isVertical = true
    let plain = text("漢字\t仮名", language: "ja")
    let upright = text("漢字\t仮名", language: "ja") { $0.verticalForm = .upright }
    let (own, usual) = (
      try renderer.typesetter.layout(upright, in: container),
      try renderer.typesetter.layout(plain, in: container)
    )
    #expect(own.missingGlyphCount == 0 && own.lines.map(\.advance) == usual.lines.map(\.advance))
  }

  @Test(
    "no style breaks a line within a grapheme",
    arguments: ["漢№\u{301}漢漢", "漢№\u{FE0F}漢", "漢￥ﾞ漢", "漢っ\u{3099}漢"])
  func graphemes(string: String) throws {
    let edges = Set(string.indices.map { string.utf8.distance(from: string.startIndex, to: $0) })
    for strictness in [ParagraphStyle.Strictness.loose, .normal, .strict, .automatic] {
      for width in [16.0, 36, 52] {
        let text = text(string, language: "ja", style: { $0.strictness = strictness })
        let layout = try renderer.typesetter.layout(text, in: TextContainer(width: width))
        #expect(layout.lines.allSatisfy { edges.contains($0.range.lowerBound) }, "\(width)")
      }
    }
  }

  @Test(
    "truncation at the start shows the last paragraph alone",
    arguments: ["\n", "\r\n", "\u{2028}", "\u{2029}"])
  func lastParagraph(separator: String) throws {
    let end = text("delta epsilon")
    let alone = try renderer.typesetter.layout(end, in: TextContainer(width: 400))
    let text = text("alpha beta gamma" + separator + "delta epsilon" + separator)
    let layout = try renderer.typesetter.layout(
      text, in: TextContainer(width: 400, maximumRowCount: 1, truncation: .start))
    #expect(layout.lines.count == 1 && layout.isTruncated)
    #expect(layout.lines[0].advance < alone.lines[0].advance + 20)
  }

  @Test("white space of any kind does not truncate", arguments: ["\u{3000}", "\u{2003}"])
  func blanks(blank: String) throws {
    let layout = try renderer.typesetter.layout(
      text("one\n" + blank), in: TextContainer(width: 200, maximumRowCount: 1, truncation: .end))
    #expect(!layout.isTruncated)
  }

  @Test(
    "no ellipsis follows a full stop", arguments: ["ہے۔ ہے۔ ہے۔ ہے۔ ہے۔", "है। है। है। है। है। है।"])
  func fullStops(string: String) throws {
    let text = text(string)
    for width in stride(from: 20.0, to: 70, by: 1) {
      let layout = try renderer.typesetter.layout(
        text, in: TextContainer(width: width, maximumRowCount: 1, truncation: .end))
      guard let hidden = layout.truncatedRange else { continue }
      let shown = string.utf8.prefix(hidden.lowerBound)
      #expect(!"۔।".contains(String(decoding: shown, as: UTF8.self).last ?? " "), "\(width)")
    }
  }

  @Test("letter spacing leaves the trimming of punctuation")
  func spacedPunctuation() throws {
    for string in ["彼は「好き」「嫌い」、（なに）。と", "《旧桥的故事》、「好」"] {
      let plain = try renderer.typesetter.layout(
        text(string, language: "ja"), in: TextContainer(width: 1_000))
      for kern in [1.0, 2, -1] {
        let spaced = try renderer.typesetter.layout(
          text(string, language: "ja") { $0.kern = kern }, in: TextContainer(width: 1_000))
        let more = spaced.lines[0].advance - plain.lines[0].advance
        #expect(abs(more - kern * Double(string.count)) < abs(kern) + 0.01, "\(string) \(kern)")
      }
    }
  }

  @Test("a text that begins before its container is shrunk, and a token with its text")
  func shrinking() throws {
    var attributes = TextAttributes(font: Font(size: 16))
    attributes.attachment = TextAttachment(.color(.black), size: Size(width: 300, height: 20))
    for (before, after) in [("א ", " ב"), ("a ", " b")] {
      var builder = AttributedTextBuilder()
      if before == "a " { builder.paragraphStyle.alignment = .end }
      builder.append(before, attributes: TextAttributes(font: Font(size: 16)))
      builder.append("\u{FFFC}", attributes: attributes)
      builder.append(after, attributes: TextAttributes(font: Font(size: 16)))
      let shrunk = try renderer.typesetter.layout(
        builder.text(emptyAttributes: TextAttributes(font: Font(size: 16))),
        in: TextContainer(width: 200), shrinkingBy: [1, 0.5])
      #expect(shrunk.factor == 0.5, "\(before)")
    }
    var container = TextContainer(
      size: Size(width: 200, height: 60), maximumRowCount: 0, truncation: .end)
    container.truncationToken = text(" …more", size: 40)
    let long = text(String(repeating: "many words ", count: 40), size: 40)
    let shrunk = try renderer.typesetter.layout(long, in: container, shrinkingBy: [1, 0.5])
    #expect(shrunk.factor == 0.5 && shrunk.layout.isTruncated)
    #expect(Set(shrunk.layout.content.fonts.map(\.size)) == [20])
  }

  @Test("a point on the token is beside the nearer text", arguments: [false, true])
  func tokenPoints(isRightToLeft: Bool) throws {
    let text = text(
      "The quick brown fox jumps over",
      style: { $0.direction = isRightToLeft ? .rightToLeft : .leftToRight })
    let map = try renderer.typesetter.map(
      text, in: TextContainer(width: 140, maximumRowCount: 1, truncation: .middle))
    let token = map.graphemes.filter(\.isToken)
    let left = try #require(token.map(\.x.length).min())
    let right = try #require(token.map { Double($0.maxX) / 1024 }.max())
    let start = map.layout.lines[0].origin.x
    for place in [left + 1, right - 1] {
      let position = map.position(closestTo: Point(x: start + place, y: 10))
      let caret = try #require(map.caretRect(at: position))
      let edge = place < (left + right) / 2 ? left : right
      #expect(abs(caret.minX - start - edge) < 1, "\(place)")
    }
  }

  @Test("a small kana begins a line behind letters, as in browsers")
  func smallKana() throws {
    #expect(try lines("このSNSっぽい話", width: 72) == ["このSNS", "っぽい話"])
    #expect(try lines("このSNSっぽい話", width: 72) { $0.strictness = .strict }.last != "っぽい話")
    #expect(
      try lines("「東京」・「大阪」", width: 68) { $0.strictness = .loose }.contains { $0.first == "・" })
  }

  @Test("letters that stand upright or are combined have no space beside ideographs")
  func uprightGaps() throws {
    func advance(_ form: VerticalForm, isSpaced: Bool) throws -> Double {
      var text = text("令和12年", language: "ja", style: { $0.autospace = isSpaced ? .normal : .none })
      try text.update(in: 6..<8) { $0.verticalForm = form }
      var container = TextContainer(size: Size(width: 40, height: 300))
      container.isVertical = true
      return try renderer.typesetter.layout(text, in: container).lines[0].advance
    }
    for form in [VerticalForm.combined, .upright] {
      #expect(try advance(form, isSpaced: true) == advance(form, isSpaced: false))
    }
    #expect(try advance(.mixed, isSpaced: true) > advance(.mixed, isSpaced: false) + 3)
  }

  @Test("ruby and emphasis marks cast the shadow of their text", arguments: [false, true])
  func shadows(isVertical: Bool) throws {
    func red(_ change: (inout TextAttributes) -> Void) throws -> Int {
      let text = text("東京", language: "ja", size: 30) {
        $0.shadows = [
          TextShadow(color: Color(red: 255, green: 0, blue: 0), offset: Point(x: 2, y: 2))
        ]
        change(&$0)
      }
      var container = TextContainer(
        size: Size(width: 200, height: 200), insets: EdgeInsets(all: 30))
      container.isVertical = isVertical
      let picture = try PictureRenderer(RenderOptions())
      let png = try DecodedPNG(picture.png(of: picture.layout(text, in: container)))
      return (0..<png.height).reduce(0) { count, y in
        count
          + (0..<png.width).count { x in
            let color = png.color(x: x, y: y)
            return color >> 16 & 0xFF > 200 && color >> 8 & 0xFF < 60 && color & 0xFF < 60
          }
      }
    }
    let plain = try red { _ in }
    #expect(try red { $0.ruby = RubyAnnotation("とうきょう") } > plain + 20)
    #expect(try red { $0.emphasis = EmphasisMark("●") } > plain + 20)
  }

  @Test("a line separator begins a line, but no paragraph")
  func lineSeparator() throws {
    func places(_ separator: String) throws -> [Point] {
      let text = text(
        "one" + separator + "two",
        style: { ($0.firstLineHeadIndent, $0.paragraphSpacing) = (30, 20) })
      return try renderer.typesetter.layout(text, in: TextContainer(width: 200)).lines.map(\.origin)
    }
    let (lines, paragraphs) = (try places("\u{2028}"), try places("\n"))
    #expect(lines.map(\.x) == [30, 0] && paragraphs.map(\.x) == [30, 30])
    #expect(abs(paragraphs[1].y - lines[1].y - 20) < 0.01)
  }
}

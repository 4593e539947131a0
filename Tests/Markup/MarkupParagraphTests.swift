import Foundation
import GalleyMarkup
import GalleyPrimitives
import GalleyText
import Testing

/// The style of paragraphs that a parser is given, and the alignment of the columns of tables.
@Suite("Paragraphs of markup", .timeLimit(.minutes(15)))
struct MarkupParagraphTests {
  private let given: ParagraphStyle = {
    var style = ParagraphStyle(alignment: .center, direction: .rightToLeft)
    style.fixedLineHeight = 30
    style.lineSpacing = 3
    style.firstLineHeadIndent = 12
    style.headIndent = 5
    style.tailIndent = -7
    style.paragraphSpacingBefore = 4
    style.kashida = 2
    style.wrap = .pretty
    return style
  }()

  private func style(_ text: AttributedText, at word: String) throws -> ParagraphStyle {
    let range = try #require(text.string.range(of: word))
    let offset = text.string.utf8.distance(from: text.string.startIndex, to: range.lowerBound)
    return try #require(text.attributes(at: offset).paragraphStyle)
  }

  private func expect(_ text: AttributedText) throws {
    for word in ["body", "item", "quote", "code", "Title"] {
      let style = try style(text, at: word)
      #expect(style.alignment == .center && style.direction == .rightToLeft, "\(word)")
      #expect(style.fixedLineHeight == 30 && style.lineSpacing == 3, "\(word)")
      #expect(style.kashida == 2 && style.wrap == .pretty, "\(word)")
    }
    let body = try style(text, at: "body")
    #expect((body.firstLineHeadIndent, body.headIndent, body.tailIndent) == (12, 5, -7))
    let quote = try style(text, at: "quote")
    #expect((quote.firstLineHeadIndent, quote.headIndent, quote.tailIndent) == (32, 25, -7))
    let item = try style(text, at: "item")
    #expect((item.firstLineHeadIndent, item.headIndent) == (32, 25))
    let mark = try style(text, at: "•")
    #expect((mark.firstLineHeadIndent, mark.tabStops.first?.location) == (16, 32))
    let code = try style(text, at: "code")
    #expect((code.firstLineHeadIndent, code.headIndent, code.tailIndent) == (13, 13, -15))
    // The space is above the first line of code alone.
    #expect(code.paragraphSpacingBefore >= 4)
    #expect(try style(text, at: "second").paragraphSpacingBefore == 0)
    #expect(try style(text, at: "Title").paragraphSpacingBefore >= 4)
  }

  @Test("Markdown adds its indents to a given style")
  func markdown() throws {
    var parser = MarkdownParser()
    parser.paragraph = given
    try expect(
      try parser.parsed(
        markdown: "# Title\n\nbody\n\n- item\n\n> quote\n\n```\ncode\nsecond\n```\n\nend"))
  }

  @Test("HTML adds its indents to a given style")
  func html() throws {
    var parser = HTMLParser()
    parser.paragraph = given
    try expect(
      try parser.parsed(
        html: "<h1>Title</h1><p dir=ltr>body<ul><li>item</ul><blockquote>quote</blockquote>"
          + "<pre>code\nsecond</pre><p>end"))
  }

  private func stops(_ markdown: String, _ word: String) throws -> [ParagraphStyle.TabStop] {
    try style(try MarkdownParser().parsed(markdown: markdown), at: word).tabStops
  }

  @Test("columns of a Markdown table are aligned as their dashes say")
  func columns() throws {
    let table = "| Item | Note | Price |\n|:--|:-:|--:|\n| Tea | hot | 12.50 |\n"
    let text = try MarkdownParser().parsed(markdown: table)
    #expect(text.string == "Item\tNote\tPrice\nTea\thot\t12.50")
    let style = try style(text, at: "12.50")
    #expect(style.tabStops.prefix(2).map(\.alignment) == [.center, .end])
    let places = style.tabStops.map(\.location)
    #expect(120 < places[0] && places[0] < 180 && 260 < places[1] && places[1] < 352)
    #expect(style.direction == .leftToRight)
    #expect(try self.style(text, at: "Item").tabStops == style.tabStops)
    // Without an alignment, columns and direction are as they were.
    let plain = try stops("| a | b |\n|--|--|\n| c | d |", "c")
    #expect(plain == (1...16).map { .init(Double($0) * 120) })
  }

  @Test(
    "a first column that is not at the start begins with a tab; left and right are sides of the page"
  )
  func firstColumn() throws {
    let text = try MarkdownParser().parsed(markdown: "| n | m |\n|--:|---|\n| 1 | 2 |")
    #expect(text.string == "\tn\tm\n\t1\t2")
    let own = try style(text, at: "n").tabStops
    #expect(own[0].alignment == .end && own[0].location < 120 && own[1] == .init(120))
    let hebrew = try MarkdownParser().parsed(markdown: "| שם | סך |\n|--:|:--|\n| א | 12 |")
    #expect(hebrew.string == "שם\tסך\nא\t12")
    let style = try style(hebrew, at: "12")
    #expect(style.direction == .rightToLeft && style.tabStops[0].alignment == .end)
  }

  @Test("given tab stops take the place of columns")
  func givenStops() throws {
    var parser = MarkdownParser()
    parser.paragraph.tabStops = [.init(50), .init(90, alignment: .end)]
    let text = try parser.parsed(markdown: "| a | b |\n|--|--:|\n| c | d |")
    #expect(try style(text, at: "c").tabStops == parser.paragraph.tabStops)
  }
}

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

  @Test("the text of a wide mark begins behind it, and its lines below that")
  func wideMarks() throws {
    let size = HTMLParser().theme.text.font.size
    for number in ["9", "10", "100", "12345"] {
      for text in [
        try MarkdownParser().parsed(markdown: "\(number). word"),
        try HTMLParser().parsed(html: "<ol start=\(number)><li>word</ol>"),
        try HTMLParser().parsed(html: "<ul><li>x<ol start=\(number)><li>word</ol></ul>"),
      ] {
        let mark = try style(text, at: "\(number).\t")
        let stop = try #require(mark.tabStops.first?.location)
        let start = mark.firstLineHeadIndent
        // A digit of the theme's font is 0.572 ems wide, and a full stop 0.268.
        let end = start + (0.572 * Double(number.count) + 0.268) * size
        #expect(start >= 0 && end <= stop, "\(text.string)")
        #expect(mark.headIndent == stop && stop < end + size, "\(text.string)")
      }
    }
  }

  @Test("the texts of a list stand below each other, also those behind shorter marks")
  func evenLists() throws {
    let items = (1...12).map { "word\($0)x" }
    for text in [
      try MarkdownParser().parsed(
        markdown: items.enumerated().map { "\($0 + 1). \($1)\n\n    below\($1)" }.joined(
          separator: "\n")),
      try HTMLParser().parsed(
        html: "<ol>" + items.map { "<li>\($0)<p>below\($0)</p></li>" }.joined() + "</ol>"),
      try HTMLParser().parsed(
        html: "<ol type=I>" + items.map { "<li>\($0)<p>below\($0)</p></li>" }.joined() + "</ol>"),
    ] {
      var places: Set<Double> = []
      for item in items {
        let range = try #require(text.string.range(of: item))
        let offset = text.string.utf8.distance(
          from: text.string.startIndex, to: range.lowerBound)
        // The tab is behind the mark.
        let mark = try #require(text.attributes(at: offset - 1).paragraphStyle)
        places.insert(try #require(mark.tabStops.first?.location))
        places.insert(mark.headIndent)
        places.insert(try style(text, at: "below" + item).firstLineHeadIndent)
      }
      #expect(places.count == 1, "\(places.sorted())")
    }
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

  @Test("columns of an HTML table are those of the same table of Markdown")
  func columnsOfHTML() throws {
    let markdown = try MarkdownParser().parsed(
      markdown: "| Item | Note | Price |\n|:--|:-:|--:|\n| Tea | hot | 12.50 |\n")
    let html = try HTMLParser().parsed(
      html: """
        <table><thead><tr><th>Item</th><th align=center>Note</th><th>Price</th></tr></thead>
        <tr><td>Tea</td><td align="center">hot</td> <td style="color:red; Text-Align: right"> 12.50
        </td></tr></table>
        """)
    #expect(html.string == markdown.string)
    for word in ["Item", "12.50"] {
      #expect(try style(html, at: word).tabStops == style(markdown, at: word).tabStops)
      #expect(try style(html, at: word).direction == .leftToRight)
    }
    #expect(html.attributes(at: 0).font.weight == 700)
    let right = try HTMLParser().parsed(
      html: "<table dir=rtl><tr><td>שם<td align=left>12<tr><td align=right>א<td>3</table>")
    #expect(right.string == "שם\t12\nא\t3")
    let style = try style(right, at: "12")
    #expect(style.direction == .rightToLeft && style.tabStops[0].alignment == .end)
    let first = try HTMLParser().parsed(
      html: "<table><tr><td align=right>1<td>2<tr><td>10<td>20</table>after")
    #expect(first.string == "\t1\t2\n\t10\t20\nafter")
    #expect(try self.style(first, at: "after").tabStops.isEmpty)
  }

  @Test(
    "cells of an HTML table that are empty, wide or high leave the columns of others as they are",
    arguments: [
      ("<tr><td><td>a<td>b<tr><td>c<td><td>d", "\ta\tb\nc\t\td"),
      ("<tr><td colspan=2>a<td>b<tr><td>c<td>d<td>e", "a\t\tb\nc\td\te"),
      ("<tr><td rowspan=2>a<td>b<tr><td>c<tr><td>d<td>e", "a\tb\n\tc\nd\te"),
      ("<tr><td><p>a<p>b<td>c<tr><td>d<td><p>e", "a\nb\nc\nd\ne"),
      ("<tr><td><table><tr><td>a<td>b</table><td>c<tr><td>d<td>e", "a\tb\nc\nd\te"),
    ])
  func cells(rows: String, text: String) throws {
    let parsed = try HTMLParser().parsed(html: "<table>\(rows)</table>")
    #expect(parsed.string == text)
  }

  @Test("columns of an HTML table are within a width that is known")
  func narrowTable() throws {
    let surroundings = HTMLSurroundings(width: 200)
    let text = try HTMLParser().parsed(
      html: "<table><tr><td>a<td>b<td>c<td>d</table>", in: surroundings)
    #expect(try style(text, at: "a").tabStops.prefix(3).map(\.location) == [50, 100, 150])
  }

  @Test(
    "columns of a table that is too wide are as wide as their cells, or at least as their longest words"
  )
  func contentWidths() throws {
    func places(_ markdown: String, width: Double) throws -> [Double] {
      var parser = MarkdownParser()
      parser.width = width
      let text = try parser.parsed(markdown: markdown)
      return try style(text, at: "z").tabStops.prefix(2).map(\.location)
    }
    let short = "| a | description | z |\n|--|--|--|\n| 1 | 2 | 3 |"
    let own = try places(short, width: 200)
    #expect(own[0] < 66 && own[1] - own[0] > 80 && own[1] < 180)
    let long = "| international | a round fruit that grows on trees | z |\n|--|--|--|"
    let words = try places(long, width: 220)
    #expect(words[0] >= 13 * 0.5 * 14 && words[1] > words[0] && words[1] <= 200.01)
    let narrow = try places(long, width: 60)
    #expect(0 < narrow[0] && narrow[0] < narrow[1] && narrow[1] < 60)
    #expect(try places(short, width: 1_000) == [120, 240])
    var parser = HTMLParser()
    parser.width = 200
    let html = try parser.parsed(
      html: "<table><tr><th>a<th>description<th>z<tr><td>1<td>2<td>3</table>")
    #expect(try style(html, at: "z").tabStops.prefix(2).map(\.location) == own)
  }

  @Test("the lines of a long last cell are below each other, if the cells before it fit")
  func hangingCell() throws {
    let long = "a long description of many words that does not fit on one line"
    func places(_ rows: [[String]], _ width: Double) throws -> (start: Double, indent: Double) {
      var (markdown, html) = (MarkdownParser(), HTMLParser())
      (markdown.width, html.width) = (width, width)
      let lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
      let bars = "|" + String(repeating: "--|", count: rows[0].count)
      let cells = zip(rows, ["<th>", "<td>"]).map { row, tag in
        "<tr>" + row.map { tag + $0 }.joined()
      }.joined()
      let styles = try [
        style(
          try markdown.parsed(markdown: ([lines[0], bars] + lines[1...]).joined(separator: "\n")),
          at: rows[0][0]),
        style(try html.parsed(html: "<table>\(cells)</table>"), at: rows[0][0]),
      ]
      let last = rows[0].count - 2
      #expect(styles[0].tabStops[last].location == styles[1].tabStops[last].location)
      #expect(styles[0].headIndent == styles[1].headIndent)
      return (styles[0].tabStops[last].location, styles[0].headIndent)
    }
    let usual = try places([["width", "375", "meaning"], ["scale", "2", long]], 375)
    #expect(usual.start == usual.indent && usual.indent < 240)
    #expect(try places([["width", "meaning"], ["scale", "short"]], 375) == (120, 120))
    let narrow = try places([["width", "meaning"], ["scale", long]], 375)
    #expect(narrow.start == narrow.indent && narrow.indent < 100)
    // A first cell that is longer than an equal column makes it wider, but not wider than the row.
    let wide = try places([["a name of several words", "meaning"], ["b", long]], 375)
    #expect(wide.start == wide.indent && wide.indent > 120 && wide.indent < 260)
    #expect(try places([[long, "meaning"], ["b", long]], 375).indent == 20)
  }

  @Test("a wrapped row of a table goes on with an indent")
  func wrappedRow() throws {
    let markdown = try MarkdownParser().parsed(markdown: "| a | z |\n|--|--|\n| b | c |\n\nafter")
    #expect(try style(markdown, at: "z").headIndent == 20)
    #expect(try style(markdown, at: "z").firstLineHeadIndent == 0)
    #expect(try style(markdown, at: "after").headIndent == 0)
    let html = try HTMLParser().parsed(html: "<table><tr><td>a<td>z</table>after")
    #expect(try style(html, at: "z").headIndent == 20)
    #expect(try style(html, at: "after").headIndent == 0)
  }

  @Test(
    "items of ordered lists have the numbers of HTML",
    arguments: [
      ("<ol><li>a<li value=7>b<li>c</ol>", ["1.", "7.", "8."]),
      ("<ol start=-1 type=1><li>a<li>b<li>c</ol>", ["-1.", "0.", "1."]),
      ("<ol reversed><li>a<li>b<ol><li>x</ol><li>c</ol>", ["3.", "2.", "1.", "1."]),
      ("<ol reversed start=10><li>a<li>b</ol>", ["10.", "9."]),
      ("<ol type=a start=26><li>a<li>b<li type=I>c</ol>", ["z.", "aa.", "XXVIII."]),
      ("<ol type=A><li>a</ol><ol type=i start=4><li>b</ol>", ["A.", "iv."]),
      ("<ol type=a start=0><li>a<li>b</ol>", ["0.", "a."]),
      ("<ol type=i start=3999><li>a<li>b</ol>", ["mmmcmxcix.", "4000."]),
      ("<ol type=x start=' 5b'><li value=z>a</ol>", ["5."]),
      ("<ul><li value=4>a</ul>", ["•"]),
      (
        "<ol start=9223372036854775807><li>a<li>b</ol>",
        ["9223372036854775807.", "-9223372036854775808."]
      ),
      ("<select><ol reversed></ol></select><ol reversed><li>a<li>b</ol>", ["2.", "1."]),
    ])
  func numbers(html: String, marks: [String]) throws {
    let text = try HTMLParser().parsed(html: html).string
    #expect(
      text.split(separator: "\n").compactMap { $0.split(separator: "\t").first }.map(String.init)
        == marks)
  }

  @Test(
    "parts of a line with a direction of their own are isolated, by elements and by dir",
    arguments: [
      ("<p>a <bdi>ב</bdi> c", "a \u{2068}ב\u{2069} c"),
      ("<p>a <bdo dir=rtl>bc</bdo> d", "a \u{2067}\u{202E}bc\u{202C}\u{2069} d"),
      ("<p dir=rtl>a <bdo>bc</bdo>", "a \u{2067}\u{202E}bc\u{202C}\u{2069}"),
      (
        "<p>a <span dir=RTL> b <i dir=ltr>c</i></span> d", "a \u{2067}b \u{2066}c\u{2069}\u{2069} d"
      ),
      ("<p>a <span dir=auto>b</span><span dir=up>c</span>", "a \u{2068}b\u{2069}c"),
      ("<p>a<bdi></bdi>b", "ab"), ("<ul><li><bdi>x</bdi></ul>", "•\t\u{2068}x\u{2069}"),
      (
        "<div><bdo dir=rtl>a<p>b</p>c</bdo>d</div>",
        "\u{2067}\u{202E}a\n\u{2067}\u{202E}b\n\u{2067}\u{202E}c\u{202C}\u{2069}d"
      ),
      ("<table><tr><td>a<td dir=rtl>b</table>", "a\t\u{2067}b\u{2069}"),
    ])
  func directions(html: String, text: String) throws {
    #expect(try HTMLParser().parsed(html: html).string == text)
  }

  @Test("dir of blocks is the direction of paragraphs, which auto leaves to their letters")
  func directionsOfBlocks() throws {
    let text = try HTMLParser().parsed(
      html: "<div dir=rtl><p>a<p dir=ltr>b<p dir=auto>c<p>d <span dir=ltr>e</span></div>")
    let directions = try ["a", "b", "c", "d", "e"].map { try style(text, at: $0).direction }
    #expect(directions == [.rightToLeft, .leftToRight, nil, .rightToLeft, .rightToLeft])
  }
}

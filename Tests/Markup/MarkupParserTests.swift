import GalleyMarkup
import GalleyPrimitives
import GalleyText
import Testing

@Suite("Markup parsers", .timeLimit(.minutes(15)))
struct MarkupParserTests {
  private let plain = TextAttributes(font: Font(size: 10))

  /// The strings of a text's runs with one or more of an attribute's values.
  private func parts<Value: Hashable>(
    of text: AttributedText, _ value: (TextAttributes) -> Value, where isWanted: (Value) -> Bool
  ) -> [String] {
    text.runs.filter { isWanted(value($0.attributes)) }.map { text.subtext($0.range).string }
  }

  @Test("HTML becomes paragraphs of collapsed text, with attributes on the words that have them")
  func html() throws {
    let text = try HTMLParser().parsed(
      html: """
        <script>no()</script><head><title>no</title><style>p {}</style></head><h2>Top</h2>
        <p>One <b>bold</b>\n   and<i> slanted </i>word,&amp; <a href="u">link</a><br>next
        <ul><li>a<li>b</ul><ol start=3><li>c</ol><script>no()</script><p dir=rtl lang=he>שלום</p>
        """)
    #expect(
      text.string == "Top\nOne bold and slanted word,& link\u{2028}next\n•\ta\n•\tb\n3.\tc\nשלום")
    #expect(parts(of: text, \.font.weight) { $0 == 700 } == ["Top", "bold"])
    #expect(parts(of: text, \.font.isItalic) { $0 } == [" slanted "])
    #expect(parts(of: text, \.highlight) { $0?.userInfo["url"] == "u" } == ["link"])
    #expect(parts(of: text, \.language) { $0 == "he" } == ["שלום"])
    let hebrew = text.attributes(at: text.utf8Count - 1).paragraphStyle
    #expect(hebrew?.direction == .rightToLeft)
  }

  @Test("lines after a break of HTML have no space of paragraphs above them")
  func breaks() throws {
    // White space around a break is not shown.
    let text = try HTMLParser().parsed(
      html: "<p>a <br>\n <b> b</b></p><p>c<br />\nd</p><ul><li>e<br>f</ul>")
    #expect(text.string == "a\u{2028}b\nc\u{2028}d\n•\te\u{2028}f")
    let spaces = text.string.utf8.enumerated().filter { UInt8(ascii: "a")...0x7A ~= $0.element }
      .map { text.attributes(at: $0.offset).paragraphStyle?.paragraphSpacingBefore ?? -1 }
    #expect(spaces.count == 6)
    #expect([spaces[0], spaces[1], spaces[3], spaces[5]] == [0, 0, 0, 0], "\(spaces)")
    #expect(spaces[2] > 0 && spaces[4] > 0, "\(spaces)")
  }

  @Test("lines after a hard break of Markdown have no space of paragraphs between them")
  func hardBreaks() throws {
    let text = try MarkdownParser().parsed(markdown: "a  \nb\\\nc\n\nd\ne  \nf\n\n- g\\\n  h")
    #expect(text.string == "a\u{2028}b\u{2028}c\nd e\u{2028}f\n•\tg\u{2028}h")
    let styles = text.string.utf8.enumerated().filter { 0x61...0x7A ~= $0.element }
      .map { text.attributes(at: $0.offset).paragraphStyle ?? ParagraphStyle() }
    let gaps = zip(styles, styles.dropFirst()).map {
      $0.paragraphSpacing + $1.paragraphSpacingBefore
    }
    // Between a and b, b and c, c and d, e and f, f and g, g and h; d and e are one line.
    #expect(gaps.count == 7)
    #expect([gaps[0], gaps[1], gaps[4], gaps[6]] == [0, 0, 0, 0], "\(gaps)")
    #expect(gaps[2] == 8 && gaps[5] == 8, "\(gaps)")
  }

  @Test("numbers of footnotes leave the lists, emphasis and tables around them open")
  func footnoteNumbers() throws {
    let list = try MarkdownParser().parsed(markdown: "1. a[^x] b\n2. c\n\n[^x]: note")
    #expect(list.string == "1.\ta1 b\n2.\tc\n1.\tnote")
    let emphasis = try MarkdownParser().parsed(markdown: "*a[^x] b* c\n\n[^x]: note")
    #expect(parts(of: emphasis, \.font.isItalic) { $0 }.joined() == "a1 b")
    let table = try MarkdownParser().parsed(
      markdown: "| a[^x] | b |\n|--|--|\n| c | d |\n\n[^x]: note")
    #expect(table.string == "a1\tb\nc\td\n1.\tnote")
  }

  @Test("annotations, white space of code, and table cells of HTML are kept")
  func htmlParts() throws {
    let text = try HTMLParser().parsed(
      html: "see <ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby> <mark>x</mark><pre>a\n  b</pre>"
        + "<table><tr><td>1<td>2</table>")
    #expect(text.string == "see 漢字 x\na\n  b\n1\t2")
    #expect(text.runs.compactMap(\.attributes.ruby?.text) == ["かん", "じ"])
    #expect(parts(of: text, \.backgroundBorder) { $0 != nil } == ["x"])
    #expect(text.attributes(at: 16).blockBorder != nil)
    let link = try HTMLParser().parsed(html: "<a href=u>one <b>two</b></a> <pre>a\n\nb</pre>")
    #expect(link.string == "one two\na\n\nb")
    #expect(link.highlightRange(at: 1) == 0..<7 && link.highlightRange(at: 5) == 0..<7)
  }

  @Test(
    "bases of ruby have their annotations in turn, and no text of a ruby is lost",
    arguments: [
      ("<ruby>漢字<rt>かん</rt><rt>じ</rt></ruby>", "漢字", ["かんじ"]),
      ("<ruby><rb>漢<rt>かん<rb>字<rt>じ</ruby>", "漢字", ["かん", "じ"]),
      ("<ruby><rb>漢<rb>字<rt>かん<rt>じ</ruby>", "漢字", ["かん", "じ"]),
      ("<ruby><rb>漢</rb><rb>字</rb><rtc><rt>かん</rt><rt>じ</rt></rtc></ruby>", "漢字", ["かん", "じ"]),
      ("<ruby><rb>漢</rb><rb>字</rb><rtc>kanji</rtc></ruby>", "漢字", ["kanji"]),
      ("<ruby>a b<rt>c</rt><rt>d</rt></ruby>", "a b", ["c d"]),
      ("<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp>字</ruby>。", "漢字。", ["かん"]),
      ("x<ruby><rt>か</rt></ruby>y", "x (か)y", []), ("<ruby><rt>か</rt></ruby>y", "(か)y", []),
      ("<ruby><ruby>漢<rt>かん</rt></ruby><rt>kan</rt></ruby>", "漢 (kan)", ["かん"]),
    ])
  func rubies(html: String, string: String, annotations: [String]) throws {
    let text = try HTMLParser().parsed(html: html)
    #expect(text.string == string)
    #expect(text.runs.compactMap(\.attributes.ruby?.text) == annotations)
  }

  @Test(
    "quotations have the marks of the language around them",
    arguments: [
      ("a <q>b <q>c <q>d</q></q></q>", "a “b ‘c “d”’”"), ("<p lang=fr><q>oui</q>", "«oui»"),
      ("<p lang=de-AT><q>a <q>b</q></q>", "„a ‚b‘“"), ("<p lang=ja><q>a<q>b</q></q>", "「a『b』」"),
      ("<p lang=zh-TW><q>a</q>", "「a」"), ("<p lang=zh><q>a</q>", "“a”"),
      ("<p lang=pt-PT><q>a</q>", "«a»"), ("<p lang=pt><q>a</q>", "“a”"),
      ("<p lang=ru><q lang=en>a</q> <q>b", "«a» «b»"),
    ])
  func quotations(html: String, string: String) throws {
    #expect(try HTMLParser().parsed(html: html).string == string)
  }

  @Test("markup of Pango sets the attributes that it names, and keeps white space")
  func markup() throws {
    func parsed(_ markup: String) throws -> AttributedText {
      try PangoMarkupParser(attributes: plain).parsed(markup: markup)
    }
    let text = try parsed("a  <b>b</b>\n<i>c</i><u>d</u><s>e</s><tt>f</tt><sup>g</sup>&lt;")
    #expect(text.string == "a  b\ncdefg<")
    #expect(text.attributes(at: 3).font.weight == 700)
    #expect(text.attributes(at: 5).font.isItalic)
    #expect(text.attributes(at: 6).underline == TextDecoration())
    #expect(text.attributes(at: 7).strikethrough == TextDecoration())
    #expect(text.attributes(at: 8).font.family != "Noto Sans")
    #expect(text.attributes(at: 9).baselineOffset == 3.5 && text.attributes(at: 9).font.size == 7)
    #expect(text.attributes(at: 10) == plain)
    let span = try parsed(
      """
      <span font_desc="Noto Serif Bold 20" foreground="#f00" bgcolor="yellow" underline="double" \
      underline_color="blue" strikethrough="true" rise="2048" letter_spacing="1024" lang="ja">x</span>
      """
    ).attributes(at: 0)
    #expect(span.font == Font(family: "Noto Serif", size: 20, weight: 700))
    #expect(span.color == Color(rgb: 0xFF0000))
    #expect(span.backgroundBorder?.fillColor == Color(rgb: 0xFFFF00))
    #expect(span.underline == TextDecoration(.double, color: Color(rgb: 0x0000FF)))
    #expect(span.strikethrough == TextDecoration())
    #expect(span.baselineOffset == 2 && span.kern == 1 && span.language == "ja")
    let plainer = try parsed("<span font='20'>a</span><span font='Bold'>b</span>")
    #expect(plainer.attributes(at: 0).font == Font(family: plain.font.family, size: 20))
    #expect(
      plainer.attributes(at: 1).font == Font(family: plain.font.family, size: 10, weight: 700))
    for (size, expected) in [("20480", 20.0), ("12pt", 12), ("150%", 15), ("large", 12)] {
      #expect(try parsed("<span size='\(size)'>x</span>").attributes(at: 0).font.size == expected)
    }
    #expect(try parsed("a<!-- <b> -->b&#233;&#x2603;&apos;<u/>").string == "abé☃'")
    #expect(try parsed("").string == "" && parsed("<b></b>").string == "")
  }

  @Test("markup of Pango has features, alpha, lines above, heights of lines and forms of letters")
  func moreMarkup() throws {
    let text = try PangoMarkupParser(attributes: plain).parsed(
      markup: """
        <span alpha="50%" fgcolor="#0000ff" font_features="smcp, tnum=0" variant="all-small-caps" \
        overline="single" overline_color="#00ff00" line_height="1.5" text_transform="capitalize" \
        bgalpha="32768" bgcolor="#ffffff" insert_hyphens="false">one two</span>
        """)
    #expect(text.string == "One Two")
    let look = text.attributes(at: 0)
    #expect(look.color == Color(red: 0, green: 0, blue: 255, alpha: 128))
    #expect(
      look.fontFeatures == [
        FontFeature("smcp"), FontFeature("tnum", value: 0), FontFeature("smcp"),
        FontFeature("c2sc"),
      ])
    #expect(look.overline == TextDecoration(color: Color(rgb: 0x00FF00)))
    #expect(look.paragraphStyle?.lineHeightMultiple == 1.5)
    #expect(look.backgroundBorder?.fillColor?.alpha == 128)
  }

  @Test(
    "markup of Pango that breaks its rules is refused with its place, and so is what has no counterpart",
    arguments: [
      ("<b>x</i>", "byte 4: </i> stands where </b> must"), ("a<b>x", "byte 1: <b> has no end"),
      ("x</b>", "byte 1: </b> ends no element"), ("a & b", "byte 2: & begins no reference"),
      ("&nbsp;", "byte 0: &nbsp; is no reference"), ("&#xD800;", "&#xD800; is no reference"),
      ("&#+5;", "&#+5; is no reference"), ("<span size=3>x</span>", "has no quotes"),
      ("<span size>x</span>", "has no value"), ("<span size='3>x", "has no end"),
      ("<span size='1pt' size='2pt'>x</span>", "size twice"), ("< b>x</b>", "a tag has no name"),
      ("<b", "<b has no >"), ("<!-- x", "a comment has no end"),
      ("<a x='u'>x</a>", "x of <a>, which is not supported"), ("<a>x</a>", "<a>, which is"),
      ("<b x='1'>y</b>", "x of <b>"), ("<span insert_hyphens='true'>x</span>", "insert_hyphens"),
      ("<span gravity='east'>x</span>", "byte 0 has gravity='east', which is not supported"),
      ("<span size='-'>x</span>", "size='-'"), ("<span size='-2'>x</span>", "size='-2'"),
      ("<span alpha='200%'>x</span>", "alpha='200%'"), ("<span color='redd'>x</span>", "redd"),
      ("<span underline='wavy'>x</span>", "wavy"), ("<span text_transform='x'>y</span>", "'x'"),
      ("<span font_features='small'>y</span>", "small"),
      ("<span nonsense='1'>x</span>", "nonsense"),
      (String(repeating: "<b>", count: 300), "more than 256 elements"),
    ])
  func refuses(markup: String, words: String) {
    let parser = PangoMarkupParser(attributes: plain)
    #expect {
      try parser.parsed(markup: markup)
    } throws: { error in
      "\(error)".contains(words) && !"\(error)".contains("\n")
    }
  }

  @Test("too long a document is refused, and open or unknown elements of HTML change nothing else")
  func limits() throws {
    let long = String(repeating: "a", count: 101)
    let limit = TextParserError.textTooLong(utf8Count: 101, limit: 100)
    #expect(throws: limit) { try HTMLParser(byteLimit: 100).parsed(html: long) }
    #expect(throws: limit) {
      try PangoMarkupParser(attributes: plain, byteLimit: 100).parsed(markup: long)
    }
    #expect(try HTMLParser().parsed(html: "<zz>a<b>b</zz>c\0").string == "abc\u{2400}")
    #expect(try HTMLParser().parsed(html: "").string == "")
  }
}

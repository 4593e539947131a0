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
        <head><title>no</title><style>p {}</style></head><h2>Top</h2>
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

  @Test("annotations, white space of code, and table cells of HTML are kept")
  func htmlParts() throws {
    let text = try HTMLParser().parsed(
      html: "see <ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby> <mark>x</mark><pre>a\n  b</pre>"
        + "<table><tr><td>1<td>2</table>")
    #expect(text.string == "see 漢字 x\na\n  b\n1\t2")
    #expect(text.runs.compactMap(\.attributes.ruby?.text) == ["かん", "じ"])
    #expect(parts(of: text, \.backgroundBorder) { $0 != nil } == ["x"])
    #expect(text.attributes(at: 16).blockBorder != nil)
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
    for (size, expected) in [("20480", 20.0), ("12pt", 12), ("150%", 15), ("large", 12), ("-", 10)]
    {
      #expect(try parsed("<span size='\(size)'>x</span>").attributes(at: 0).font.size == expected)
    }
  }

  @Test("too long a document is refused, and open or unknown elements change nothing else")
  func limits() throws {
    let long = String(repeating: "a", count: 101)
    let limit = TextParserError.textTooLong(utf8Count: 101, limit: 100)
    #expect(throws: limit) { try HTMLParser(byteLimit: 100).parsed(html: long) }
    #expect(throws: limit) {
      try PangoMarkupParser(attributes: plain, byteLimit: 100).parsed(markup: long)
    }
    #expect(try HTMLParser().parsed(html: "<zz>a<b>b</zz>c\0").string == "abc\u{2400}")
    #expect(try HTMLParser().parsed(html: "").string == "")
    #expect(
      try PangoMarkupParser(attributes: plain).parsed(markup: "<zz>a<b>b").string == "ab")
  }
}

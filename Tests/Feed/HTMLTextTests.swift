import GalleyDocuments
import GalleyFeedItems
import GalleyPrimitives
import GalleyRandomness
import TestSupport
import Testing

@Suite("HTML to text", .timeLimit(.minutes(15)))
struct HTMLTextTests {
  private func item(_ html: String, limits: FeedLimits = FeedLimits()) -> FeedItem? {
    var escaped = ""
    for scalar in html.unicodeScalars {
      switch scalar {
      case "\"", "\\": escaped += "\\\(scalar)"
      case "\n": escaped += "\\n"
      case "\0", "\u{1}": escaped += "\\u000\(scalar.value)"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return Reading("{\"items\":[{\"content_html\":\"\(escaped)\"}]}", limits: limits).items.first
  }

  @Test(
    "keeps the HTML whose look plain text lacks",
    arguments: [
      ("<p>a</p>", false), ("a <bdo dir=rtl>bc</bdo>", true), ("a <bdi>\u{5D0}</bdi> 1", true),
      ("a <b>b</b>", true),
    ])
  func formatted(html: String, isFormatted: Bool) {
    #expect((item(html)?.bodyHTML != nil) == isFormatted)
  }

  @Test(
    "keeps what a reader sees",
    arguments: [
      ("plain", "plain"),
      ("<p>One.</p><p>Two.</p>", "One.\n\nTwo."),
      ("<p>One.\n<p>Two.", "One.\n\nTwo."),
      ("<p>a <b>bold</b>  <i> word</i>\n here </p>", "a bold word here"),
      ("a<br>b<br/>c<br><br>d", "a\nb\nc\n\nd"),
      ("<h1>Head</h1>text<h2>Sub</h2>more", "Head\n\ntext\n\nSub\n\nmore"),
      ("<div>a</div><div>b<div>c</div></div>d", "a\nb\nc\nd"),
      ("<ul><li>a<li>b</ul>after", "• a\n• b\n\nafter"),
      ("<p>x</p><ol><li><p>a</p></li><li>b</li></ol>", "x\n\n1. a\n2. b"),
      ("<ol start=7><li>a<li>b</ol>", "7. a\n8. b"),
      (
        "<ul><li>a<ul><li>b<ol><li>c</ol></ul><li>d</ul>",
        "• a\n  • b\n    1. c\n• d"
      ),
      ("<blockquote><p>a</p><p>b</p></blockquote>c", "> a\n\n> b\n\nc"),
      ("<blockquote>a<blockquote>b</blockquote></blockquote>", "> a\n\n> > b"),
      ("x<pre>\n  a\n    b\n\n  c\n</pre>y  z", "x\n\n  a\n    b\n\n  c\n\ny z"),
      ("<p>&lt;&amp;&gt; &eacute;&#233;&#xe9; &nbsp;&hellip;</p>", "<&> ééé \u{A0}…"),
      ("&#128512;&unknown;", "😀&unknown;"),
      ("a<script>if (1 < 2) { x('</p>') }</script><style>p {}</style>b", "ab"),
      ("<p>a</p><!-- <p>no</p> --><svg><text>no</text></svg><p>b</p>", "a\n\nb"),
      ("<table><tr><th>a<th>b<tr><td>c<td>d</table>", "a\tb\nc\td"),
      ("<q>a</q> &ldquo;b&rdquo;", "“a” “b”"), ("<q>a <q>b</q></q>", "“a ‘b’”"),
      ("<p>日本語<br>العربية</p>", "日本語\nالعربية"),
      ("<a href=\"x\">link</a>, <img alt=\"no\" src=x>end", "link, end"),
      ("a < b & c > d", "a < b & c > d"),
      ("<p>unclosed <b>bold <i>both", "unclosed bold both"),
      ("</p></div>a</ul></b>", "a"),
      ("a\0b", "a\u{2400}b"),
      ("<meta charset=gbk><p>é字", "é字"),
      ("<div>a<div hidden>no <b>no</b><br><p>no</div>b<span hidden>no</span>c</div>", "abc"),
      ("<ul><li style=\"color: red; Display : NONE !important\">no<p>no</li><li>b</ul>", "• b"),
      ("<p hidden style=\"display: block\">a</p><p style=display:none;display:inline>b", "a\n\nb"),
      ("a<i style=visibility:hidden>no<b style=visibility:visible>b</b>no</i>c", "abc"),
      ("a<![CDATA[no]]>b<!-- <![if x]> no -->c", "abc"),
      ("<![if !IE]><b>a</b><![endif]>b<![CDATA[", "ab"),
      ("a<![CDATA[no<b>b</b>]]>c", "ab]]>c"),
      ("<script>//<![CDATA[\nif (1</2) {} </script>a", "a"),
      ("<hr>a<hr>b<hr>", "a\n\nb"),
      ("<li>a<li>b", "• a\n• b"),
      ("<p></p><p> </p><p>a</p><p></p>", "a"),
      ("<dl><dt>t</dt><dd>d</dd></dl>", "t\nd"),
      (
        "<span class=\"x invisible\">https://<span>y</span></span><span class=ellipsis>a.b/c</span>z",
        "a.b/c…z"
      ),
      ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢kan"),
      ("a<noscript>b</noscript><datalist><option>c</datalist>d", "ad"),
      ("a <math><mi>E</mi><mo>=</mo><mi>m</mi><annotation>no</annotation></math> b", "a E=m b"),
      (
        "a <math alttext=\"E=m\"><mi>no</mi></math> b<math alttext=''><mi>x</mi></math>", "a E=m bx"
      ),
      (
        "<math><msup><mi>x</mi><mn>2</mn></msup><mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac></math>",
        "x^2(a+b)/c"
      ),
      (
        "<math><msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup><msqrt><mn>2</mn></msqrt></math>",
        "x_1^2√(2)"
      ),
      ("a<button>no</button><label>b</label><select><option>no</select>", "ab"),
      ("H<sub>2</sub>O x<sup>2</sup><wbr>y", "H2O x2y"),
      ("<figure><img src=x><figcaption>c</figcaption></figure>t", "c\n\nt"),
      ("a<video></video><picture><source src=b></picture><iframe width=1 src=c></iframe>", "a"),
      ("<video src='a%0A%00%E2%80%AEb.mp4'></video>", "▶ ab.mp4"),
      ("<input type=checkbox checked>done", "☑ done"),
    ])
  func text(html: String, text: String) {
    #expect(item(html)?.body == text)
    #expect(item(html)?.cutFields == [])
  }

  @Test("cuts long text, and says so")
  func cuts() {
    let cut = item(
      String(repeating: "<p>12345678</p>", count: 100), limits: FeedLimits(maximumTextBytes: 25))
    #expect(cut?.body == "12345678\n\n12345678\n\n12345")
    #expect(cut?.cutFields == [.body])
    let exact = item("<b>12345</b>", limits: FeedLimits(maximumTextBytes: 5))
    #expect(exact?.body == "12345")
    #expect(exact?.cutFields == [])
  }

  /// Inputs on which libxml2 alone takes time that grows with the square of their length.
  static let bombs: [(String, String, String)] = [
    ("open elements and strange ends", "<b>", "</i>"),
    ("attributes", "<p ", "a b c d e f g h "),
    ("quotes", "<p ", "a='1'b=\"2\""),
    ("deep blocks", "<div>", "<blockquote>"),
    ("comments", "<!--", "--"),
    ("references", "&amp;", "&#1;&x"),
    ("less-than signs", "<", "<<"),
    ("ends alone", "", "</p></b></ul>"),
    ("lists", "<ul><li>", "<li>"),
    ("scripts", "<script>", "<script>"),
  ]

  @Test("reads bombs of 600 kB of tags without harm", arguments: bombs)
  func survivesBombs(name: String, first: String, then: String) {
    let half = String(repeating: first, count: first.isEmpty ? 0 : 300_000 / first.utf8.count)
    let html = half + String(repeating: then, count: 300_000 / then.utf8.count)
    let time = processorTime {
      #expect(item(html, limits: FeedLimits(maximumTextBytes: 1 << 20)) != nil)
    }
    // Half a minute, which sanitizers may take, would be many, were it not bounded.
    #expect(time < .seconds(30), "\(name): \(time)")
  }

  @Test("stops at the limits of depth and attributes, and says so")
  func limits() {
    let depth = HTMLReader.maximumDepth
    let deep = { (count: Int) in String(repeating: "<b>", count: count) + "text" }
    #expect(item(deep(depth - 10))?.body == "text")
    #expect(item("start" + deep(depth + 10))?.cutFields == [.body])
    #expect(item("start" + deep(depth + 10))?.body == "start")
    let tag = { (count: Int) in "start<p " + String(repeating: "a ", count: count) + ">text" }
    #expect(item(tag(HTMLReader.maximumTagSeparators - 10))?.body == "start\n\ntext")
    #expect(item(tag(HTMLReader.maximumTagSeparators + 10))?.body == "start")
    #expect(item(tag(HTMLReader.maximumTagSeparators + 10))?.cutFields == [.body])
  }

  @Test("reads on several threads at a time")
  func threads() async {
    let texts = await withTaskGroup(of: String?.self) { group in
      for _ in 0..<64 { group.addTask { item("<p>a<ul><li>b&eacute;</ul>")?.body } }
      return await group.reduce(into: Set<String?>()) { $0.insert($1) }
    }
    #expect(texts == ["a\n\n• bé"])
  }

  @Test("survives random HTML", arguments: [1, 2, 3])
  func random(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "<p>", "</p>", "<b", ">", "<", "&", "&amp", ";", "&#", "x1F600;", "<!--", "-->", "<script>",
      "</script>", "\"", "'", "=", " ", "a", "字", "<ul>", "<li>", "</ul>", "<pre>", "\n", "</pre>",
      "<![CDATA[", "]]>", "<!DOCTYPE", "<?php", "?>", "\0", "\u{1}", "<table>", "<td>", "</body>",
      "</html>", "<textarea>", "<title>", "<svg>", "</svg>", "<base href=x>", "<blockquote>",
    ]
    for _ in 0..<500 {
      let html = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      #expect(item(html) != nil, "seed \(seed): \(html)")
    }
  }

  @Test("no letter behind an ampersand is lost, whatever follows and however long it is")
  func longNames() {
    for length in [1, 39, 40, 41, 42, 99, 110, 111, 240, 300] {
      // The rest of the buffer decides whether it grows within the name.
      for rest in stride(from: 0, through: 330, by: 11) {
        let word = "&" + String(repeating: "r", count: length) + "\u{FFFD}"
        let tail = String(repeating: "\u{FFFD}", count: rest / 3) + "(0"
        #expect(read(word + tail) == (word + tail, nil), "\(length), \(rest)")
        let value = read("<a title='\(word + tail)'>x</a>")
        #expect(value == ("x", word + tail), "\(length), \(rest)")
      }
    }
    #expect(read("&amp;&copy;&hellip; &nosuchname; ?a=1&b=2").text == "&©… &nosuchname; ?a=1&b=2")
  }

  /// The text of HTML, and the last title in it.
  private func read(_ html: String) -> (text: String, title: String?) {
    var bytes: [UInt8] = []
    var title: String?
    var html = html
    _ = html.withUTF8 { html in
      HTMLReader.read(html) { event in
        switch event {
        case .text(let text): bytes += text
        case .start(let tag): title = tag.value(of: "title") ?? title
        case .end: break
        }
        return true
      }
    }
    return (String(decoding: bytes, as: UTF8.self), title)
  }
}

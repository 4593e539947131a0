import GalleyDocuments
import GalleyFeedSyntax
import TestSupport
import Testing

@testable import GalleyFeedWriting

/// Emphasis, classes and links that are open across blocks.
@Suite("Elements across blocks of Markdown", .timeLimit(.minutes(15)))
struct MarkdownMarkTests {
  private static func markdown(_ html: String) throws -> String {
    try #require(MarkdownText.markdown(ofHTML: html))
  }

  @Test("go on in the next block, and end with their own tag")
  func across() throws {
    #expect(try Self.markdown("<b>a<div>b</div>c</b> d") == "**a**\n\n**b**\n\n**c** d")
    #expect(
      try Self.markdown("<span class='x'>a<p>b</p></span>")
        == "<span class=\"x\">a</span>\n\n<span class=\"x\">b</span>")
    #expect(
      try Self.markdown("<p><a href='u'>a <a name='n'>b</a> <span>c</span></a></p>")
        .contains("(<u>)"))
  }

  @Test("are no part of code and rules")
  func verbatim() throws {
    #expect(
      try Self.markdown("<b>a<pre>c</pre><hr>d</b>")
        == "**a**\n\n```\nc\n```\n\n***\n\n**d**")
    #expect(
      try Self.markdown("<a href='u'><video src='v'></video></a>")
        == "[<video src=\"v\"></video>](<u>)")
  }

  @Test("have signs in 32 levels")
  func levels() throws {
    let text = try Self.markdown(
      String(repeating: "<u>", count: 40) + "a" + String(repeating: "</u>", count: 40) + "b")
    #expect(
      text == String(repeating: "<u>", count: 32) + "a" + String(repeating: "</u>", count: 32) + "b"
    )
    #expect(
      try Self.markdown(String(repeating: "<u>", count: 40) + "<a href='v'>a</a>")
        .contains("[a](<v>)"))
    let spans = String(repeating: "<span>", count: 100)
    #expect(try Self.markdown(spans + "<b>a</b>") == "**a**")
  }

  @Test(
    "take linear time, and lose no text at their ceiling",
    arguments: [
      String(repeating: "<span>", count: 240), String(repeating: "<b>", count: 240),
      String(repeating: "<span class='a'>", count: 240),
      String(repeating: "<span class='\(String(repeating: "a", count: 2_000))'>", count: 30),
      "<a href='\(String(repeating: "a", count: 4_000))'>",
    ])
  func ceiling(start: String) throws {
    let html = start + String(repeating: "<div>z</div>", count: 4_000)
    let time = try processorTime {
      let text = try Self.markdown(html)
      #expect(text.utf8.count < (200 << 10) + 16 * html.utf8.count)
      #expect(text.utf8.count { $0 == UInt8(ascii: "z") } == 4_000)
    }
    #expect(time < .seconds(10), "\(time)")
  }

  @Test("let the signs of blocks around many lines end at a ceiling")
  func blocks() throws {
    let list = String(repeating: "<ol start='999999999'><li>", count: 60)
    let html = list + String(repeating: "z<br>", count: 10_000)
    let text = try Self.markdown(html)
    #expect(text.utf8.count < (200 << 10) + 16 * html.utf8.count)
    #expect(text.utf8.count { $0 == UInt8(ascii: "z") } == 10_000)
  }

  @Test("leave code whole that has no room for signs of blocks")
  func wholeCode() throws {
    let start = String(repeating: "<ul><li>", count: 60) + "<p>a</p>"
    let end = String(repeating: "</li></ul>", count: 60)
    let code = String(repeating: "z\n", count: 2_000)
    let text = try Self.markdown("\(start)<pre>\(code)# b</pre>\(end)<p>c")
    #expect(text.hasSuffix("\n\n```\n\(code)# b\n```\n\nc"))
    let short = try Self.markdown(
      "\(start)<pre>b\(String(repeating: "\n", count: 4_000))# b</pre>\(end)c")
    #expect(short.contains(" # b\n") && short.hasSuffix(" ```\n\nc"))
  }

  @Test("have signs behind a block without room for its own")
  func behind() throws {
    let start = String(repeating: "<ul><li>", count: 60)
    let end = String(repeating: "</li></ul>", count: 60)
    let text = try Self.markdown(
      "\(start)<pre>\(String(repeating: "z\n", count: 2_000))</pre>\(end)<ul><li>x</li></ul><blockquote>q</blockquote><b>a<div>b</div></b>"
    )
    #expect(text.hasSuffix("\n\n+ x\n\n> q\n\n**a**\n\n**b**"))
  }

  @Test("stay within a ceiling where there is no text", arguments: textlessHTML.keys.sorted())
  func empty(name: String) throws {
    let html = try #require(textlessHTML[name])
    let time = try processorTime {
      let text = try Self.markdown(html)
      #expect(text.utf8.count < (200 << 10) + 16 * html.utf8.count)
    }
    #expect(time < .seconds(10), "\(time)")
  }

  @Test("begin lists at numbers that Markdown has")
  func numbers() throws {
    for (start, number) in [
      ("9223372036854775807", "999999999"), ("-5", "0"), ("99999999999999999999", "1"),
    ] {
      #expect(
        try Self.markdown("<ol start='\(start)'><li>a</li><li>b</li></ol>").hasPrefix(
          "\(number). a\n"))
    }
  }

  @Test(
    "are read again as they were",
    arguments: [
      "<p><b>a</b><b>b</b></p>", "<p><i>a</i><i>b</i> <i>c</i><b>d</b></p>",
      "<p><s>a</s><s>b</s></p>", "<p><b>a<b>b</b>c</b></p>", "<p><i>a<b>b</b>c</i></p>",
      "<p><code>a</code><code>b*c*</code></p>", "<p><span class='a&#10;&#10;b'>c</span></p>",
      "<p><img src='a.png' alt='b&#13;&#13;c'></p>",
      "<ul><li><table><tr><td>t</td></tr></table><ul><li>b <b>c</b></li></ul></li></ul>",
      "<ul><li><img width='5' src='a.png'><ul><li>b <b>c</b></li></ul></li></ul>",
      "<ul><li>a<ul><li></li><li>c</li></ul></li></ul>",
      "<b>x<table><tr><td>a*b*c [x](y)</td></tr></table></b>",
      "<table><tr><td><pre>a\n  b\n\nc</pre></td></tr></table>",
    ])
  func roundTrip(html: String) throws {
    let again = MarkdownReader.html(try Self.markdown(html))
    #expect(Self.text(again) == Self.text(html), "\(again)")
  }

  private static func text(_ html: String) -> String {
    var bytes = Array(html.utf8)
    return HTMLText.text(ofHTML: &bytes, limit: 4_000).string
  }

  @Test("stay tags behind and within one of the same signs")
  func neighbours() throws {
    #expect(try Self.markdown("<b>a</b><b>b</b>") == "**a**<b>b</b>")
    #expect(try Self.markdown("<i>a</i><b>b</b>") == "*a*<b>b</b>")
    #expect(
      try Self.markdown("<b>a<strong>b</strong><i>c</i>d</b>") == "**a<strong>b</strong>*c*d**")
    #expect(try Self.markdown("<code>a</code><code>b</code>") == "`a`<code>b</code>")
  }

  @Test("have signs of their own behind a list")
  func lists() throws {
    #expect(
      try Self.markdown("<ol start='3'><li>a</li></ol><ol><li>b</li></ol><ol><li>c</li></ol>")
        == "3. a\n\n1) b\n\n1. c")
    #expect(
      try Self.markdown("<ul><li>a<ul><li>b</ul><ul><li>c</ul></ul><ul><li>d</ul>e<ul><li>f</ul>")
        == "- a\n  - b\n  + c\n\n+ d\n\ne\n\n- f")
    #expect(
      try Self.markdown("<ol><li>a</li><ol><li>b</li></ol><li>c</li></ol>")
        == "1. a\n   1. b\n2. c")
    #expect(
      try Self.markdown("<ol start='3'>a<li>b</li>c<li>d</li><li>e</li></ol>")
        == "a\n\n3. b\n\nc\n\n4. d\n5. e")
    #expect(
      try Self.markdown("a<ol start='3'><li><ul></ul>b</li></ol>") == "a\n\n3. b")
    let ten = "<ol start='10'><li>x</li>"
    #expect(
      try Self.markdown("\(ten)text<ol><li>y</li></ol><li>z</li></ol>")
        == "10. x\n\ntext\n1) y\n11. z")
    #expect(
      try Self.markdown("\(ten)<blockquote>q</blockquote><ol><li>y</li></ol></ol>")
        == "10. x\n\n> q\n1) y")
    #expect(
      try Self.markdown("\(ten)<blockquote>text<li>b</li></blockquote></ol>")
        == "10. x\n\n> text\n>\n> 11. b")
    #expect(
      try Self.markdown("<ol><li>x<div><li>y</li></div></li></ol>") == "1. x\n\n   2. y")
    #expect(
      try Self.markdown(
        "<ul><li>a</li><img width='1' src='x'><blockquote><li>b</li></blockquote></ul>"
      )
      .hasSuffix(">\n\n> - b"))
    #expect(
      try Self.markdown("<ul><li>a<pre>k<pre>x</pre>l</pre>b</li><li>c</li></ul>")
        == "- a\n\n  ```\n  k\n  x\n  l\n  ```\n\n  b\n- c")
    let items = String(repeating: "<ul><li>", count: 3)
    #expect(try Self.markdown(items) == "- + -")
  }

  @Test("have no link within a link, and escapes within a film")
  func links() throws {
    #expect(
      try Self.markdown("<a href='x'><b>y</b> <span><a href='z'>a</a></span></a>")
        .contains("](<x>)"))
    #expect(
      try Self.markdown("<video src='v'>a*b</video>") == "<video src=\"v\">a\\*b</video>")
  }

  @Test("in code make it a tag, but for spans")
  func code() throws {
    #expect(try Self.markdown("a<code> b<span>c </span></code>d") == "a `bc` d")
    #expect(
      try Self.markdown(
        "<span class='x'><code>a_<span>b<a href='d'>e</a><br></span><img src='f'></code>g</span>")
        == "<span class=\"x\"><code>a\\_b[e](<d>)\\\n![](<f>)</code>g</span>")
    #expect(try Self.markdown("<code><p>a</p><p>b</p></code>").contains("a</code>\n\n<code>b"))
    #expect(try Self.markdown("<pre>a<br>b</pre>") == "```\na\nb\n```")
    #expect(
      try Self.markdown("<pre><code><div>a</div><div>b</div></code></pre>") == "```\na\nb\n```")
    #expect(
      try Self.markdown("<pre>a<img src='p'>b</pre>")
        == "```\na\n```\n\n![](<p>)\n\n```\nb\n```")
    let table = "<table><tr><td>c</td></tr></table>"
    #expect(try Self.markdown("<pre>a<code>b\(table)</code></pre>").hasSuffix("b\n```\n\n\(table)"))
  }
}

/// HTML whose items, lines or pieces have many signs around them, and hardly any text.
private let textlessHTML: [String: String] = [
  "items in quotations": String(repeating: "<blockquote>", count: 100) + "<ul>"
    + String(repeating: "<li></li>", count: 1_000),
  "items behind quotations": String(repeating: "<blockquote>", count: 100)
    + String(repeating: "z<br>", count: 3_000) + String(repeating: "</blockquote>", count: 100)
    + "<ul><li><ul><li></li></ul></li></ul>",
  "items in lists": String(repeating: "<ol start='999999999'><li>", count: 120) + "<ul>"
    + String(repeating: "<li></li>", count: 8_000),
  "lines": String(repeating: "<ol start='999999999'><li>", count: 120) + "<pre>a"
    + String(repeating: "\n", count: 60_000) + "b</pre>",
  "pieces": "<pre><code class='language-\(String(repeating: "a", count: 20_000))'>"
    + String(repeating: "x<img src=p>", count: 1_000) + "</code></pre>",
]

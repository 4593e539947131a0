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
  func code() throws {
    let start = String(repeating: "<ul><li>", count: 60) + "<p>a</p>"
    let end = String(repeating: "</li></ul>", count: 60)
    let code = String(repeating: "z\n", count: 2_000)
    let text = try Self.markdown("\(start)<pre>\(code)# b</pre>\(end)<p>c")
    #expect(text.hasSuffix("\n\n```\n\(code)# b\n```\n\nc"))
    let empty = String(repeating: "\n", count: 4_000)
    let short = try Self.markdown("<ul><li><p>a</p><pre>b\(empty)# b</pre></li></ul>c")
    #expect(short.hasSuffix("\n  # b\n  ```\n\nc"))
  }
}

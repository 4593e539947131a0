import Foundation
import GalleyMarkup
import GalleyText
import TestSupport
import Testing

/// Compares the texts of HTML with `innerText` of Chromium; `make innertext` runs it.
@Suite("innerText", .timeLimit(.minutes(15)))
struct InnerTextTests {
  private static let isAsked = ProcessInfo.processInfo.environment["GALLEY_INNERTEXT"] != nil

  @Test(
    "the text of HTML is that of Chromium, after white space is collapsed",
    .enabled(if: isAsked, "make innertext runs it"))
  func oracle() throws {
    var random = SeededRandom(state: 21)
    let pages = (0..<Effort.count(2_000, full: 20_000)).map { _ in Self.page(&random) }
    let expected = try innerTexts(of: pages)
    #expect(expected.count == pages.count)
    var faults = 0
    for (page, text) in zip(pages, expected) {
      let parsed = try HTMLParser().parsed(html: page).string
      let found = Self.collapsed(parsed)
      // No line begins or ends with a blank, which collapsing would hide.
      let hasEdges = parsed.split(whereSeparator: \.isNewline).contains {
        $0.first == " " || $0.last == " "
      }
      guard found != Self.collapsed(text) || hasEdges && !page.contains("<pre") else { continue }
      faults += 1
      if faults <= 5 { Issue.record("\(page)\n\(found)\n\(Self.collapsed(text))") }
    }
    #expect(faults == 0)
  }

  /// The text without list marks and pictures, and with single blanks.
  private static func collapsed(_ text: String) -> String {
    let lines = text.split { $0.isNewline }.map { line in
      line.replacing(/^(•|[0-9]+\.)\t/, with: "")
    }
    return lines.joined(separator: " ").replacing("\u{FFFC}", with: " ")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let inline = [
    "b", "i", "em", "strong", "code", "u", "s", "sub", "sup", "mark", "small", "span", "a href=x",
    "cite", "kbd", "del", "ins", "abbr", "font", "samp", "var",
  ]
  private static let blocks = [
    "p", "div", "blockquote", "h2", "h5", "pre", "section", "figure", "article", "center",
    "address",
  ]
  private static let pieces = [
    "word", " ", "  ", "\n", "two words ", " x", "&amp;", "&lt;tag&gt;", "é", "字", "&eacute;",
    "&#8217;", "&hellip;", "<br>", "<br/>\n", "<!-- no -->", "<script>no()</script>",
    "<style>b{}</style>", "<template>no</template>", "مرحبا", "&#x1F600;", ".", ",",
  ]

  private static func page(_ random: inout SeededRandom) -> String {
    (0..<Int.random(in: 1...5, using: &random)).map { _ in block(depth: 0, &random) }.joined()
  }

  private static func block(depth: Int, _ random: inout SeededRandom) -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where depth < 3:
      let (name, ends) = (Bool.random(using: &random) ? "ul" : "ol", Bool.random(using: &random))
      let items = (0..<Int.random(in: 0...3, using: &random)).map { _ in
        "<li>" + block(depth: depth + 1, &random) + (ends ? "</li>\n" : "")
      }
      return "<\(name)>\(items.joined())</\(name)>"
    case 1 where depth < 3:
      let cells = (0..<Int.random(in: 1...4, using: &random)).map { index in
        (index.isMultiple(of: 2) ? "<tr>" : "") + "<td>" + text(depth: 0, &random)
      }
      return "<table>\(cells.joined())</table>"
    case 2..<6:
      let name = blocks.randomElement(using: &random) ?? "p"
      let isFlat = depth >= 3 || ["p", "h2", "h5", "pre"].contains(name)
      let content = isFlat ? text(depth: 0, &random) : block(depth: depth + 1, &random)
      return "<\(name)>\(content)</\(name)>"
    default: return text(depth: 0, &random)
    }
  }

  private static func text(depth: Int, _ random: inout SeededRandom) -> String {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      guard depth < 3, Int.random(in: 0..<3, using: &random) == 0 else {
        return pieces.randomElement(using: &random) ?? ""
      }
      let tag = inline.randomElement(using: &random) ?? "b"
      return "<\(tag)>\(text(depth: depth + 1, &random))</\(tag.prefix { $0 != " " })>"
    }.joined()
  }

  /// The `innerText` of each page in Chromium, each in a document of its own.
  private func innerTexts(of pages: [String]) throws -> [String] {
    let folder = try TestFolder()
    let json = String(decoding: try JSONEncoder().encode(pages), as: UTF8.self)
      .replacing("<", with: "\\u003c")
    let script = """
      <!DOCTYPE html><meta charset="utf-8"><body><div id="page"></div><pre id="out"></pre><script>
      const page = document.getElementById('page');
      const texts = \(json).map(html => { page.innerHTML = html; return page.innerText; });
      page.remove();
      document.getElementById('out').textContent =
        btoa(unescape(encodeURIComponent(JSON.stringify(texts))));
      </script>
      """
    let path = folder.path("page.html")
    try script.write(toFile: path, atomically: true, encoding: .utf8)
    let run = try runProgram(
      "/usr/bin/env",
      ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom", path])
    let dom = String(decoding: run.output, as: UTF8.self)
    let start = try #require(dom.firstRange(of: "<pre id=\"out\">")?.upperBound)
    let encoded = dom[start...].prefix { $0 != "<" }
    let data = try #require(Data(base64Encoded: String(encoded)))
    return try JSONDecoder().decode([String].self, from: data)
  }
}

/// The generator of Knuth's MMIX, whose high bits are used.
private struct SeededRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    var result: UInt64 = 0
    for _ in 0..<2 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      result = result << 32 | state >> 32
    }
    return result
  }
}

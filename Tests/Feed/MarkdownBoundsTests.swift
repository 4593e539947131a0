import GalleyFeed
import GalleyFeedItems
import GalleyPrimitives
import TestSupport
import Testing

@testable import GalleyDocuments

@Suite("Bounds of Markdown", .timeLimit(.minutes(5)))
struct MarkdownBoundsTests {
  private func hasTable(_ markdown: String) -> Bool {
    MarkdownReader.events(markdown).contains {
      if case .start(.table) = $0 { true } else { false }
    }
  }

  /// A table with a head, in which each further row has one cell.
  private func table(columns: Int, rows: Int, prefix: String = "", end: String = "\n") -> String {
    let head = prefix + "|" + String(repeating: "a|", count: columns) + end
    let line = prefix + "|" + String(repeating: "-|", count: columns) + end
    return head + line + String(repeating: prefix + "|b|" + end, count: rows)
  }

  @Test(
    "a table has 200,000 cells at most, empty ones included, and is text above that",
    arguments: ["", "> ", "  - "], ["\n", "\r", "\r\n"])
  func tables(prefix: String, end: String) {
    // The line below the head counts.
    let indent = prefix == "  - " ? "    " : prefix
    func text(_ rows: Int) -> String {
      prefix
        + table(columns: 200, rows: rows, prefix: indent, end: end).dropFirst(indent.count)
    }
    #expect(hasTable(text(999)))
    #expect(!hasTable(text(1000)))
    // A blank line ends a table.
    #expect(hasTable(text(600) + end + text(300)))
    #expect(!hasTable(text(600) + end + text(600)))
  }

  @Test("lines of several kinds are lines of one table")
  func mixedLines() {
    let lines = table(columns: 200, rows: 0) + String(repeating: "|b|\r|b|\n|b|\r\n", count: 333)
    #expect(hasTable(lines))
    #expect(!hasTable(lines + "|b|\r"))
    #expect(!hasTable("\r" + lines.replacing("\n", with: "\r") + "|b|\n"))
  }

  @Test("a table has 1,000 columns at most, and is text above that")
  func columns() {
    #expect(hasTable(table(columns: 1000, rows: 100)))
    #expect(!hasTable(table(columns: 1001, rows: 0)))
  }

  @Test("lines that may be below a table's head have paragraphs of 16 MiB at most together")
  func heads() {
    func text(_ count: Int) -> String {
      String(repeating: "|-|-|\n|-|-|-|\n", count: count) + "\n" + table(columns: 2, rows: 2)
    }
    // Each reads all lines before it: 7 × 2,000² bytes.
    #expect(hasTable(text(1000)))
    #expect(!hasTable(text(1200)))
    for blank in ["\u{B}", "\u{C}"] {
      let lines = String(repeating: "a|b\n--\(blank)\n", count: 3000)
      #expect(!hasTable(lines + "\n" + table(columns: 2, rows: 2)))
    }
    #expect(hasTable(String(repeating: "- 1\n---\n10. -\n", count: 500) + "\n" + text(1)))
  }

  @Test("rows of numbers, and code of lines, have no limit")
  func numbers() {
    let rows = (0..<5000).map { "| 2024-01-\($0 % 28 + 1) | \($0).\($0 % 10) | - |\n" }.joined()
    #expect(hasTable("| date | mm | - |\n|---|---|---|\n" + rows))
    let code = (0..<5000).map { "\($0)\n---\n" }.joined(separator: "```\n```\n")
    #expect(hasTable("```\n" + code + "```\n\n" + table(columns: 2, rows: 2)))
  }

  @Test("lines that may be of a table have squares of their pipes up to 256 Mi together")
  func pipes() {
    func line(_ count: Int) -> String { String(repeating: "a|", count: count) + "\n" }
    let after = "\n" + table(columns: 2, rows: 2)
    #expect(hasTable("|a|\n|-|\n" + line(16_383) + after))
    #expect(!hasTable("|a|\n|-|\n" + line(16_385) + after))
    #expect(hasTable(line(16_383) + "-|\n" + after))
    #expect(!hasTable(line(16_385) + "-|\n" + after))
    // A line that no table holds has no limit.
    #expect(hasTable(line(40_000) + after))
    #expect(hasTable("```\n" + line(40_000) + "```\n---\n" + after))
  }

  @Test("text below what could be the line of a table's head has no limit")
  func noTables() {
    let lines = String(repeating: "some words | and more\n", count: 20_000)
    #expect(!hasTable(lines))
    #expect(hasTable("- - -\n\n" + lines + "\n|a|\n|-|\n"))
    // A fence ends a table, but not one that is a row of it, or has words with its sign.
    let short = table(columns: 100, rows: 2)
    #expect(hasTable(short + "```\n" + lines))
    #expect(hasTable(short + "   ~~~ words ` ~\n" + lines))
    #expect(!hasTable(short + "    ```\n" + lines))
    #expect(!hasTable(short + "``` words `\n" + lines))
  }

  /// The links of a text with references.
  private func linkCount(_ markdown: String) -> Int {
    MarkdownReader.events(markdown).count { if case .start(.link) = $0 { true } else { false } }
  }

  /// A definition of 16 KiB that is used, and the longest text in which it is.
  private func text(_ start: String, _ end: String = "", uses: Int, of use: String) -> String {
    start + String(repeating: "u", count: (16 << 10) - start.utf8.count - end.utf8.count) + end
      + "\n\n" + String(repeating: use + " ", count: uses) + "\n"
  }

  @Test(
    "copies of references have 16 MiB at most, and 64 times the text",
    arguments: [
      ("[a]: /", "", "[a]"), ("> [a]:\n> /", "", "[b][a]"), ("- [A  b]: x\n  '", "'", "[a\nB]"),
      ("[a]: x\n\"", "\n[b]: /y\n\"", "[a][]"), ("[a]:\n[b]:", "", "[a]"),
      ("[a]: (y) \"t)\n[b]: z", "\"", "[a]"), ("[a]: \"x \"t\n[b]: z", "\"", "[a]"),
      (">[a]: /x\n>\"t\n>[b]: z", "\"", "[a]"), ("[a]: /x\n\"t\n[b]: 'z'", "\"", "[a]"),
      ("[a]:\u{301}", "", "[a]"), ("\u{FEFF}[a]: /", "", "[a]"), ("[ẞ]: /", "", "[sS]"),
      ("[z]: /\n    [^1]: /", "", "[^1]"), ("[^1 2]: /", "", "[^1 2]"),
      ("- [^1]:\n  [a]: /", "", "[a]"),
      ("[^a\\]b]: /", "", "[^a\\]b]"), ("> [a]:\n> [b]:", "", "[a]"),
      ("[a]: /u \"x\\\\\"\n[b]: ", "\"", "[a]"), ("[a]:\n[b]:u\n\"t\n[c]: ", "\"", "[a]"),
      ("[a]: <x y> 't\n[b]: ", "'", "[a]"), ("[a]: 1 \"t\n[b]: ", "\"", "[a]"),
      ("[a]:\n1 \"t\n[b]: ", "\"", "[a]"),
      ("[a]: >\n(t\n[b]: ", ")", "[a]"),
      ("[é]: /", "", "[É]"), ("[K]: /", "", "[\u{212A}]"),
      ("[^1]: [a]: /", "", "![a]"), ("[a]: 1[b]:", "", "[a]"), ("[a]:[b]:[c]:", "", "[a]"),
      ("[a]:\n*[b]:", "", "[a]"), ("[a]: <http://b\\\n[b]: ", ">", "[a]"),
      ("[a]: u\\ \"t\n[b]: ", "\"", "[a]"),
    ])
  func references(start: String, end: String, use: String) {
    #expect(linkCount(text(start, end, uses: 1000, of: use)) + imageCount(start, end, use) == 1000)
    #expect(linkCount(text(start, end, uses: 1300, of: use)) == 0)
  }

  @Test("in a table, a use of a reference may have backslashes before its pipe", arguments: [1, 2])
  func escapedPipes(backslashes: Int) {
    let backslash = String(repeating: "\\", count: backslashes - 1)
    func count(_ uses: Int) -> Int {
      linkCount(
        "[a\(backslash)|b]: /" + String(repeating: "u", count: 16_000) + "\n\n|x|\n|-|\n"
          + String(repeating: "|[A\(backslash)\\|b]|\n", count: uses))
    }
    #expect(count(1000) == 1000)
    #expect(count(1300) == 0)
  }

  private func imageCount(_ start: String, _ end: String, _ use: String) -> Int {
    MarkdownReader.events(text(start, end, uses: 1000, of: use))
      .count { if case .start(.image) = $0 { true } else { false } }
  }

  @Test("copies are counted to the byte")
  func limit() {
    let uses = 2000
    func links(_ length: Int) -> Int {
      linkCount(
        "[a]: " + String(repeating: "u", count: length) + "\n\n"
          + String(repeating: "[a]\n", count: uses))
    }
    // Each copy of an address ends with a zero, and so does that of its title, which is empty.
    let whole = (16 << 20 + 64 * (7 + 4 * uses) - 2 * uses) / (uses - 64)
    #expect(links(whole) == uses)
    #expect(links(whole + 1) == 0)
  }

  @Test(
    "raw markup without an end, and signs of addresses, take no square of their number",
    arguments: [
      "a<?", "a <?", "|a|<?", "a<!B\n", "a<!A ", "a<![CDATA[", "a<!B ??", "https://a<", "a.b@",
      "a@b.c_",
      "(www.a<", "a<?b>", "![[]()", "a<?|?>|", "a<?\u{B}\n\u{C}\n", "a<![CDATA[>",
    ])
  func searches(text: String) {
    let count = (256 << 10) / text.utf8.count
    // The ends that these have are none for cmark.
    for end in ["", "\n- ?> ]]> >", "??> ]]]>"] {
      let markdown = String(repeating: text, count: count) + end
      var events: [MarkdownEvent] = []
      let time = processorTime { events = MarkdownReader.events(markdown) }
      #expect(time < .seconds(5), "\(end): \(time)")
      #expect(!events.isEmpty)
    }
  }

  @Test(
    "nesting, brackets and long heads take no square of their number",
    arguments: [
      String(repeating: ">", count: 64_000) + String(repeating: "a\n", count: 64_000),
      String(repeating: "- ", count: 32_000) + "a\n" + String(repeating: "a\n", count: 64_000),
      String(repeating: "1. ", count: 32_000) + "a\n" + String(repeating: "a\n", count: 64_000),
      "www.a.b/" + String(repeating: ")", count: 250_000),
      "http://a.b/" + String(repeating: ")", count: 250_000),
      "[a]: b\n\n" + String(repeating: "![[a]", count: 50_000),
      String(repeating: "![[]()", count: 40_000),
      String(repeating: "a\n", count: 125_000) + "|a|\n|-|\n",
      String(repeating: "+ ", count: 9000) + String(repeating: "\n", count: 200_000),
      (0..<70).map {
        String(repeating: "\t", count: 50 * $0) + String(repeating: "- ", count: 100) + "a\n"
      }
      .joined() + String(repeating: "\n", count: 110_000),
      (0..<70).map {
        "> " + String(repeating: "\t", count: 50 * $0) + String(repeating: "- ", count: 99) + "a\n"
      }
      .joined() + String(repeating: ">\n", count: 50_000),
      String(repeating: "* ", count: 9000) + "\u{B}\n" + String(repeating: "\n", count: 200_000),
      String(repeating: "* \u{1}", count: 9000) + "\n" + String(repeating: "\n", count: 200_000),
      String(repeating: "- ", count: 9000) + "```\n" + String(repeating: "\n", count: 200_000),
      String(repeating: "- ", count: 9000) + "# a\n" + String(repeating: "\n", count: 200_000),
      "[^x]: y\n\n" + String(repeating: "[^\u{1}]:", count: 20_000) + "a\n"
        + String(repeating: "\n", count: 120_000),
      "- a\n\n    [^x]: y\n\n    " + String(repeating: "[^[]:", count: 20_000)
        + String(repeating: "\n    ]", count: 20_000),
      "[^x]: y\n\n" + String(repeating: "[^", count: 120_000),
      "[^x]: y\n\n" + (1...700).map { String(repeating: "`", count: $0) + "a" }.joined(),
      "[^x]: y\n\n" + String(repeating: "[^[k](/a)", count: 26_000),
      "[^x]: y\n\n" + String(repeating: "[^\n](a ", count: 30_000),
      String(repeating: "> ", count: 125_000),
      "a\n\n" + String(repeating: "*_", count: 62_000) + String(repeating: "[]()", count: 31_000),
      "[^a]: x\n\n" + String(repeating: "[^a] *_~", count: 30_000),
      "a\n\n" + String(repeating: "\\*\\_", count: 42_000)
        + String(repeating: "[]()", count: 21_000),
      "a\n\n" + String(repeating: "\\\\*\\\\_", count: 30_000)
        + String(repeating: "[]()", count: 18_000),
      "x\n\n~~a " + String(repeating: "a~ ", count: 80_000),
      "[a]: " + String(repeating: "'", count: 240_000) + "\n\n"
        + String(repeating: "[a] ", count: 125),
    ])
  func moreSearches(text: String) {
    var html = ""
    let time = processorTime { html = MarkdownReader.html(text) }
    #expect(time < .seconds(12), "\(time)")
    #expect(!html.isEmpty && html.utf8.count < 16_000_000)
  }

  @Test("a line has 100 quotations and lists within each other at most; one across has no limit")
  func nesting() {
    func quotations(_ text: String) -> Int {
      MarkdownReader.events(text).count {
        $0 == .start(.blockQuote) || $0 == .start(.item(isDone: nil)) || $0 == .thematicBreak
      }
    }
    #expect(quotations(String(repeating: ">", count: 100) + "a") == 100)
    #expect(quotations(String(repeating: ">", count: 5000) + "a") == 100)
    #expect(quotations("\r" + String(repeating: "- > 1. ", count: 40) + "a\n") == 100)
    #expect(quotations(String(repeating: "- ", count: 300)) == 1)
    #expect(quotations(String(repeating: "* ", count: 300) + "\n> a") == 2)
    #expect(
      MarkdownReader.html(String(repeating: "-", count: 300) + "> a").contains("\\") == false)
  }

  @Test("raw markup with ends, and many addresses, stay")
  func soundSearches() {
    let php = String(
      repeating: "a <?php echo 1 ?> b <!-- c --> <![CDATA[d]]> <!E f>\n", count: 5000)
    let html = MarkdownReader.html(php)
    #expect(!html.contains("&lt;"))
    let code = "```\n" + String(repeating: "<?php\n$a = 1;\n\n", count: 5000) + "```\n"
    #expect(MarkdownReader.html(code).contains("\\") == false)
    let picture = "![](data:image/png;base64," + String(repeating: "www/", count: 60_000) + ")"
    let links = String(repeating: "https://a.example/b a@b.example\n", count: 900)
    #expect(linkCount(picture + "\n\n" + links) == 1800)
  }

  @Test(
    "mail addresses of a line are links as long as what follows each of them has 16 MiB at most")
  func mail() {
    func text(_ count: Int) -> String { String(repeating: "words a@b.example ", count: count) }
    #expect(linkCount("[x]\n\n" + text(1000) + "\n\n[x]: /y") == 1001)
    // A thousand addresses of a line are links, however long it is.
    let long = "[x]\n\n" + text(1000) + String(repeating: "w ", count: 20_000) + "\n\n[x]: /y"
    #expect(linkCount(long) == 1)
    let lines = String(repeating: "words a@b.example\n", count: 5000)
    #expect(linkCount(lines) == 5000)
  }

  @Test("definitions that are used once, and text that looks like some, have no limit")
  func sound() {
    let definitions = (0..<2000).map {
      "[r\($0)]: https://example.org/\($0)_(x) \"A title (\($0))\""
    }
    let uses = (0..<2000).map { "[r\($0)] [text][r\($0)]" }
    let text = uses.joined(separator: " ") + "\n\n" + definitions.joined(separator: "\n")
    #expect(linkCount(text) == 4000)
    // An apostrophe within a title, and a bracket, begin no other one.
    let odd = "[r]: /x \"Hits of the '90s (draft\"\n" + definitions.joined(separator: "\n")
    #expect(linkCount(uses.joined(separator: " ") + "\n\n" + odd) == 4000)
    let image = "[i]: data:image/png;base64," + String(repeating: "iVBORw0K", count: 50_000)
    #expect(linkCount("[x](/y) [i] " + String(repeating: "[z] ", count: 300) + "\n\n" + image) == 2)
    let code = (0..<300).map { "    for k in table[\($0):]: out[k] = rows[\($0)][1:]" }
    let page = "[link][b]\n\n" + code.joined(separator: "\n") + "\n\n[b]: /x\n"
    #expect(linkCount(page) == 1)
    #expect(MarkdownReader.html(page).contains("\\") == false)
  }

  @Test("links with text in other scripts, and long footnotes, stay")
  func footnotes() {
    let links = (0..<300).map { "[ссылка номер \($0)](https://example.org/\($0))" }
    let note = "[^1]: " + String(repeating: "примечание ", count: 90)
    let html = MarkdownReader.html(links.joined(separator: " ") + " слово[^1]\n\n" + note)
    #expect(html.contains("footnote"))
    #expect(!html.contains("\\"))
  }

  @Test("a text that takes too much memory without its tables is text, with all its letters")
  func memory() {
    let text = "a *b* <i>\n&\r\n\n\n# c\n"
    var limits = MarkdownLimits(byteCount: text.utf8.count)
    var plain: Set<MarkdownSyntax> = []
    #expect(MarkdownReader.html(text, plain: &plain, limits).hasPrefix("<p>a <em>b</em> <i>"))
    #expect(plain.isEmpty)
    limits.memory = 100
    let html = MarkdownReader.html(text, plain: &plain, limits)
    #expect(html == "<p>a *b* &lt;i&gt;\n&amp;</p>\n<p># c</p>\n")
    #expect(plain == [.tables, .all])
    #expect(
      PlainMarkdown("a\nb\n \nc").events == [
        .start(.paragraph), .text("a"), .softBreak, .text("b"), .end, .start(.paragraph),
        .text("c"), .end,
      ])
    #expect(MarkdownLimits(byteCount: 64 << 20).memory == 1 << 30)
  }

  @Test("sums of steps of many megabytes exceed a limit, and no integer", arguments: ["-\n", "|"])
  func sums(part: String) {
    var text = String(repeating: part, count: 3_400_000) + String(repeating: "\n-", count: 800_000)
    #expect(text.withUTF8 { MarkdownBounds($0).excess } == [.tables])
  }

  @Test("a text whose references are left is shown whole")
  func whole() {
    let html = MarkdownReader.html(text("[a]: /", uses: 2000, of: "[a]"))
    #expect(html.contains("<p>[a]: /uuu"))
  }
}

/// The warnings of articles whose Markdown exceeds limits.
@Suite("Syntax of Markdown beyond limits", .timeLimit(.minutes(5)))
struct PlainSyntaxTests {
  private func names(_ markdown: String) -> [String] {
    let items = Reading("---\ntitle: t\n---\n" + markdown, as: .markdown).items
    return items.flatMap(\.plainSyntax).map { String($0.prefix { $0 != " " }) }
  }

  @Test("is named by the item, with its limit")
  func articles() {
    #expect(names("[a] <?x\n\n|a|\n|-|\n\n[a]: /x") == [])
    #expect(names("|a|\n" + String(repeating: "-|", count: 1001)) == ["tables"])
    #expect(names(String(repeating: "a<?", count: 50_000)) == ["markup"])
    #expect(names(String(repeating: "a.b@", count: 40_000)) == ["addresses"])
    let definition = "[a]: " + String(repeating: "u", count: 20_000) + "\n\n"
    let uses = String(repeating: "[a] ", count: 2000)
    #expect(names(definition + uses) == ["references", "addresses"])
    let row = Reading("---\ntitle: t\n---\n" + definition + uses, as: .markdown).items.first
    #expect(
      row?.plainSyntax.first?.hasPrefix("references beyond the limit of 16 MiB, and 64") == true)
    #expect(row?.cutFields.isEmpty == true)
    #expect(names(String(repeating: "> ", count: 101) + "a") == ["nesting"])
    let emphasis = String(repeating: "*_", count: 62_000) + String(repeating: "[]()", count: 31_000)
    #expect(names("a\n\n" + emphasis) == ["emphasis", "addresses"])
    #expect(names(String(repeating: "> ", count: 100) + "a") == [])
  }

  @Test("a text that a limit empties is named, in articles and in posts")
  func emptied() throws {
    let text =
      String(repeating: "_", count: 510) + "lost" + String(repeating: "_", count: 510) + "\n\nx\n"
    let article = try #require(Reading("---\ntitle: t\n---\n" + text, as: .markdown).items.first)
    #expect(article.cutFields == [.body])
    let post = """
      {"type":"Note","id":"https://a/1","mediaType":"text/markdown","content":"\
      \(text.split(separator: "\n").joined(separator: "\\n\\n"))"}
      """
    let note = try #require(Reading(post, as: .activityStreams).items.first)
    #expect(note.cutFields == [.body])
  }
}

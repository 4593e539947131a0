import GalleyRandomness
import Testing

@testable import GalleyDocuments

@Suite("Bounds of Markdown", .timeLimit(.minutes(5)))
struct MarkdownBoundsTests {
  private func hasTable(_ markdown: String) -> Bool {
    MarkdownReader.events(markdown)?.contains {
      if case .start(.table) = $0 { true } else { false }
    }
      ?? false
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
    MarkdownReader.events(markdown)?.count { if case .start(.link) = $0 { true } else { false } }
      ?? 0
  }

  /// A definition of 16 KiB that is used, and the longest text in which it is.
  private func text(_ start: String, _ end: String = "", uses: Int, of use: String) -> String {
    start + String(repeating: "u", count: (16 << 10) - start.utf8.count - end.utf8.count) + end
      + "\n\n" + String(repeating: use + " ", count: uses) + "\n"
  }

  @Test(
    "references have 1 MiB at most, and four times the text, each as often as it is used",
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
      ("[a]: >\n(t\n[b]: ", ")", "[a]"), ("[a]: -\n> \"t\n[b]: ", "\"", "[a]"),
      ("[é]: /", "", "[É]"), ("[K]: /", "", "[\u{212A}]"),
      ("[^1]: [a]: /", "", "![a]"),
    ])
  func references(start: String, end: String, use: String) {
    #expect(linkCount(text(start, end, uses: 50, of: use)) + imageCount(start, end, use) == 50)
    #expect(linkCount(text(start, end, uses: 100, of: use)) == 0)
  }

  @Test("in a table, a use of a reference may have a backslash before its pipe")
  func escapedPipes() {
    func count(_ uses: Int) -> Int {
      linkCount(
        "[a|b]: /" + String(repeating: "u", count: 16_000) + "\n\n|x|\n|-|\n"
          + String(repeating: "|[A\\|b]|\n", count: uses))
    }
    #expect(count(50) == 50)
    #expect(count(100) == 0)
  }

  private func imageCount(_ start: String, _ end: String, _ use: String) -> Int {
    MarkdownReader.events(text(start, end, uses: 50, of: use))?
      .count { if case .start(.image) = $0 { true } else { false } } ?? 0
  }

  @Test("the limit of references is that of their bytes in HTML")
  func limit() {
    func links(_ uses: Int, of letter: Character) -> Int {
      linkCount(
        "[a]: /" + String(repeating: letter, count: 10_000) + "\n\n"
          + String(repeating: "[a] ", count: uses))
    }
    // 1 MiB and 40 KB are 108 times 10 KB, and 6 times as many that count 16 each.
    #expect(links(100, of: "u") == 100)
    #expect(links(120, of: "u") == 0)
    #expect(links(6, of: "&") == 6)
    #expect(links(8, of: "&") == 0)
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
    #expect(MarkdownReader.html(page)?.contains("\\") == false)
  }

  @Test("links with text in other scripts, and long footnotes, stay")
  func footnotes() {
    let links = (0..<300).map { "[ссылка номер \($0)](https://example.org/\($0))" }
    let note = "[^1]: " + String(repeating: "примечание ", count: 90)
    let html = MarkdownReader.html(links.joined(separator: " ") + " слово[^1]\n\n" + note) ?? ""
    #expect(html.contains("footnote"))
    #expect(!html.contains("\\"))
  }

  @Test("no random text has more bytes of references than are counted")
  func randomReferences() {
    let words = [
      "[a]", "[b]", "[A ]", "[é]", "[", "]", ":", ": ", "]: ", "/x", "yy ", "\"", " \"", "'", " '",
      "(",
      " (", ")", "\n", "\n", "\n\n", "\r", "\r\n", ">", "> ", "- ", "1. ", "  ", "    ", "\t", "\\",
      "`", "&",
      "1", "2 ", "-", "\"\n", ")\n", "\\\\\"", "<x y>", "\u{B}", "|", "\\|", "[a\\|b]", "[a|b]: ",
      "|x|\n|-|\n|[a]|", "\u{FEFF}", "&nGt;", "&Afr;", "\u{301}",
      "ſ",
      "[ß]", "[ss]: ", "[^a]: ", "[^a]", "[a]: ", "\n[a]: ", "\n[b]: /z", "\n> [b]: ", "\n\n[a] ",
      "\n\n![b] [x][a] ", "<", ">",
    ]
    var found = 0
    for seed in 0..<30_000 {
      var generator = SeededGenerator(seed: UInt64(seed))
      var text = (0..<Int.random(in: 4...24, using: &generator))
        .map { _ in words.randomElement(using: &generator) ?? "" }.joined()
      // Links with addresses of their own are no references.
      text = text.replacing(/\]\(/.matchingSemantics(.unicodeScalar), with: "] (").replacing(
        "<y", with: "y")
      let html = MarkdownReader.html(text) ?? ""
      // A footnote has links of its own.
      let attributes = html.matches(of: /(?:href|src|title)="((?!#fn)[^"]*)"/)
      let count = attributes.reduce(0) { $0 + $1.1.utf8.count }
      found += count
      let bound = text.withUTF8 { MarkdownBounds($0).referenceByteCount }
      #expect(count <= bound, "\(seed): \(text.debugDescription)")
    }
    #expect(found > 10_000)
  }

  @Test("a text whose references are left is shown whole")
  func whole() {
    let html = MarkdownReader.html(text("[a]: /", uses: 1000, of: "[a]"))
    #expect(html?.contains("<p>[a]: /uuu") == true)
  }
}

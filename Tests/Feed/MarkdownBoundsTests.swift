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
  private func table(columns: Int, rows: Int, prefix: String = "") -> String {
    let head = prefix + "|" + String(repeating: "a|", count: columns) + "\n"
    let line = prefix + "|" + String(repeating: "-|", count: columns) + "\n"
    return head + line + String(repeating: prefix + "|b|\n", count: rows)
  }

  @Test(
    "a table has 200,000 cells at most, empty ones included, and is text above that",
    arguments: ["", "> ", "  - "])
  func tables(prefix: String) {
    // A line of 199 columns has 200 pipes; it counts as 201, and the line below the head counts.
    let indent = prefix == "  - " ? "    " : prefix
    func text(_ rows: Int) -> String {
      prefix + table(columns: 199, rows: rows, prefix: indent).dropFirst(indent.count)
    }
    #expect(hasTable(text(200_000 / 201 - 1)))
    #expect(!hasTable(text(200_000 / 201)))
    // A blank line ends a table.
    #expect(hasTable(text(600) + "\n" + text(300)))
    #expect(!hasTable(text(600) + "\n" + text(600)))
  }

  @Test("text below what could be the line of a table's head has no limit")
  func noTables() {
    let lines = String(repeating: "some words | and more\n", count: 20_000)
    #expect(!hasTable(lines))
    #expect(hasTable("- - -\n\n" + lines + "\n|a|\n|-|\n"))
  }

  @Test("addresses and titles of references have 16 MiB at most, each as often as it is used")
  func references() {
    func linkCount(_ uses: Int, title: Bool = false) -> Int {
      // One definition of 16 KiB, and a bracket of its own.
      let start = title ? "[a]: x\n'" : "[a]: /"
      let length = (16 << 10) - start.utf8.count - (title ? 1 : 0)
      let definition = start + String(repeating: "u", count: length) + (title ? "'" : "")
      let events = MarkdownReader.events(
        definition + "\n\n" + String(repeating: "[a] ", count: uses) + "\n")
      return events?.count { if case .start(.link) = $0 { true } else { false } } ?? 0
    }
    #expect(linkCount(1023) == 1023)
    #expect(linkCount(1024) == 0)
    #expect(linkCount(1100, title: true) == 0)
    // Nothing is lost.
    let text =
      "[a]: /" + String(repeating: "u", count: 20_000) + "\n\n"
      + String(repeating: "[a] ", count: 1000)
    #expect(MarkdownReader.html(text)?.contains("<p>[a]: /uuu") == true)
  }
}

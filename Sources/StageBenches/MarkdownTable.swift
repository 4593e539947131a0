import Foundation

/// A table of words and figures.
package struct MarkdownTable: Hashable, Sendable {
  /// A sentence before the table.
  package var title: String
  /// The heads of the columns.
  package var heads: [String]
  /// The cells, row by row.
  package var rows: [[String]]

  /// A table.
  package init(_ title: String, _ heads: [String], _ rows: [[String]]) {
    self.title = title
    self.heads = heads
    self.rows = rows
  }

  /// The table as Markdown.
  package var markdown: String {
    func line(_ words: [String]) -> String { "| " + words.joined(separator: " | ") + " |" }
    return title + "\n\n"
      + ([line(heads), line(heads.map { _ in "---" })] + rows.map(line)).joined(separator: "\n")
      + "\n"
  }

  /// The lines of the table for a terminal.
  package var lines: [String] {
    let all = [heads] + rows
    let widths = heads.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }
        .joined(separator: "  ")
    }
  }
}

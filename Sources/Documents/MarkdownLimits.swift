internal import CMarkdown

/// Syntax of Markdown that has a limit, beyond which it is text.
package enum MarkdownSyntax: String, Hashable, Sendable, CaseIterable {
  case tables, references
  /// Web and mail addresses without brackets.
  case addresses
  /// Raw HTML of the kinds `<?` and `<!`.
  case markup

  /// The limit in words.
  package var limit: String {
    switch self {
    case .tables: "200,000 cells, 1,000 columns, or the time for lines that may be theirs"
    case .references: "16 MiB, and 64 times the text, of addresses and titles"
    case .addresses: "the time or the memory for their ends"
    case .markup: "the time for its ends"
    }
  }
}

/// Limits of the memory of cmark-gfm, which makes gigabytes of some short texts.
///
/// It copies the address and the title of a reference for each use, and what follows the first thousand mail addresses of a line
/// for each of them. Version 0.29.0.gfm.6 of Debian 12 limits neither; later ones limit the copies of references to 100 KB
/// or the length of the text.
struct MarkdownLimits {
  /// The most bytes of a tree.
  ///
  /// Each byte of a sound text takes at most some 220 bytes, and each of the cells that ``MarkdownBounds`` allows some 400.
  var memory: Int
  /// The most bytes of copies, of which HTML makes at most six times as many.
  var copies: Int

  static let none = MarkdownLimits(memory: .max, copies: .max)

  private init(memory: Int, copies: Int) { (self.memory, self.copies) = (memory, copies) }

  /// The limits of a text of a length in bytes.
  init(byteCount: Int) {
    memory = 128 << 20 + 512 * byteCount
    copies = 16 << 20 + 64 * byteCount
  }
}

/// The limit that a tree exceeds.
enum MarkdownExcess: Error {
  case copies, memory

  /// `nil` for none.
  init?(_ excess: galley_markdown_excess) {
    switch excess {
    case galley_markdown_none: return nil
    case galley_markdown_copies: self = .copies
    default: self = .memory
    }
  }
}

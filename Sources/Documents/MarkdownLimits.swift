internal import CMarkdown

/// Syntax of Markdown that has a limit, beyond which it is text.
package enum MarkdownSyntax: String, Hashable, Sendable, CaseIterable {
  case tables, references
  /// Brackets behind `!`.
  case images
  /// Signs of emphasis, and of strikethrough.
  case emphasis, strikethrough
  /// Quotations and lists within each other.
  case nesting
  /// Web and mail addresses without brackets.
  case addresses
  /// Raw HTML of the kinds `<?` and `<!`.
  case markup

  /// The limit in words.
  package var limit: String {
    switch self {
    case .tables: "200,000 cells, 1,000 columns, or the time for lines that may be theirs"
    case .references:
      "16 MiB, and 64 times the text, of addresses and titles, or 8 MiB, and 16 times the text, of HTML"
    case .images: "the time for their brackets"
    case .emphasis: "the time for its signs beside links"
    case .strikethrough: "the time for its signs"
    case .nesting: "100 quotations and lists within each other in a line"
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
  /// The most bytes of copies.
  var copies: Int
  /// The most bytes of HTML, which escapes a sign of a copied title with up to six; sound texts have some five times their
  /// length.
  var html: Int

  static let none = MarkdownLimits(memory: .max, copies: .max, html: .max)

  private init(memory: Int, copies: Int, html: Int) {
    (self.memory, self.copies, self.html) = (memory, copies, html)
  }

  /// The limits of a text of a length in bytes.
  init(byteCount: Int) {
    memory = 128 << 20 + 512 * byteCount
    copies = 16 << 20 + 64 * byteCount
    html = 8 << 20 + 16 * byteCount
  }
}

/// The limit that a tree exceeds.
enum MarkdownExcess: Error {
  case copies, memory, html

  /// The syntax that may be the cause, the most likely one first.
  var causes: [MarkdownSyntax] {
    switch self {
    // A line with many mail addresses is more often sound than a text with many copies of a reference.
    case .copies: [.addresses, .references]
    case .memory: [.tables]
    case .html: [.references, .tables]
    }
  }

  /// `nil` for none.
  init?(_ excess: galley_markdown_excess) {
    switch excess {
    case galley_markdown_none: return nil
    case galley_markdown_copies: self = .copies
    case galley_markdown_excess_of_html: self = .html
    default: self = .memory
    }
  }
}

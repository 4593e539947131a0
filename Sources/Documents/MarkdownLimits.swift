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
  /// All of a text that exceeds a limit without the syntax that may be the cause.
  case all = "all syntax"

  /// The limit in words.
  package var limit: String {
    switch self {
    case .tables: "200,000 cells, 1,000 columns, or the time for lines that may be theirs"
    case .references:
      "16 MiB, and 64 times the text, of addresses and titles, or 8 MiB, and 32 times the text, up to 64 MiB, of HTML"
    case .images: "the time for their brackets"
    case .emphasis: "the time for its signs beside links"
    case .strikethrough: "the time for its signs"
    case .nesting: "100 quotations and lists within each other"
    case .addresses: "the time or the memory for their ends"
    case .markup: "the time for its ends"
    case .all: "128 MiB, and 512 times the text, up to 1 GiB, of memory, or up to 64 MiB of HTML"
    }
  }
}

/// Limits of the memory and the depth of cmark-gfm's trees, of which some short texts make gigabytes.
///
/// It copies the address and the title of a reference for each use, and what follows the first thousand mail addresses of a line
/// for each of them, and goes through all open blocks for each line. Version 0.29.0.gfm.6 of Debian 12 limits none of these;
/// later ones limit the copies of references to 100 KB or the length of the text.
struct MarkdownLimits {
  /// The most quotations, elements of lists and footnotes within each other.
  static let depth = 100
  /// The most bytes of a tree.
  ///
  /// Each byte of a sound text takes at most some 220 bytes, and each of the cells that ``MarkdownBounds`` allows some 400.
  var memory: Int
  /// The most bytes of copies.
  let copies: Int
  /// The most bytes of HTML in memory, whose buffers grow by half.
  ///
  /// A sign of a copied title is escaped with up to six bytes, and a quotation has 27; sound texts have some five times their
  /// length.
  let html: Int

  /// The limits of a text of a length in bytes.
  init(byteCount: Int) {
    memory = min(128 << 20 + 512 * byteCount, 1 << 30)
    copies = min(16 << 20 + 64 * byteCount, memory)
    html = min(8 << 20 + 32 * byteCount, 64 << 20)
  }
}

/// The limit that a tree exceeds.
enum MarkdownExcess: Error {
  case copies, memory, html, nesting

  /// The syntax that may be the cause, the most likely one first.
  var causes: [MarkdownSyntax] {
    switch self {
    // A line with many mail addresses is more often sound than a text with many copies of a reference.
    case .copies: [.addresses, .references]
    case .memory: [.tables]
    case .html: [.references, .tables]
    case .nesting: [.nesting]
    }
  }

  /// `nil` for none.
  init?(_ excess: galley_markdown_excess) {
    switch excess {
    case galley_markdown_none: return nil
    case galley_markdown_copies: self = .copies
    case galley_markdown_excess_of_html: self = .html
    case galley_markdown_nesting: self = .nesting
    default: self = .memory
    }
  }
}

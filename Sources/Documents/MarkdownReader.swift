internal import CMarkdown
import GalleyPrimitives
internal import Glibc

/// What Markdown is made of, in the order of its text.
package enum MarkdownEvent: Hashable, Sendable {
  /// Something begins that ends with ``end``.
  case start(MarkdownNode)
  /// What began last, and has not ended yet, ends.
  case end
  /// Text, references resolved.
  case text(String)
  /// Code within a line.
  case code(String)
  /// Raw HTML, as it was written.
  case html(String)
  /// A block of code.
  case codeBlock(String)
  /// A line's end that only wraps.
  case softBreak
  /// A line's end that is meant.
  case lineBreak
  /// A line across.
  case thematicBreak
}

/// What holds text or others in Markdown.
package enum MarkdownNode: Hashable, Sendable {
  case blockQuote
  /// A list; `nil` for bullets, else the first number.
  case list(start: Int?)
  /// A list's item; whether its task is done, if it is one.
  case item(isDone: Bool?)
  case paragraph
  /// 1…6.
  case heading(level: Int)
  /// A table, with the alignment of each column.
  case table([MarkdownAlignment])
  case tableRow(isHeader: Bool)
  case tableCell
  case emphasis
  case strong
  case strikethrough
  /// The number of a footnote.
  case footnoteReference
  case link(url: String)
  case image(url: String)
  /// A footnote, which ``MarkdownReader/events(_:)`` returns as an item of a list.
  case footnote
  /// An unknown node, whose text is read.
  case other
}

/// The alignment of a table's column, as `:-`, `:-:` and `-:` say.
package enum MarkdownAlignment: Hashable, Sendable {
  case automatic, left, center, right
}

/// Reads GitHub's Markdown by cmark-gfm, as events.
///
/// Any number of threads may parse blocks and read results. While cmark-gfm parses inline elements, it keeps the
/// characters that its extensions react to in global tables, so that one thread does this at a time. Syntax that would take
/// too much time or memory stays text (``MarkdownSyntax``).
package enum MarkdownReader {
  /// Held while the global tables are in use.
  // A number: see `PangoLock`.
  private static let inlines = Monitor(0)

  // Registering is safe only once, which a static value sees to; nothing is registered later.
  private static let registered: Void = cmark_gfm_core_extensions_ensure_registered()

  // Invariant: it is made once, and never changed or freed.
  nonisolated(unsafe) private static let rootExtension = galley_markdown_root_extension()

  /// The events of `markdown`, well-formed UTF-8.
  ///
  /// - Complexity: O(bytes), but for hostile texts.
  package static func events(_ markdown: String) -> [MarkdownEvent] {
    var plain: Set<MarkdownSyntax> = []
    let limits = MarkdownLimits(byteCount: markdown.utf8.count)
    return withTree(of: markdown, plain: &plain, limits) { root, _, _ in events(of: root) }
      ?? PlainMarkdown(markdown).events
  }

  private static func events(of root: OpaquePointer) -> Outcome<[MarkdownEvent]> {
    guard let iterator = cmark_iter_new(root) else { return .failure(.memory) }
    defer { cmark_iter_free(iterator) }
    var events: [MarkdownEvent] = []
    // The footnotes come last, in the order of their numbers.
    var hasFootnotes = false
    while true {
      let event = cmark_iter_next(iterator)
      guard event != CMARK_EVENT_DONE else {
        return .success(hasFootnotes ? events + [.end] : events)
      }
      guard let node = cmark_iter_get_node(iterator), node != root else { continue }
      if event == CMARK_EVENT_EXIT {
        events.append(.end)
        continue
      }
      let found = self.event(of: node)
      if case .start(.footnote) = found {
        if !hasFootnotes { events.append(.start(.list(start: 1))) }
        hasFootnotes = true
        events.append(.start(.item(isDone: nil)))
      } else {
        events.append(found)
      }
      // cmark-gfm has an exit of a reference too, which appends its end.
      if case .start(.footnoteReference) = found {
        events.append(.text(cmark_node_get_literal(node).map { String(cString: $0) } ?? ""))
      }
    }
  }

  /// The HTML of `markdown`, well-formed UTF-8, with the HTML in it; `plain` becomes the syntax that exceeds a limit, and is
  /// text in the HTML.
  ///
  /// - Complexity: O(bytes), but for hostile texts.
  package static func html(_ markdown: String, plain: inout Set<MarkdownSyntax>) -> String {
    html(markdown, plain: &plain, MarkdownLimits(byteCount: markdown.utf8.count))
  }

  static func html(
    _ markdown: String, plain: inout Set<MarkdownSyntax>, _ limits: MarkdownLimits
  ) -> String {
    let html = withTree(of: markdown, plain: &plain, limits) {
      root, parser, limits -> Outcome<String> in
      var html: UnsafeMutablePointer<CChar>?
      let excess = galley_markdown_html(
        parser, root, CMARK_OPT_UNSAFE | CMARK_OPT_FOOTNOTES, limits.html, &html)
      if let excess = MarkdownExcess(excess) { return .failure(excess) }
      return .success(html.map { withoutBackReferences(String(cString: $0)) } ?? "")
    }
    return html ?? PlainMarkdown(markdown).html
  }

  /// The HTML without the arrows behind footnotes, which lead to their numbers on a page that scrolls.
  ///
  /// - Complexity: O(bytes).
  private static func withoutBackReferences(_ html: String) -> String {
    // A search by characters takes the square of a row of flags.
    guard html.utf8.firstRange(of: "class=\"footnote-backref\"".utf8) != nil else { return html }
    // A part begins with a tag, but for the first one. cmark-gfm writes no tag into these anchors but those around
    // the number of an arrow.
    let parts = html.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false)
    var result: [UInt8] = []
    result.reserveCapacity(html.utf8.count)
    var number = 0
    while number < parts.count {
      let part = parts[number]
      // The end tag follows the arrow, or the two tags of its number.
      let end = [number + 1, number + 3].first {
        $0 < parts.count && parts[$0].starts(with: "/a>".utf8)
      }
      if number > 0, let end, isBackReference(part) {
        if result.last == 0x20 { result.removeLast() }
        result += parts[end].dropFirst(3)
        number = end + 1
      } else {
        if number > 0 { result.append(UInt8(ascii: "<")) }
        result += part
        number += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Whether a part that follows a `<` begins an anchor that leads from a footnote to its number.
  private static func isBackReference(_ part: Substring.UTF8View) -> Bool {
    guard part.starts(with: "a href=\"#fnref-".utf8),
      let end = part.firstIndex(of: UInt8(ascii: ">"))
    else { return false }
    return Substring(part[..<end]).contains(bytes: " class=\"footnote-backref\"")
  }

  /// The value that a use of a tree gives, or the limit that it exceeds.
  private typealias Outcome<Value> = Result<Value, MarkdownExcess>
  /// A use of a tree, and of the parser that made it, within limits.
  private typealias Use<Value> = (OpaquePointer, OpaquePointer, MarkdownLimits) -> Outcome<Value>

  /// Lends the tree of `markdown`; `nil` if it exceeds a limit without all syntax that may be the cause.
  ///
  /// A text that exceeds a limit is read again without the syntax that may be the cause, which `plain` names.
  private static func withTree<Value>(
    of markdown: String, plain: inout Set<MarkdownSyntax>, _ limits: MarkdownLimits,
    _ use: Use<Value>
  ) -> Value? {
    registered
    var markdown = markdown
    plain = markdown.withUTF8 {
      MarkdownBounds($0).excess.union(MarkdownSearches($0).excess)
    }
    // A backslash before a sign of emphasis would be a part of an address.
    if plain.contains(.emphasis) { plain.insert(.addresses) }
    while true {
      switch tree(of: markdown, plain: plain, limits, use) {
      case .success(let result): return result
      case .failure(let excess):
        guard let next = excess.causes.first(where: { !plain.contains($0) }) else {
          plain.insert(.all)
          return nil
        }
        plain.insert(next)
      }
    }
  }

  /// Lends the tree of `markdown` without some syntax, unless it exceeds a limit.
  ///
  /// All uses of cmark-gfm's memory are in this file: each file has its own variable of the thread.
  private static func tree<Value>(
    of markdown: String, plain: Set<MarkdownSyntax>, _ limits: MarkdownLimits, _ use: Use<Value>
  ) -> Outcome<Value> {
    let memory = UnsafeMutablePointer<galley_markdown_memory>.allocate(capacity: 1)
    galley_markdown_begin(memory, limits.memory, limits.copies)
    defer {
      galley_markdown_end(memory)
      memory.deallocate()
    }
    var text = EscapedMarkdown(markdown, plain: plain)
    let parser = galley_markdown_parser(
      text.hasFootnotes ? CMARK_OPT_FOOTNOTES : 0, rootExtension)
    let extensions = [
      ("table", MarkdownSyntax.tables), ("strikethrough", .strikethrough), ("autolink", .addresses),
      ("tasklist", nil),
    ]
    for (name, syntax) in extensions where syntax.map(plain.contains) != true {
      if let found = cmark_find_syntax_extension(name) {
        cmark_parser_attach_syntax_extension(parser, found)
      }
    }
    let excess = text.string.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { chars in
        galley_markdown_feed(parser, chars.baseAddress, chars.count, MarkdownLimits.depth)
      }
    }
    if let excess = MarkdownExcess(excess) { return .failure(excess) }
    // The last line's block is ended here, then the contents of all blocks are parsed.
    var root: OpaquePointer?
    let last = inlines.exclusively { galley_markdown_finish(parser, &root) }
    if let excess = MarkdownExcess(last) { return .failure(excess) }
    return root.map { use($0, parser, limits) } ?? .failure(.memory)
  }

  private static func event(of node: OpaquePointer) -> MarkdownEvent {
    func string(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
    // cmark-gfm has no names of these types.
    switch cmark_node_get_type(node) {
    case CMARK_NODE_FOOTNOTE_REFERENCE: return .start(.footnoteReference)
    case CMARK_NODE_FOOTNOTE_DEFINITION: return .start(.footnote)
    default: break
    }
    switch string(cmark_node_get_type_string(node)) {
    case "text": return .text(string(cmark_node_get_literal(node)))
    case "code": return .code(string(cmark_node_get_literal(node)))
    case "code_block": return .codeBlock(string(cmark_node_get_literal(node)))
    case "html_block", "html_inline": return .html(string(cmark_node_get_literal(node)))
    case "softbreak": return .softBreak
    case "linebreak": return .lineBreak
    case "thematic_break": return .thematicBreak
    case "block_quote": return .start(.blockQuote)
    case "list":
      let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      return .start(.list(start: isOrdered ? Int(cmark_node_get_list_start(node)) : nil))
    case "item": return .start(.item(isDone: nil))
    case "tasklist":
      return .start(.item(isDone: cmark_gfm_extensions_get_tasklist_item_checked(node)))
    case "paragraph": return .start(.paragraph)
    case "heading": return .start(.heading(level: Int(cmark_node_get_heading_level(node))))
    case "table": return .start(.table(alignments(ofTable: node)))
    case "table_header": return .start(.tableRow(isHeader: true))
    case "table_row": return .start(.tableRow(isHeader: false))
    case "table_cell": return .start(.tableCell)
    case "emph": return .start(.emphasis)
    case "strong": return .start(.strong)
    case "strikethrough": return .start(.strikethrough)
    case "link": return .start(.link(url: string(cmark_node_get_url(node))))
    case "image": return .start(.image(url: string(cmark_node_get_url(node))))
    default: return .start(.other)
    }
  }

  private static func alignments(ofTable node: OpaquePointer) -> [MarkdownAlignment] {
    guard let letters = cmark_gfm_extensions_get_table_alignments(node) else { return [] }
    return (0..<Int(cmark_gfm_extensions_get_table_columns(node))).map {
      switch letters[$0] {
      case UInt8(ascii: "l"): .left
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .right
      default: .automatic
      }
    }
  }
}

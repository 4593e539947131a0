import GalleyDocuments
package import GalleyFeedItems
import GalleyPrimitives

/// Converts a stream of HTML events to plain text.
///
/// An empty line separates paragraphs, headings, lists, quotations and tables; a line break
/// separates smaller blocks. List items have a bullet or their number, and quoted lines a `>`.
/// White space collapses, except in `pre`. Scripts, styles and other elements without text are
/// dropped.
package struct HTMLText {
  private enum Span {
    case plain, invisible, ellipsis
  }

  private enum List {
    case bullets
    case numbers(next: Int)
  }

  private var output: [UInt8] = []
  private let limit: Int
  /// The newlines to write before the next text: 1 ends a line, 2 end a paragraph.
  private var owedNewlines = 0
  /// Whether a paragraph ends before the next text: its space is less than that of an empty line of plain text.
  private var owesParagraph = false
  private var owesSpace = false
  /// The mark of a list item, to write before its first text.
  private var owedMark = ""
  private var lists: [List] = []
  private var quoteDepth = 0
  private var inlineQuoteDepth = 0
  private var preDepth = 0
  private var droppedDepth = 0
  private var formula = FormulaLine()
  /// Whether the open formula is dropped, because its words in place of it are there.
  private var isFormulaDropped = false
  /// The open `span`s: the classes of Mastodon hide one, or shorten one.
  private var spans: [Span] = []
  /// A newline at the beginning of `pre` is not shown.
  private var isAtPreStart = false
  /// The film, sound or page whose element is open.
  private var medium: EmbeddedMedium?
  /// Whether there are elements whose look plain text lacks.
  private var isFormatted = false

  private init(limit: Int) { self.limit = limit }

  /// The text of `html`, with U+2400 for each NUL, at which libxml2 would stop.
  ///
  /// - Returns: The text, which may be some bytes longer than `limit`, and whether the HTML was
  ///   read to its end or to that limit.
  /// - Complexity: O(bytes).
  package static func text(ofHTML html: inout [UInt8], limit: Int) -> (
    string: String, isWhole: Bool, isFormatted: Bool
  ) {
    if html.contains(0) {
      html = Array(
        html.split(separator: 0, omittingEmptySubsequences: false)
          .joined(separator: [0xE2, 0x90, 0x80]))
    }
    var text = HTMLText(limit: limit)
    let isWhole = html.withUnsafeBufferPointer { bytes in
      HTMLReader.read(bytes) { event in
        switch event {
        case .start(let tag): text.start(tag)
        case .end(let name): text.end(name)
        case .text(let bytes): text.append(bytes)
        }
        return text.output.count < limit
      }
    }
    return (
      String(decoding: text.output, as: UTF8.self).streamSafe,
      isWhole || text.output.count >= limit,
      text.isFormatted
    )
  }
}

extension HTMLText {
  /// The text of a field whose value is `html`, or is longer if it `isCut`, within the limits.
  package static func field(
    ofHTML html: inout [UInt8], isCut: Bool, limits: FeedLimits
  ) -> TextDecoder.Text {
    let limit = limits.maximumTextBytes
    let text = text(ofHTML: &html, limit: limit + 4)
    let string = text.string.cut(toUTF8Count: limit)
    let cut: FeedTextLimit? =
      if string.utf8.count < text.string.utf8.count {
        .textBytes(limit)
      } else if !text.isWhole {
        .htmlStructure(
          depth: HTMLReader.maximumDepth, separators: HTMLReader.maximumTagSeparators)
      } else if isCut {
        .htmlBytes(limits.maximumHTMLBytes)
      } else {
        nil
      }
    let markup = text.isFormatted && cut == nil ? String(decoding: html, as: UTF8.self) : nil
    return TextDecoder.Text(string: string, repairCount: 0, cut: cut, markup: markup)
  }
}

extension HTMLText {
  private mutating func start(_ tag: HTMLStartTag) {
    if droppedDepth == 0, let found = EmbeddedMedium(tag) { startMedium(found, tag) }
    if tag.name == "source" { medium?.take(tag) }
    if Self.dropped.contains(tag.name) { droppedDepth += 1 }
    if tag.name == "span" { startSpan(tag) }
    guard droppedDepth == 0 else { return }
    if Self.formatting.contains(tag.name), tag.value(of: "class") != String.plainHTMLClass {
      isFormatted = true
    }
    switch tag.name {
    case "br": breakLine()
    case "hr": block(2)
    case "ul", "menu", "dir":
      block(lists.isEmpty ? 2 : 1)
      lists.append(.bullets)
    case "ol":
      block(lists.isEmpty ? 2 : 1)
      lists.append(.numbers(next: tag.value(of: "start").flatMap { Int($0) } ?? 1))
    case "li":
      block(1)
      owedMark = nextMark()
    case "blockquote":
      block(2)
      quoteDepth += 1
    case "pre", "listing", "xmp":
      block(2)
      preDepth += 1
      isAtPreStart = true
    case "td", "th":
      guard owedNewlines == 0, !output.isEmpty else { return }
      owesSpace = false
      output.append(0x09)
    case "q":
      append(QuotationMarks(language: nil).opening(inlineQuoteDepth))
      inlineQuoteDepth += 1
    case "math":
      isFormatted = true
      if let words = tag.value(of: "alttext"), !words.isEmpty {
        append(words)
        isFormulaDropped = true
        droppedDepth += 1
      } else {
        _ = formula.start(tag.name)
      }
    case "img": if tag.isEmoji { append(tag.value(of: "alt") ?? "") }
    case "input" where tag.value(of: "type") == "checkbox":
      append(tag.has("checked") ? "☑ " : "☐ ")
    default:
      if let newlines = Self.newlines(around: tag.name) { block(newlines) }
      let place = formula.start(tag.name)
      append(place.sign + (["sup": "^", "sub": "_"][place.script ?? ""] ?? ""))
    }
  }

  private mutating func end(_ name: String) {
    if name == "span" { endSpan() }
    if Self.dropped.contains(name), droppedDepth > 0 {
      droppedDepth -= 1
      if droppedDepth == 0, EmbeddedMedium.names.contains(name) { endMedium() }
      return
    }
    if name == "math", isFormulaDropped {
      isFormulaDropped = false
      droppedDepth -= 1
    }
    guard droppedDepth == 0 else { return }
    append(formula.end(name))
    switch name {
    case "ul", "ol", "menu", "dir":
      if !lists.isEmpty { lists.removeLast() }
      block(lists.isEmpty ? 2 : 1)
    case "li":
      owedMark = ""
      // No empty line separates items, even if an item ends with a paragraph.
      owedNewlines = 0
      block(1)
    case "blockquote":
      quoteDepth = max(quoteDepth - 1, 0)
      block(2)
    case "pre", "listing", "xmp":
      preDepth = max(preDepth - 1, 0)
      // Empty lines at the end are not shown.
      owedNewlines = 0
      block(2)
    case "q":
      inlineQuoteDepth = max(inlineQuoteDepth - 1, 0)
      append(QuotationMarks(language: nil).closing(inlineQuoteDepth))
    default: if let newlines = Self.newlines(around: name) { block(newlines) }
    }
  }

  private mutating func startMedium(_ found: EmbeddedMedium, _ tag: HTMLStartTag) {
    medium = found
    isFormatted = true
    // An `embed` has no end tag.
    if !Self.dropped.contains(tag.name) { endMedium() }
  }

  /// Writes the words in place of a medium, as a paragraph.
  private mutating func endMedium() {
    // A medium without an address ends too: a later `source` is not its own.
    defer { medium = nil }
    guard let words = medium?.words else { return }
    block(2)
    append(words)
    block(2)
  }

  private mutating func startSpan(_ tag: HTMLStartTag) {
    let classes = tag.value(of: "class")?.split(separator: " ") ?? []
    let span: Span =
      classes.contains("invisible") ? .invisible : classes.contains("ellipsis") ? .ellipsis : .plain
    spans.append(span)
    if span == .invisible { droppedDepth += 1 }
  }

  private mutating func endSpan() {
    switch spans.popLast() {
    case .invisible: droppedDepth = max(droppedDepth - 1, 0)
    case .ellipsis where droppedDepth == 0: append("…")
    default: return
    }
  }

  /// Requires at least `newlines` newlines before the next text.
  private mutating func block(_ newlines: Int) {
    owesSpace = false
    // The mark of a list item is on the line of the paragraph that begins the item.
    guard owedMark.isEmpty, !output.isEmpty else { return }
    owedNewlines = max(owedNewlines, newlines)
    if newlines == 2 { owesParagraph = true }
  }

  /// Ends the line; a second call leaves an empty line.
  private mutating func breakLine() {
    owesSpace = false
    if !output.isEmpty { owedNewlines = min(owedNewlines + 1, 2) }
  }

  private mutating func nextMark() -> String {
    let indent = String(repeating: "  ", count: max(lists.count - 1, 0))
    guard case .numbers(let next) = lists.last else { return indent + "• " }
    lists[lists.count - 1] = .numbers(next: next &+ 1)
    return indent + "\(next). "
  }

  /// The elements whose look plain text lacks.
  private static let formatting: Set<String> = [
    "a", "b", "bdi", "bdo", "strong", "i", "em", "cite", "var", "dfn", "u", "ins", "s", "del",
    "strike", "mark",
    "big", "small", "sub", "sup", "q", "code", "kbd", "samp", "tt", "pre", "ul", "ol", "blockquote",
    "h1", "h2", "h3", "h4", "h5", "h6", "hr", "ruby", "img", "table", "dl",
  ]

  /// The elements whose content is not text.
  private static let dropped: Set<String> = [
    "script", "style", "title", "template", "iframe", "object", "applet", "svg", "select",
    "annotation", "annotation-xml", "button", "textarea", "audio", "video", "canvas", "noframes",
    "noscript", "datalist", "rp",
  ]

  /// The newlines that separate the element `name` from its neighbours; `nil` for inline elements.
  private static func newlines(around name: String) -> Int? {
    switch name {
    case "p", "h1", "h2", "h3", "h4", "h5", "h6", "dl", "table", "figure", "fieldset": 2
    case "div", "section", "article", "aside", "header", "footer", "main", "nav", "address", "form",
      "dt", "dd", "tr", "caption", "figcaption", "details", "summary", "center", "body", "legend",
      "hgroup", "option":
      1
    default: nil
    }
  }
}

extension HTMLText {
  private mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard droppedDepth == 0 else { return }
    for byte in bytes {
      if preDepth > 0 {
        appendPreformatted(byte)
      } else if byte.isJSONSpace || byte == 0x0C {
        owesSpace = true
      } else {
        payDebts()
        output.append(byte)
      }
    }
  }

  private mutating func appendPreformatted(_ byte: UInt8) {
    defer { isAtPreStart = false }
    switch byte {
    case .newline where isAtPreStart, 0x0D: return
    case .newline:
      // Empty lines within the text count; those at its ends do not.
      if !output.isEmpty { owedNewlines += 1 }
    default:
      payDebts()
      output.append(byte)
    }
  }

  /// Writes pending newlines, quotation marks and list marks before a byte of text.
  private mutating func payDebts() {
    if output.isEmpty {
      output.append(contentsOf: quotes)
    } else if owedNewlines > 0 {
      if owesParagraph { isFormatted = true }
      output.append(contentsOf: repeatElement(.newline, count: owedNewlines))
      output.append(contentsOf: quotes)
    } else if owesSpace {
      output.append(0x20)
    }
    if !owedMark.isEmpty { output.append(contentsOf: owedMark.utf8) }
    owedNewlines = 0
    owesParagraph = false
    owesSpace = false
    owedMark = ""
  }

  private var quotes: String.UTF8View { String(repeating: "> ", count: quoteDepth).utf8 }
}

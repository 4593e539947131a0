import GalleyDocuments
import GalleyPrimitives
public import GalleyText

/// Converts GitHub's Markdown to attributes: headings, quotations, lists, tasks, tables, code,
/// emphasis, strikethrough and links.
///
/// The markup is removed. A link leaves a ``/GalleyText/TextHighlight`` with the address as `url` in its user
/// info. A picture becomes its description, linked to its address: nothing is fetched. Raw HTML
/// appears as written. Quotations and lists are indented by at most eight levels.
public struct MarkdownParser: TextParser {
  /// The appearance of the result.
  public var theme: MarkdownTheme
  /// The style of all paragraphs.
  ///
  /// Its indents are added to those of lists, quotations and code, but the lines of code have no first-line indent of
  /// its own. Its tab stops take the place of the columns of tables. The space below paragraphs is
  /// ``MarkdownTheme/paragraphSpacing``; its space before a paragraph is added.
  public var paragraph = ParagraphStyle()
  /// The width of the container, in layout units, by which columns of tables are narrower; `nil` if it is unknown.
  public var width: Double?
  /// The maximum number of UTF-8 bytes to parse.
  ///
  /// Parsing takes linear time except for hostile texts, whose time this limits.
  public var byteLimit: Int

  /// Makes a parser of texts of at most `byteLimit` bytes.
  public init(theme: MarkdownTheme = .bright, byteLimit: Int = 64 << 10) {
    self.theme = theme
    self.byteLimit = byteLimit
  }

  /// Parses the text's string and drops the attributes it had.
  ///
  /// The selection is clamped to the result.
  ///
  /// - Throws: ``TextParserError``.
  public func parse(
    _ text: inout AttributedText, selection: inout Range<Int>
  ) throws(TextParserError) -> Bool {
    try text.checkSelection(selection)
    let result = try parsed(markdown: text.string)
    let hasChanged = result != text
    text = result
    let lower = text.boundary(notAfter: selection.lowerBound)
    selection = lower..<max(lower, text.boundary(notAfter: selection.upperBound))
    return hasChanged
  }

  /// Returns the attributed text of a Markdown string.
  ///
  /// - Throws: ``TextParserError/textTooLong(utf8Count:limit:)``.
  public func parsed(markdown: String) throws(TextParserError) -> AttributedText {
    guard markdown.utf8.count <= byteLimit else {
      throw .textTooLong(utf8Count: markdown.utf8.count, limit: byteLimit)
    }
    // The string is repaired first, so that no NUL ends the text in C code.
    let events = MarkdownReader.events(repaired(markdown).0)
    var writer = MarkdownWriter(theme: theme, paragraph: paragraph, width: width)
    let itemCounts = events.itemCounts
    for (index, event) in events.enumerated() {
      switch event {
      case .start(.list): writer.itemCount = itemCounts[index] ?? 0
      case .start(.paragraph), .start(.heading): writer.breakCount = events[index...].breakCount
      case .start(.table(let alignments)):
        writer.columns = TableColumns(
          alignments, of: events[index...], direction: paragraph.direction)
      default: break
      }
      writer.write(event)
    }
    return writer.text
  }
}

extension [MarkdownEvent] {
  /// The number of items of each list, by the index of the event that starts it.
  fileprivate var itemCounts: [Int: Int] {
    var counts: [Int: Int] = [:]
    // The lists around the present event; `nil` for other nodes.
    var open: [Int?] = []
    for (index, event) in enumerated() {
      switch event {
      case .start(let node):
        if case .item = node, let list = open.last ?? nil { counts[list, default: 0] += 1 }
        if case .list = node { open.append(index) } else { open.append(nil) }
      case .end: _ = open.popLast()
      default: break
      }
    }
    return counts
  }
}

extension ArraySlice<MarkdownEvent> {
  /// The number of line breaks in the paragraph that begins here, in which no other one begins.
  fileprivate var breakCount: Int {
    var depth = 0
    var count = 0
    for event in self {
      switch event {
      case .start: depth += 1
      case .end: depth -= 1
      case .lineBreak: count += 1
      default: break
      }
      if depth == 0 { break }
    }
    return count
  }
}

/// Writes Markdown events as attributed text.
private struct MarkdownWriter {
  private let theme: MarkdownTheme
  private let paragraph: ParagraphStyle
  private var builder = AttributedTextBuilder()
  private var nodes: [MarkdownNode] = []
  /// The width of the container; `nil` if it is unknown.
  private let width: Double?
  /// The attributes of the current text: one entry for each of `nodes`, and one below them.
  private var looks: [TextAttributes]
  /// The number of the next item of each open list; `nil` for bullets.
  private var numbers: [Int?] = []
  /// The room that the marks of each open list need beyond the usual one.
  private var excesses: [Double] = []
  /// The number of items of the list that begins next.
  var itemCount = 0
  /// The number of open quotations and lists.
  private var depth = 0
  /// The mark to write before the next paragraph's text.
  private var mark = ""
  private var markScale = 1.0
  private var isFirstParagraph = true
  /// The space above the current paragraph, and below it.
  private var spacingAbove = 0.0
  private var spacingBelow = 0.0
  /// The number of line breaks that the current paragraph still has.
  var breakCount = 0
  /// Whether the current paragraph is a table's row.
  private var wasRow = false
  private static let rowSpacing = 2.0
  private var cellNumber = 0
  /// The columns of the current table.
  var columns = TableColumns()
  /// The places of the current table's cells, which all of its text has.
  private var table = TableShape()
  private static let deepest = 8

  init(theme: MarkdownTheme, paragraph: ParagraphStyle, width: Double?) {
    self.theme = theme
    self.paragraph = paragraph
    self.width = width
    looks = [theme.text]
  }

  var text: AttributedText { builder.text(emptyAttributes: theme.text) }

  private var look: TextAttributes { looks[looks.count - 1] }

  private var isInTable: Bool {
    nodes.contains { if case .table = $0 { true } else { false } }
  }

  mutating func write(_ event: MarkdownEvent) {
    switch event {
    case .start(let node): start(node)
    case .end: end()
    case .text(let string), .html(let string): append(string, look)
    case .code(let string): append(string, codeLook)
    case .codeBlock(let string): appendCodeBlock(string)
    case .softBreak: append(" ", look)
    case .lineBreak:
      append("\u{2028}", look)
      // The paragraph has its space above its first line, and below its last one.
      (spacingAbove, breakCount) = (0, breakCount - 1)
    case .thematicBreak:
      beginParagraph()
      var rule = look
      rule.attachment = TextAttachment(
        .color(theme.quietColor), size: Size(width: 96, height: 1), alignment: .center)
      append(String(TextAttachment.character), rule)
    }
  }

  private mutating func start(_ node: MarkdownNode) {
    var next = look
    switch node {
    case .blockQuote:
      depth += 1
      next.color = theme.quietColor
    case .list(let start):
      depth += 1
      numbers.append(start)
      let marks = start.map { ["\($0).", "\($0 &+ itemCount &- 1)."] } ?? []
      excesses.append(
        ListMark.excess(of: marks, size: theme.text.font.size, indent: theme.indent))
    case .item(let isDone): beginItem(isDone)
    case .paragraph: beginParagraph()
    case .heading(let level):
      beginParagraph()
      next = theme.heading(level)
    case .table: beginTable()
    case .tableRow(let isHeader):
      beginParagraph()
      cellNumber = 0
      if isHeader { next.font.weight = 700 }
    case .tableCell:
      if cellNumber > 0 || columns.startsWithTab { append("\t", look) }
      cellNumber += 1
    case .emphasis: next.font.isItalic = true
    case .strong: next.font.weight = 700
    case .strikethrough: next.strikethrough = TextDecoration()
    case .link(let url), .image(let url):
      next.color = theme.linkColor
      next.highlight = TextHighlight(
        backgroundColor: theme.codeBackground, userInfo: ["url": url])
    case .footnoteReference:
      next.apply(htmlElement: "sup", theme: theme)
      next.color = theme.linkColor
    case .footnote, .other: break
    }
    nodes.append(node)
    looks.append(next)
  }

  private mutating func end() {
    guard let node = nodes.popLast() else { return }
    looks.removeLast()
    switch node {
    case .blockQuote: depth -= 1
    case .list:
      depth -= 1
      numbers.removeLast()
      excesses.removeLast()
    default: break
    }
  }

  private mutating func beginItem(_ isDone: Bool?) {
    guard let last = numbers.indices.last else { return }
    if let number = numbers[last] {
      mark = "\(number)."
      numbers[last] = number + 1
    } else {
      mark = "•"
    }
    if let isDone {
      mark = isDone ? "☑" : "☐"
      // The font of the boxes is taller than that of the text: at this size it does not change the
      // line's height.
      markScale = 0.8
    } else {
      markScale = 1
    }
    mark += "\t"
  }

  /// Ends the previous paragraph, and writes the mark of the item that begins here.
  private mutating func beginParagraph() {
    if !isFirstParagraph { builder.append("\n", attributes: styled(theme.text)) }
    let isRow = isInTable
    let wanted = isFirstParagraph || (isRow && wasRow) ? 0 : theme.paragraphSpacing
    spacingAbove = max(0, wanted - spacingBelow)
    if !isRow || !wasRow { spacingAbove += paragraph.paragraphSpacingBefore }
    spacingBelow = isRow ? Self.rowSpacing : theme.paragraphSpacing
    wasRow = isRow
    isFirstParagraph = false
    guard !mark.isEmpty else { return }
    var quiet = theme.text
    quiet.color = theme.quietColor
    quiet.font.size = max(1, quiet.font.size * markScale)
    builder.append(mark, attributes: styled(quiet, mark: mark))
    mark = ""
  }

  /// Computes the places of the cells of the table that begins here, within the quotations and lists around it.
  private mutating func beginTable() {
    let start = paragraph.firstLineHeadIndent + indent
    table = columns.shape(theme: theme, start: start, room: width.map { $0 - start })
  }

  private mutating func append(_ string: String, _ attributes: TextAttributes) {
    builder.append(string, attributes: styled(attributes))
  }

  private mutating func appendCodeBlock(_ string: String) {
    beginParagraph()
    var block = theme.text
    block.font.family = theme.codeFamily
    block.color = theme.codeColor
    var border = TextBorder(fillColor: theme.codeBackground, cornerRadius: 6)
    // The same distance below the last line's letters as above the first line's.
    border.insets = EdgeInsets(bottom: -3)
    block.blockBorder = border
    let lines = string.hasSuffix("\n") ? String(string.dropLast()) : string
    // A separate text, so that the block stays separate from the next one.
    var text = AttributedText(lines, attributes: styled(block, extraIndent: 8))
    let first = text.string.utf8.prefix { $0 != UInt8(ascii: "\n") }.count
    // The space is above the first line alone, whose newline is part of it.
    try? text.update(in: 0..<min(first + 1, text.utf8Count)) {
      $0.paragraphStyle?.paragraphSpacingBefore = spacingAbove
    }
    builder.append(text)
    spacingBelow = 0
  }

  private var codeLook: TextAttributes {
    var code = look
    code.font.family = theme.codeFamily
    code.color = theme.codeColor
    var border = TextBorder(fillColor: theme.codeBackground, cornerRadius: 4)
    border.insets = EdgeInsets(top: 1, left: -2, bottom: 1, right: -2)
    code.backgroundBorder = border
    return code
  }

  /// The indent of the open quotations and lists.
  private var indent: Double {
    Double(min(depth, Self.deepest)) * theme.indent
      + excesses.prefix(Self.deepest).reduce(0, +)
  }

  /// Returns the attributes with the style of the current paragraph.
  private func styled(
    _ attributes: TextAttributes, mark: String? = nil, extraIndent: Double = 0
  ) -> TextAttributes {
    let indent = indent + extraIndent
    var style = paragraph
    style.paragraphSpacing = extraIndent > 0 || breakCount > 0 ? 0 : theme.paragraphSpacing
    style.paragraphSpacingBefore = extraIndent > 0 ? 0 : spacingAbove
    style.headIndent += indent
    style.firstLineHeadIndent =
      extraIndent > 0 ? style.headIndent : style.firstLineHeadIndent + indent
    if style.tailIndent <= 0 { style.tailIndent -= extraIndent }
    if let mark {
      style.hang(
        String(mark.dropLast()), size: attributes.font.size, indent: theme.indent,
        excess: excesses.last ?? 0)
    }
    if isInTable {
      if style.tabStops.isEmpty { style.tabStops = table.stops }
      if columns.hasStops { style.headIndent += table.indent }
      style.direction = style.direction ?? columns.direction
      style.paragraphSpacing = Self.rowSpacing
    }
    var result = attributes
    result.paragraphStyle = style
    return result
  }
}

import GalleyHandles
import GalleyPrimitives

/// Turns GitHub's Markdown into attributes: headings, quotations, lists, tasks, tables, code,
/// emphasis, strikethrough and links.
///
/// Markup goes away; a link leaves a ``TextHighlight`` with the address as `url` in its user info. A
/// picture is its description, linked to its address: nothing is fetched. Raw HTML is shown as it is
/// written. Quotations and lists stand in no further than eight levels.
public struct MarkdownParser: TextParser {
  /// How the result looks.
  public var theme: MarkdownTheme
  /// The most bytes of UTF-8 that are parsed; the time is linear in them but for hostile texts, whose
  /// time this bounds.
  public var byteLimit: Int

  /// A parser of texts of at most `byteLimit` bytes.
  public init(theme: MarkdownTheme = .bright, byteLimit: Int = 64 << 10) {
    self.theme = theme
    self.byteLimit = byteLimit
  }

  /// Parses the text's string; what attributes it had go.
  ///
  /// The selection is held within the result.
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

  /// The attributed text of some Markdown.
  ///
  /// - Throws: ``TextParserError/textTooLong(utf8Count:limit:)``, ``TextParserError/outOfMemory``.
  public func parsed(markdown: String) throws(TextParserError) -> AttributedText {
    guard markdown.utf8.count <= byteLimit else {
      throw .textTooLong(utf8Count: markdown.utf8.count, limit: byteLimit)
    }
    // What has to be repaired is, so that no NUL ends the text for C.
    guard let events = MarkdownReader.events(repaired(markdown).0) else { throw .outOfMemory }
    var writer = MarkdownWriter(theme: theme)
    for event in events { writer.write(event) }
    return writer.text
  }
}

/// Writes the events of Markdown as attributed text.
private struct MarkdownWriter {
  private let theme: MarkdownTheme
  private var builder = AttributedTextBuilder()
  private var nodes: [MarkdownNode] = []
  /// The attributes of the text at hand, one for each of `nodes` and one below.
  private var looks: [TextAttributes]
  /// The number of the next item of each list that is open; `nil` for bullets.
  private var numbers: [Int?] = []
  /// How many quotations and lists are open.
  private var depth = 0
  /// What comes before the next paragraph's text.
  private var mark = ""
  private var markScale = 1.0
  private var isFirstParagraph = true
  /// What the paragraph at hand leaves free above itself, and below.
  private var spacingAbove = 0.0
  private var spacingBelow = 0.0
  /// Whether the paragraph at hand is a table's row.
  private var wasRow = false
  private static let rowSpacing = 2.0
  private var cellNumber = 0
  private static let deepest = 8

  init(theme: MarkdownTheme) {
    self.theme = theme
    looks = [theme.text]
  }

  var text: AttributedText { builder.text(emptyAttributes: theme.text) }

  private var look: TextAttributes { looks[looks.count - 1] }

  mutating func write(_ event: MarkdownEvent) {
    switch event {
    case .start(let node): start(node)
    case .end: end()
    case .text(let string), .html(let string): append(string, look)
    case .code(let string): append(string, codeLook)
    case .codeBlock(let string): appendCodeBlock(string)
    case .softBreak: append(" ", look)
    case .lineBreak: append("\u{2028}", look)
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
    case .item(let isDone): beginItem(isDone)
    case .paragraph: beginParagraph()
    case .heading(let level):
      beginParagraph()
      next = theme.heading(level)
    case .table: break
    case .tableRow(let isHeader):
      beginParagraph()
      cellNumber = 0
      if isHeader { next.font.weight = 700 }
    case .tableCell:
      if cellNumber > 0 { append("\t", look) }
      cellNumber += 1
    case .emphasis: next.font.isItalic = true
    case .strong: next.font.weight = 700
    case .strikethrough: next.strikethrough = TextDecoration()
    case .link(let url), .image(let url):
      next.color = theme.linkColor
      next.highlight = TextHighlight(
        backgroundColor: theme.codeBackground, userInfo: ["url": url])
    case .other: break
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
      // The boxes' font is higher than text's: at this size it does not part its line from others.
      markScale = 0.8
    } else {
      markScale = 1
    }
    mark += "\t"
  }

  /// Ends the paragraph before, and writes the mark of the item that begins here.
  private mutating func beginParagraph() {
    if !isFirstParagraph { builder.append("\n", attributes: styled(theme.text)) }
    let isRow = nodes.contains(.table)
    let wanted = isFirstParagraph || (isRow && wasRow) ? 0 : theme.paragraphSpacing
    spacingAbove = max(0, wanted - spacingBelow)
    spacingBelow = isRow ? Self.rowSpacing : theme.paragraphSpacing
    wasRow = isRow
    isFirstParagraph = false
    guard !mark.isEmpty else { return }
    var quiet = theme.text
    quiet.color = theme.quietColor
    quiet.font.size = max(1, quiet.font.size * markScale)
    builder.append(mark, attributes: styled(quiet, hasMark: true))
    mark = ""
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
    // As far below the last line's letters as above the first one's.
    border.insets = EdgeInsets(bottom: -3)
    block.blockBorder = border
    let lines = string.hasSuffix("\n") ? String(string.dropLast()) : string
    // A text of its own, so that the block is apart from the next.
    builder.append(AttributedText(lines, attributes: styled(block, extraIndent: 8)))
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

  /// Attributes with the style of the paragraph at hand.
  private func styled(
    _ attributes: TextAttributes, hasMark: Bool = false, extraIndent: Double = 0
  ) -> TextAttributes {
    let levels = Double(min(depth, Self.deepest))
    var style = ParagraphStyle()
    style.paragraphSpacing = extraIndent > 0 ? 0 : theme.paragraphSpacing
    style.paragraphSpacingBefore = extraIndent > 0 ? 0 : spacingAbove
    style.headIndent = levels * theme.indent + extraIndent
    style.firstLineHeadIndent = style.headIndent - (hasMark ? theme.indent * 0.8 : 0)
    style.tailIndent = -extraIndent
    if hasMark { style.tabStops = [.init(style.headIndent)] }
    if nodes.contains(.table) {
      style.tabStops = (1...16).map { .init(Double($0) * 6 * theme.indent) }
      style.paragraphSpacing = Self.rowSpacing
    }
    var result = attributes
    result.paragraphStyle = style
    return result
  }
}

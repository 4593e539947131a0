import GalleyDocuments
import GalleyPrimitives
import GalleyText

/// Writes the events of a document as attributed text.
struct HTMLWriter {
  /// An open element, with the attributes of the text in it.
  struct Element {
    var name: String
    var look: TextAttributes
    var direction: ParagraphStyle.Direction?
    /// The numbers of a list's items; `nil` for bullets.
    var numbering: HTMLNumbering?
    /// The room that the marks of a list need beyond the usual one.
    var excess = 0.0
    /// The characters around its text, if that has a direction of its own within the line.
    var isolate: HTMLIsolate?
    /// Whether a class of Mastodon hides the text, or shortens it.
    var isHidden = false
    var isShortened = false
    /// The offset of the first text, for a quotation.
    var start = 0
  }

  let theme: MarkdownTheme
  let surroundings: HTMLSurroundings
  private var builder = AttributedTextBuilder()
  var elements: [Element] = []
  /// Whether a paragraph ends before the next text.
  private var endsParagraph = false
  /// The space above the paragraph that begins next, and above the present one.
  private var spacing = (next: 0.0, current: 0.0)
  /// Whether the text ends with a line break, after which white space is not shown.
  private var isAfterBreak = false
  /// The newlines of preformatted text before its next text.
  private var owedLines = 0
  /// The attributes of white space before the next text of the paragraph; `nil` if there is none.
  var space: TextAttributes?
  /// The mark to write before the next paragraph's text.
  private var mark = ""
  var ruby = HTMLRuby()
  /// The ranges of quotations, the inner ones first, and the places of their bars.
  private var quotes: [(range: Range<Int>, start: Double)] = []
  /// The film, sound or page whose element is open.
  var medium: EmbeddedMedium?
  private var formula = FormulaLine()
  /// The names of the pictures so far.
  var shownPictures: Set<String> = []
  private let outline: HTMLOutline
  /// The numbers of the tables and of the ordered lists so far, hidden ones too.
  private var counts = (tables: 0, lists: 0)
  /// The open tables, the innermost one last.
  private var tables: [OpenTable] = []

  init(theme: MarkdownTheme, surroundings: HTMLSurroundings, outline: HTMLOutline) {
    self.theme = theme
    self.surroundings = surroundings
    self.outline = outline
    spacing.current = surroundings.paragraph.paragraphSpacingBefore
  }

  /// The text so far, with a bar beside each quotation.
  var text: AttributedText {
    var text = builder.text(emptyAttributes: theme.text)
    guard let width = surroundings.width else { return text }
    for quote in quotes.reversed() {
      let range = quote.range.clamped(to: 0..<text.utf8Count)
      guard !range.isEmpty else { continue }
      let bar = bar(
        at: quote.start, width: width, isMirrored: text.substring(range).isRightToLeft)
      try? text.update(in: range) { attributes in
        if attributes.blockBorder?.fillColor != theme.codeBackground {
          attributes.blockBorder = bar
        }
      }
    }
    return text
  }

  private func bar(at place: Double, width: Double, isMirrored: Bool) -> TextBorder {
    let start = min(place, max(0, width - Self.barWidth))
    let rest = max(0, width - start - Self.barWidth)
    var bar = TextBorder(fillColor: theme.quietColor, cornerRadius: Self.barWidth / 2)
    bar.insets = EdgeInsets(
      top: 1, left: isMirrored ? rest : start, bottom: 1, right: isMirrored ? start : rest)
    return bar
  }

  private static let barWidth = 3.0
  /// The space between code and the sides of its block.
  private static let codeIndent = 8.0
  /// The largest number of bars, each of which is inserted into all attributes.
  private static let maximumBars = 256
  private static let blocks: Set = [
    "address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details",
    "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2",
    "h3", "h4", "h5", "h6", "header", "hgroup", "hr", "legend", "li", "listing", "main", "menu",
    "nav", "ol", "option", "p", "pre", "section", "summary", "table", "tr", "ul", "xmp",
  ]
  /// The elements around blocks that are none themselves.
  private static let groups: Set = ["html", "tbody", "tfoot", "thead"]
  /// The blocks with a space above and below.
  private static let spaced: Set = [
    "blockquote", "dl", "fieldset", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "listing",
    "menu", "ol", "p", "pre", "table", "ul", "xmp",
  ]
  private static let hidden: Set = [
    "annotation", "annotation-xml", "applet", "audio", "button", "canvas", "datalist", "iframe",
    "noframes", "noscript", "object", "rp", "script", "select", "style", "svg", "template",
    "textarea", "title", "video",
  ]
  private static let preformatted: Set = ["pre", "listing", "xmp"]

  func isInside(_ name: String) -> Bool { elements.contains { $0.name == name } }

  private var isHidden: Bool { elements.last?.isHidden ?? false }

  mutating func start(_ tag: HTMLStartTag) {
    if HTMLRuby.parts.contains(tag.name) { startRubyPart(tag.name) }
    let parent = elements.last
    var element = Element(
      name: tag.name, look: parent?.look ?? theme.text, direction: parent?.direction)
    if !isHidden, let found = EmbeddedMedium(tag) { medium = found }
    if tag.name == "source" { medium?.take(tag) }
    element.isHidden = isHidden || Self.hidden.contains(tag.name)
    element.start = builder.utf8Count
    let numbers = counts
    if tag.name == "table" { counts.tables += 1 }
    if tag.name == "ol" { counts.lists += 1 }
    defer { elements.append(element) }
    guard !element.isHidden else {
      if tag.name == "img" { append(fallback: tag) }
      return
    }
    if Self.blocks.contains(tag.name) { endParagraph(tag.name) }
    if Self.blocks.contains(tag.name) || Self.groups.contains(tag.name) {
      if tag.has("dir") { element.direction = tag.direction }
    } else if !["rt", "rp"].contains(tag.name) {
      element.isolate = HTMLIsolate(tag, in: element.direction)
    }
    if let language = tag.value(of: "lang") { element.look.language = language }
    switch tag.name {
    case "ol":
      let counted = outline.itemCounts
      let count = counted.indices.contains(numbers.lists) ? counted[numbers.lists] : 0
      let numbering = HTMLNumbering(tag, itemCount: count)
      element.excess = ListMark.excess(
        of: numbering.marks(count), size: theme.text.font.size, indent: theme.indent)
      element.numbering = numbering
    case "li": beginItem(tag)
    case "table": beginTable(numbers.tables)
    case "tr": if !tables.isEmpty { tables[tables.count - 1].beginRow() }
    case "td", "th":
      if tag.name == "th" { element.look.font.weight = 700 }
      space = nil
      if tables.last?.columns.isArrangement == true {
        endParagraph(tag.name)
      } else if !tables.isEmpty {
        tables[tables.count - 1].beginCell(tag)
      } else if !endsParagraph, builder.utf8Count > 0 {
        builder.append("\t", attributes: styled(look))
      }
    case "br":
      space = nil
      if builder.utf8Count > 0, !endsParagraph {
        append("\u{2028}", look)
        // The next line is of the same paragraph, which has its space above the first one.
        (spacing.current, isAfterBreak) = (0, true)
      }
    case "hr":
      var rule = look
      rule.attachment = TextAttachment(
        .color(theme.quietColor), size: Size(width: 96, height: 1), alignment: .center)
      append(String(TextAttachment.character), rule)
      endParagraph(tag.name)
    case "img": append(picture: tag)
    case "math":
      if let words = tag.value(of: "alttext"), !words.isEmpty {
        write(words)
        element.isHidden = true
      } else {
        _ = formula.start(tag.name)
      }
    case "embed": appendMedium()
    case "q":
      let depth = elements.count { $0.name == "q" }
      append(QuotationMarks(language: look.language).opening(depth), look)
    case "input" where tag.value(of: "type") == "checkbox":
      write(tag.has("checked") ? "☑ " : "☐ ")
    case "span":
      let classes = tag.value(of: "class")?.split(separator: " ") ?? []
      element.isHidden = classes.contains("invisible")
      element.isShortened = classes.contains("ellipsis")
    case "a":
      guard let url = tag.value(of: "href") else { break }
      element.look.color = theme.linkColor
      element.look.highlight = TextHighlight(
        backgroundColor: theme.codeBackground, userInfo: ["url": url])
    case "pre" where tag.value(of: "class") == "plain": break
    default:
      let place = formula.start(tag.name)
      write(place.sign)
      element.look.apply(htmlElement: place.script ?? tag.name, theme: theme)
    }
  }

  mutating func end(_ name: String) {
    if name == "ruby" { endAnnotations() }
    guard let index = elements.lastIndex(where: { $0.name == name }) else { return }
    let element = elements[index]
    let isShown = index == 0 || !elements[index - 1].isHidden
    if isShown, element.isHidden, EmbeddedMedium.names.contains(name) { appendMedium() }
    if isShown, !element.isHidden {
      if element.isShortened { append("…", look) }
      if name == "q" {
        let around = elements[..<index]
        let marks = QuotationMarks(language: around.last?.look.language ?? theme.text.language)
        append(marks.closing(around.count { $0.name == "q" }), look)
      }
      write(formula.end(name))
      if name == "blockquote" { endQuote(element) }
      if name == "td" || name == "th", !tables.isEmpty { tables[tables.count - 1].endCell() }
    }
    closeIsolates(from: index)
    elements.removeSubrange(index...)
    if !tables.isEmpty {
      let count = elements.count { $0.name == "table" && !$0.isHidden }
      if tables.count > count { tables.removeLast(tables.count - count) }
    }
    if isShown, Self.blocks.contains(name) {
      if name == "li" { mark = "" }
      endParagraph(name)
    }
  }

  /// Notes the text of a quotation, which ends.
  private mutating func endQuote(_ element: Element) {
    // The newline before the text belongs to the paragraph above.
    let start = element.start > 0 ? element.start + 1 : 0
    guard start < builder.utf8Count, quotes.count < Self.maximumBars else { return }
    let around = elements.filter(\.indents).prefix(8).dropLast()
    quotes.append(
      (start..<builder.utf8Count, around.reduce(0) { $0 + theme.indent + $1.excess }))
  }

  /// Ends the paragraph before the next text, with the space that an element has around it.
  mutating func endParagraph(_ name: String) {
    guard builder.utf8Count > 0, mark.isEmpty else { return }
    if !endsParagraph { spacing.next = 0 }
    (endsParagraph, owedLines) = (true, 0)
    let isTight = elements.contains { ["li", "dl", "table"].contains($0.name) }
    if Self.spaced.contains(name), !isTight { spacing.next = theme.paragraphSpacing }
  }

  mutating func write(_ string: String) {
    guard !isHidden else { return }
    if elements.contains(where: { Self.preformatted.contains($0.name) }) {
      return writePreformatted(string)
    }
    if isInside("ruby") { return writeRuby(string.trimmingWhitespace) }
    func isSpace(_ character: Character) -> Bool { " \t\n\r\r\n\u{C}".contains(character) }
    let words = string.split(whereSeparator: isSpace).joined(separator: " ")
    if string.first.map(isSpace) == true, space == nil { space = look }
    guard !words.isEmpty else { return }
    append(words, look)
    if string.last.map(isSpace) == true { space = look }
  }

  /// Writes text whose white space is kept, except for a newline at its beginning and empty lines at its end.
  private mutating func writePreformatted(_ string: String) {
    for (number, line) in string.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      if number > 0, builder.utf8Count > 0, !endsParagraph { owedLines += 1 }
      if !line.isEmpty { append(String(line), look) }
    }
  }

  var look: TextAttributes { elements.last?.look ?? theme.text }

  /// Adds text, after the end of a paragraph and the mark of an item if these are due.
  mutating func append(_ string: String, _ attributes: TextAttributes) {
    let isStart = endsParagraph || isAfterBreak || builder.utf8Count == 0
    isAfterBreak = false
    var tabs = 0
    for index in tables.indices {
      tabs = tables[index].tabs(startsParagraph: endsParagraph || builder.utf8Count == 0)
    }
    if endsParagraph {
      builder.append("\n", attributes: styled(theme.text))
      forgetIsolates()
      spacing.current = spacing.next + surroundings.paragraph.paragraphSpacingBefore
    }
    endsParagraph = false
    if owedLines > 0 {
      extend(String(repeating: "\n", count: owedLines), look)
      forgetIsolates()
      (owedLines, spacing.current) = (0, 0)
    }
    if !mark.isEmpty {
      var quiet = theme.text
      quiet.color = theme.quietColor
      builder.append(mark, attributes: styled(quiet, mark: mark))
      mark = ""
    } else if let space, !isStart, tabs == 0 {
      extend(" ", space)
    }
    if tabs > 0 { extend(String(repeating: "\t", count: tabs), attributes) }
    space = nil
    openIsolates()
    extend(string, attributes)
  }

  /// Adds text within the paragraph; its block and its links go on across the looks within them.
  mutating func extend(_ string: String, _ attributes: TextAttributes) {
    // Two equal annotations are those of two letters.
    if attributes.ruby == nil {
      builder.append(string, attributes: styled(attributes), anchors: nil)
    } else {
      builder.append(string, attributes: styled(attributes))
    }
  }

  private mutating func beginItem(_ tag: HTMLStartTag) {
    mark = "•\t"
    guard let list = elements.lastIndex(where: { HTMLNumbering.lists.contains($0.name) }),
      let number = elements[list].numbering?.mark(of: tag)
    else { return }
    mark = number + "\t"
  }

  private mutating func beginTable(_ number: Int) {
    let columns =
      outline.tables.indices.contains(number) ? outline.tables[number] : TableColumns()
    let start = surroundings.paragraph.firstLineHeadIndent + indent
    let width = surroundings.width ?? surroundings.tableWidth
    tables.append(
      OpenTable(
        columns: columns,
        shape: columns.shape(theme: theme, start: start, room: width.map { $0 - start })))
  }

  /// The indent of the open lists and quotations, of eight at most.
  var indent: Double {
    elements.lazy.filter(\.indents).prefix(8).reduce(0) { $0 + theme.indent + $1.excess }
  }

  /// The attributes with the style of the current paragraph.
  private func styled(_ attributes: TextAttributes, mark: String? = nil) -> TextAttributes {
    var style = surroundings.paragraph
    style.direction =
      style.direction ?? elements.last?.direction ?? tables.last?.columns.direction
    style.paragraphSpacingBefore = spacing.current
    let indent = indent
    style.headIndent += indent
    style.firstLineHeadIndent += indent
    if attributes.blockBorder != nil {
      style.headIndent += Self.codeIndent
      style.firstLineHeadIndent = style.headIndent
      if style.tailIndent <= 0 { style.tailIndent -= Self.codeIndent }
    }
    if let mark {
      style.hang(
        String(mark.dropLast()), size: attributes.font.size, indent: theme.indent,
        excess: elements.last { $0.indents }?.excess ?? 0)
    }
    tables.last?.shape(&style, isListItem: mark != nil)
    var result = attributes
    result.paragraphStyle = style
    return result
  }
}

extension HTMLWriter.Element {
  /// Whether its lines begin further inside.
  fileprivate var indents: Bool {
    ["ol", "ul", "menu", "dir", "blockquote", "dd"].contains(name)
  }
}

extension String {
  fileprivate var trimmingWhitespace: Substring {
    let start = drop(while: \.isWhitespace)
    return start[
      ..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)]
  }
}

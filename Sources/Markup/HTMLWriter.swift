import GalleyDocuments
import GalleyPrimitives
import GalleyText

/// Writes the events of a document as attributed text.
struct HTMLWriter {
  /// An open element, with the attributes of the text in it.
  fileprivate struct Element {
    var name: String
    var look: TextAttributes
    var direction: ParagraphStyle.Direction?
    /// The number of the next item of a list; `nil` for bullets.
    var number: Int?
    /// Whether a class of Mastodon hides the text, or shortens it.
    var isHidden = false
    var isShortened = false
    /// The offset of the first text, for a quotation.
    var start = 0
  }

  private let theme: MarkdownTheme
  private let surroundings: HTMLSurroundings
  private var builder = AttributedTextBuilder()
  private var elements: [Element] = []
  /// Whether a paragraph ends before the next text.
  private var endsParagraph = false
  /// The space above the paragraph that begins next, and above the present one.
  private var spacing = (next: 0.0, current: 0.0)
  /// Whether the text ends with a line break, after which white space is not shown.
  private var isAfterBreak = false
  /// The newlines of preformatted text before its next text.
  private var owedLines = 0
  /// The attributes of white space before the next text of the paragraph; `nil` if there is none.
  private var space: TextAttributes?
  /// The mark to write before the next paragraph's text.
  private var mark = ""
  /// The text whose annotation follows, and the annotation.
  private var ruby = (base: "", text: "")
  /// The ranges of quotations, the inner ones first, and their depths.
  private var quotes: [(range: Range<Int>, depth: Int)] = []

  init(theme: MarkdownTheme, surroundings: HTMLSurroundings) {
    self.theme = theme
    self.surroundings = surroundings
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
        depth: quote.depth, width: width, isMirrored: text.substring(range).isRightToLeft)
      try? text.update(in: range) { attributes in
        if attributes.blockBorder?.fillColor != theme.codeBackground {
          attributes.blockBorder = bar
        }
      }
    }
    return text
  }

  private func bar(depth: Int, width: Double, isMirrored: Bool) -> TextBorder {
    let start = min(Double(depth - 1) * theme.indent, max(0, width - Self.barWidth))
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
  /// The blocks with a space above and below.
  private static let spaced: Set = [
    "blockquote", "dl", "fieldset", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "listing",
    "menu", "ol", "p", "pre", "table", "ul", "xmp",
  ]
  private static let hidden: Set = [
    "applet", "audio", "canvas", "datalist", "iframe", "math", "noframes", "noscript",
    "object", "rp", "script", "select", "style", "svg", "template", "textarea", "title", "video",
  ]
  private static let preformatted: Set = ["pre", "listing", "xmp"]

  private func isInside(_ name: String) -> Bool { elements.contains { $0.name == name } }

  private var isHidden: Bool { elements.last?.isHidden ?? false }

  mutating func start(_ tag: HTMLStartTag) {
    let parent = elements.last
    var element = Element(
      name: tag.name, look: parent?.look ?? theme.text, direction: parent?.direction)
    element.isHidden = isHidden || Self.hidden.contains(tag.name)
    element.start = builder.utf8Count
    defer { elements.append(element) }
    guard !element.isHidden else { return }
    if Self.blocks.contains(tag.name) { endParagraph(tag.name) }
    switch tag.value(of: "dir") {
    case "rtl": element.direction = .rightToLeft
    case "ltr": element.direction = .leftToRight
    default: break
    }
    if let language = tag.value(of: "lang") { element.look.language = language }
    switch tag.name {
    case "ol": element.number = tag.value(of: "start").flatMap { Int($0) } ?? 1
    case "li": beginItem()
    case "td", "th":
      if tag.name == "th" { element.look.font.weight = 700 }
      if !endsParagraph, builder.utf8Count > 0 { builder.append("\t", attributes: styled(look)) }
      space = nil
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
    case "q": append("“", look)
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
    default: element.look.apply(htmlElement: tag.name, theme: theme)
    }
  }

  mutating func end(_ name: String) {
    if name == "rt" { endAnnotation() }
    if name == "ruby", !ruby.base.isEmpty { endAnnotation() }
    guard let index = elements.lastIndex(where: { $0.name == name }) else { return }
    let element = elements[index]
    let isShown = index == 0 || !elements[index - 1].isHidden
    if isShown, !element.isHidden {
      if element.isShortened { append("…", look) }
      if name == "q" { append("”", look) }
      if name == "blockquote" { endQuote(element) }
    }
    elements.removeSubrange(index...)
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
    let depth = elements.count { $0.indents }
    quotes.append((start..<builder.utf8Count, depth))
  }

  /// Ends the paragraph before the next text, with the space that an element has around it.
  private mutating func endParagraph(_ name: String) {
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
    if isInside("rt") { return ruby.text += string.trimmingWhitespace }
    if isInside("ruby") {
      return ruby.base += string.trimmingWhitespace
    }
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

  private var look: TextAttributes { elements.last?.look ?? theme.text }

  /// Adds text, after the end of a paragraph and the mark of an item if these are due.
  private mutating func append(_ string: String, _ attributes: TextAttributes) {
    let isStart = endsParagraph || isAfterBreak || builder.utf8Count == 0
    isAfterBreak = false
    if endsParagraph {
      builder.append("\n", attributes: styled(theme.text))
      spacing.current = spacing.next + surroundings.paragraph.paragraphSpacingBefore
    }
    endsParagraph = false
    if owedLines > 0 {
      extend(String(repeating: "\n", count: owedLines), look)
      (owedLines, spacing.current) = (0, 0)
    }
    if !mark.isEmpty {
      var quiet = theme.text
      quiet.color = theme.quietColor
      builder.append(mark, attributes: styled(quiet, hasMark: true))
      mark = ""
    } else if let space, !isStart {
      extend(" ", space)
    }
    space = nil
    extend(string, attributes)
  }

  /// Adds text within the paragraph; its block and its links go on across the looks within them.
  private mutating func extend(_ string: String, _ attributes: TextAttributes) {
    // Two equal annotations are those of two letters.
    if attributes.ruby == nil {
      builder.append(string, attributes: styled(attributes), anchors: nil)
    } else {
      builder.append(string, attributes: styled(attributes))
    }
  }

  /// Adds a picture in the line, or between lines if it is much higher; or its description.
  private mutating func append(picture tag: HTMLStartTag) {
    let description = tag.value(of: "alt") ?? ""
    guard let name = tag.value(of: "src"), let size = surroundings.pictures[name],
      (1 / 64...1e6).contains(size.width), (1 / 64...1e6).contains(size.height)
    else { return write(description) }
    let em = look.font.size
    let classes = tag.value(of: "class")?.split(separator: " ").map(String.init) ?? []
    let room = max(em, (surroundings.width ?? 4_096) - Double(indentCount) * theme.indent)
    var shown = HTMLPictureSize(tag).size(of: size, room: room)
    // A picture without an extent counts readers, and shows nothing.
    guard shown.width >= 1 / 64, shown.height >= 1 / 64 else { return }
    var isBlock = shown.height > 2 * em
    if !Set(classes).isDisjoint(with: ["emoji", "custom-emoji", "emojione", "wp-smiley"]) {
      shown = Size(width: 1.2 * em * size.width / size.height, height: 1.2 * em)
      isBlock = false
    }
    let factor = min(1, room / shown.width, surroundings.pictureHeight / shown.height)
    shown = Size(width: shown.width * factor, height: shown.height * factor)
    if isBlock { endParagraph("p") }
    var attributes = look
    attributes.attachment = TextAttachment(
      .image(name: name), size: shown, alignment: isBlock ? .baseline : .center,
      contentMode: .scaleToFill, userInfo: description.isEmpty ? [:] : ["alt": description])
    append(String(TextAttachment.character), attributes)
    if isBlock { endParagraph("p") }
  }

  private mutating func endAnnotation() {
    var attributes = look
    if !ruby.text.isEmpty { attributes.ruby = RubyAnnotation(ruby.text) }
    let base = ruby.base
    ruby = ("", "")
    if !base.isEmpty { append(base, attributes) }
  }

  private mutating func beginItem() {
    mark = "•\t"
    guard
      let list = elements.lastIndex(where: { ["dir", "menu", "ol", "ul"].contains($0.name) }),
      let number = elements[list].number
    else { return }
    mark = "\(number).\t"
    elements[list].number = number &+ 1
  }

  private var indentCount: Int { min(elements.count { $0.indents }, 8) }

  /// The attributes with the style of the current paragraph.
  private func styled(_ attributes: TextAttributes, hasMark: Bool = false) -> TextAttributes {
    var style = surroundings.paragraph
    style.direction = style.direction ?? elements.last?.direction
    style.paragraphSpacingBefore = spacing.current
    let indent = Double(indentCount) * theme.indent
    style.headIndent += indent
    style.firstLineHeadIndent += indent
    if attributes.blockBorder != nil {
      style.headIndent += Self.codeIndent
      style.firstLineHeadIndent = style.headIndent
      if style.tailIndent <= 0 { style.tailIndent -= Self.codeIndent }
    }
    if hasMark {
      style.tabStops.insert(.init(style.firstLineHeadIndent), at: 0)
      style.firstLineHeadIndent = max(0, style.firstLineHeadIndent - theme.indent * 0.8)
    }
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

extension TextAttributes {
  fileprivate mutating func apply(htmlElement name: String, theme: MarkdownTheme) {
    switch name {
    case "b", "strong", "dt": font.weight = 700
    case "i", "em", "cite", "var", "dfn", "address": font.isItalic = true
    case "u", "ins": underline = TextDecoration()
    case "s", "del", "strike": strikethrough = TextDecoration()
    case "big": scaleFont(by: 1.2)
    case "small": scaleFont(by: 1 / 1.2)
    case "sub": shift(by: -0.2)
    case "sup": shift(by: 0.35)
    case "blockquote": color = theme.quietColor
    case "mark":
      color = Color(rgb: 0x1C2433)
      backgroundBorder = TextBorder(fillColor: Color(rgb: 0xFF_F2_A8), cornerRadius: 2)
    case "code", "kbd", "samp", "tt", "pre":
      font.family = theme.codeFamily
      color = theme.codeColor
      guard name != "pre" else {
        var border = TextBorder(fillColor: theme.codeBackground, cornerRadius: 6)
        border.insets = EdgeInsets(top: -2, bottom: -3)
        blockBorder = border
        return
      }
      if blockBorder == nil {
        var border = TextBorder(fillColor: theme.codeBackground, cornerRadius: 4)
        border.insets = EdgeInsets(top: 1, left: -2, bottom: 1, right: -2)
        backgroundBorder = border
      }
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let (language, heading) = (language, theme.heading(Int(String(name.dropFirst())) ?? 6))
      self = heading
      self.language = language
    default: break
    }
  }
}

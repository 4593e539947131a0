import GalleyHandles
import GalleyPrimitives

/// Converts HTML to attributes: headings, paragraphs, quotations, lists, code, emphasis, lines, links, ruby,
/// languages and directions.
///
/// A link leaves a ``TextHighlight`` with the address as `url` in its user info. A picture becomes its
/// description, because nothing is fetched. Scripts and styles are dropped, and unknown elements have no effect.
public struct HTMLParser: Hashable, Sendable {
  /// The appearance of the result.
  public var theme: MarkdownTheme
  /// The largest number of UTF-8 bytes to parse.
  public var byteLimit: Int

  /// Makes a parser of documents of at most `byteLimit` bytes.
  public init(theme: MarkdownTheme = .bright, byteLimit: Int = 64 << 10) {
    self.theme = theme
    self.byteLimit = byteLimit
  }

  /// Returns the attributed text of a document or a part of one.
  ///
  /// - Throws: ``TextParserError/textTooLong(utf8Count:limit:)``.
  /// - Complexity: O(document).
  public func parsed(html: String) throws(TextParserError) -> AttributedText {
    guard html.utf8.count <= byteLimit else {
      throw .textTooLong(utf8Count: html.utf8.count, limit: byteLimit)
    }
    var writer = HTMLWriter(theme: theme)
    var source = repaired(html).0
    _ = source.withUTF8 { bytes in
      HTMLReader.read(bytes) { event in
        switch event {
        case .start(let tag): writer.start(tag)
        case .end(let name): writer.end(name)
        case .text(let bytes): writer.write(String(decoding: bytes, as: UTF8.self))
        }
        return true
      }
    }
    return writer.text
  }
}

/// Writes the events of a document as attributed text.
private struct HTMLWriter {
  /// An open element, with the attributes of the text in it.
  private struct Element {
    var name: String
    var look: TextAttributes
    var direction: ParagraphStyle.Direction?
    /// The number of the next item of a list; `nil` for bullets.
    var number: Int?
  }

  private let theme: MarkdownTheme
  private var builder = AttributedTextBuilder()
  private var elements: [Element] = []
  /// Whether a paragraph ends before the next text.
  private var endsParagraph = false
  /// The attributes of white space before the next text of the paragraph; `nil` if there is none.
  private var space: TextAttributes?
  /// The mark to write before the next paragraph's text.
  private var mark = ""
  /// The text whose annotation follows, and the annotation.
  private var ruby = (base: "", text: "")

  init(theme: MarkdownTheme) { self.theme = theme }

  var text: AttributedText { builder.text(emptyAttributes: theme.text) }

  private static let blocks: Set = [
    "address", "article", "aside", "blockquote", "dd", "div", "dl", "dt", "figcaption", "figure",
    "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "li", "main", "nav", "ol",
    "p", "pre", "section", "table", "tr", "ul",
  ]
  private static let hidden: Set = ["head", "rp", "script", "style", "template", "title"]

  private func isInside(_ name: String) -> Bool { elements.contains { $0.name == name } }

  mutating func start(_ tag: HTMLStartTag) {
    let parent = elements.last
    var element = Element(
      name: tag.name, look: parent?.look ?? theme.text, direction: parent?.direction)
    if Self.blocks.contains(tag.name) { endsParagraph = builder.utf8Count > 0 }
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
      if !endsParagraph, builder.utf8Count > 0 { builder.append("\t", attributes: look) }
      space = nil
    case "br":
      space = nil
      append("\u{2028}", look)
    case "hr":
      var rule = look
      rule.attachment = TextAttachment(
        .color(theme.quietColor), size: Size(width: 96, height: 1), alignment: .center)
      append(String(TextAttachment.character), rule)
      endsParagraph = true
    case "img": write(tag.value(of: "alt") ?? "")
    case "a":
      guard let url = tag.value(of: "href") else { break }
      element.look.color = theme.linkColor
      element.look.highlight = TextHighlight(
        backgroundColor: theme.codeBackground, userInfo: ["url": url])
    default: element.look.apply(htmlElement: tag.name, theme: theme)
    }
    elements.append(element)
  }

  mutating func end(_ name: String) {
    if name == "rt" { endAnnotation() }
    if name == "ruby", !ruby.base.isEmpty { endAnnotation() }
    guard let index = elements.lastIndex(where: { $0.name == name }) else { return }
    elements.removeSubrange(index...)
    if Self.blocks.contains(name) { endsParagraph = endsParagraph || builder.utf8Count > 0 }
  }

  mutating func write(_ string: String) {
    guard !elements.contains(where: { Self.hidden.contains($0.name) }) else { return }
    if isInside("pre") { return append(string, look) }
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

  private var look: TextAttributes { elements.last?.look ?? theme.text }

  /// Adds text, after the end of a paragraph and the mark of an item if these are due.
  private mutating func append(_ string: String, _ attributes: TextAttributes) {
    let isStart = endsParagraph || builder.utf8Count == 0
    if endsParagraph { builder.append("\n", attributes: styled(theme.text)) }
    endsParagraph = false
    if !mark.isEmpty {
      var quiet = theme.text
      quiet.color = theme.quietColor
      builder.append(mark, attributes: styled(quiet, hasMark: true))
      mark = ""
    } else if let space, !isStart {
      builder.append(" ", attributes: styled(space))
    }
    space = nil
    builder.append(string, attributes: styled(attributes))
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
    guard let list = elements.lastIndex(where: { $0.name == "ol" || $0.name == "ul" }),
      let number = elements[list].number
    else { return }
    mark = "\(number).\t"
    elements[list].number = number + 1
  }

  /// The attributes with the style of the current paragraph.
  private func styled(_ attributes: TextAttributes, hasMark: Bool = false) -> TextAttributes {
    let depth = elements.count { ["ol", "ul", "blockquote", "dd"].contains($0.name) }
    var style = ParagraphStyle(direction: elements.last?.direction)
    style.paragraphSpacing = theme.paragraphSpacing
    style.headIndent = Double(min(depth, 8)) * theme.indent
    style.firstLineHeadIndent = style.headIndent - (hasMark ? theme.indent * 0.8 : 0)
    if hasMark { style.tabStops = [.init(style.headIndent)] }
    var result = attributes
    result.paragraphStyle = style
    return result
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
      backgroundBorder = TextBorder(fillColor: Color(rgb: 0xFF_F2_A8), cornerRadius: 2)
    case "code", "kbd", "samp", "tt", "pre":
      font.family = theme.codeFamily
      color = theme.codeColor
      guard name != "pre" else {
        blockBorder = TextBorder(fillColor: theme.codeBackground, cornerRadius: 6)
        return
      }
      if blockBorder == nil {
        backgroundBorder = TextBorder(fillColor: theme.codeBackground, cornerRadius: 4)
      }
    case "h1", "h2", "h3", "h4", "h5", "h6":
      let (language, heading) = (language, theme.heading(Int(String(name.dropFirst())) ?? 6))
      self = heading
      self.language = language
    default: break
    }
  }
}

import GalleyDocuments
import GalleyFeedItems
import GalleyPrimitives

/// Converts a stream of HTML events to Markdown, from which the same HTML is read again.
///
/// Paragraphs, headings, lists, quotations, code, emphasis, links and pictures have signs of their own. Other elements
/// with a look, such as tables and subscripts, stay HTML, which Markdown may contain.
struct MarkdownText {
  private var output = ""
  /// The text of the block that is not written yet, with signs.
  private var line = ""
  private var owesSpace = false
  /// The open elements with signs at both ends, and where their text begins in the line.
  private var marks: [Mark] = []
  /// The bytes that blocks may still have until elements that are open across them do not go on.
  private var room = 0
  private var blocks: [Block] = []
  private var lists: [Int?] = []
  /// The number of the last footnote in its section; `nil` outside of it.
  private var footnote: Int?
  private var footnotes = MarkdownFootnotes()
  /// The signs before the text of a heading.
  private var heading = ""
  private var pre: String?
  private var preLanguage = ""
  private var code: String?
  /// The number of open elements that stay HTML as blocks.
  private var rawDepth = 0
  private var droppedDepth = 0
  /// Whether an empty line stands before the next block.
  private var isLoose = true

  /// A quotation or an item around the text.
  private struct Block {
    var name: String
    /// The sign of its first line, and what begins the others.
    var first: String
    var rest: String
    var isNew = true

    var prefix: String { isNew ? first : rest }
  }

  /// An open element with signs at both ends.
  private struct Mark {
    var name: String
    /// Where its text begins in the line.
    var start: String.Index
    /// The address of a link, or the class.
    var attribute: String
    var isReference: Bool
    /// Whether its text has no signs.
    var isSilent: Bool
  }

  /// The Markdown of `html`; `nil` if its structure exceeds a limit.
  ///
  /// Emphasis, classes and links that are open across blocks end with a block, once the blocks have sixteen times the
  /// bytes of the HTML and 64 KiB, and so do lists and quotations around a block that has no room for their signs. No more
  /// than 32 elements within each other have signs, but for links and references of notes.
  ///
  /// - Complexity: O(bytes).
  static func markdown(ofHTML html: String) -> String? {
    var writer = MarkdownText()
    var html = html
    writer.room = (64 << 10) + 16 * html.utf8.count
    writer.footnotes = MarkdownFootnotes(html: html)
    let isWhole = html.withUTF8 { bytes in
      HTMLReader.read(bytes) { event in
        switch event {
        case .start(let tag): writer.start(tag)
        case .end(let name): writer.end(name)
        case .text(let bytes): writer.append(String(decoding: bytes, as: UTF8.self))
        }
        return true
      }
    }
    writer.flush()
    return isWhole ? writer.output : nil
  }

  private static let dropped: Set = [
    "script", "style", "title", "template", "object", "svg", "math", "select", "textarea",
    "canvas", "noscript", "datalist", "head",
  ]
  private static let raw = EmbeddedMedium.names.union(["table", "dl"])
  /// The elements whose tags stay HTML within a line.
  private static let inline: Set = [
    "sub", "sup", "u", "ins", "mark", "small", "big", "q", "kbd", "ruby", "rt", "rp", "rb",
  ]
  private static let signs = [
    "b": "**", "strong": "**", "i": "*", "em": "*", "cite": "*", "var": "*", "dfn": "*",
    "s": "~~", "del": "~~", "strike": "~~",
  ]
  private static let blockNames: Set = [
    "p", "div", "section", "article", "aside", "header", "footer", "main", "nav", "address", "form",
    "figure", "figcaption", "fieldset", "details", "summary", "center", "body", "legend", "hgroup",
  ]
}

extension MarkdownText {
  private mutating func start(_ tag: HTMLStartTag) {
    let name = tag.name
    if Self.dropped.contains(name) { droppedDepth += 1 }
    guard droppedDepth == 0 else { return }
    // libxml2 ends this element, which is empty, with its parent.
    if name == "embed" { return embed(tag) }
    if rawDepth > 0 || Self.raw.contains(name) { return startRaw(tag) }
    if pre != nil {
      if name == "code", let type = tag.value(of: "class"), type.hasPrefix("language-") {
        preLanguage = String(type.dropFirst(9).prefix { $0.isLetter || $0.isNumber })
      }
      return
    }
    guard code == nil else { return }
    switch name {
    case "br": line += "\\\n"
    case "hr":
      flush()
      line = "***"
      flush(isVerbatim: true, hasSigns: false)
    case "h1", "h2", "h3", "h4", "h5", "h6":
      flush()
      heading = String(repeating: "#", count: Int(name.dropFirst()) ?? 1) + " "
    case "ul", "ol", "menu", "dir":
      flush()
      let number = name == "ol" ? tag.value(of: "start").flatMap { Int($0) } ?? 1 : nil
      // A list that begins with another number does not end a paragraph.
      isLoose = lists.isEmpty || number ?? 1 != 1
      lists.append(number)
    case "li": startItem()
    case "section" where MarkdownFootnotes.isSection(tag):
      flush()
      (footnote, isLoose) = (0, true)
    case "blockquote":
      flush()
      blocks.append(Block(name: name, first: "> ", rest: "> "))
    case "pre":
      flush()
      (pre, preLanguage) = ("", "")
    case "code", "samp", "tt":
      paySpace()
      code = ""
    case "img":
      if let sign = Self.picture(tag) { append(sign: sign) }
    case "input" where tag.value(of: "type") == "checkbox":
      append(sign: tag.has("checked") ? "[x]" : "[ ]")
      owesSpace = true
    default: startMark(tag)
    }
  }

  private mutating func startMark(_ tag: HTMLStartTag) {
    let name = tag.name
    if Self.blockNames.contains(name) { return flush() }
    // A span and an anchor without signs are noted too, so that their end tags are not those of others around them.
    guard Self.signs[name] != nil || Self.inline.contains(name) || ["span", "a"].contains(name)
    else { return }
    paySpace()
    let attribute = tag.value(of: name == "a" ? "href" : "class") ?? ""
    let isReference = MarkdownFootnotes.isReference(tag)
    let isPlain = attribute.isEmpty && ["span", "a"].contains(name) && !isReference
    marks.append(
      Mark(
        name: name, start: line.endIndex, attribute: attribute, isReference: isReference,
        isSilent: isPlain || name != "a" && !isReference && marks.count { !$0.isSilent } >= 32))
  }

  private mutating func startItem() {
    flush()
    let mark: String
    if let number = footnote, lists.count == 1 {
      footnote = number + 1
      // A note without a reference would not be shown.
      if footnotes.references.contains(number + 1) {
        if let next = lists[0] { lists[0] = next + 1 }
        return blocks.append(Block(name: "li", first: "[^\(number + 1)]: ", rest: "    "))
      }
    }
    if let number = lists.last ?? nil {
      mark = "\(max(0, min(number, 999_999_999))). "
      lists[lists.count - 1] = number + 1
    } else {
      mark = "- "
    }
    blocks.append(
      Block(name: "li", first: mark, rest: String(repeating: " ", count: mark.count)))
  }

  private mutating func end(_ name: String) {
    if Self.dropped.contains(name), droppedDepth > 0 {
      droppedDepth -= 1
      return
    }
    guard droppedDepth == 0, name != "embed" else { return }
    if rawDepth > 0 { return endRaw(name) }
    if let text = pre {
      if name == "pre" { endPre(text) }
      return
    }
    if let text = code {
      if ["code", "samp", "tt"].contains(name) { endCode(text) }
      return
    }
    switch name {
    case "h1", "h2", "h3", "h4", "h5", "h6": flush()
    case "ul", "ol", "menu", "dir":
      flush()
      if !lists.isEmpty { lists.removeLast() }
      isLoose = lists.isEmpty
    case "section":
      flush()
      (footnote, isLoose) = (nil, true)
    case "li", "blockquote":
      flush()
      if let index = blocks.lastIndex(where: { $0.name == name }) {
        // An item without text still has its mark.
        if name == "li", blocks[index].isNew { writeBlock("") }
        blocks.removeSubrange(index...)
      }
      isLoose = name == "blockquote" || lists.isEmpty
    default:
      if Self.blockNames.contains(name) {
        flush()
        isLoose = true
      } else if let index = marks.lastIndex(where: { $0.name == name }) {
        endMark(index)
      }
    }
  }

  /// Writes the signs of an element, and before them those of elements within it that are still open.
  private mutating func endMark(_ index: Int) {
    while marks.count > index + 1 { endMark(marks.count - 1) }
    let mark = marks.removeLast()
    guard !mark.isSilent, mark.start < line.endIndex else { return }
    let name = mark.name
    let inner = String(line[mark.start...]).streamSafe
    line.removeSubrange(mark.start...)
    let ends = [inner.first, inner.last].compactMap(\.self)
    if mark.isReference, let sign = footnotes.reference(inner, isInNotes: footnote != nil) {
      line += sign
    } else if mark.attribute.isEmpty, ["span", "a"].contains(name) {
      line += inner
    } else if name == "a" {
      line += "[\(inner)](\(Self.address(mark.attribute)))"
    } else if let sign = Self.signs[name], !inner.contains("\n"),
      ends.allSatisfy({ $0.isLetter || $0.isNumber })
    {
      line += sign + inner + sign
    } else if name == "span" {
      line += "<span class=\"\(mark.attribute.xml)\">\(inner)</span>"
    } else {
      line += "<\(name)>\(inner)</\(name)>"
    }
  }
}

extension MarkdownText {
  private mutating func append(sign: String) {
    paySpace()
    line += sign
  }

  /// Writes a pending blank within a line.
  private mutating func paySpace() {
    if owesSpace, !line.isEmpty, line.utf8.last != UInt8(ascii: "\n") { line += " " }
    owesSpace = false
  }

  private mutating func append(_ text: String) {
    guard droppedDepth == 0 else { return }
    if pre != nil {
      pre? += text
    } else if code != nil {
      code? += text
    } else {
      for piece in text.split(omittingEmptySubsequences: false, whereSeparator: \.isHTMLSpace) {
        guard !piece.isEmpty else {
          owesSpace = true
          continue
        }
        paySpace()
        line += rawDepth > 0 ? String(piece).html : String(piece).markdown
        owesSpace = true
      }
      owesSpace = text.last?.isHTMLSpace == true
    }
  }

  private mutating func endPre(_ text: String) {
    pre = nil
    var text = text.replacingSigns(["\r": ""])
    if text.utf8.first == UInt8(ascii: "\n") { text.removeFirst() }
    if text.utf8.last == UInt8(ascii: "\n") { text.removeLast() }
    let fence = String(repeating: "`", count: max(3, Self.longestRun(in: text) + 1))
    line = "\(fence)\(preLanguage)\n\(text)\n\(fence)"
    flush(isVerbatim: true, hasSigns: false)
  }

  private mutating func endCode(_ text: String) {
    code = nil
    let text = text.streamSafe.split(whereSeparator: \.isHTMLSpace).joined(separator: " ")
    guard !text.isEmpty else { return }
    let fence = String(repeating: "`", count: Self.longestRun(in: text) + 1)
    let isTick = { (byte: UInt8?) in byte == UInt8(ascii: "`") }
    let pad = isTick(text.utf8.first) || isTick(text.utf8.last) ? " " : ""
    line += fence + pad + text + pad + fence
  }

  /// Writes the block so far.
  private mutating func flush(isVerbatim: Bool = false, hasSigns: Bool = true) {
    owesSpace = false
    // Code and rules would be text behind a sign.
    if hasSigns, !line.isEmpty {
      let open = marks
      for index in marks.indices.reversed() { endMark(index) }
      // Elements that are open across blocks go on in the next one.
      marks = room < 0 ? [] : open
    }
    defer {
      line = ""
      heading = ""
      for index in marks.indices { marks[index].start = line.startIndex }
    }
    var text = line
    if !isVerbatim {
      while text.utf8.suffix(2).elementsEqual("\\\n".utf8) { text.unicodeScalars.removeLast(2) }
      if !heading.isEmpty { text = text.replacing(bytes: "\\\n", with: " ") }
    }
    guard !text.isEmpty else { return }
    writeBlock((heading + text).streamSafe)
  }

  private mutating func writeBlock(_ text: String) {
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false)
    countSigns(before: parts)
    room -= text.utf8.count
    if !output.isEmpty {
      output += "\n"
      // A line that only continues the blocks around this one separates them.
      let isFirstOfItem = blocks.last.map { $0.name == "li" && $0.isNew } ?? false
      if isLoose || !isFirstOfItem {
        var line = blocks.filter { !$0.isNew }.map(\.rest).joined()
        while line.last == " " { line.removeLast() }
        output += line + "\n"
      }
    }
    for (number, part) in parts.enumerated() {
      if number > 0 { output += "\n" }
      var prefix = blocks.map(\.prefix).joined()
      if part.isEmpty { while prefix.last == " " { prefix.removeLast() } }
      output += prefix + part
      for index in blocks.indices { blocks[index].isNew = false }
    }
    isLoose = false
  }

  /// Counts the signs before the lines of a block and before the empty line above it; blocks around it end if there is
  /// no room for them.
  private mutating func countSigns(before lines: [Substring]) {
    guard !blocks.isEmpty else { return }
    let signs = blocks.map(\.rest).joined().utf8
    let trimmed = signs.count - signs.reversed().prefix { $0 == UInt8(ascii: " ") }.count
    let emptyCount = lines.count { $0.isEmpty }
    room -= signs.count * (lines.count - emptyCount) + trimmed * (emptyCount + 1)
    if room < 0 { blocks = [] }
  }

  private mutating func startRaw(_ tag: HTMLStartTag) {
    if rawDepth == 0 { flush() }
    rawDepth += 1
    append(sign: Self.rawTag(tag))
  }

  private mutating func embed(_ tag: HTMLStartTag) {
    guard rawDepth == 0 else { return line += Self.rawTag(tag) }
    flush()
    line = Self.rawTag(tag)
    flush(isVerbatim: true)
    isLoose = true
  }

  private mutating func endRaw(_ name: String) {
    rawDepth -= 1
    if !["br", "img", "hr", "input", "wbr", "col", "source"].contains(name) {
      line += "</\(name)>"
    }
    if rawDepth == 0 {
      flush(isVerbatim: true)
      isLoose = true
    }
  }
}

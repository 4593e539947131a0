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
  private var marks: [MarkdownMark] = []
  /// The bytes that blocks may still have until elements that are open across them do not go on.
  private var room = 0
  var blocks: [MarkdownBlock] = []
  var lists: [MarkdownList] = []
  /// The list above the next block, and the number of quotations and items around it.
  var lastList: (list: MarkdownList, depth: Int)?
  /// The number of the last footnote in its section; `nil` outside of it.
  var footnote: Int?
  var footnotes = MarkdownFootnotes()
  /// The signs before the text of a heading.
  private var heading = ""
  private var pre: String?
  private var preLanguage = ""
  /// The number of further open elements within that are preformatted too.
  private var preDepth = 0
  private var code: MarkdownCode?
  /// The number of open elements that stay HTML as blocks.
  private var rawDepth = 0
  /// Whether the outermost of them has no Markdown within: the others have a place in a line.
  private var isRawBlock = false
  /// The number of them that keep their blanks and lines.
  private var rawPreDepth = 0
  private var droppedDepth = 0
  /// Whether an empty line stands before the next block.
  var isLoose = true
  /// Whether the last block begins with a tag.
  var isBehindTag = false
  /// The number of quotations and items around the last block.
  var lastDepth = 0
  /// The number of blocks so far.
  var blockCount = 0

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
}

extension MarkdownText {
  private mutating func start(_ tag: HTMLStartTag) {
    let name = tag.name
    if Self.dropped.contains(name) { droppedDepth += 1 }
    guard droppedDepth == 0 else { return }
    if let code {
      guard name != "span" else {
        self.code?.spanCount += 1
        return
      }
      beginTag(ofCode: code)
    }
    if pre != nil, rawDepth == 0, name == "embed" || name == "img" || Self.raw.contains(name) {
      // The element stands between two blocks of code.
      endPre()
      pre = ""
    }
    // libxml2 ends this element, which is empty, with its parent.
    if name == "embed" { return embed(tag) }
    if rawDepth > 0 || Self.raw.contains(name) { return startRaw(tag) }
    if pre != nil {
      if name == "br" { pre? += "\n" }
      if name == "pre" { preDepth += 1 }
      if name == "img", let sign = Self.picture(tag) {
        line = sign
        flush()
      }
      if Self.breaksLine(name) { breakLineOfPre() }
      if name == "code", let type = tag.value(of: "class"), type.hasPrefix("language-") {
        preLanguage = Self.language(type.dropFirst(9))
      }
      return
    }
    switch name {
    case "br": line += "\\\n"
    case "hr":
      flush()
      line = "***"
      flush(isVerbatim: true, hasSigns: false)
    case "h1", "h2", "h3", "h4", "h5", "h6":
      flush()
      heading = String(repeating: "#", count: Int(name.dropFirst()) ?? 1) + " "
    case "ul", "ol", "menu", "dir": startList(tag)
    case "li": startItem()
    case "section" where MarkdownFootnotes.isSection(tag):
      flush()
      (footnote, isLoose) = (0, true)
    case "blockquote":
      flush()
      separateList()
      blocks.append(MarkdownBlock(name: name, first: "> ", rest: "> "))
    case "pre":
      flush()
      (pre, preLanguage) = ("", "")
    case "code", "samp", "tt":
      paySpace()
      code = MarkdownCode(name: name)
    case "img":
      if let sign = Self.picture(tag) { append(sign: sign) }
    case "input" where tag.value(of: "type") == "checkbox":
      append(sign: tag.has("checked") ? "[x]" : "[ ]")
      owesSpace = true
    default: startMark(tag)
    }
  }

  /// Goes on with code that has an element within, which has no place between backticks.
  private mutating func beginTag(ofCode open: MarkdownCode) {
    code = nil
    marks.append(
      MarkdownMark(name: open.name, start: line.endIndex, isSilent: !marks.haveRoom))
    append(open.text.streamSafe)
    for _ in 0..<open.spanCount {
      marks.append(MarkdownMark(name: "span", start: line.endIndex, isSilent: true))
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
    // A link within a link would end it.
    let isFull = name == "a" ? marks.contains { $0.name == name && !$0.isSilent } : !marks.haveRoom
    marks.append(
      MarkdownMark(
        name: name, start: line.endIndex, attribute: attribute, isReference: isReference,
        isSilent: isPlain || isFull && !isReference))
  }

  private mutating func end(_ name: String) {
    if Self.dropped.contains(name), droppedDepth > 0 {
      droppedDepth -= 1
      return
    }
    guard droppedDepth == 0, name != "embed" else { return }
    if rawDepth > 0 { return endRaw(name) }
    if pre != nil {
      if Self.breaksLine(name) { breakLineOfPre() }
      if name == "pre" {
        if preDepth == 0 { endPre() }
        preDepth = max(0, preDepth - 1)
      }
      return
    }
    if let code {
      if name == "span" { self.code?.spanCount -= 1 }
      if name == code.name { endCode(code.text) }
      return
    }
    switch name {
    case "h1", "h2", "h3", "h4", "h5", "h6": flush()
    case "ul", "ol", "menu", "dir": endList()
    case "section":
      flush()
      (footnote, isLoose) = (nil, true)
    case "li", "blockquote": endBlock(name)
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
    } else if let sign = Self.signs[name], !inner.contains("\n"), line.utf8.last != sign.utf8.last,
      ends.allSatisfy({ $0.isLetter || $0.isNumber }),
      !marks.contains(where: { !$0.isSilent && Self.signs[$0.name] == sign })
    {
      line += sign + inner + sign
    } else if name == "span" {
      line += "<span class=\"\(mark.attribute.xmlLine)\">\(inner)</span>"
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
    if rawDepth == 0, pre != nil {
      pre? += text
    } else if code != nil {
      code?.text += text
    } else if rawPreDepth > 0 {
      line += text.html.replacingSigns(["\n": "&#10;", "\r": "&#13;"])
    } else {
      for piece in text.split(omittingEmptySubsequences: false, whereSeparator: \.isHTMLSpace) {
        guard !piece.isEmpty else {
          owesSpace = true
          continue
        }
        paySpace()
        line += isRawBlock ? String(piece).html : String(piece).markdown
        owesSpace = true
      }
      owesSpace = text.last?.isHTMLSpace == true
    }
  }

  private mutating func breakLineOfPre() {
    if let text = pre, !text.isEmpty, text.utf8.last != UInt8(ascii: "\n") { pre? += "\n" }
  }

  private mutating func endPre() {
    var text = (pre ?? "").replacingSigns(["\r": ""])
    pre = nil
    guard !text.isEmpty else { return }
    if text.utf8.first == UInt8(ascii: "\n") { text.removeFirst() }
    if text.utf8.last == UInt8(ascii: "\n") { text.removeLast() }
    let fence = String(repeating: "`", count: max(3, Self.longestRun(in: text) + 1))
    line = "\(fence)\(preLanguage)\n\(text)\n\(fence)"
    flush(isVerbatim: true, hasSigns: false)
  }

  private mutating func endCode(_ text: String) {
    code = nil
    let words = text.streamSafe.split(
      omittingEmptySubsequences: false, whereSeparator: \.isHTMLSpace)
    if words.first?.isEmpty == true { owesSpace = true }
    let isBeforeBlank = words.last?.isEmpty == true
    let text = words.lazy.filter { !$0.isEmpty }.joined(separator: " ")
    guard !text.isEmpty else { return }
    paySpace()
    owesSpace = isBeforeBlank
    let fence = String(repeating: "`", count: Self.longestRun(in: text) + 1)
    let isTick = { (byte: UInt8?) in byte == UInt8(ascii: "`") }
    // One sign behind another would be a longer one.
    guard !isTick(line.utf8.last) else {
      line += "<code>\(text.markdown)</code>"
      return
    }
    let pad = isTick(text.utf8.first) || isTick(text.utf8.last) ? " " : ""
    line += fence + pad + text + pad + fence
  }

  /// Writes the block so far.
  mutating func flush(isVerbatim: Bool = false, hasSigns: Bool = true) {
    owesSpace = false
    let open = marks
    // Code and rules would be text behind a sign.
    if hasSigns, !line.isEmpty { for index in marks.indices.reversed() { endMark(index) } }
    defer {
      // Elements that are open across blocks go on in the next one.
      marks = room < 0 ? [] : open
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

  mutating func writeBlock(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var signs = MarkdownLineSigns(blocks)
    let need = signs.byteCount(before: lines)
    if need > room {
      blocks = []
      signs = MarkdownLineSigns([])
    } else {
      room -= need
    }
    room -= text.utf8.count + lines.count + 1
    if !output.isEmpty {
      output += "\n"
      // A line that only continues the blocks around this one separates them.
      let isFirstOfItem = blocks.last.map { $0.name == "li" && $0.isNew } ?? false
      if isLoose || !isFirstOfItem { output += signs.separator + "\n" }
    }
    for (number, line) in lines.enumerated() {
      if number > 0 { output += "\n" }
      output += signs.text(before: line, isFirst: number == 0)
      output += line
    }
    for index in blocks.indices { blocks[index].isNew = false }
    isLoose = false
    isBehindTag = text.utf8.first == UInt8(ascii: "<")
    lastDepth = blocks.count
    blockCount += 1
    separateList()
    lastList = nil
  }

  private mutating func startRaw(_ tag: HTMLStartTag) {
    if rawDepth == 0 {
      flush()
      isRawBlock = !["audio", "video"].contains(tag.name)
    }
    rawDepth += 1
    if tag.name == "pre" { rawPreDepth += 1 }
    append(sign: Self.rawTag(tag))
  }

  private mutating func embed(_ tag: HTMLStartTag) {
    guard rawDepth == 0 else {
      line += Self.rawTag(tag)
      return
    }
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
    if name == "pre" { rawPreDepth -= 1 }
    if rawDepth == 0 {
      // Text between signs is Markdown, which that of a table is not.
      flush(isVerbatim: true, hasSigns: EmbeddedMedium.names.contains(name))
      (isLoose, isRawBlock) = (true, false)
    }
  }
}

import GalleyHandles
import GalleyPrimitives
import GalleyText

/// A truncated text row that has been shaped: a text of its own, and where its parts come from.
struct SetTokenRow: Sendable {
  var paragraph: ShapedParagraph
  var line: ComposedLine
  /// The row's text, which owns its attributes.
  var text: AttributedText
  /// The row's parts in its order: their bytes in it, and where they start in the whole text; `nil`
  /// for the token.
  var parts: [(row: Range<Int>, offset: Int?)]
  /// The text that is not shown.
  var dropped: Range<Int>
  /// The text's part that is before the token, and the part behind it.
  var range: Range<Int>
  var words: [WordFlags]

  /// An attribute run of the row, where it is in the whole text; a token's is empty, and apart from all
  /// of the text's.
  func inText(_ run: AttributeRun) -> AttributeRun {
    let part = parts.first { $0.row.contains(run.range.lowerBound) }
    if let part, let offset = part.offset {
      return run.clamped(to: part.row).moved(by: offset - part.row.lowerBound)
    }
    var result = run.moved(by: -(text.utf8Count + 1))
    result.range = dropped.lowerBound..<dropped.lowerBound
    return result
  }

  /// The offset in the whole text of an offset in the row's.
  func offset(of byte: Int) -> Int {
    for part in parts where byte < part.row.upperBound {
      return part.offset.map { $0 + max(0, byte - part.row.lowerBound) } ?? dropped.lowerBound
    }
    guard let last = parts.last else { return dropped.lowerBound }
    return last.offset.map { $0 + last.row.count } ?? dropped.lowerBound
  }
}

/// Sets the last text row of a text that goes on: what fits before the token, the token, and in the
/// modes start and middle the text's end.
///
/// White space beside the token is dropped. Where not even the token fits, it stands alone.
struct TokenRow {
  let text: AttributedText
  let bytes: UnsafeBufferPointer<UInt8>
  let fonts: FontEnvironment
  let container: TextContainer
  /// The paragraph of the row, and where in it the row starts.
  let open: TextCursor.Open
  /// In Pango units; `nil` for no limit.
  let width: Int?
  var steps = LayoutSteps()

  init(
    text: AttributedText, bytes: UnsafeBufferPointer<UInt8>, fonts: FontEnvironment,
    container: TextContainer, open: TextCursor.Open, width: Int?
  ) {
    self.text = text
    self.bytes = bytes
    self.fonts = fonts
    self.container = container
    self.open = open
    self.width = width
  }

  /// Shapes the row.
  ///
  /// - Complexity: O(row × graphemes of the token), and O(last paragraph) for what shows its end.
  mutating func set() -> SetTokenRow {
    let mode = container.truncation
    let paragraph = open.paragraph
    let start = paragraph.range.lowerBound + byte(open.scalar)
    var heads: [Int] = [start]
    var tails: [Int] = [tailEnd]
    let room = width.map { $0 - tokenWidth(at: start) } ?? Int.max / 4
    // Shaping decides what fits; from a little more than that, graphemes are taken off.
    let slack = 2 * Int(paragraph.emptyAscent)
    let share = mode == .middle ? room / 2 : room
    if mode != .start {
      heads = headCuts(width: share + slack, from: start)
    }
    if mode != .end {
      tails = tailCuts(
        width: share + slack, notBefore: mode == .start ? start : heads.last ?? start)
    }
    while true {
      let head = start..<(heads.last ?? start)
      let tail = (tails.last ?? tailEnd)..<tailEnd
      let row = shaped(head: head, tail: tail.isEmpty || mode == .end ? nil : tail)
      let isTooWide = width.map { row.line.advance > $0 } ?? false
      // A token stands for hidden text.
      guard isTooWide || row.dropped.isEmpty, heads.count > 1 || tails.count > 1 else {
        return row
      }
      // In the middle, both sides keep about as much.
      if heads.count > 1, heads.count >= tails.count || tails.count <= 1 {
        heads.removeLast()
      } else {
        tails.removeLast()
      }
    }
  }

  /// How the row's paragraph is set, where the row is not its first.
  private var settings: ParagraphSettings {
    var settings = open.paragraph.settings
    settings.isContinuation = settings.isContinuation || open.scalar > 0
    return settings
  }

  private func byte(_ scalar: Int) -> Int {
    open.paragraph.offsets.isEmpty ? 0 : Int(open.paragraph.offsets[scalar])
  }

  /// The text's end without the white space and line breaks there.
  private var tailEnd: Int {
    var end = bytes.count
    while end > 0, [0x0A, 0x0D, 0x20, 0x09].contains(bytes[end - 1]) { end -= 1 }
    return end
  }

  /// Where the text before the token may end, first to last: the row's start, and each grapheme's
  /// end up to a width, white space left out.
  private mutating func headCuts(width: Int, from start: Int) -> [Int] {
    let paragraph = open.paragraph
    var cuts = [start]
    var advance = 0
    for scalar in open.scalar..<max(open.scalar, paragraph.scalarCount) {
      advance += paragraph.advance(of: scalar)
      if advance > width { break }
      steps.breaksTried += 1
      let isEnd = scalar + 1 == paragraph.scalarCount
      if !paragraph.flags[scalar].contains(.white),
        isEnd || paragraph.flags[scalar + 1].contains(.caret)
      {
        let cut = paragraph.range.lowerBound + byte(scalar + 1)
        if text.isBoundary(cut) { cuts.append(cut) }
      }
    }
    return cuts
  }

  /// Where the text after the token may start, last to first: the text's end, and each grapheme's
  /// start back to a width, within the text's last paragraph that is not empty.
  private mutating func tailCuts(width: Int, notBefore limit: Int) -> [Int] {
    let end = tailEnd
    var start = end
    while start > limit, ![0x0A, 0x0D].contains(bytes[start - 1]) { start -= 1 }
    // Its own paragraph starts further up, but what is dropped anyway need not be shaped, save for
    // as much as could be shown.
    let most = max(64, width / 64)
    if end - start > most {
      start = end - most
      while start < end, bytes[start] & 0xC0 == 0x80 { start += 1 }
    }
    guard start < end else { return [end] }
    let range = start..<end
    let paragraph = ShapedParagraph(
      bytes, range: range, attributes: itemizerAttributes(of: text, in: range),
      direction: open.paragraph.direction, settings: settings,
      features: ParagraphFeatures(of: text, in: range), isVertical: container.isVertical,
      fonts: fonts, steps: &steps)
    var cuts = [end]
    var advance = 0
    for scalar in (0..<paragraph.scalarCount).reversed() {
      advance += paragraph.advance(of: scalar)
      if advance > width { break }
      steps.breaksTried += 1
      guard paragraph.flags[scalar].contains(.caret), !paragraph.flags[scalar].contains(.white)
      else { continue }
      let cut = start + Int(paragraph.offsets[scalar])
      if text.isBoundary(cut) { cuts.append(cut) }
    }
    return cuts
  }

  private mutating func tokenWidth(at offset: Int) -> Int {
    shaped(head: offset..<offset, tail: nil).line.advance
  }

  /// What is set for the text that was dropped at an offset.
  private func token(at offset: Int) -> AttributedText {
    if let token = container.truncationToken { return token }
    return AttributedText(
      "\u{2026}", attributes: text.attributes(at: max(0, offset - 1)).ofEllipsis)
  }

  private mutating func shaped(head: Range<Int>, tail: Range<Int>?) -> SetTokenRow {
    var builder = AttributedTextBuilder()
    var parts: [(row: Range<Int>, offset: Int?)] = []
    var count = 0
    func part(_ length: Int, _ offset: Int?) {
      parts.append((count..<count + length, offset))
      count += length
    }
    let cut = container.truncation == .start ? tail?.lowerBound ?? bytes.count : head.upperBound
    var token = AttributedTextBuilder()
    token.append(self.token(at: container.truncation == .start ? min(cut + 1, bytes.count) : cut))
    if let message = container.truncationMessage { token.append(message) }
    let tokenText = token.text(emptyAttributes: text.attributes(at: cut))
    if !head.isEmpty {
      builder.append(text, in: head)
      part(head.count, head.lowerBound)
    }
    builder.append(tokenText)
    part(tokenText.utf8Count, nil)
    if let tail {
      builder.append(text, in: tail)
      part(tail.count, tail.lowerBound)
    }
    let rowText = builder.text(emptyAttributes: text.attributes(at: cut))
    let dropped = head.upperBound..<max(head.upperBound, tail?.lowerBound ?? bytes.count)
    var string = rowText.string
    return string.withUTF8 { row in
      let paragraph = ShapedParagraph(
        row, range: 0..<row.count, attributes: itemizerAttributes(of: rowText, in: 0..<row.count),
        direction: open.paragraph.direction, settings: settings,
        features: ParagraphFeatures(of: rowText, in: 0..<row.count),
        isVertical: container.isVertical, fonts: fonts, steps: &steps)
      var composer = LineComposer(paragraph, text: row, fonts: fonts)
      let line = composer.composedLine(0..<paragraph.scalarCount, isWrapped: false)
      steps.glyphsShaped += composer.glyphsShaped
      return SetTokenRow(
        paragraph: paragraph, line: line, text: rowText, parts: parts, dropped: dropped,
        range: head.isEmpty
          ? (tail ?? head) : head.lowerBound..<(tail?.upperBound ?? head.upperBound),
        words: fonts.words(
          of: row, language: LanguageTag.canonical(text.attributes(at: cut).language)))
    }
  }
}

extension TextAttributes {
  /// What an ellipsis has of the text that it stands for: neither links, borders and lines, nor a colour
  /// that hides it.
  var ofEllipsis: TextAttributes {
    TextAttributes(font: font, color: color.alpha > 0 ? color : .black, language: language)
  }
}

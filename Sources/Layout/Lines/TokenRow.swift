import GalleyHandles
import GalleyPrimitives
import GalleyText

/// Makes the last text row of a truncated text: text before the token, the token, and in the modes start
/// and middle the text's end.
///
/// White space next to the token is dropped. If not even the token fits, it is alone on the row.
struct TokenRow {
  let text: AttributedText
  let bytes: UnsafeBufferPointer<UInt8>
  let fonts: FontEnvironment
  let container: TextContainer
  /// The paragraph of the row, and the row's start in it.
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
  mutating func set() -> TruncatedRow {
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

  /// The settings of the row's paragraph, of which the row may not be the first.
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

  /// The possible ends of the text before the token, in order: the row's start, and the end of each grapheme
  /// up to a width, except white space.
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

  /// The possible starts of the text after the token, from the last: the text's end, and the start of each
  /// grapheme back to a width, in the last paragraph that is not empty.
  private mutating func tailCuts(width: Int, notBefore limit: Int) -> [Int] {
    let end = tailEnd
    var start = end
    while start > limit, ![0x0A, 0x0D].contains(bytes[start - 1]) { start -= 1 }
    // The paragraph may start earlier, but only as much of it is shaped as the row can show.
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

  /// The token for text that was dropped at an offset.
  private func token(at offset: Int) -> AttributedText {
    if let token = container.truncationToken { return token }
    return AttributedText(
      "\u{2026}", attributes: text.attributes(at: max(0, offset - 1)).ofEllipsis)
  }

  private mutating func shaped(head: Range<Int>, tail: Range<Int>?) -> TruncatedRow {
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
      return TruncatedRow(
        paragraph: paragraph, line: line, text: rowText, parts: parts, dropped: dropped,
        range: head.isEmpty
          ? (tail ?? head) : head.lowerBound..<(tail?.upperBound ?? head.upperBound),
        words: fonts.words(
          of: row, language: LanguageTag.canonical(text.attributes(at: cut).language)))
    }
  }
}

extension TextAttributes {
  /// The attributes of an ellipsis after text of these attributes: no links, borders and lines, and no
  /// transparent colour.
  var ofEllipsis: TextAttributes {
    TextAttributes(font: font, color: color.alpha > 0 ? color : .black, language: language)
  }
}

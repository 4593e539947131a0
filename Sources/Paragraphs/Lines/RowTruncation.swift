import GalleyFonts
import GalleyHandles
package import GalleyLayout
import GalleyPrimitives
package import GalleyText

/// Makes the last text row of a truncated text: text before the token, the token, and in the modes start
/// and middle the text's end.
///
/// White space next to the token is dropped, and a full stop before an ellipsis. If not even the token fits, it
/// is alone on the row, and cut to the graphemes that fit.
package struct RowTruncation {
  let text: AttributedText
  let bytes: UnsafeBufferPointer<UInt8>
  let fonts: FontEnvironment
  let container: TextContainer
  /// The paragraph of the row.
  let paragraph: ShapedParagraph
  /// The scalar of the paragraph at which the row starts.
  let start: Int
  /// In Pango units; `nil` for no limit.
  let width: Int?
  package private(set) var steps = LayoutSteps()
  /// Whether the text is plain and only its end is replaced, by an ellipsis.
  ///
  /// Then the row may be cut at each of Pango's carets, some of which are within a grapheme cluster of Swift,
  /// for example between the consonants of Telugu; and an ellipsis alone has the attributes of the text that
  /// it replaces, not of the text before it.
  private let isPlain: Bool
  /// The number of the token's characters that are shown; `nil` for all.
  private var tokenLimit: Int?

  package init(
    _ text: AttributedText, bytes: UnsafeBufferPointer<UInt8>, fonts: FontEnvironment,
    container: TextContainer, paragraph: ShapedParagraph, from start: Int, width: Int?
  ) {
    self.text = text
    self.bytes = bytes
    self.fonts = fonts
    self.container = container
    self.paragraph = paragraph
    self.start = start
    self.width = width
    isPlain = container.isSimple(for: text)
  }

  /// Shapes the row.
  ///
  /// - Complexity: O(row × graphemes of the token), and O(last paragraph) for what shows its end.
  package mutating func row() -> TruncatedRow {
    let mode = container.truncation
    let start = paragraph.byte(ofScalar: self.start)
    var heads: [Int] = [start]
    var tails: [Int] = [tailEnd]
    let room = width.map { $0 - tokenWidth(at: start) } ?? Int.max / 4
    // Shaping decides what fits; from a little more than that, graphemes are taken off.
    let slack = 2 * Int(paragraph.emptyAscent)
    let share = mode == .middle ? room / 2 : room
    if mode != .start {
      heads = headCuts(width: share + slack)
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
        return isTooWide ? rowOfCutToken(head, tail: mode == .end ? nil : tail) ?? row : row
      }
      // In the middle, both sides keep about as much.
      if heads.count > 1, heads.count >= tails.count || tails.count <= 1 {
        heads.removeLast()
      } else {
        tails.removeLast()
      }
    }
  }

  /// The row with as many characters of the token as fit, at least one; `nil` if the token has only one.
  ///
  /// - Complexity: O(token × log token).
  private mutating func rowOfCutToken(_ head: Range<Int>, tail: Range<Int>?) -> TruncatedRow? {
    guard let width else { return nil }
    let tail = tail.flatMap { $0.isEmpty ? nil : $0 }
    let cut = container.truncation == .start ? tail?.lowerBound ?? bytes.count : head.upperBound
    var (low, high) = (1, token(at: cut, isAfterCut: isAfterCut(head)).string.count)
    guard high > 1 else { return nil }
    while low < high {
      let middle = (low + high + 1) / 2
      tokenLimit = middle
      if shaped(head: head, tail: tail).line.advance <= width {
        low = middle
      } else {
        high = middle - 1
      }
    }
    // A message is shown as a whole, or not at all.
    tokenLimit = min(low, container.truncationToken?.string.count ?? 1)
    return shaped(head: head, tail: tail)
  }

  /// Whether the attributes of an ellipsis are those of the text after the cut.
  private func isAfterCut(_ head: Range<Int>) -> Bool {
    container.truncation == .start || isPlain && head.isEmpty
  }

  /// The settings of the row's paragraph, of which the row may not be the first.
  private var settings: ParagraphSettings {
    var settings = paragraph.settings
    settings.isContinuation = settings.isContinuation || start > 0
    return settings
  }

  /// The text's end without the white space and line breaks there.
  private var tailEnd: Int {
    var end = bytes.count
    while end > 0 {
      let blank = [0x20, 0x09].contains(bytes[end - 1]) ? 1 : bytes.terminatorLength(before: end)
      guard blank > 0 else { break }
      end -= blank
    }
    return end
  }

  /// The possible ends of the text before the token, in order: the row's start, and the end of each grapheme
  /// up to a width, except white space.
  private mutating func headCuts(width: Int) -> [Int] {
    var cuts = [paragraph.byte(ofScalar: start)]
    var advance = 0
    for scalar in start..<max(start, paragraph.scalarCount) {
      advance += paragraph.advance(of: scalar)
      if advance > width { break }
      steps.breaksTried += 1
      let isEnd = scalar + 1 == paragraph.scalarCount
      if !isBlank(scalar, of: paragraph),
        isEnd || paragraph.flags[scalar + 1].contains(.caret)
      {
        let cut = paragraph.byte(ofScalar: scalar + 1)
        if isPlain || text.isBoundary(cut), !isFullStop(before: cut) { cuts.append(cut) }
      }
    }
    return cuts
  }

  /// Whether a scalar is white space or a no-break space.
  private func isBlank(_ scalar: Int, of paragraph: ShapedParagraph) -> Bool {
    let byte = paragraph.byte(ofScalar: scalar)
    return paragraph.flags[scalar].contains(.white)
      || bytes[byte] == 0xC2 && byte + 1 < bytes.count && bytes[byte + 1] == 0xA0
  }

  /// Whether an ellipsis after a place would follow a full stop or another ellipsis.
  private func isFullStop(before cut: Int) -> Bool {
    guard fonts.rules == .reader, container.truncationToken == nil, cut > 0 else { return false }
    var last = cut - 1
    while last > 0, bytes[last] & 0xC0 == 0x80 { last -= 1 }
    switch bytes.scalar(at: last) {
    // Full stops of Latin, Armenian, Urdu, Devanagari, Burmese, Ethiopic, Khmer and Chinese, and an ellipsis.
    case 0x2E, 0x589, 0x6D4, 0x964, 0x965, 0x104B, 0x1362, 0x17D4, 0x2026, 0x3002, 0xFF0E, 0xFF61:
      return true
    default: return false
    }
  }

  /// The possible starts of the text after the token, from the last: the text's end, and the start of each
  /// grapheme back to a width, in the last paragraph that is not empty.
  private mutating func tailCuts(width: Int, notBefore limit: Int) -> [Int] {
    let end = tailEnd
    var start = end
    while start > limit, bytes.terminatorLength(before: start) == 0 { start -= 1 }
    // The paragraph may start earlier, but only as much of it is shaped as the row can show.
    let most = max(64, width / 64)
    if end - start > most {
      start = end - most
      while start < end, bytes[start] & 0xC0 == 0x80 { start += 1 }
    }
    guard start < end else { return [end] }
    let tail = shaped(start..<end, of: text, bytes)
    var cuts = [end]
    var advance = 0
    for scalar in (0..<tail.scalarCount).reversed() {
      advance += tail.advance(of: scalar)
      if advance > width { break }
      steps.breaksTried += 1
      guard tail.flags[scalar].contains(.caret), !isBlank(scalar, of: tail)
      else { continue }
      let cut = tail.byte(ofScalar: scalar)
      if text.isBoundary(cut) { cuts.append(cut) }
    }
    return cuts
  }

  private mutating func tokenWidth(at offset: Int) -> Int {
    shaped(head: offset..<offset, tail: nil).line.advance
  }

  /// The token for text that was dropped at `cut`, and the message after it; an ellipsis has the attributes of
  /// the text before or after the cut.
  private func token(at cut: Int, isAfterCut: Bool) -> AttributedText {
    var builder = AttributedTextBuilder()
    if let token = container.truncationToken {
      builder.append(token)
    } else {
      let model = isAfterCut ? min(cut, bytes.count - 1) : cut - 1
      builder.append("\u{2026}", attributes: text.attributes(at: max(0, model)).ofEllipsis)
    }
    if let message = container.truncationMessage { builder.append(message) }
    let token = builder.text(emptyAttributes: text.attributes(at: cut))
    guard let tokenLimit else { return token }
    return token.subtext(0..<token.string.prefix(tokenLimit).utf8.count)
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
    let tokenText = token(at: cut, isAfterCut: isAfterCut(head))
    if !head.isEmpty {
      append(head, to: &builder)
      part(head.count, head.lowerBound)
    }
    builder.append(tokenText)
    part(tokenText.utf8Count, nil)
    if let tail {
      builder.append(text, in: tail)
      part(tail.count, tail.lowerBound)
    }
    var rowText = builder.text(emptyAttributes: text.attributes(at: cut))
    if !isPlain {
      for case (let row, let offset?) in parts {
        divideRubies(of: &rowText, in: row, from: offset..<offset + row.count)
      }
    }
    let dropped = head.upperBound..<max(head.upperBound, tail?.lowerBound ?? bytes.count)
    var string = rowText.string
    return string.withUTF8 { row in
      let paragraph = shaped(0..<row.count, of: rowText, row)
      var composer = LineComposer(paragraph, text: row, fonts: fonts)
      let line = composer.composedLine(0..<paragraph.scalarCount, isWrapped: false)
      steps.glyphsShaped += composer.glyphsShaped
      return TruncatedRow(
        paragraph: paragraph, line: line, text: rowText, parts: parts, dropped: dropped,
        range: head.isEmpty
          ? (tail ?? head) : head.lowerBound..<(tail?.upperBound ?? head.upperBound))
    }
  }

  /// Gives the annotated stretches at the ends of a part of the row, which was `range` of the text, their parts of the
  /// annotations.
  private func divideRubies(
    of rowText: inout AttributedText, in row: Range<Int>, from range: Range<Int>
  ) {
    let stretches = Set([range.lowerBound, range.upperBound - 1].compactMap(text.rubyRange))
    for stretch in stretches {
      let part = stretch.clamped(to: range)
      guard part != stretch, let ruby = text.attributes(at: part.lowerBound).ruby else { continue }
      let count = Double(text.substring(stretch).count)
      let (first, last) = (
        Double(text.substring(stretch.lowerBound..<part.lowerBound).count) / count,
        Double(text.substring(stretch.lowerBound..<part.upperBound).count) / count
      )
      let own = ruby.part(first..<last)
      let place = row.lowerBound + part.lowerBound - range.lowerBound
      try? rowText.update(in: place..<place + part.count) { $0.ruby = own }
    }
  }

  /// Adds a range of the text to the row's; the builder would move ends within grapheme clusters.
  private func append(_ range: Range<Int>, to builder: inout AttributedTextBuilder) {
    guard isPlain else { return builder.append(text, in: range) }
    for run in text.runs[text.runIndex(at: range.lowerBound)...] {
      let own = run.range.clamped(to: range)
      if own.isEmpty { break }
      builder.append(String(decoding: bytes[own], as: UTF8.self), attributes: run.attributes)
    }
  }

  /// Shapes a range of a text like the row's paragraph.
  private mutating func shaped(
    _ range: Range<Int>, of text: AttributedText, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> ShapedParagraph {
    let letters = container.isVertical ? text.uprightLetters(in: range, of: bytes) : nil
    let itemized = ItemizedParagraph(
      range, of: text, bytes, direction: paragraph.direction, settings: settings,
      isVertical: container.isVertical, upright: letters, fonts: fonts)
    return ShapedParagraph(itemized, fonts: fonts, steps: &steps)
  }
}

extension TextAttributes {
  /// The attributes of an ellipsis after text of these attributes: no links, borders and lines, and no
  /// transparent colour.
  var ofEllipsis: TextAttributes {
    TextAttributes(font: font, color: color.alpha > 0 ? color : .black, language: language)
  }
}

import GalleyHandles
import GalleyText

/// Makes the last text row of a truncated text, with an ellipsis at its end.
///
/// The row has as many grapheme clusters as fit beside the ellipsis, beyond the position where it would be
/// wrapped; white space before the ellipsis is dropped. The shown text is shaped together with the
/// ellipsis, so that direction and fonts are those of any other text.
struct Truncation {
  private static let ellipsis: [UInt8] = Array("\u{2026}".utf8)

  let paragraph: ShapedParagraph
  let bytes: UnsafeBufferPointer<UInt8>
  let text: AttributedText
  let fonts: FontEnvironment
  var steps = LayoutSteps()

  init(
    _ paragraph: ShapedParagraph, bytes: UnsafeBufferPointer<UInt8>, text: AttributedText,
    fonts: FontEnvironment
  ) {
    self.paragraph = paragraph
    self.bytes = bytes
    self.text = text
    self.fonts = fonts
  }

  /// Appends the row that starts at scalar `start`; returns the byte of the text at which it is cut.
  ///
  /// - Complexity: O(row), except with unusual fonts, which need a few more tries.
  mutating func append(
    from start: Int, width: Int?, to builder: inout LayoutBuilder
  ) -> Int {
    var cut = lastCaret(from: start, width: width)
    while true {
      let row = shapedRow(start..<cut)
      var composer = LineComposer(row.paragraph, text: row.text, fonts: fonts)
      let line = composer.line(0..<row.paragraph.scalarCount, isWrapped: false)
      steps.glyphsShaped += composer.glyphsShaped
      if cut > start, let width, line.advance > width {
        cut = caret(before: cut, from: start)
        row.text.deallocate()
        continue
      }
      builder.recordWords(of: row.text, in: row.paragraph.range, of: text)
      builder.append(line, of: row.paragraph, isParagraphEnd: true)
      row.text.deallocate()
      return paragraph.range.lowerBound + byte(cut)
    }
  }

  private func byte(_ scalar: Int) -> Int {
    paragraph.offsets.isEmpty ? 0 : Int(paragraph.offsets[scalar])
  }

  /// The last caret up to which the paragraph fits without the ellipsis.
  private mutating func lastCaret(from start: Int, width: Int?) -> Int {
    var best = start
    var advance = 0
    for scalar in start..<paragraph.scalarCount {
      advance += paragraph.advance(of: scalar)
      if let width, advance > width { break }
      steps.breaksTried += 1
      if scalar + 1 == paragraph.scalarCount || paragraph.flags[scalar + 1].contains(.caret) {
        best = scalar + 1
      }
    }
    return withoutTrailingSpace(best, from: start)
  }

  private func caret(before cut: Int, from start: Int) -> Int {
    var place = cut - 1
    while place > start, !paragraph.flags[place].contains(.caret) { place -= 1 }
    return withoutTrailingSpace(place, from: start)
  }

  private func withoutTrailingSpace(_ cut: Int, from start: Int) -> Int {
    var place = cut
    while place > start, paragraph.flags[place - 1].contains(.white) { place -= 1 }
    return place
  }

  /// The kept part of the row and the ellipsis as a paragraph of their own.
  private mutating func shapedRow(
    _ kept: Range<Int>
  ) -> (paragraph: ShapedParagraph, text: UnsafeBufferPointer<UInt8>) {
    let base = paragraph.range.lowerBound
    let range = base + byte(kept.lowerBound)..<base + byte(kept.upperBound)
    let row = UnsafeMutableBufferPointer<UInt8>.allocate(
      capacity: range.count + Self.ellipsis.count)
    let rest = row.update(fromContentsOf: bytes[range])
    _ = row[rest...].update(fromContentsOf: Self.ellipsis)
    var attributes = itemizerAttributes(of: text, in: range)
    if let last = attributes.popLast() {
      attributes.append(
        ItemizerAttributes(
          bytes: last.bytes.lowerBound..<row.count, font: last.font, language: last.language))
    }
    var settings = paragraph.settings
    settings.isContinuation = settings.isContinuation || kept.lowerBound > 0
    let shaped = ShapedParagraph(
      UnsafeBufferPointer(row), range: 0..<row.count, shownAs: range, attributes: attributes,
      direction: paragraph.direction, settings: settings,
      features: ParagraphFeatures(of: text, in: range), fonts: fonts, steps: &steps)
    return (shaped, UnsafeBufferPointer(row))
  }
}

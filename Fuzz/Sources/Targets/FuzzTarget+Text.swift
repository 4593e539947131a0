import Foundation
import GalleyFeedSyntax
import GalleyFonts
import GalleyHandles
import GalleyLayout
import GalleyMarkup
import GalleyPrimitives
import GalleyText
import GalleyTypesetting

extension FuzzTarget {
  /// HTML of a feed's item → text.
  static let html = FuzzTarget(name: "html") {
    { bytes in
      var bytes = bytes
      let text = HTMLText.text(ofHTML: &bytes, limit: 2000).string
      try BrokenPromise.check(!text.utf8.contains(0), "a NUL stays in the text")
    }
  }

  /// Markdown → attributed text.
  static let markdown = FuzzTarget(name: "markdown") {
    let parser = MarkdownParser(byteLimit: 4000)
    return { bytes in
      let source = String(decoding: bytes, as: UTF8.self)
      guard let text = try? parser.parsed(markdown: source) else {
        return try BrokenPromise.check(
          source.utf8.count > 4000, "Markdown within the limit is refused")
      }
      try check(text)
    }
  }

  /// HTML → attributed text.
  static let attributedHTML = FuzzTarget(name: "attributed-html") {
    let parser = HTMLParser(byteLimit: 4000)
    return { bytes in
      guard let text = try? parser.parsed(html: String(decoding: bytes, as: UTF8.self)) else {
        return try BrokenPromise.check(
          String(decoding: bytes, as: UTF8.self).utf8.count > 4000,
          "HTML within the limit is refused")
      }
      try check(text)
    }
  }

  /// Pango's markup → attributed text, or an error with an offset in the markup.
  static let markup = FuzzTarget(name: "markup") {
    let parser = PangoMarkupParser(
      attributes: TextAttributes(font: Font(size: 14)), byteLimit: 4000)
    return { bytes in
      let source = String(decoding: bytes, as: UTF8.self)
      let text: AttributedText
      do throws(TextParserError) { text = try parser.parsed(markup: source) } catch {
        switch error {
        case .malformedMarkup(_, let offset), .unsupportedMarkup(_, let offset):
          return try BrokenPromise.check(
            (0...source.utf8.count).contains(offset), "an error at \(offset): \(error)")
        default:
          return try BrokenPromise.check(source.utf8.count > 4000, "refused: \(error)")
        }
      }
      try check(text)
    }
  }

  /// Any bytes → a repaired text.
  static let repair = FuzzTarget(name: "repair") {
    { bytes in
      let text = AttributedText(
        String(decoding: bytes, as: UTF8.self), attributes: TextAttributes(font: Font(size: 14)))
      try check(text)
      try BrokenPromise.check(
        AttributedText(text.string, attributes: TextAttributes(font: Font(size: 14))).string
          == text.string,
        "a repaired text is repaired again")
    }
  }

  /// Parameters and text → a layout, within bounds, that is the same from JSON.
  static let layout = FuzzTarget(name: "layout") {
    let typesetter = Typesetter(try FontLibrary(.noto))
    return { bytes in
      var input = InputReader(bytes)
      var container = TextContainer(
        width: Double(1 + 4 * Int(input.byte())), maximumRowCount: input.number(below: 5),
        truncation: TextContainer.Truncation.allCases[
          input.number(below: TextContainer.Truncation.allCases.count)])
      container.scale = [0.5, 1, 2, 4][input.number(below: 4)]
      if input.number(below: 4) == 0 { container.size.height = Double(1 + 2 * Int(input.byte())) }
      var attributes = TextAttributes(
        font: Font(size: [1, 9, 14, 40, 512][input.number(below: 5)]))
      attributes.kern = [0, 0, 2, -3][input.number(below: 4)]
      let text = AttributedText(String(input.text.prefix(2000)), attributes: attributes)
      let map = try typesetter.map(text, in: container)
      try check(map.layout, of: text)
      let plain = try typesetter.layout(text, in: container)
      try BrokenPromise.check(
        plain.lines == map.layout.lines && plain.boundingRect == map.layout.boundingRect,
        "a layout with a map has other lines")
      let shaped = try typesetter.layout(typesetter.shape(text), in: container)
      try BrokenPromise.check(shaped.lines == plain.lines, "a shaped text has other lines")
    }
  }

  /// The JSON of a text with attributes.
  static let codedText = FuzzTarget(name: "coded-text") {
    let typesetter = Typesetter(try FontLibrary(.noto))
    return { bytes in
      guard let text = try? JSONDecoder().decode(AttributedText.self, from: Data(bytes)) else {
        return
      }
      try check(text)
      guard text.string.utf8.count < 2000 else { return }
      // A font or a length may be out of bounds.
      if let layout = try? typesetter.layout(text, in: TextContainer(width: 120)) {
        try check(layout, of: text)
      }
      let again = try JSONDecoder().decode(AttributedText.self, from: JSONEncoder().encode(text))
      try BrokenPromise.check(again == text, "a text differs after it was encoded")
    }
  }

  private static func check(_ text: AttributedText) throws {
    try BrokenPromise.check(!text.string.utf8.contains(0), "a NUL stays in the text")
    let count = text.string.utf8.count
    var end = 0
    for run in text.runs {
      try BrokenPromise.check(
        run.range.lowerBound == end && !run.range.isEmpty || count == 0,
        "runs leave a gap at \(end)")
      end = run.range.upperBound
    }
    try BrokenPromise.check(end == count, "runs end at \(end) of \(count)")
  }

  private static func check(_ layout: TextLayout, of text: AttributedText) throws {
    let rect = layout.boundingRect
    let numbers = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
    try BrokenPromise.check(numbers.allSatisfy(\.isFinite), "a bounding rectangle of \(numbers)")
    try BrokenPromise.check(rect.size.height >= 0, "a height of \(rect.size.height)")
    for line in layout.lines {
      try BrokenPromise.check(
        line.range.upperBound <= text.string.utf8.count, "a line ends beyond the text")
      try BrokenPromise.check(
        line.advance.isFinite && line.origin.x.isFinite && line.origin.y.isFinite,
        "a line with a number that is not finite")
    }
  }
}

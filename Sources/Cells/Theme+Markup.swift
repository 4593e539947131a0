package import GalleyMarkup
package import GalleyPrimitives
import GalleyText

extension Theme {
  /// Whether cards are dark.
  package var isDark: Bool { ground.luminance < body.color.luminance }

  /// The colour of areas on a card, such as those behind code.
  package var fillColor: Color { ground.mixed(with: body.color, share: 0.06) }

  private var ground: Color { cardColor.isOpaque ? cardColor : pageColor }

  /// The appearance of Markdown and HTML, in the colours of this theme.
  package var markup: MarkdownTheme {
    var markup: MarkdownTheme = isDark ? .dark : .bright
    markup.text.color = body.color
    markup.headingColor = title.color
    markup.codeBackground = fillColor
    markup.quietColor = time.color
    return markup
  }

  /// The body of a card from its HTML; `nil` if that is too long.
  func bodyText(
    html: String, language: String?, images: [CellImage], width: Double?
  ) -> AttributedText? {
    let surroundings = HTMLSurroundings(
      width: width, paragraph: body.paragraphStyle,
      pictures: Dictionary(images.map { ($0.name, $0.size) }) { one, _ in one },
      pictureHeight: maximumImageHeight)
    let parser = HTMLParser(theme: bodyMarkup(language: language), byteLimit: 16 << 20)
    return try? parser.parsed(html: html, in: surroundings)
  }

  /// The appearance of a body with HTML: in its font, with headings in proportion to it.
  func bodyMarkup(language: String?) -> MarkdownTheme {
    var markup = markup
    let size = body.font.size
    markup.text = body.attributes(language: language)
    markup.headingSizes = [1.35, 1.25, 1.15, 1.1, 1.05, 1].map { ($0 * size * 4).rounded() / 4 }
    markup.paragraphSpacing = body.paragraphSpacing > 0 ? body.paragraphSpacing : 0.6 * size
    markup.indent = 1.4 * size
    return markup
  }
}

extension Color {
  /// The relative luminance of sRGB, 0…1, without gamma: it orders colours as their lightness does.
  fileprivate var luminance: Double {
    (0.2126 * Double(red) + 0.7152 * Double(green) + 0.0722 * Double(blue)) / 255
  }

  /// This colour with a share of another.
  fileprivate func mixed(with other: Color, share: Double) -> Color {
    func channel(_ one: UInt8, _ two: UInt8) -> UInt8 {
      UInt8((Double(one) + (Double(two) - Double(one)) * share).rounded())
    }
    return Color(
      red: channel(red, other.red), green: channel(green, other.green),
      blue: channel(blue, other.blue))
  }
}

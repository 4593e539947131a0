public import GalleyPrimitives
public import GalleyText

/// The appearance of Markdown, in layout units.
public struct MarkdownTheme: Hashable, Sendable, Codable {
  /// Plain text.
  public var text: TextAttributes
  /// The sizes of headings, first level first; deeper levels use the last size.
  public var headingSizes: [Double]
  /// The colour of headings.
  public var headingColor: Color
  /// The font family of code.
  public var codeFamily: String
  /// The colour of code.
  public var codeColor: Color
  /// The colour behind code.
  public var codeBackground: Color
  /// The colour of links.
  public var linkColor: Color
  /// The colour of quotations, horizontal rules and list marks.
  public var quietColor: Color
  /// The space between paragraphs.
  public var paragraphSpacing: Double
  /// The indent of lists and quotations per level.
  public var indent: Double

  /// Dark text on a light page, with headings from 20 down to 14 as in YYText.
  public static let bright = MarkdownTheme(
    text: TextAttributes(font: Font(size: 14), color: Color(rgb: 0x1C2433)),
    headingSizes: [20, 18.8, 17.6, 16.4, 15.2, 14], headingColor: Color(rgb: 0x1C2433),
    codeFamily: "Noto Sans Mono CJK SC", codeColor: Color(rgb: 0x9A3355),
    codeBackground: Color(rgb: 0xF1F3F6), linkColor: Color(rgb: 0x1D6FE0),
    quietColor: Color(rgb: 0x6B7685), paragraphSpacing: 8, indent: 20)

  /// Light text on a dark page.
  public static let dark: MarkdownTheme = {
    var theme = bright
    theme.text.color = Color(rgb: 0xE6E9EE)
    theme.headingColor = .white
    theme.codeColor = Color(rgb: 0xF0A6BE)
    theme.codeBackground = Color(rgb: 0x2A303A)
    theme.linkColor = Color(rgb: 0x7FB2FF)
    theme.quietColor = Color(rgb: 0x98A2B1)
    return theme
  }()

  /// Returns the attributes of a heading of a level, 1…6.
  func heading(_ level: Int) -> TextAttributes {
    var attributes = text
    let last = headingSizes.last ?? text.font.size
    attributes.font.size = headingSizes.indices.contains(level - 1) ? headingSizes[level - 1] : last
    attributes.font.weight = 700
    attributes.color = headingColor
    return attributes
  }
}

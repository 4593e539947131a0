public import GalleyLayout
public import GalleyPrimitives
public import GalleyText

/// A text of a cell.
///
/// Modifiers of the font, the colour and the lines apply to the whole text. Use an ``/GalleyText/AttributedText``
/// for links, highlights, attachments, ruby and all other attributes of ranges.
public struct Text: Element {
  /// The text.
  public var content: ElementText

  /// Makes a text in one font and colour.
  ///
  /// - Parameters:
  ///   - string: The text.
  ///   - font: The font; by default Noto Sans, 14 layout units.
  ///   - color: The colour.
  ///   - language: The language as a BCP 47 tag, which selects fonts and break rules; `nil` for none.
  public init(
    _ string: String, font: Font = Font(size: 14), color: Color = .black, language: String? = nil
  ) {
    self.init(
      AttributedText(
        string, attributes: TextAttributes(font: font, color: color, language: language)))
  }

  /// Makes a text with attributes.
  public init(_ text: AttributedText) { content = ElementText(text) }

  /// The text as a tree.
  public var tree: ElementTree { ElementTree(.text(content)) }

  private func changing(_ change: (inout TextAttributes) -> Void) -> Text {
    var result = self
    // The whole text is a sound range.
    try? result.content.text.update(in: 0..<content.text.utf8Count, change)
    return result
  }

  private func with(_ change: (inout ElementText) -> Void) -> Text {
    var result = self
    change(&result.content)
    return result
  }

  /// Sets the font.
  public func font(_ font: Font) -> Text { changing { $0.font = font } }

  /// Sets the size of the font, in layout units per em.
  public func fontSize(_ size: Double) -> Text { changing { $0.font.size = size } }

  /// Sets the weight of the font: 400 is regular, 700 bold.
  public func fontWeight(_ weight: Int) -> Text { changing { $0.font.weight = weight } }

  /// Makes the text bold.
  public func bold() -> Text { fontWeight(700) }

  /// Slants the text.
  public func italic() -> Text { changing { $0.font.isItalic = true } }

  /// Sets the colour.
  public func color(_ color: Color) -> Text { changing { $0.color = color } }

  /// Sets the language, as a BCP 47 tag.
  public func language(_ language: String?) -> Text { changing { $0.language = language } }

  /// Limits the text to a number of rows; 0 for all.
  public func lineLimit(_ count: Int) -> Text { with { $0.container.maximumRowCount = count } }

  /// Sets the position of the mark for hidden text.
  public func truncation(_ truncation: TextContainer.Truncation) -> Text {
    with { $0.container.truncation = truncation }
  }

  /// Lets the fonts shrink, down to a factor of their sizes, before text is hidden.
  public func minimumScale(_ factor: Double) -> Text { with { $0.minimumScale = factor } }

  /// Makes the text a mark, such as initials in a circle: one line, centred in its box by the ink of its letters.
  ///
  /// It needs a box with a size. A mark wider than three quarters of it has smaller letters.
  public func mark() -> Text { with { $0.isMark = true } }

  /// Places lines at the start side of the box, also those of a text that reads in the other direction.
  public func followingBox() -> Text { with { $0.followsBox = true } }

  /// Sets the alignment of lines.
  public func textAlignment(_ alignment: ParagraphStyle.Alignment) -> Text {
    with { $0.text.paragraphStyle.alignment = alignment }
  }

  /// Sets the space between lines, in layout units.
  public func lineSpacing(_ space: Double) -> Text {
    with { $0.text.paragraphStyle.lineSpacing = space }
  }
}

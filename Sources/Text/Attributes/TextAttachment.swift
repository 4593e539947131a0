public import GalleyPrimitives

/// An image or a box of one colour in the place of a character.
///
/// The character is U+FFFC; each one in a range shows the attachment. An attachment wider than the
/// line is alone on it and extends beyond the line's end. Nothing is drawn outside the picture.
public struct TextAttachment: Hashable, Sendable, Codable {
  /// The content to show.
  public var content: Content
  /// The size of its box, 0…16,384 layout units.
  public var size: Size
  /// The vertical alignment to the text.
  public var alignment: VerticalAlignment
  /// The font to which it is aligned; `nil` for the font of its range.
  public var alignmentFont: Font?
  /// How an image fits the box.
  public var contentMode: ContentMode
  /// The space kept free inside the box, −4,096…4,096 layout units.
  public var contentInsets: EdgeInsets
  /// The client's own data about the attachment.
  public var userInfo: [String: String]

  /// Makes an attachment of a size.
  public init(
    _ content: Content, size: Size, alignment: VerticalAlignment = .center,
    alignmentFont: Font? = nil, contentMode: ContentMode = .scaleAspectFit,
    contentInsets: EdgeInsets = .zero, userInfo: [String: String] = [:]
  ) {
    self.content = content
    self.size = size
    self.alignment = alignment
    self.alignmentFont = alignmentFont
    self.contentMode = contentMode
    self.contentInsets = contentInsets
    self.userInfo = userInfo
  }

  /// U+FFFC, the character that an attachment replaces.
  public static let character: Character = "\u{FFFC}"

  /// The content of an attachment.
  public enum Content: Hashable, Sendable, Codable {
    /// An image from the assets folder; a missing image shows nothing and is reported.
    case image(name: String)
    /// A box of one colour.
    case color(Color)
    /// Nothing: space in which the caller draws.
    case blank
  }

  /// The vertical alignment of an attachment to text.
  public enum VerticalAlignment: String, Hashable, Sendable, Codable, CaseIterable {
    /// Its top at the text's.
    case top
    /// Its middle at the text's.
    case center
    /// Its bottom at the text's.
    case bottom
    /// Its bottom on the baseline.
    case baseline
  }

  /// How an image fits its box.
  public enum ContentMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Stretched to fill the box.
    case scaleToFill
    /// As large as fits in the box, with its proportions kept.
    case scaleAspectFit
    /// As small as covers the box, with its proportions kept and the excess clipped.
    case scaleAspectFill
    /// At one layout unit per pixel, at this position in the box, with the excess clipped.
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  }

  /// Returns the extents above and below the baseline, in layout units, beside text with an ascent
  /// and a descent.
  ///
  /// An extent is negative if the attachment does not reach the baseline.
  package func extents(ascent: Double, descent: Double) -> (ascent: Double, descent: Double) {
    let height = size.height
    let above =
      switch alignment {
      case .top: ascent
      case .center: height / 2 + ascent - (ascent + descent) / 2
      case .bottom: height - descent
      case .baseline: height
      }
    // Text without extents gives no position to align to.
    guard ascent > 0, descent >= 0 else { return (height, 0) }
    return (above, height - above)
  }

  /// Returns this attachment no wider than `width`, with its proportions kept.
  public func fitted(toWidth width: Double) -> TextAttachment {
    guard size.width > width, width >= 0 else { return self }
    var result = self
    result.size = Size(width: width, height: size.height * width / size.width)
    return result
  }
}

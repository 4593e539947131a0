public import GalleyPrimitives

/// What stands in text in the place of a character: an image, or a box of one colour.
///
/// The character is U+FFFC; each one of a stretch shows the attachment. One that is wider than its
/// line has the line to itself and reaches beyond the line's end; nothing is drawn outside of the
/// picture.
public struct TextAttachment: Hashable, Sendable, Codable {
  /// What is shown.
  public var content: Content
  /// The room that it takes, 0…16,384 layout units.
  public var size: Size
  /// Where it stands beside the text.
  public var alignment: VerticalAlignment
  /// The font that it is aligned to; `nil` for that of its stretch.
  public var alignmentFont: Font?
  /// How an image is fitted into the room.
  public var contentMode: ContentMode
  /// What is kept free within the room, −4,096…4,096 layout units.
  public var contentInsets: EdgeInsets
  /// What the attachment means to whoever made it.
  public var userInfo: [String: String]

  /// An attachment of a size.
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

  /// U+FFFC, the character in whose place an attachment stands.
  public static let character: Character = "\u{FFFC}"

  /// What is shown.
  public enum Content: Hashable, Sendable, Codable {
    /// An image from the assets folder; a missing one shows nothing, and is reported.
    case image(name: String)
    /// A box of one colour.
    case color(Color)
    /// Nothing: room for what the caller draws.
    case blank
  }

  /// Where an attachment stands beside text.
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

  /// How an image is fitted into its room.
  public enum ContentMode: String, Hashable, Sendable, Codable, CaseIterable {
    /// Stretched to fill it.
    case scaleToFill
    /// As large as fits, its shape kept.
    case scaleAspectFit
    /// As small as covers it, its shape kept, what stands out cut off.
    case scaleAspectFill
    /// At a layout unit a pixel, in the middle, and so on: what stands out is cut off.
    case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
  }

  /// How far the attachment reaches above and below the baseline, beside text of an ascent and a
  /// descent, in layout units; negative where it is too small to reach the baseline.
  public func extents(ascent: Double, descent: Double) -> (ascent: Double, descent: Double) {
    let height = size.height
    let above =
      switch alignment {
      case .top: ascent
      case .center: height / 2 + ascent - (ascent + descent) / 2
      case .bottom: height - descent
      case .baseline: height
      }
    // Text without extents has no place to align to.
    guard ascent > 0, descent >= 0 else { return (height, 0) }
    return (above, height - above)
  }

  /// This attachment no wider than `width`, its shape kept.
  public func fitted(toWidth width: Double) -> TextAttachment {
    guard size.width > width, width >= 0 else { return self }
    var result = self
    result.size = Size(width: width, height: size.height * width / size.width)
    return result
  }
}

public import GalleyLayout
public import GalleyPrimitives
public import GalleyText

/// A text of a cell.
public struct ElementText: Hashable, Sendable, Codable {
  /// The text with its attributes.
  public var text: AttributedText
  /// The limit of text rows, the truncation, and all other settings that shape the lines.
  ///
  /// Its size and its scale are those of the laid-out cell. A text whose container has a path or a limited
  /// height is as large as its lines.
  public var container: TextContainer
  /// The smallest factor of the font sizes, above 0 and at most 1.
  ///
  /// If the text does not fit its box and its limit of rows, its fonts shrink in steps, down to this factor.
  public var minimumScale: Double
  /// Whether the text is a mark, such as initials in a circle: one line, centred in its box by the ink of its
  /// letters, and smaller if it is wider than three quarters of the box.
  public var isMark = false
  /// Whether lines at the start side are at that of the box, also in a text that reads in the other direction.
  public var followsBox = false
  /// The HTML that is shown in place of the text, in the look of the theme's body; `nil` for none.
  public var html: ElementHTML?

  /// Makes a text.
  public init(
    _ text: AttributedText,
    container: TextContainer = TextContainer(width: .infinity, truncation: .end),
    minimumScale: Double = 1
  ) {
    self.text = text
    self.container = container
    self.minimumScale = minimumScale
  }
}

/// A text in HTML, whose look is that of a theme's body.
///
/// Its pictures and quotations depend on the width, so that it is parsed when the cell is laid out.
public struct ElementHTML: Hashable, Sendable, Codable {
  /// The HTML.
  public var source: String
  /// The language as a BCP 47 tag; `nil` for none.
  public var language: String?
  /// The pictures that are shown, with their extents; others show their descriptions.
  public var images: [ElementImage]

  /// Makes a text in HTML.
  public init(_ source: String, language: String? = nil, images: [ElementImage] = []) {
    self.source = source
    self.language = language
    self.images = images
  }
}

/// An image of a cell.
public struct ElementImage: Hashable, Sendable, Codable {
  /// The name among the assets.
  public var name: String
  /// The image's own extent, in layout units; `nil` for that of the file.
  public var size: Size?
  /// How the image fits its box.
  public var fit: ImageFit
  /// The point of the image that is kept in view where the box shows only a part.
  public var focus: FocalPoint
  /// The words in place of an image that is missing, where the theme asks for them.
  public var description: String?

  /// Makes an image.
  public init(
    name: String, size: Size? = nil, fit: ImageFit = .cover, focus: FocalPoint = .center,
    description: String? = nil
  ) {
    self.name = name
    self.size = size
    self.fit = fit
    self.focus = focus
    self.description = description
  }
}

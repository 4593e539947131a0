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

  /// Makes an image.
  public init(
    name: String, size: Size? = nil, fit: ImageFit = .cover, focus: FocalPoint = .center
  ) {
    self.name = name
    self.size = size
    self.fit = fit
    self.focus = focus
  }
}

public import GalleyPrimitives

/// The content of one cell, independent of its feed.
public struct CellContent: Hashable, Sendable, Codable {
  /// The headline.
  public var title: String?
  /// The text.
  public var body: String?
  /// The author's name.
  public var author: String?
  /// The time, as words.
  public var time: String?
  /// A picture of the author.
  public var avatar: CellImage?
  /// A picture that belongs to the text.
  public var image: CellImage?
  /// The language of the texts as a BCP 47 tag.
  public var language: String?

  /// Makes content from its parts.
  public init(
    title: String? = nil, body: String? = nil, author: String? = nil, time: String? = nil,
    avatar: CellImage? = nil, image: CellImage? = nil, language: String? = nil
  ) {
    self.title = title
    self.body = body
    self.author = author
    self.time = time
    self.avatar = avatar
    self.image = image
    self.language = language
  }
}

/// An image that is known to exist.
public struct CellImage: Hashable, Sendable, Codable {
  /// The image's name among the assets.
  public var name: String
  /// The image's own extent, in layout units.
  public var size: Size

  /// Makes an image with a name and an extent.
  public init(name: String, size: Size) {
    self.name = name
    self.size = size
  }
}

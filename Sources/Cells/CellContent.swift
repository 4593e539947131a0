public import GalleyPrimitives

/// What one cell shows, with nothing of where it came from.
public struct CellContent: Hashable, Sendable, Codable {
  /// The headline.
  public var title: String?
  /// The text.
  public var body: String?
  /// Who wrote it.
  public var author: String?
  /// When, as words.
  public var time: String?
  /// A picture of the author.
  public var avatar: CellImage?
  /// A picture that belongs to the text.
  public var image: CellImage?
  /// The language of the texts as a BCP 47 tag.
  public var language: String?

  /// Content of the given parts.
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

/// An image that is known to be there.
public struct CellImage: Hashable, Sendable, Codable {
  /// The image's name among the assets.
  public var name: String
  /// The image's own extent, in layout units.
  public var size: Size

  /// An image of a name and an extent.
  public init(name: String, size: Size) {
    self.name = name
    self.size = size
  }
}

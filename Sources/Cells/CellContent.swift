public import GalleyElements
public import GalleyPrimitives

/// The content of one cell: all that its layout depends on, apart from the template.
public enum CellContent: Hashable, Sendable, Codable {
  /// The built-in card.
  case card(CardContent)
  /// A tree of elements.
  indirect case tree(ElementTree)

  /// Makes the content of a built-in card from its parts.
  public init(
    title: String? = nil, body: String? = nil, author: String? = nil, time: String? = nil,
    avatar: CellImage? = nil, image: CellImage? = nil, language: String? = nil
  ) {
    self = .card(
      CardContent(
        title: title, body: body, author: author, time: time, avatar: avatar, image: image,
        language: language))
  }
}

/// The content of the built-in card, independent of its feed.
public struct CardContent: Hashable, Sendable, Codable {
  /// The headline.
  public var title: String?
  /// The text.
  public var body: String?
  /// The text as HTML, which is shown instead of ``body`` if there is one.
  public var bodyHTML: String?
  /// The pictures within the text of ``bodyHTML``; others show their descriptions.
  public var inlineImages: [CellImage] = []
  /// The author's name.
  public var author: String?
  /// The custom emoji of the title and the author: pictures in the place of codes such as `:blob:`.
  public var emojis: [CardEmoji] = []
  /// The time, as words.
  public var time: String?
  /// A picture of the author.
  public var avatar: CellImage?
  /// A picture that belongs to the text; one without an extent is missing.
  public var image: CellImage?
  /// The words in place of a missing ``image``, where the theme asks for them.
  public var imageDescription: String?
  /// The pictures besides ``image``; those without an extent are missing.
  public var furtherPictures: [CardPicture] = []
  /// The number of pictures that the card does not show, and counts on the last one.
  public var hiddenPictureCount = 0
  /// The language of the texts as a BCP 47 tag.
  public var language: String?

  /// The largest number of pictures that a card shows.
  public static let pictureLimit = 4

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

extension CardContent {
  /// Decodes content, which may lack the pictures besides ``image``, and the custom emoji.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    title = try values.decodeIfPresent(String.self, forKey: .title)
    body = try values.decodeIfPresent(String.self, forKey: .body)
    bodyHTML = try values.decodeIfPresent(String.self, forKey: .bodyHTML)
    inlineImages = try values.decode([CellImage].self, forKey: .inlineImages)
    author = try values.decodeIfPresent(String.self, forKey: .author)
    emojis = try values.decodeIfPresent([CardEmoji].self, forKey: .emojis) ?? []
    time = try values.decodeIfPresent(String.self, forKey: .time)
    avatar = try values.decodeIfPresent(CellImage.self, forKey: .avatar)
    image = try values.decodeIfPresent(CellImage.self, forKey: .image)
    imageDescription = try values.decodeIfPresent(String.self, forKey: .imageDescription)
    furtherPictures =
      try values.decodeIfPresent([CardPicture].self, forKey: .furtherPictures) ?? []
    hiddenPictureCount = max(
      0, try values.decodeIfPresent(Int.self, forKey: .hiddenPictureCount) ?? 0)
    language = try values.decodeIfPresent(String.self, forKey: .language)
  }
}

/// A picture of a card, and the words in its place.
public struct CardPicture: Hashable, Sendable, Codable {
  /// The picture; one without an extent is missing.
  public var image: CellImage
  /// The words in place of the picture; `nil` for none.
  public var description: String?

  /// Makes a picture with a description.
  public init(_ image: CellImage, description: String? = nil) {
    self.image = image
    self.description = description
  }
}

/// An image that is known to exist.
public struct CellImage: Hashable, Sendable, Codable {
  /// The image's name among the assets.
  public var name: String
  /// The image's own extent, in layout units.
  public var size: Size
  /// How the image fits its rectangle.
  public var fit: ImageFit
  /// The point that stays in view where the rectangle shows only a part.
  public var focus: FocalPoint

  /// Makes an image with a name and an extent.
  public init(
    name: String, size: Size, fit: ImageFit = .cover, focus: FocalPoint = .center
  ) {
    self.name = name
    self.size = size
    self.fit = fit
    self.focus = focus
  }
}

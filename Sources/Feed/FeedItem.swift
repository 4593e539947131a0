/// One element of a feed: what a row of the table shows.
///
/// Text is well-formed Unicode: what was ill-formed became U+FFFD, counted in ``repairCount``. NUL
/// and other control characters are kept; later stages show them. A field which the feed leaves
/// out, or gives as `null`, is `nil`.
public struct FeedItem: Hashable, Sendable {
  /// The place among all elements of the feed, counted from 0; bad elements count.
  public var index: Int
  /// The feed's own name for the item; a number's text where the feed uses numbers.
  public var id: String?
  /// The headline.
  public var title: String?
  /// The text; paragraphs are separated by newlines.
  public var body: String?
  /// Who wrote it; several authors are joined by `, `.
  public var author: String?
  /// When it was written, in the feed's own words.
  public var time: String?
  /// The name of a picture.
  public var image: String?
  /// The name of a picture of the author.
  public var avatar: String?
  /// The language of the text as a BCP 47 tag.
  public var language: String?
  /// Where the element begins in the feed, in bytes.
  public var byteOffset: Int
  /// How many ill-formed sequences and lone surrogates were replaced by U+FFFD, one each.
  public var repairCount: Int
  /// The fields longer than the limit, which end at the last grapheme cluster that fits.
  public var cutFields: [FeedField]

  /// An item of the given texts; the others are absent.
  public init(
    index: Int = 0, id: String? = nil, title: String? = nil, body: String? = nil,
    author: String? = nil, time: String? = nil, image: String? = nil, avatar: String? = nil,
    language: String? = nil, byteOffset: Int = 0, repairCount: Int = 0,
    cutFields: [FeedField] = []
  ) {
    self.index = index
    self.id = id
    self.title = title
    self.body = body
    self.author = author
    self.time = time
    self.image = image
    self.avatar = avatar
    self.language = language
    self.byteOffset = byteOffset
    self.repairCount = repairCount
    self.cutFields = cutFields
  }
}

/// A field of a ``FeedItem``.
public enum FeedField: String, Hashable, Sendable, CaseIterable, Codable {
  /// ``FeedItem/id``.
  case id
  /// ``FeedItem/title``.
  case title
  /// ``FeedItem/body``.
  case body
  /// ``FeedItem/author``.
  case author
  /// ``FeedItem/time``.
  case time
  /// ``FeedItem/image``.
  case image
  /// ``FeedItem/avatar``.
  case avatar
  /// ``FeedItem/language``, spelled `lang` in JSON Lines.
  case language = "lang"
}

extension FeedItem {
  /// The text of `field`.
  public subscript(field: FeedField) -> String? {
    get {
      switch field {
      case .id: id
      case .title: title
      case .body: body
      case .author: author
      case .time: time
      case .image: image
      case .avatar: avatar
      case .language: language
      }
    }
    set {
      switch field {
      case .id: id = newValue
      case .title: title = newValue
      case .body: body = newValue
      case .author: author = newValue
      case .time: time = newValue
      case .image: image = newValue
      case .avatar: avatar = newValue
      case .language: language = newValue
      }
    }
  }
}

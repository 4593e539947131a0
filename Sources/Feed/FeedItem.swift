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
  /// The fields that go on beyond a limit, and end at the last grapheme cluster that fits.
  public var cuts: [FeedCut]
  /// The names of the element's members, where none of them is a field that is shown; else `nil`.
  ///
  /// The first ``namedMembers`` of them, and one more where there are more; each at most 96 bytes.
  public var unknownMembers: [String]?

  /// How many of ``unknownMembers`` a warning names.
  public static let namedMembers = 8

  /// The fields that were cut.
  public var cutFields: [FeedField] { cuts.map(\.field) }

  /// An item of the given texts; the others are absent.
  public init(
    index: Int = 0, id: String? = nil, title: String? = nil, body: String? = nil,
    author: String? = nil, time: String? = nil, image: String? = nil, avatar: String? = nil,
    language: String? = nil, byteOffset: Int = 0, repairCount: Int = 0,
    cuts: [FeedCut] = [], unknownMembers: [String]? = nil
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
    self.cuts = cuts
    self.unknownMembers = unknownMembers
  }
}

/// A field that goes on beyond a limit.
public struct FeedCut: Hashable, Sendable {
  /// The field.
  public var field: FeedField
  /// What it went beyond.
  public var limit: FeedTextLimit

  /// A field and the limit that cut it.
  public init(field: FeedField, limit: FeedTextLimit) {
    self.field = field
    self.limit = limit
  }
}

/// A limit at which the text of a field ends.
public enum FeedTextLimit: Hashable, Sendable {
  /// ``FeedLimits/maximumTextBytes``.
  case textBytes(Int)
  /// The most bytes of HTML that are read.
  case htmlBytes(Int)
  /// The most elements of HTML that are open at a time, or the most attributes of one.
  case htmlStructure(depth: Int, separators: Int)
}

extension FeedTextLimit: CustomStringConvertible {
  /// The limit in words.
  public var description: String {
    switch self {
    case .textBytes(let count): "the limit of \(count) bytes"
    case .htmlBytes(let count): "the limit of \(count) bytes of HTML"
    case .htmlStructure(let depth, let separators):
      "HTML beyond the limit of \(depth) open elements, or \(separators) blanks and quotes in a tag"
    }
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

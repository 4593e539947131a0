import GalleyPrimitives

/// One element of a feed: the content of a row of the table.
///
/// Text is well-formed Unicode: each ill-formed sequence is U+FFFD, and ``repairCount`` counts
/// them. NUL and other control characters remain; later stages make them visible. A field is `nil`
/// if the feed omits it or has `null` for it.
public struct FeedItem: Hashable, Sendable {
  /// The index among all elements of the feed, from 0; bad elements count.
  public var index: Int
  /// The feed's identifier of the item; its digits if it is a number.
  public var id: String?
  /// The headline.
  public var title: String?
  /// The text, whose paragraphs end with newlines.
  public var body: String?
  /// The HTML of ``body``, if the feed has more than plain text: emphasis, links, lists, pictures in the text.
  ///
  /// It is `nil` for a body that exceeds a limit, whose rest is shown as plain text.
  public var bodyHTML: String?
  /// The name of the author; the names of several authors have `, ` between them.
  public var author: String?
  /// The time of publication: in the form of RFC 3339 if the feed has a date, or the text that the
  /// feed has to show.
  public var time: String?
  /// The name of a picture.
  public var image: String?
  /// The words in place of ``image``, such as its alternative text.
  public var imageDescription: String?
  /// The name of a picture of the author.
  public var avatar: String?
  /// The language that the item itself names for its texts, as a BCP 47 tag.
  public var language: String?
  /// The web address of the item.
  public var url: String?
  /// The tags or categories, each once.
  public var tags: [String]
  /// The pictures and other media besides ``image``, in the order of the feed.
  public var attachments: [FeedAttachment]
  /// The account and the counts of a post of a social network; `nil` for other items.
  public var post: PostDetails?
  /// The custom emoji whose codes are in ``author`` or ``title``; those of ``body`` are pictures of ``bodyHTML``.
  ///
  /// At most 64.
  public var emojis: [CustomEmoji] = []
  /// The language that the feed names for all of its items, as a BCP 47 tag.
  ///
  /// Feeds often name that of the site, so the letters of an item are asked first.
  public var feedLanguage: String?
  /// The offset of the element's first byte in the feed.
  public var byteOffset: Int
  /// The number of U+FFFD that replace ill-formed sequences and lone surrogates.
  public var repairCount: Int
  /// The combining marks that the reader dropped, because a base had more than ``FeedLimits/maximumMarks``.
  public var droppedMarks: [DroppedMarks] = []
  /// The fields that exceed a limit, and end at the last grapheme cluster within it.
  public var cuts: [FeedCut]
  /// The syntax of the Markdown of ``body`` that exceeds a limit, and is text, with the limit.
  public var plainSyntax: [String] = []
  /// The cells of a table's record beyond the columns of its header, which no column has; those without text are left
  /// out.
  public var surplusCells: [String] = []
  /// The number of records of empty cells between this item of a table and the one before, which the reader has skipped.
  public var emptyRecordCount = 0
  /// Whether a quotation mark of a table's cell is open at the end of the table, so that the cell may have swallowed later
  /// rows.
  public var hasOpenQuote = false
  /// The name of the element of RSS or Atom whose end tag is missing at the end of the feed; `nil` for all items but the
  /// last.
  ///
  /// It is the element of the item itself, or that of the feed, which may lack further items then.
  public var missingEndTag: String?
  /// The label of the encoding that the reader guessed for the feed, such as `windows-1252`; `nil` for UTF-8, for a feed
  /// that says its encoding, and for all items but the first of a file.
  public var guessedEncoding: String?
  /// The text before an RSS or Atom feed that is none of it, such as a message of the program that has written it; `nil`
  /// for all items but the first.
  public var leadingText: String?
  /// The names of the element's members, if none of the members is shown; otherwise `nil`.
  ///
  /// At most ``namedMembers`` + 1 names of at most 96 bytes each.
  public var unknownMembers: [String]?

  /// All members of the element, if the reader keeps them.
  public var members: FeedMembers?

  /// Whether ``time`` is a date of the feed that is not understood, and has the feed's own words.
  public var isTimeUnread: Bool

  /// The number of ``unknownMembers`` in a warning.
  public static let namedMembers = 8

  /// The fields that exceed a limit.
  public var cutFields: [FeedField] { cuts.map(\.field) }

  /// An item with the given texts, and without the others.
  public init(
    index: Int = 0, id: String? = nil, title: String? = nil, body: String? = nil,
    bodyHTML: String? = nil, author: String? = nil, time: String? = nil, image: String? = nil,
    avatar: String? = nil,
    language: String? = nil, feedLanguage: String? = nil, byteOffset: Int = 0, repairCount: Int = 0,
    cuts: [FeedCut] = [], unknownMembers: [String]? = nil,
    isTimeUnread: Bool = false, members: FeedMembers? = nil, url: String? = nil,
    tags: [String] = [], imageDescription: String? = nil, attachments: [FeedAttachment] = [],
    post: PostDetails? = nil
  ) {
    self.index = index
    self.id = id
    self.title = title
    self.body = body
    self.bodyHTML = bodyHTML
    self.author = author
    self.time = time
    self.image = image
    self.avatar = avatar
    self.language = language
    self.feedLanguage = feedLanguage
    self.byteOffset = byteOffset
    self.repairCount = repairCount
    self.cuts = cuts
    self.unknownMembers = unknownMembers
    self.isTimeUnread = isTimeUnread
    self.members = members
    self.url = url
    self.tags = tags
    self.imageDescription = imageDescription
    self.attachments = attachments
    self.post = post
  }
}

/// A field that exceeds a limit.
public struct FeedCut: Hashable, Sendable {
  /// The field.
  public var field: FeedField
  /// The limit.
  public var limit: FeedTextLimit

  /// A field and the limit that it exceeds.
  public init(field: FeedField, limit: FeedTextLimit) {
    self.field = field
    self.limit = limit
  }
}

/// A limit at which the text of a field ends.
public enum FeedTextLimit: Hashable, Sendable {
  /// ``FeedLimits/maximumTextBytes``.
  case textBytes(Int)
  /// The largest number of bytes of HTML that is read.
  case htmlBytes(Int)
  /// The largest number of elements of HTML that are open at a time, or of separators in a tag.
  case htmlStructure(depth: Int, separators: Int)
}

extension FeedTextLimit: CustomStringConvertible {
  /// The limit in words.
  public var description: String {
    switch self {
    case .textBytes(let count): "the limit of " + count.counted("byte")
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
  /// ``FeedItem/url``.
  case url
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
      case .url: url
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
      case .url: url = newValue
      }
    }
  }
}

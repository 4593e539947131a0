package import GalleyFeedItems
import GalleyHandles
import GalleyPrimitives

/// The content of a row of a replayed table.
package enum RowContent: Hashable, Sendable {
  /// Texts and images.
  case item(ReplayItem)
  /// A height in layout units, without a text.
  case blank(height: Double)

  /// The content, hashed.
  var key: ContentKey {
    switch self {
    case .blank(let height): return ContentKey(high: 0, low: height.bitPattern)
    case .item(let item):
      var bytes: [UInt8] = []
      for text in item.texts {
        // The length before each text separates fields; an absent field differs from an empty one.
        let count = text.map { UInt64($0.utf8.count) } ?? .max
        withUnsafeBytes(of: count.littleEndian) { bytes.append(contentsOf: $0) }
        bytes += Array((text ?? "").utf8)
      }
      return bytes.withUnsafeBytes { ContentKey(hashing: $0) }
    }
  }

  var byteCount: Int {
    guard case .item(let item) = self else { return 0 }
    return item.texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }
}

/// An item of a script, or of the feed that it is played over.
package struct ReplayItem: Hashable, Sendable, Codable {
  package var title: String?
  package var body: String?
  /// The HTML that ``body`` is the text of.
  package var bodyHTML: String?
  package var author: String?
  package var time: String?
  package var image: String?
  package var avatar: String?
  package var lang: String?
  /// The language that the feed names for all of its items.
  package var feedLang: String?
  /// The words in place of ``image``.
  package var imageDescription: String?
  /// The pictures and other files beside ``image``; `nil` for none.
  package var attachments: [FeedAttachment]?
  /// The custom emoji of ``author`` and ``title``; `nil` for none.
  package var emojis: [CustomEmoji]?

  private enum CodingKeys: String, CodingKey {
    case title, body
    case bodyHTML = "body_html"
    case author, time, image, avatar, lang, feedLang
    case imageDescription = "image_description"
    case attachments, emojis
  }

  /// The shown fields of a feed's item, without its index and identifier.
  package init(_ item: FeedItem) {
    let described = item.describingAttachments
    title = item.title
    body = described.body
    bodyHTML = described.bodyHTML
    author = item.author
    time = item.time
    image = item.image
    avatar = item.avatar
    lang = item.language
    feedLang = item.feedLanguage
    imageDescription = item.imageDescription
    attachments = item.attachments.isEmpty ? nil : item.attachments
    emojis = item.emojis.isEmpty ? nil : item.emojis
  }

  /// An item of a feed with these fields.
  package var feedItem: FeedItem {
    var item = FeedItem(
      title: title, body: body, bodyHTML: bodyHTML, author: author, time: time, image: image,
      avatar: avatar, language: lang, feedLanguage: feedLang, imageDescription: imageDescription,
      attachments: attachments ?? [])
    item.take(emojis: emojis ?? [])
    return item
  }

  var texts: [String?] { [title, body, bodyHTML, author, time, image, avatar, lang, feedLang] }
}

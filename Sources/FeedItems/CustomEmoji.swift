import GalleyPrimitives

/// A picture of a social network in the place of a code such as `:blob:`.
///
/// In JSON it has the form of Mastodon's: `{"shortcode":"blob","url":"https://m.example/blob.png"}`.
public struct CustomEmoji: Hashable, Sendable, Codable {
  /// The word between the colons of the code.
  public var shortcode: String
  /// The name of the picture, as that of ``FeedItem/image``.
  public var url: String

  /// An emoji of a picture.
  public init(shortcode: String, url: String) {
    self.shortcode = shortcode
    self.url = url
  }

  /// The code that texts have: the word between colons.
  public var code: String { ":\(shortcode):" }

  /// The largest length of a word in bytes of UTF-8, which bounds the time of a search for its code.
  package static let shortcodeByteLimit = 128

  /// Whether the word has as many bytes as networks have.
  package var hasShortcode: Bool { (1...Self.shortcodeByteLimit).contains(shortcode.utf8.count) }
}

extension FeedItem {
  /// The name of the member with ``emojis`` in JSON Lines.
  package static let emojisKey = "emojis"

  /// Takes the emoji whose codes are in ``author`` or ``title``, each code once, unless there are too many.
  ///
  /// One with a longer word than any network has is passed.
  ///
  /// - Complexity: O(emoji × texts).
  package mutating func take(emojis found: some Sequence<CustomEmoji>) {
    for emoji in found {
      guard emojis.count < FeedAttachment.countLimit else { return }
      guard emoji.hasShortcode, !emoji.url.isEmpty,
        [author, title].contains(where: { $0?.contains(bytes: emoji.code) == true }),
        !emojis.contains(where: { $0.shortcode == emoji.shortcode })
      else { continue }
      emojis.append(emoji)
    }
  }
}

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
}

extension FeedItem {
  /// The name of the member with ``emojis`` in JSON Lines.
  package static let emojisKey = "emojis"

  /// The largest length of an emoji's word in bytes of UTF-8, which bounds the time of a search for its code.
  private static let shortcodeByteLimit = 128

  /// Takes the emoji whose codes are in ``author`` or ``title``, each code once, unless there are too many.
  ///
  /// One with a longer word than any network has is passed.
  ///
  /// - Complexity: O(emoji × texts).
  package mutating func take(emojis found: some Sequence<CustomEmoji>) {
    for emoji in found {
      guard emojis.count < FeedAttachment.countLimit else { return }
      guard (1...Self.shortcodeByteLimit).contains(emoji.shortcode.utf8.count), !emoji.url.isEmpty,
        [author, title].contains(where: { $0?.contains(bytes: emoji.code) == true }),
        !emojis.contains(where: { $0.shortcode == emoji.shortcode })
      else { continue }
      emojis.append(emoji)
    }
  }
}

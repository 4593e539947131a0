/// All members of a feed's element, also those that no field of ``FeedItem`` has; of RSS and Atom, these alone.
///
/// A reader keeps them if ``FeedLimits/keptMemberBytes`` says so.
public enum FeedMembers: Hashable, Sendable {
  /// The element as a JSON object, as the feed has it; ill-formed bytes are not repaired. Of RSS and Atom, an object with
  /// the elements that no field has: texts, or objects with `@` before the names of attributes, and `#text`.
  case json([UInt8])
  /// The cells of a table's record by the names of their columns; empty cells are left out.
  case columns([String: String])
}

extension FeedItem {
  /// The names of members that readers take for the fields of items, their tags and attachments.
  private static let takenMembers: Set<String> = [
    "id", "title", "body", "author", "time", "image", "avatar", "lang", "url", htmlKey,
    imageDescriptionKey, "image_alt", "tags", "attachments", "pictures", "images", "identifier",
    "content", "username", "imageName", "language", feedKey,
  ]

  /// The name of the member of the first item that has what the feed says of itself, in formats whose documents have
  /// nothing but items: an object in the form of an item.
  package static let feedKey = "galley_feed"

  /// The name of the address of the feed in that object, as in JSON Feed.
  package static let feedURLKey = "feed_url"

  /// The name of the column of a table, and of the property of an article, with an object of all members that have no
  /// column and no property of their own.
  package static let extraKey = "extra"

  /// The name of the extension of JSON Feed with the members that the format does not know.
  package static let extensionKey = "_galley"

  /// The value of a member of ``extensionKey`` for an identifier or a title that the writer has made.
  package static let madeValue = "null"

  /// The name of the HTML of ``body`` in JSON Lines.
  package static let htmlKey = "body_html"

  /// The name of ``imageDescription`` in JSON Lines and in templates.
  package static let imageDescriptionKey = "image_description"

  /// Whether a member of this name, which no field has, can be a member of JSON Lines, a column or a property.
  package static func isFree(_ name: String) -> Bool {
    !name.isEmpty && !takenMembers.contains(name)
  }
}

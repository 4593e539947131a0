import GalleyFeedItems
import GalleyFeedSyntax

/// Reads the tags and the attachments of items.
extension ItemDecoder {
  /// The member of an attachment that has its address.
  static let addressKey = "url"

  /// The members of an item that have its tags and its attachments.
  struct MediaMembers {
    private(set) var tags: JSONCursor.Value?
    private(set) var attachments: JSONCursor.Value?
    private(set) var pictures: JSONCursor.Value?
    private(set) var imageDescription: JSONCursor.Value?
    private(set) var emojis: JSONCursor.Value?

    var isEmpty: Bool {
      tags == nil && attachments == nil && pictures == nil && imageDescription == nil
    }

    /// Stores the value of a member; `false` for a member of another name.
    mutating func take(_ value: JSONCursor.Value, _ name: String) -> Bool {
      switch name {
      case "tags": tags = value
      case "attachments": attachments = value
      case "pictures", "images": pictures = value
      case FeedItem.imageDescriptionKey, "image_alt": imageDescription = value
      case FeedItem.emojisKey: emojis = value
      default: return false
      }
      return true
    }
  }

  /// Gives an item its tags and attachments; values of other kinds than expected are ignored.
  ///
  /// - Complexity: O(values).
  mutating func read(
    _ media: MediaMembers, into item: inout FeedItem, in bytes: UnsafeBufferPointer<UInt8>
  ) {
    if let list = media.tags, list.kind == .string {
      item.tag(list: string(list, in: bytes)?.string ?? "")
    }
    for tag in elements(of: media.tags, in: bytes) { item.tag(string(tag, in: bytes)?.string) }
    item.imageDescription = string(media.imageDescription, in: bytes)?.string
      .cut(toUTF8Count: FeedAttachment.descriptionByteLimit)
    for value in elements(of: media.attachments, in: bytes) {
      if let attachment = attachment(value, in: bytes) { item.attach(attachment) }
    }
    for value in elements(of: media.pictures, in: bytes) {
      guard var picture = attachment(value, in: bytes) else { continue }
      if !picture.isPicture { picture.type = "image/*" }
      item.attach(picture)
    }
    if let limit = cutAddress { item.cuts.append(FeedCut(field: .image, limit: limit)) }
    cutAddress = nil
    item.showAttachedPicture()
  }

  /// The attachment of an object, or at the address that is a string; `nil` without an address.
  private mutating func attachment(
    _ value: JSONCursor.Value, in bytes: UnsafeBufferPointer<UInt8>
  ) -> FeedAttachment? {
    if value.kind == .string { return address(value, in: bytes).map { FeedAttachment(url: $0) } }
    let members = members(of: value, in: bytes)
    guard
      let url = address(
        members[Self.addressKey] ?? members["src"] ?? members["href"] ?? members["image"],
        in: bytes)
    else { return nil }
    let type = members["mime_type"] ?? members["mediaType"] ?? members["type"]
    let words = ["description", "alt", "title", "name", "caption"].lazy
      .compactMap { members[$0] }.first
    return FeedAttachment(
      url: url, type: Self.mediaType(string(type, in: bytes)?.string),
      description: string(words, in: bytes)?.string,
      byteCount: string(members["size_in_bytes"], in: bytes).flatMap { Int($0.string) },
      duration: string(members["duration_in_seconds"], in: bytes).flatMap { Double($0.string) })
  }

  /// The text of an address, which may be a long `data:` URI; `nil` for one that is cut, which is noted.
  private mutating func address(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> String? {
    guard let value, value.kind == .string, !value.range.isEmpty,
      let text = try? text(of: value, key: Self.addressKey, in: bytes)
    else { return nil }
    guard text.cut == nil else {
      cutAddress = text.cut
      return nil
    }
    return text.string
  }

  /// The media type of words such as `image/png`, or `image` as Mastodon says.
  static func mediaType(_ words: String?) -> String? {
    guard let words, words.utf8.count <= 128 else { return nil }
    let lower = words.lowercased()
    switch lower {
    case "image", "audio", "video": return lower + "/*"
    case "gifv": return "video/*"
    default: return lower.contains("/") ? lower : nil
    }
  }
}

extension FeedItem {
  /// The names of members that readers take for the fields of items, their tags and attachments.
  private static let takenMembers: Set<String> = [
    "id", "title", "body", "author", "time", "image", "avatar", "lang", "url", htmlKey,
    imageDescriptionKey, "image_alt", "tags", "attachments", "pictures", "images", "identifier",
    "content", "username", "imageName", "language", "content_text", "content_html", "summary",
    "date_published", "banner_image", "authors", "external_url",
  ]

  /// The members of the element that no field has, with values of JSON on one line.
  ///
  /// None of a post of a social network, whose members have meanings of their own, and none without ``members``.
  ///
  /// - Complexity: O(element).
  var otherMembers: [(name: String, value: String)] {
    switch members {
    case nil: return []
    case .columns(let columns):
      return columns.filter { !TableColumns.isTaken($0.key) }.sorted { $0.key < $1.key }
        .map { ($0.key, $0.value.json) }
    case .json(let bytes):
      return bytes.withUnsafeBufferPointer { bytes in
        var texts = TextDecoder()
        var cursor = JSONCursor(bytes)
        guard cursor.kind == .object else { return [] }
        cursor.enter()
        var others: [(name: String, value: String)] = []
        while let (key, value) = cursor.nextMember() {
          let name = texts.decode(UnsafeBufferPointer(rebasing: bytes[key]), limit: 4096).string
          if ItemDecoder.leadingNames.contains(name) { return [] }
          guard !Self.takenMembers.contains(name) else { continue }
          let words = String(decoding: bytes[value.range], as: UTF8.self)
            .replacing("\r\n", with: " ").replacing("\n", with: " ").replacing("\r", with: " ")
          others.append((name, value.kind == .string ? "\"" + words + "\"" : words))
        }
        return others
      }
    }
  }
}

import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

extension TextDecoder.Text {
  /// Shows the picture of an emoji in the place of each of its codes, such as `:blob:`.
  ///
  /// The plain text keeps the code, and so does the HTML as the description of the picture. Text that was cut
  /// has no HTML, and remains as it is, and so does one whose pictures would have sixteen times its bytes, and 256 KiB.
  ///
  /// - Complexity: O(text).
  mutating func show(_ emoji: CustomEmoji) {
    let code = emoji.code
    guard cut == nil, code.utf8.count > 2, string.contains(bytes: code) else { return }
    let picture = "<img class=\"emoji\" src=\"\(emoji.url.xml)\" alt=\"\(code.xml)\">"
    let html = markup ?? string.htmlParagraphs
    // One address may be that of many pictures.
    let count = html.utf8.count + html.count(bytes: code) * picture.utf8.count
    guard count <= max(256 << 10, 16 * string.utf8.count) else { return }
    var result = ""
    // Codes within tags, such as those of an address, are no pictures.
    let pieces = html.unicodeScalars.split(
      separator: "<", omittingEmptySubsequences: false)
    for (number, scalars) in pieces.enumerated() {
      let piece = Substring(scalars)
      var text = piece[...]
      if number > 0 {
        let end =
          piece.unicodeScalars.firstIndex(of: ">").map { scalars.index(after: $0) }
          ?? piece.endIndex
        result += "<" + piece[..<end]
        text = piece[end...]
      }
      result += text.replacing(bytes: code, with: picture)
    }
    markup = result
  }
}

extension ItemDecoder {
  /// The custom emoji of an array of objects with `shortcode` and `url`, as Mastodon has them.
  mutating func emojis(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> [CustomEmoji] {
    var emojis: [CustomEmoji] = []
    for element in elements(of: value, in: bytes) {
      let emoji = members(of: element, in: bytes)
      guard let shortcode = string(emoji["shortcode"], in: bytes),
        let url = string(emoji["static_url"] ?? emoji["url"], in: bytes), url.cut == nil
      else { continue }
      emojis.append(CustomEmoji(shortcode: shortcode.string, url: url.string))
    }
    return emojis
  }

  /// The custom emoji among the tags of an object of ActivityStreams.
  mutating func emojis(
    amongTags value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> [CustomEmoji] {
    var emojis: [CustomEmoji] = []
    for element in elements(ofList: value, in: bytes) {
      let tag = members(of: element, in: bytes)
      let icon = members(of: tag["icon"], in: bytes)
      guard string(tag["type"], in: bytes)?.string == "Emoji",
        let name = string(tag["name"], in: bytes)?.string,
        let url = string(icon["url"], in: bytes), url.cut == nil
      else { continue }
      let word = name.drop { $0 == ":" }.prefix { $0 != ":" }
      emojis.append(CustomEmoji(shortcode: String(word), url: url.string))
    }
    return emojis
  }
}

extension CustomEmoji {
  /// The emoji of an array in JSON; none of another text.
  static func list(ofJSON text: String) -> [CustomEmoji] {
    let values = MemberList.values(ofArray: text) ?? []
    return values.prefix(ItemDecoder.maximumNested).compactMap { value in
      let members = MemberList(json: value)?.members ?? []
      func text(_ name: String) -> String? { members.last { $0.name == name }?.value.textOfJSON }
      guard let shortcode = text("shortcode"), let url = text("url") else { return nil }
      return CustomEmoji(shortcode: shortcode, url: url)
    }
  }

  /// The emoji among the members that no field has, which are an object in JSON.
  static func list(ofExtra text: String) -> [CustomEmoji] {
    guard text.contains(bytes: FeedItem.emojisKey), let members = MemberList(json: text)?.members
    else {
      return []
    }
    return members.last { $0.name == FeedItem.emojisKey }.map { list(ofJSON: $0.value) } ?? []
  }
}

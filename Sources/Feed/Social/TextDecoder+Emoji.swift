import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

extension TextDecoder.Text {
  /// Shows the pictures of emoji in the place of each of their codes, such as `:blob:`.
  ///
  /// The plain text keeps the codes, and so does the HTML as the descriptions of the pictures. Text that was cut
  /// has no HTML, and remains as it is. Further codes remain once the HTML has more than sixteen times the bytes that it has
  /// without emoji, and more than 256 KiB.
  ///
  /// - Complexity: O(text + emoji).
  mutating func show(_ emojis: [CustomEmoji]) {
    guard cut == nil, !emojis.isEmpty, string.utf8.contains(.colon) else { return }
    let pictures = Dictionary(
      emojis.filter(\.hasUsableCode).map { (Array($0.shortcode.utf8), Array($0.htmlPicture.utf8)) },
      uniquingKeysWith: { first, _ in first })
    let html = Array((markup ?? string.htmlParagraphs).utf8)
    // One address may be that of many pictures, also of those that are there already.
    let limit = max(256 << 10, 16 * Self.countWithoutEmoji(html))
    var result: [UInt8] = []
    var isShown = false
    var (start, colon) = (0, Int?.none)
    var isInTag = false
    for (index, byte) in html.enumerated() {
      switch byte {
      // Codes within tags, such as those of an address, are no pictures.
      case .lessThan: (isInTag, colon) = (true, nil)
      case UInt8(ascii: ">") where isInTag: isInTag = false
      case .colon where !isInTag:
        if let open = colon, (2...CustomEmoji.shortcodeByteLimit + 1).contains(index - open),
          result.count <= limit, let picture = pictures[Array(html[(open + 1)..<index])]
        {
          result += html[start..<open] + picture
          (start, colon, isShown) = (index + 1, nil, true)
        } else {
          colon = index
        }
      default: break
      }
    }
    if isShown { markup = String(decoding: result + html[start...], as: UTF8.self) }
  }

  /// The bytes of HTML without the tags of pictures of emoji.
  private static func countWithoutEmoji(_ html: [UInt8]) -> Int {
    let start = Array(CustomEmoji.htmlStart.utf8)
    return html.split(separator: .lessThan, omittingEmptySubsequences: false).reduce(0) {
      $0 + ($1.starts(with: start) ? $1.drop { $0 != UInt8(ascii: ">") } : $1).count
    }
  }
}

extension CustomEmoji {
  /// Whether texts may have the code: its word has as many bytes as networks have, and no colon.
  fileprivate var hasUsableCode: Bool {
    hasShortcode && !shortcode.utf8.contains(.colon)
  }

  /// The beginning of the tag of a picture in HTML, behind its sign.
  fileprivate static let htmlStart = "img class=\"emoji\""

  /// The picture in HTML, whose description is the code.
  fileprivate var htmlPicture: String {
    "<\(Self.htmlStart) src=\"\(url.xml)\" alt=\"\(code.xml)\">"
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

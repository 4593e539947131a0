import GalleyDocuments
import GalleyFeedItems
import GalleyFeedSyntax

/// Decodes items from elements whose syntax a ``JSONScanner`` has checked.
///
/// Foundation's `JSONDecoder` does not fit hostile input. Here unknown members cost no memory, a
/// fault has its position, a number keeps its digits, and damaged text is repaired. Tests compare
/// the results with Foundation's.
struct ItemDecoder {
  /// The position of an element in its feed.
  struct Place {
    var index: Int
    var byteOffset: Int
    var line: Int?

    /// The error of this element at `offset` bytes from its beginning.
    func error(_ fault: FeedElementFault, at offset: Int = 0) -> FeedElementError {
      FeedElementError(
        index: index, byteOffset: byteOffset, faultOffset: byteOffset + offset, line: line,
        fault: fault)
    }
  }

  /// A fault of a member, and its offset in the element.
  struct Misfit: Error {
    var offset: Int
    var fault: FeedElementFault
  }

  /// The largest length of a known name, all of whose characters are escapes.
  private static let longestKey = 16 * 6

  let limits: FeedLimits
  let format: FeedFormat
  /// The properties that a JSON Feed has for all its items.
  var header = FeedHeader()
  var texts = TextDecoder()
  /// The limit that the address of an attachment exceeded.
  var cutAddress: FeedTextLimit?

  init(format: FeedFormat, limits: FeedLimits) {
    self.format = format
    self.limits = limits
  }

  /// The item of `bytes`, which are one well-formed JSON value.
  ///
  /// - Complexity: O(bytes).
  mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, at place: Place) -> FeedElement {
    var cursor = JSONCursor(bytes)
    guard cursor.kind == .object else {
      return .bad(place.error(.notAnObject(found: cursor.kind)))
    }
    cursor.enter()
    let start = cursor
    var item = FeedItem(index: place.index, byteOffset: place.byteOffset)
    do throws(Misfit) {
      switch format {
      case .jsonFeed: try readJSONFeedItem(&cursor, into: &item)
      case .mastodon, .activityStreams, .bluesky, .twitter:
        readPost(format, in: bytes, into: &item)
      default: try readItem(&cursor, into: &item)
      }
    } catch {
      return .bad(place.error(error.fault, at: error.offset))
    }
    if !item.hasShownField { item.unknownMembers = memberNames(from: start) }
    let hasFeedAuthor = format == .jsonFeed && fillIn(&item)
    if bytes.count <= limits.keptMemberBytes {
      item.members = .json(hasFeedAuthor ? withAuthors(bytes) : Array(bytes))
    }
    return .item(item)
  }

  /// Reads the whole element as a post.
  private mutating func readPost(
    _ format: FeedFormat, in bytes: UnsafeBufferPointer<UInt8>, into item: inout FeedItem
  ) {
    post(JSONCursor.Value(kind: .object, range: 0..<bytes.count), format, in: bytes)
      .fill(&item, limits: limits)
  }

  /// The post of `value`.
  private mutating func post(
    _ value: JSONCursor.Value, _ format: FeedFormat, in bytes: UnsafeBufferPointer<UInt8>
  ) -> SocialPost {
    switch format {
    case .mastodon: status(value, in: bytes)
    case .activityStreams: activity(value, in: bytes)
    case .bluesky: blueskyPost(value, in: bytes)
    default: tweet(value, in: bytes)
    }
  }

  /// The names of the members from `start`, as many as ``FeedItem/unknownMembers`` has.
  private mutating func memberNames(from start: JSONCursor) -> [String] {
    var cursor = start
    var names: [String] = []
    while names.count <= FeedItem.namedMembers, let (key, _) = cursor.nextMember() {
      let bytes = UnsafeBufferPointer(rebasing: cursor.bytes[key])
      names.append(texts.decode(bytes, limit: Self.longestKey).string)
    }
    return names
  }

  /// The name at `range`; `nil` if it is longer than all known names.
  mutating func key(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String? {
    guard range.count <= Self.longestKey else { return nil }
    return texts.decode(
      UnsafeBufferPointer(rebasing: bytes[range]), limit: Self.longestKey
    ).string
  }

  /// The text of a string or the digits of a number; `nil` for `null`.
  mutating func text(
    of value: JSONCursor.Value, key: String, in bytes: UnsafeBufferPointer<UInt8>
  ) throws(Misfit) -> TextDecoder.Text? {
    switch value.kind {
    case .string, .number:
      texts.decode(
        UnsafeBufferPointer(rebasing: bytes[value.range]),
        limit: limit(of: value.range, key: key, in: bytes))
    case .null:
      nil
    case .object, .array, .boolean:
      throw Misfit(
        offset: value.range.lowerBound, fault: .wrongType(key: key, found: value.kind))
    }
  }

  /// The limit of a text: that of an image within the feed is larger.
  private func limit(
    of range: Range<Int>, key: String, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    guard range.count > limits.maximumTextBytes,
      ["image", "avatar", "imageName", "banner_image", "icon", Self.addressKey].contains(key),
      bytes[range].starts(with: Array("data:image".utf8))
    else { return limits.maximumTextBytes }
    return max(limits.maximumTextBytes, FeedLimits.embeddedImageBytes)
  }

  /// The text of a string of HTML, without tags.
  mutating func htmlText(
    of value: JSONCursor.Value, in bytes: UnsafeBufferPointer<UInt8>
  ) -> TextDecoder.Text {
    let content = UnsafeBufferPointer(rebasing: bytes[value.range])
    var (text, repairCount) = texts.withDecoded(content, limit: limits.maximumHTMLBytes) { html in
      HTMLText.field(ofHTML: &html, isCut: html.count >= limits.maximumHTMLBytes, limits: limits)
    }
    text.repairCount = repairCount
    return text
  }
}

extension ItemDecoder {
  /// Gives the body of an item the HTML of `value`, and its text if it has no other.
  mutating func setMarkup(
    of item: inout FeedItem, to value: JSONCursor.Value, in bytes: UnsafeBufferPointer<UInt8>
  ) {
    let text = htmlText(of: value, in: bytes)
    guard let body = item.body, !body.isEmpty else { return item.set(.body, to: text) }
    if !item.cutFields.contains(.body) { item.bodyHTML = text.markup }
  }
}

extension FeedItem {
  /// Whether the element has a field that a cell shows, besides its author and its time: these alone say nothing.
  var hasShownField: Bool {
    title != nil || body != nil || image != nil || !attachments.isEmpty
  }

  /// Stores `text` as the value of `field`.
  mutating func set(_ field: FeedField, to text: TextDecoder.Text?) {
    self[field] = text?.string
    if field == .body { bodyHTML = text?.markup }
    cuts.removeAll { $0.field == field }
    guard let text else { return }
    repairCount += text.repairCount
    noteLimits(of: text, in: field)
    guard text.cut != nil else { return }
    // The beginning of an image takes space and cannot be shown.
    if [.image, .avatar].contains(field), text.string.hasPrefix("data:") { self[field] = nil }
  }

  /// Notes the limits that a text of `field` exceeds.
  mutating func noteLimits(of text: TextDecoder.Text, in field: FeedField) {
    plainSyntax += MarkdownSyntax.allCases.filter(text.plainSyntax.contains)
      .map { "\($0.rawValue) beyond the limit of \($0.limit)" }
    if let limit = text.cut { cuts.append(FeedCut(field: field, limit: limit)) }
  }
}

extension ItemDecoder {
  /// The names of an item's members: Galley's own, and those of the demo.
  private enum ItemKey: String {
    case id, title, body, author, time, image, avatar, lang, url
    case identifier, content, username, imageName, language

    var field: FeedField {
      switch self {
      case .id, .identifier: .id
      case .title: .title
      case .body, .content: .body
      case .author, .username: .author
      case .time: .time
      case .image, .imageName: .image
      case .avatar: .avatar
      case .lang, .language: .language
      case .url: .url
      }
    }

    /// Whether this is Galley's own name, which has priority over the demo's name of the same
    /// field.
    var isOwn: Bool { rawValue == field.rawValue }
  }

  /// Reads an item with Galley's or the demo's names, or a post of a social network.
  private mutating func readItem(
    _ cursor: inout JSONCursor, into item: inout FeedItem
  ) throws(Misfit) {
    let bytes = cursor.bytes
    let empty = item
    var misfit: Misfit?
    var mayBePost = false
    do throws(Misfit) {
      mayBePost = try readMembers(&cursor, into: &item)
    } catch {
      // A post may have a member of the same name and of another kind.
      (misfit, mayBePost) = (error, true)
    }
    if mayBePost {
      let element = JSONCursor.Value(kind: .object, range: 0..<bytes.count)
      if let network = network(of: element, in: bytes) {
        item = empty
        return readPost(network, in: bytes, into: &item)
      }
    }
    if let misfit { throw misfit }
  }

  /// Reads the members of an item; the last of equal names counts.
  ///
  /// - Returns: Whether the item may be a post: it has a member of posts, and neither `title` nor `body`.
  private mutating func readMembers(
    _ cursor: inout JSONCursor, into item: inout FeedItem
  ) throws(Misfit) -> Bool {
    let bytes = cursor.bytes
    var ownFields = 0
    var hasLead = false
    var html: JSONCursor.Value?
    var media = MediaMembers()
    while let (keyRange, value) = cursor.nextMember() {
      guard let name = key(bytes, keyRange) else { continue }
      if name == FeedItem.htmlKey { html = value.kind == .string ? value : nil }
      guard let key = ItemKey(rawValue: name) else {
        if !media.take(value, name) { hasLead = hasLead || Self.leadingNames.contains(name) }
        continue
      }
      // An address is no text to show: one of another kind than expected is no fault.
      if key == .url, value.kind != .string { continue }
      let bit = 1 << key.field.bit
      if key.isOwn { ownFields |= bit } else if ownFields & bit != 0 { continue }
      if key.field == .author, value.kind == .object || value.kind == .array {
        item.set(.author, to: try readAuthors(value, key: name, in: bytes).name)
      } else {
        item.set(key.field, to: try text(of: value, key: name, in: bytes))
      }
    }
    if let html { setMarkup(of: &item, to: html, in: bytes) }
    if !media.isEmpty { read(media, into: &item, in: bytes) }
    if let list = media.emojis { item.take(emojis: emojis(list, in: bytes)) }
    let ownTexts = 1 << FeedField.title.bit | 1 << FeedField.body.bit
    return hasLead && ownFields & ownTexts == 0
  }
}

extension FeedField {
  /// A number below 9 for each field.
  fileprivate var bit: Int {
    switch self {
    case .id: 0
    case .title: 1
    case .body: 2
    case .author: 3
    case .time: 4
    case .image: 5
    case .avatar: 6
    case .language: 7
    case .url: 8
    }
  }
}

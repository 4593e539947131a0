import GalleyFeedItems
import GalleyFeedSyntax

/// The properties of a JSON Feed that its items inherit.
struct FeedHeader {
  var authors = FeedAuthors()
  /// The authors as an array of JSON, if they have more than names and pictures and members are kept.
  var authorList: String?
  var language: String?
  /// The address of the site, and that of the feed itself.
  var addresses: (site: String?, feed: String?)
}

/// The authors of an item: their joined names, and the first picture.
struct FeedAuthors {
  var name: TextDecoder.Text?
  var avatar: TextDecoder.Text?

  var isEmpty: Bool { name == nil && avatar == nil }
}

extension ItemDecoder {
  /// Reads an item of JSON Feed 1.0 or 1.1; the last of equal names counts.
  mutating func readJSONFeedItem(
    _ cursor: inout JSONCursor, into item: inout FeedItem
  ) throws(Misfit) {
    let bytes = cursor.bytes
    var contents = Contents()
    var banner: TextDecoder.Text?
    var authors = FeedAuthors()
    var author = FeedAuthors()
    var media = MediaMembers()
    var hasOwnPage = true
    var own: JSONCursor.Value?
    while let (keyRange, value) = cursor.nextMember() {
      guard let name = key(bytes, keyRange), !media.take(value, name) else { continue }
      switch name {
      case "id", "title", "image":
        guard let field = FeedField(rawValue: name) else { continue }
        item.set(field, to: try text(of: value, key: name, in: bytes))
      case "url", "external_url":
        // Of an item that is about another page, its own page counts.
        guard value.kind == .string, name == "url" || item.url == nil else { continue }
        hasOwnPage = name == "url"
        item.set(.url, to: try text(of: value, key: "link", in: bytes))
      case "language":
        item.set(.language, to: try text(of: value, key: name, in: bytes))
      case "date_published":
        item.setTime(try text(of: value, key: name, in: bytes))
        // Feeds made for Galley have the words to show here, which are no fault.
        item.isTimeUnread = false
      case "banner_image":
        banner = try text(of: value, key: name, in: bytes)
      case "content_text", "content_html", "summary":
        try contents.take(value, key: name)
      case "authors":
        authors = try readAuthors(value, key: name, in: bytes)
      case "author":
        author = try readAuthors(value, key: name, in: bytes)
      case FeedItem.extensionKey: own = value
      default: continue
      }
    }
    if let own, hasMadeID(own, in: bytes) { item.set(.id, to: nil) }
    if item.image == nil, banner != nil { item.set(.image, to: banner) }
    if !media.isEmpty { read(media, into: &item, in: bytes) }
    try setBody(of: &item, to: contents, in: bytes)
    if authors.isEmpty { authors = author }
    item.set(.author, to: authors.name)
    item.set(.avatar, to: authors.avatar)
    if let list = media.emojis ?? own.flatMap({ members(of: $0, in: bytes)[FeedItem.emojisKey] }) {
      item.take(emojis: emojis(list, in: bytes))
    }
    item.resolveLinks(ofSite: header.addresses.site ?? header.addresses.feed, isOwnPage: hasOwnPage)
  }

  /// Whether Galley's extension says that the writer has made the identifier, which is none of the item then.
  private mutating func hasMadeID(
    _ own: JSONCursor.Value, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard own.kind == .object else { return false }
    var cursor = JSONCursor(bytes, at: own.range.lowerBound)
    cursor.enter()
    while let (name, value) = cursor.nextMember() {
      if value.kind == .null, key(bytes, name) == FeedField.id.rawValue { return true }
    }
    return false
  }

  /// Gives an item the language of the feed, and the author of the feed if it has none of its own.
  ///
  /// - Returns: Whether the author is that of the feed.
  func fillIn(_ item: inout FeedItem) -> Bool {
    item.feedLanguage = header.language
    guard item.author == nil, item.avatar == nil else { return false }
    item.set(.author, to: header.authors.name)
    item.set(.avatar, to: header.authors.avatar)
    return true
  }

  /// The bytes of an object with the authors of the feed as its last member.
  func withAuthors(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    guard let authors = header.authorList, let end = bytes.lastIndex(of: .closeBrace) else {
      return Array(bytes)
    }
    let separator = bytes[1..<end].allSatisfy(\.isJSONSpace) ? "" : ","
    return bytes[..<end] + Array("\(separator)\"authors\":\(authors)}".utf8)
  }

  /// The texts of an item: plain text has priority over that of HTML, and HTML over the summary.
  private struct Contents {
    var text: JSONCursor.Value?
    var html: JSONCursor.Value?
    var summary: JSONCursor.Value?

    /// Stores a value, unless it is empty.
    mutating func take(_ value: JSONCursor.Value, key: String) throws(Misfit) {
      let isText = value.kind == .string || value.kind == .number
      guard isText || value.kind == .null else {
        throw Misfit(
          offset: value.range.lowerBound, fault: .wrongType(key: key, found: value.kind))
      }
      let taken = isText && !value.range.isEmpty ? value : nil
      switch key {
      case "content_text": text = taken
      case "content_html": html = taken
      default: summary = taken
      }
    }
  }

  private mutating func setBody(
    of item: inout FeedItem, to contents: Contents, in bytes: UnsafeBufferPointer<UInt8>
  ) throws(Misfit) {
    if let value = contents.text {
      item.set(.body, to: try text(of: value, key: "content_text", in: bytes))
      if let html = contents.html { setMarkup(of: &item, to: html, in: bytes) }
    } else if let value = contents.html {
      item.set(.body, to: htmlText(of: value, in: bytes))
    } else if let value = contents.summary {
      item.set(.body, to: try text(of: value, key: "summary", in: bytes))
    }
  }

  /// The authors of `value`: an array of authors, or a single one.
  ///
  /// - Complexity: O(value); names beyond the limit are not read, so that a million authors do not
  ///   become one name.
  mutating func readAuthors(
    _ value: JSONCursor.Value, key member: String, in bytes: UnsafeBufferPointer<UInt8>
  ) throws(Misfit) -> FeedAuthors {
    guard value.kind == .array else { return try readAuthor(value, key: member, in: bytes) }
    var cursor = JSONCursor(bytes, at: value.range.lowerBound)
    cursor.enter()
    let limit = limits.maximumTextBytes
    var avatar: TextDecoder.Text?
    // Names are appended in place: copying them for each author would take quadratic time.
    var names = TextDecoder.Text(string: "", repairCount: 0)
    while let element = cursor.nextElement(), names.cut == nil {
      let one = try readAuthor(element, key: member, in: bytes)
      if avatar == nil { avatar = one.avatar }
      guard let name = one.name, !name.string.isEmpty else { continue }
      if !names.string.isEmpty { names.string += ", " }
      names.string += name.string
      names.repairCount += name.repairCount
      names.cut = names.string.utf8.count > limit ? .textBytes(limit) : name.cut
    }
    names.string = names.string.cut(toUTF8Count: limit)
    return FeedAuthors(name: names.string.isEmpty ? nil : names, avatar: avatar)
  }

  /// The author of `value`: an object, or the name alone, as in some feeds.
  private mutating func readAuthor(
    _ value: JSONCursor.Value, key member: String, in bytes: UnsafeBufferPointer<UInt8>
  ) throws(Misfit) -> FeedAuthors {
    var one = FeedAuthors()
    switch value.kind {
    case .null: return one
    case .string:
      one.name = try text(of: value, key: member, in: bytes)
      return one
    case .object: break
    case .array, .number, .boolean:
      throw Misfit(
        offset: value.range.lowerBound, fault: .wrongType(key: member, found: value.kind))
    }
    var cursor = JSONCursor(bytes, at: value.range.lowerBound)
    cursor.enter()
    while let (keyRange, value) = cursor.nextMember() {
      switch key(bytes, keyRange) {
      case "name": one.name = try text(of: value, key: "name", in: bytes)
      case "avatar": one.avatar = try text(of: value, key: "avatar", in: bytes)
      default: continue
      }
    }
    return one
  }
}

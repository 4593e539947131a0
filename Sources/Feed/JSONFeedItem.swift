/// What a JSON Feed says before its items, for those that do not say it themselves.
struct FeedHeader {
  var authors = FeedAuthors()
  var language: String?
}

/// Who wrote an item: the names, joined, and the first picture.
struct FeedAuthors {
  var name: TextDecoder.Text?
  var avatar: TextDecoder.Text?

  var isEmpty: Bool { name == nil && avatar == nil }
}

extension ItemDecoder {
  /// Reads an item of JSON Feed 1.0 or 1.1; of two equal names the last counts.
  mutating func readJSONFeedItem(
    _ cursor: inout JSONCursor, into item: inout FeedItem
  ) throws(Misfit) {
    let bytes = cursor.bytes
    var contents = Contents()
    var banner: TextDecoder.Text?
    var authors = FeedAuthors()
    var author = FeedAuthors()
    while let (keyRange, value) = cursor.nextMember() {
      guard let name = key(bytes, keyRange) else { continue }
      switch name {
      case "id", "title", "image":
        guard let field = FeedField(rawValue: name) else { continue }
        item.set(field, to: try text(of: value, key: name, in: bytes))
      case "language":
        item.set(.language, to: try text(of: value, key: name, in: bytes))
      case "date_published":
        item.set(.time, to: try text(of: value, key: name, in: bytes))
      case "banner_image":
        banner = try text(of: value, key: name, in: bytes)
      case "content_text", "content_html", "summary":
        try contents.take(value, key: name)
      case "authors":
        authors = try readAuthors(value, in: bytes)
      case "author":
        author = try readAuthor(value, key: name, in: bytes)
      default: continue
      }
    }
    if item.image == nil, banner != nil { item.set(.image, to: banner) }
    try setBody(of: &item, to: contents, in: bytes)
    if authors.isEmpty { authors = author }
    if authors.isEmpty { authors = header.authors }
    item.set(.author, to: authors.name)
    item.set(.avatar, to: authors.avatar)
    if item.language == nil { item.language = header.language }
  }

  /// The texts an item has: plain goes before HTML, HTML before the summary.
  private struct Contents {
    var text: JSONCursor.Value?
    var html: JSONCursor.Value?
    var summary: JSONCursor.Value?

    /// Notes a value; an empty one is as good as none.
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
    } else if let value = contents.html {
      item.set(.body, to: htmlText(of: value, in: bytes))
    } else if let value = contents.summary {
      item.set(.body, to: try text(of: value, key: "summary", in: bytes))
    }
  }

  /// The authors of `value`, an array of objects.
  mutating func readAuthors(
    _ value: JSONCursor.Value, in bytes: UnsafeBufferPointer<UInt8>
  ) throws(Misfit) -> FeedAuthors {
    var all = FeedAuthors()
    guard value.kind != .null else { return all }
    guard value.kind == .array else {
      throw Misfit(
        offset: value.range.lowerBound, fault: .wrongType(key: "authors", found: value.kind))
    }
    var cursor = JSONCursor(bytes, at: value.range.lowerBound)
    cursor.enter()
    let limit = limits.maximumTextBytes
    // Appended in place: copying the names before for each author would take quadratic time.
    var names = ""
    var repairCount = 0
    var isCut = false
    // What is over the limit is not read: a million authors must not become one name.
    while let element = cursor.nextElement(), !isCut {
      let one = try readAuthor(element, key: "authors", in: bytes)
      if all.avatar == nil { all.avatar = one.avatar }
      guard let name = one.name, !name.string.isEmpty else { continue }
      if !names.isEmpty { names += ", " }
      names += name.string
      repairCount += name.repairCount
      isCut = name.isCut || names.utf8.count > limit
    }
    if !names.isEmpty {
      all.name = TextDecoder.Text(
        string: names.cut(toUTF8Count: limit), repairCount: repairCount, isCut: isCut)
    }
    return all
  }

  /// The author of `value`, an object.
  mutating func readAuthor(
    _ value: JSONCursor.Value, key member: String, in bytes: UnsafeBufferPointer<UInt8>
  ) throws(Misfit) -> FeedAuthors {
    var one = FeedAuthors()
    guard value.kind != .null else { return one }
    guard value.kind == .object else {
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

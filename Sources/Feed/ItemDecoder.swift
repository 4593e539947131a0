internal import GalleyHandles

/// Makes items of a feed's elements, whose syntax a ``JSONScanner`` has checked.
///
/// It is ours and not Foundation's `JSONDecoder` because an element is hostile until proven
/// otherwise: unknown members cost no memory here, a fault has its place, a number keeps its
/// digits, and damaged text is repaired instead of refused. Foundation is its oracle in the tests.
struct ItemDecoder {
  /// The place of an element in its feed.
  struct Place {
    var index: Int
    var byteOffset: Int
    var line: Int?

    /// The error of the element here, `offset` bytes into it.
    func error(_ fault: FeedElementFault, at offset: Int = 0) -> FeedElementError {
      FeedElementError(
        index: index, byteOffset: byteOffset, faultOffset: byteOffset + offset, line: line,
        fault: fault)
    }
  }

  /// What is wrong with a member, and where in the element.
  struct Misfit: Error {
    var offset: Int
    var fault: FeedElementFault
  }

  /// Names longer than this are none that we know, escapes included.
  private static let longestKey = 16 * 6

  let limits: FeedLimits
  let format: FeedFormat
  /// What a JSON Feed says of all its items.
  var header = FeedHeader()
  private var texts = TextDecoder()

  init(format: FeedFormat, limits: FeedLimits) {
    self.format = format
    self.limits = limits
  }

  /// The element of `bytes`, one well-formed JSON value.
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
      if format == .jsonFeed {
        try readJSONFeedItem(&cursor, into: &item)
      } else {
        try readItem(&cursor, into: &item)
      }
    } catch {
      return .bad(place.error(error.fault, at: error.offset))
    }
    if !item.hasShownField { item.unknownMembers = memberNames(from: start) }
    if format == .jsonFeed { fillIn(&item) }
    return .item(item)
  }

  /// The names of the members from `start` on, as far as they are told.
  private mutating func memberNames(from start: JSONCursor) -> [String] {
    var cursor = start
    var names: [String] = []
    while names.count <= FeedItem.namedMembers, let (key, _) = cursor.nextMember() {
      let bytes = UnsafeBufferPointer(rebasing: cursor.bytes[key])
      names.append(texts.decode(bytes, limit: Self.longestKey).string)
    }
    return names
  }

  /// The name at `range`; `nil` if it is too long to be one that we know.
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
        UnsafeBufferPointer(rebasing: bytes[value.range]), limit: limits.maximumTextBytes)
    case .null:
      nil
    case .object, .array, .boolean:
      throw Misfit(
        offset: value.range.lowerBound, fault: .wrongType(key: key, found: value.kind))
    }
  }

  /// The text of a string of HTML, tags gone.
  mutating func htmlText(
    of value: JSONCursor.Value, in bytes: UnsafeBufferPointer<UInt8>
  ) -> TextDecoder.Text {
    let limit = limits.maximumTextBytes
    let limitHTML = limits.maximumHTMLBytes
    let content = UnsafeBufferPointer(rebasing: bytes[value.range])
    let (text, repairCount) = texts.withDecoded(content, limit: limitHTML) { html in
      let isCut = html.count >= limitHTML
      let text = HTMLText.text(ofHTML: &html, limit: limit + 4)
      return (string: text.string, isCut: isCut, isWhole: text.isWhole)
    }
    let string = text.string.cut(toUTF8Count: limit)
    let cut: FeedTextLimit? =
      if string.utf8.count < text.string.utf8.count {
        .textBytes(limit)
      } else if !text.isWhole {
        .htmlStructure(
          depth: HTMLReader.maximumDepth, separators: HTMLReader.maximumTagSeparators)
      } else if text.isCut {
        .htmlBytes(limitHTML)
      } else {
        nil
      }
    return TextDecoder.Text(string: string, repairCount: repairCount, cut: cut)
  }
}

extension FeedItem {
  /// Whether the element gives a field that a cell shows.
  fileprivate var hasShownField: Bool {
    title != nil || body != nil || author != nil || time != nil || image != nil || avatar != nil
  }

  /// Takes `text` as the value of `field`.
  mutating func set(_ field: FeedField, to text: TextDecoder.Text?) {
    self[field] = text?.string
    cuts.removeAll { $0.field == field }
    guard let text else { return }
    repairCount += text.repairCount
    if let limit = text.cut { cuts.append(FeedCut(field: field, limit: limit)) }
  }
}

extension ItemDecoder {
  /// The members of an item, in our own spelling and in the demo's.
  private enum ItemKey: String {
    case id, title, body, author, time, image, avatar, lang
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
      }
    }

    /// Whether this is our own spelling, which goes before another of the same field.
    var isOwn: Bool { rawValue == field.rawValue }
  }

  /// Reads an item of ours or of the demo's; of two equal names the last counts.
  private mutating func readItem(
    _ cursor: inout JSONCursor, into item: inout FeedItem
  ) throws(Misfit) {
    let bytes = cursor.bytes
    var ownFields = 0
    while let (keyRange, value) = cursor.nextMember() {
      guard let name = key(bytes, keyRange), let key = ItemKey(rawValue: name) else { continue }
      let bit = 1 << key.field.bit
      if key.isOwn { ownFields |= bit } else if ownFields & bit != 0 { continue }
      if key.field == .author, value.kind == .object || value.kind == .array {
        item.set(.author, to: try readAuthors(value, key: name, in: bytes).name)
      } else {
        item.set(key.field, to: try text(of: value, key: name, in: bytes))
      }
    }
  }
}

extension FeedField {
  /// A number below 8 for each field.
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
    }
  }
}

import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

/// Reads RSS and Atom.
extension FeedReader {
  /// The element of the next item or entry; `nil` at the end of the feed.
  func nextEntry() throws(FeedError) -> FeedElement? {
    let scanner = XMLScanner(maximumTextBytes: limits.maximumElementBytes)
    do throws(FeedError) {
      // The end of the feed decides whether its last entry is whole, so each entry waits for the next one.
      while let token = try scanner.next(&window) {
        if let entry = syndication.take(token, before: window.offset) {
          if let held = syndication.held {
            syndication.held = entry
            return try element(of: held)
          }
          syndication.held = entry
        }
        if let held = syndication.held, syndication.isInEntry {
          syndication.held = nil
          return try element(of: held)
        }
      }
    } catch {
      guard let held = syndication.held else { throw error }
      syndication.held = nil
      stage = .failing(error)
      return try element(of: held)
    }
    stage = .finished
    // A document that breaks off ends its last entry.
    let missing = syndication.missingEndTag
    var last = syndication.end(at: window.offset)
    if last == nil { syndication.finish() }
    last = last ?? syndication.held
    syndication.held = nil
    last?.missingEndTag = missing
    if elementCount == 0, last == nil {
      // No item can have the warning.
      if let missing { throw .breaksOff(byteOffset: window.offset, endTag: missing) }
      noteSyndication()
    }
    return try last.map { entry throws(FeedError) in try element(of: entry) }
  }

  private func element(of entry: SyndicationEntry) throws(FeedError) -> FeedElement {
    var place = try beginElement()
    place.byteOffset = entry.offset
    if elementCount == 0 { noteSyndication() }
    elementCount += 1
    guard entry.endOffset - entry.offset <= limits.maximumElementBytes else {
      return .bad(place.error(.tooLarge(limit: limits.maximumElementBytes)))
    }
    guard !entry.isTooDeep else {
      return .bad(place.error(.tooDeep(limit: limits.maximumDepth)))
    }
    let inherited = syndication.inherited
    var entry = entry
    entry.moveAuthorPicture()
    // A title behind the first entries is that of the feed too.
    if feed.title == nil, let title = inherited[.title] {
      feed.title = FieldTexts(limits: limits).text(of: title, isLine: true).string
    }
    var item = item(of: entry, at: place)
    if item.author == nil, let author = inherited[.author] {
      item.set(.author, to: FieldTexts(limits: limits).line(Self.personName(author.bytes)))
    }
    // Without an author, there is none whose picture a small one is.
    if item.author == nil, entry.rank(of: .avatar) != 0 { item.set(.avatar, to: nil) }
    item.feedLanguage = inherited[.language].map {
      FieldTexts(limits: limits).line($0.bytes).string
    }
    if !item.hasShownField { item.unknownMembers = entry.memberNames }
    item.missingEndTag = entry.missingEndTag
    item.resolveLinks(ofSite: feed.url ?? feedURL)
    keepMembers(of: entry, in: &item)
    return .item(item)
  }

  /// Stores what the feed says of itself.
  func noteSyndication() {
    let header = syndication.inherited
    feedURL = syndication.feedURL
    feed = item(of: header, at: ItemDecoder.Place(index: 0, byteOffset: 0))
    keepMembers(of: header, in: &feed)
  }

  private func keepMembers(of entry: SyndicationEntry, in item: inout FeedItem) {
    guard limits.keptMemberBytes > 0 else { return }
    let members = entry.members(besides: item, of: syndication.inherited, url: feedURL)
    item.members = .json(Array(MemberList.object(members).utf8))
  }

  /// The item of an entry, or of the feed itself, without what it inherits and without members.
  private func item(of entry: SyndicationEntry, at place: ItemDecoder.Place) -> FeedItem {
    let texts = FieldTexts(limits: limits)
    var item = FeedItem(index: place.index, byteOffset: place.byteOffset)
    for field in FeedField.allCases {
      guard let text = entry[field] else { continue }
      switch field {
      case .title, .body: item.set(field, to: texts.text(of: text, isLine: field == .title))
      case .author: item.set(.author, to: texts.line(Self.personName(text.bytes)))
      case .time: item.setTime(texts.line(text.bytes))
      case .id, .image, .avatar, .language, .url: item.set(field, to: texts.line(text.bytes))
      }
    }
    if let plain = entry.plainBody {
      let markup = item.bodyHTML
      item.set(.body, to: texts.exact(plain.bytes))
      if !item.cutFields.contains(.body) { item.bodyHTML = markup }
    }
    // A link alone identifies the item.
    if item.id == nil, entry.feedElement == nil, let url = entry[.url] {
      item.set(.id, to: texts.line(url.bytes))
    }
    if item.url == nil, entry.hasPermalink, let id = item.id, Self.isWebAddress(id) {
      item.set(.url, to: texts.line(Array(id.utf8)))
    }
    for tag in entry.tags { item.tag(texts.line(tag.bytes).string) }
    for medium in entry.media {
      item.attach(
        FeedAttachment(
          url: texts.line(Array(medium.url.utf8)).string, type: medium.type,
          description: medium.description.map { texts.plain($0.bytes).string },
          byteCount: medium.byteCount, duration: medium.duration))
    }
    // A type that is none may belong to a picture, by the end of its address.
    item.showAttachedPicture()
    if let text = entry.duration, let index = item.attachments.firstIndex(where: \.isPlayed),
      item.attachments[index].duration == nil
    {
      let seconds = SyndicationSlot.seconds(of: texts.line(text.bytes).string)
      item.attachments[index].duration = seconds
    }
    if let extra = entry.extra, !extra.isCut {
      item.take(emojis: CustomEmoji.list(ofExtra: String(decoding: extra.bytes, as: UTF8.self)))
    }
    return item
  }

  private static func isWebAddress(_ id: String) -> Bool {
    ["http://", "https://"].contains { id.lowercased().hasPrefix($0) }
  }

  /// The name in an address of RSS such as `ann@example.org (Ann)`, or else all of `bytes`.
  private static func personName(_ bytes: [UInt8]) -> [UInt8] {
    guard let start = bytes.firstIndex(of: UInt8(ascii: "(")),
      let end = bytes.lastIndex(of: UInt8(ascii: ")")), start + 1 < end,
      bytes[..<start].contains(UInt8(ascii: "@"))
    else { return bytes }
    return Array(bytes[start + 1..<end])
  }
}

extension FieldTexts {
  /// The text of a field of RSS or Atom.
  fileprivate func text(of source: SyndicationText, isLine: Bool) -> TextDecoder.Text {
    var text: TextDecoder.Text
    if source.isHTML {
      let bytes = isLine ? HTMLText.escapingForeignTags(source.bytes) : source.bytes
      text = html(bytes, isCut: source.isCut)
    } else {
      text = plain(source.bytes)
      if source.isCut, text.cut == nil { text.cut = .htmlBytes(limits.maximumHTMLBytes) }
    }
    guard isLine else { return text }
    text.string = text.string.joiningBlanks
    return text
  }
}

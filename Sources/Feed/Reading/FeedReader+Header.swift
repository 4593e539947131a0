import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

/// Reads what a feed says of itself.
extension FeedReader {
  /// Stores a property that a JSON Feed has for all its items; a value of the wrong type is
  /// ignored.
  func noteHeader(_ key: String) {
    guard format == .jsonFeed else { return }
    window.withKept { bytes in
      var cursor = JSONCursor(bytes)
      let value = cursor.passValue()
      let text = { (reader: FeedReader) in
        (try? reader.decoder.text(of: value, key: key, in: bytes))?.string
      }
      switch key {
      case "title": feed.title = text(self)
      case "description": feed.body = text(self)
      case "feed_url":
        feedURL = text(self)
        decoder.header.addresses.feed = feedURL
      case "home_page_url":
        feed.url = text(self)
        decoder.header.addresses.site = feed.url
      case "icon": feed.image = text(self)
      case "language": decoder.header.language = text(self)
      case "authors":
        if let authors = try? decoder.readAuthors(value, key: key, in: bytes), !authors.isEmpty {
          decoder.header.authors = authors
          keepAuthors(String(decoding: bytes, as: UTF8.self).streamSafe)
        }
      case "author":
        // The author of version 1.0 counts only if the authors of version 1.1 are missing.
        guard decoder.header.authors.isEmpty,
          let author = try? decoder.readAuthors(value, key: key, in: bytes)
        else { return }
        decoder.header.authors = author
        keepAuthors("[\(String(decoding: bytes, as: UTF8.self).streamSafe)]")
      case "version": return
      default:
        headerByteCount += key.utf8.count + bytes.count
        guard headerByteCount <= limits.keptMemberBytes else { return }
        headerMembers.append((key, String(decoding: bytes, as: UTF8.self).streamSafe))
      }
    }
  }

  /// Keeps an array of the authors of the feed for the members of items, if it has more than names and pictures.
  private func keepAuthors(_ list: String) {
    guard list.utf8.count <= min(limits.keptMemberBytes, 64 << 10) else { return }
    decoder.header.authorList = AuthorList(json: list)?.saysMore == true ? list : nil
  }

  /// Stores what the feed says of itself, now that its first element is read; `nil` for a feed without elements.
  func noteFeed(with element: FeedElement?) throws(FeedError) {
    switch format {
    case .jsonFeed:
      if let own = headerMembers.first(where: { $0.name == FeedItem.extensionKey })?.value {
        takeFeed(from: own)
      }
      let header = decoder.header
      feed.language = header.language
      feed.author = header.authors.name?.string
      feed.avatar = header.authors.avatar?.string
      guard limits.keptMemberBytes > 0 else { return }
      let authors = header.authorList.map { [(PostDetails.authorsKey, $0)] } ?? []
      feed.members = .json(Array(MemberList.object(headerMembers + authors).utf8))
    case .jsonLines, .csv, .tsv, .markdown:
      guard case .item(let item)? = element, let text = item.feedMember else { return }
      takeFeed(from: text)
    default: return
    }
  }

  /// Fills ``feed`` with the fields of an object in the form of an item of JSON Lines.
  private func takeFeed(from text: String) {
    guard let list = MemberList(json: text) else { return }
    let bytes = Array(text.utf8)
    var items = ItemDecoder(format: .fd, limits: limits)
    let element = bytes.withUnsafeBufferPointer { bytes in
      items.decode(bytes, at: ItemDecoder.Place(index: 0, byteOffset: 0))
    }
    guard case .item(var item) = element else { return }
    if list.members.contains(where: { $0.name == "title" && $0.value == FeedItem.madeValue }) {
      feed.title = nil
    }
    item.title = item.title ?? feed.title
    item.url = item.url ?? feed.url
    item.image = item.image ?? feed.image
    // HTML has plain text too, which a JSON Feed has as its description.
    item.body = item.body ?? feed.body
    feedURL = feedURL ?? list.members.first { $0.name == FeedItem.feedURLKey }?.value.textOfJSON
    feed = item
  }
}

extension FeedItem {
  /// The value of the member in which the first item of a document has what the feed says of itself.
  fileprivate var feedMember: String? {
    switch members {
    case nil: return nil
    case .columns(let columns): return columns[Self.feedKey]
    case .json(let bytes):
      let value = MemberList(bytes)?.members.first { $0.name == Self.feedKey }?.value
      return value.map { $0.textOfJSON ?? $0 }
    }
  }
}

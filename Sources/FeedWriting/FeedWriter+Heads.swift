import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax

/// Writes what a feed says of itself in RSS and Atom.
///
/// What a format requires and the feed does not have is derived from the feed, with an attribute by which the reader
/// knows that it is none of the feed's own.
extension FeedWriter {
  /// The title of a feed without one.
  static let defaultTitle = "Feed"
  /// The date of what has none.
  static let noInstant = "1970-01-01T00:00:00Z"
  /// The attribute of an element that is derived.
  static let derived =
    " \(SyndicationElement.derivedKey)=\"true\"" + declaration(of: XMLNamespaces.galley)

  /// The head of RSS, whose channel has a title, a link and a description.
  var rssHead: String {
    let elements = ItemElements(feed, in: .rss, ofFeed: true)
    let title = (feed.title ?? Self.defaultTitle).html
    var lines = MarkupLines("<channel>")
    lines.add("title", title, feed.title == nil ? Self.derived : "")
    lines.add("link", feed.url ?? address, feed.url == nil ? Self.derived : "")
    if let body = feed.bodyHTML
      ?? feed.body.map({ $0.contains("\n") ? $0.htmlParagraphs : $0.html })
    {
      lines.add("description", body)
    } else {
      lines.add("description", title, Self.derived)
    }
    if let feedURL {
      lines.add(
        line:
          "<atom:link\(Self.declaration(of: "atom")) rel=\"self\" href=\"\(feedURL.xmlAttribute)\"/>"
      )
    }
    lines.add("language", feed.language)
    lines.add("dc:identifier", feed.id)
    lines.addCreators(of: feed, elements)
    if let time = feed.time {
      if let date = FeedDate(time)?.rfc822 {
        lines.add("lastBuildDate", date)
      } else {
        lines.add("dc:date", time)
      }
    }
    for tag in feed.tags where !elements.tags.contains(tag) { lines.add("category", tag) }
    if let image = feed.image { addPicture(image, to: &lines, besides: elements.lines) }
    lines.addAvatar(of: feed)
    lines += elements.lines
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" \
      xmlns:media="http://search.yahoo.com/mrss/">

      """ + lines.text
  }

  /// Adds the picture of a channel, unless one of the other elements is that picture with a title of its own.
  private func addPicture(
    _ image: String, to lines: inout MarkupLines, besides others: [String]
  ) {
    let url = "<url>\(image.xml)</url>"
    guard !others.contains(where: { $0.hasPrefix("<image>") && $0.contains(url) }) else { return }
    let title = (feed.title ?? Self.defaultTitle).xml
    let link = (feed.url ?? address).xml
    lines.add(line: "<image>\(url)<title>\(title)</title><link>\(link)</link></image>")
  }

  /// The head of Atom (RFC 4287), whose feed has a title, an identifier, a date, and authors unless each entry has one.
  ///
  /// The date of a feed without one is ``firstTime``.
  var atomHead: String {
    let elements = ItemElements(feed, in: .atom, ofFeed: true)
    let language = feed.language.map { " xml:lang=\"\($0.xmlAttribute)\"" } ?? ""
    var lines = MarkupLines(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom"\(Self.declaration(of: "dc"))\(language)>
      """)
    lines.add("title", feed.title ?? Self.defaultTitle, feed.title == nil ? Self.derived : "")
    lines.addID(feed.id) { address }
    if !elements.keys.contains("updated") {
      if let instant = feed.instant {
        lines.add("updated", instant)
      } else {
        lines.add("dc:date", feed.time)
        lines.add(
          "updated",
          feed.earliestInstant ?? FeedItem(time: firstTime).earliestInstant ?? Self.noInstant,
          Self.derived)
      }
    }
    if let html = feed.bodyHTML {
      lines.add("subtitle", html, " type=\"html\"")
    } else {
      lines.add("subtitle", feed.body)
    }
    if let url = feed.url { lines.add(line: "<link href=\"\(url.xmlAttribute)\"/>") }
    if let feedURL { lines.add(line: "<link rel=\"self\" href=\"\(feedURL.xmlAttribute)\"/>") }
    if feed.author == nil {
      let name = (feed.title ?? Self.defaultTitle).xml
      lines.add(line: "<author\(Self.derived)><name>\(name)</name></author>")
    }
    lines.addPeople(of: feed, elements)
    lines.addCategories(of: feed, elements)
    lines.add("logo", feed.image)
    lines.addAvatar(of: feed)
    lines += elements.lines
    return lines.text
  }

  /// An address that stands for the feed: its own, or that of its site, or else a number made of its title.
  private var address: String {
    [feedURL, feed.url].lazy.compactMap(\.self).first { $0.isAbsoluteAddress }
      ?? Self.uuid(of: [feed.title, feed.body])
  }

  /// The number of texts as an address: a UUID of version 8 (RFC 9562), by FNV-1a of 128 bits.
  static func uuid(of texts: [String?]) -> String {
    var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
    for text in texts {
      for byte in Array((text ?? "").utf8) + [0xFF] {
        hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B
      }
    }
    hash = hash & ~(0xF << 76) | 8 << 76
    hash = hash & ~(0x3 << 62) | 2 << 62
    let digits = String(hash, radix: 16)
    var text = String(repeating: "0", count: 32 - digits.count) + digits
    for place in [20, 16, 12, 8] {
      text.insert("-", at: text.index(text.startIndex, offsetBy: place))
    }
    return "urn:uuid:" + text
  }
}

/// Elements of XML, each on a line.
struct MarkupLines {
  private var lines: [String]

  /// Begins with a tag.
  init(_ start: String) { lines = [start] }

  /// The lines, each with a newline.
  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Adds an element with a text, unless that is `nil`.
  mutating func add(_ name: String, _ value: String?, _ attributes: String = "") {
    guard let value else { return }
    lines.append("<\(name)\(attributes)>\(value.xml)</\(name)>")
  }

  /// Adds a whole element.
  mutating func add(line: String) { lines.append(line) }

  static func += (lines: inout MarkupLines, more: [String]) { lines.lines += more }

  /// Adds the identifier of Atom, which is an absolute address; another one becomes an element of Dublin Core, beside an
  /// address that is made.
  mutating func addID(_ id: String?, orElse make: () -> String) {
    if let id, id.isAbsoluteAddress { return add("id", id) }
    add("dc:identifier", id)
    add("id", make(), FeedWriter.derived)
  }

  /// Adds the picture of an author, for which RSS and Atom have no element.
  mutating func addAvatar(of item: FeedItem) {
    let prefix = XMLNamespaces.galley
    add("\(prefix):avatar", item.avatar, FeedWriter.declaration(of: prefix))
  }

  /// Adds the plain text of a body whose HTML has another text.
  mutating func addPlainBody(of item: FeedItem) {
    add(
      SyndicationSlot.plainBodyKey, item.plainBody,
      FeedWriter.declaration(of: XMLNamespaces.galley))
  }

  /// Adds the tags that no other element has, for Atom.
  mutating func addCategories(of item: FeedItem, _ elements: ItemElements) {
    for tag in item.tags where !elements.tags.contains(tag) {
      lines.append("<category term=\"\(tag.xmlAttribute)\"/>")
    }
  }

  /// Adds the authors of Atom.
  mutating func addPeople(of item: FeedItem, _ elements: ItemElements) {
    let people = elements.authors?.people ?? item.author.map { [["name": $0]] } ?? []
    for person in people {
      let parts = [("name", "name"), ("uri", "url"), ("email", "email")].compactMap { name, key in
        person[key].map { "<\(name)>\($0.xml)</\(name)>" }
      }
      lines.append("<author>\(parts.joined())</author>")
    }
  }

  /// Adds the authors of RSS.
  mutating func addCreators(of item: FeedItem, _ elements: ItemElements) {
    guard let people = elements.authors?.people else { return add("dc:creator", item.author) }
    for person in people {
      if elements.hasAddresses {
        add("author", "\(person["email"] ?? "") (\(person["name"] ?? ""))")
      } else {
        add("dc:creator", person["name"])
      }
    }
  }
}

extension FeedItem {
  /// The time with a clock and a zone, in the form of RFC 3339; `nil` for another text.
  var instant: String? {
    guard let date = time.flatMap({ FeedDate($0) }), date.hasClock, date.hasZone else { return nil }
    return date.text
  }

  /// The first instant of a date without a clock or a zone; `nil` for no date.
  var earliestInstant: String? {
    guard let date = time.flatMap({ FeedDate($0) }) else { return nil }
    return date.hasClock ? date.text + (date.hasZone ? "" : "Z") : date.dayText + "T00:00:00Z"
  }
}

extension String {
  /// Whether this is an address with a scheme and without characters that addresses lack.
  var isAbsoluteAddress: Bool {
    guard let colon = utf8.firstIndex(of: .colon), colon != utf8.startIndex,
      utf8.index(after: colon) != utf8.endIndex
    else { return false }
    let scheme = utf8[..<colon]
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
    return scheme.first.map(isLetter) == true
      && scheme.allSatisfy {
        isLetter($0) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
      } && utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !"<>\"{}|\\^`".utf8.contains($0) }
  }
}

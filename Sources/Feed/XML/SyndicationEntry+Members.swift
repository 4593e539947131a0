import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

extension SyndicationEntry {
  /// The elements that no part of `item` has, as members of JSON; and its authors, which are those of the feed if
  /// it has none, if they have more than names.
  ///
  /// - Complexity: O(elements).
  func members(
    besides item: FeedItem, of feed: SyndicationEntry, url: String? = nil
  ) -> [(name: String, value: String?)] {
    var known: Set<FeedField> = []
    var own: [(name: String, value: String?)] = []
    var rest: [SyndicationElement] = []
    for element in elements where !element.isBlank {
      if element.key == SyndicationElement.extraKey, let list = MemberList(json: element.string) {
        own += list.members.map { ($0.name, $0.value) }
      } else if !isOfFeed(element, item, url) && !isTaken(element, by: item, &known) {
        rest.append(element)
      }
    }
    for index in rest.indices { rest[index].dropPrefixOfAtom() }
    // A feed has elements with the names of fields: a second picture, or one with a title of its own.
    for index in rest.indices where feedElement != nil && !FeedItem.isFree(rest[index].name) {
      rest[index].name = SyndicationElement.plainPrefix + rest[index].name
    }
    let authors = self[.author] == nil && feed[.author] != nil ? feed.authors : authors
    return own + SyndicationElement.members(rest) + [("authors", authors)]
  }

  /// Whether the parts of a feed have all of an element that only feeds have: its own address, a picture with the feed's
  /// title, and the list of items of RSS 1.0.
  private func isOfFeed(_ element: SyndicationElement, _ feed: FeedItem, _ url: String?) -> Bool {
    guard feedElement != nil else { return false }
    switch element.key {
    case "items": return true
    case "link" where element["rel"] == "self":
      return element["href"] == url && element.hasOnly(["href", "rel", "type"])
    case "image":
      let values = ["url": feed.image, "title": feed.title, "link": feed.url]
      return element.attributes.isEmpty && element.text.allSatisfy(\.isJSONSpace)
        && element.child("url") == feed.image
        && element.children.allSatisfy { child in
          child.isText && values[child.key].map { $0 == child.line } == true
        }
    default: return false
    }
  }

  /// Whether a part of an item has all of an element; `known` are the fields whose elements came before it.
  private func isTaken(
    _ element: SyndicationElement, by item: FeedItem, _ known: inout Set<FeedField>
  ) -> Bool {
    switch element.key {
    case "category", "dc:subject":
      let tag = element["label"] ?? element["term"] ?? element.line
      return item.tags.contains(tag) && element.hasOnly(["label", "term"])
        && element["term"] ?? tag == tag
    case "link" where element["rel"] ?? "alternate" == "alternate":
      let address = element["href"] ?? element.line
      return element.hasOnly(["href", "rel", "type"])
        && (address == item.url || address == relativeURL)
    case "link" where element["rel"] != "enclosure": return false
    case "link", "enclosure", "media:content":
      return element.isMedium(of: item) || element.isAuthorPicture(of: item)
    case "content" where element["src"] != nil: return element.isMedium(of: item)
    case "media:group": return element.children.count == 1 && element.children[0].isMedium(of: item)
    case "author" where element.child("name") != nil: return true
    case SyndicationSlot.plainBodyKey: return true
    case "media:thumbnail": return element.hasOnly(["url"]) && element["url"] == item.image
    case "itunes:image":
      return feedElement == nil && element.hasOnly(["href"]) && element["href"] == item.image
    default: break
    }
    guard let slot = SyndicationSlot(element: element.key, parent: feedElement),
      let field = slot.field
    else { return false }
    // All authors of the first rank count, of the other fields the first element.
    if rank(of: field) == slot.rank, field == .author || known.insert(field).inserted {
      return true
    }
    let text = element.string
    return item[field] == text || field == .time && FeedDate(text)?.text == item.time
  }

  /// The authors as those of JSON Feed; `nil` if they are one without an address.
  private var authors: String? {
    guard let rank = rank(of: .author) else { return nil }
    let people = elements.filter { element in
      // The name within an author of Atom has the first rank.
      let slot = SyndicationSlot(element: element.key, parent: nil)
      return slot?.field == .author
        && (slot?.rank == rank || rank == 0 && element.child("name") != nil)
    }.prefix(256)
    let list = people.map { person in
      MemberList.object([
        ("name", (person.child("name") ?? person.nameOfAddress.name).json),
        ("url", person.child("uri")?.json ?? person.child("url")?.json),
        ("email", (person.child("email") ?? person.nameOfAddress.address)?.json),
      ])
    }
    let json = "[" + list.joined(separator: ",") + "]"
    return AuthorList(json: json)?.saysMore == true ? json : nil
  }
}

extension SyndicationElement {
  /// The attribute of an element that a writer has made because the format requires it, and that no item has.
  package static let derivedKey = "\(XMLNamespaces.galley):derived"

  /// The prefix of a member for an element of a feed that has the name of a field.
  package static let plainPrefix = "rss:"

  /// The key of the element with an object of members that are no elements.
  package static let extraKey = "\(XMLNamespaces.galley):\(FeedItem.extraKey)"

  /// Whether there is nothing but text.
  fileprivate var isText: Bool { attributes.isEmpty && children.isEmpty }

  /// Whether there are no attributes but these, and no elements within.
  fileprivate func hasOnly(_ names: Set<String>) -> Bool {
    children.isEmpty && attributes.allSatisfy { names.contains($0.name) }
  }

  /// The text of the first element of this name within.
  fileprivate func child(_ key: String) -> String? {
    children.first { $0.key == key && !$0.isBlank }?.line
  }

  /// The name and the address of a text such as `ann@example.org (Ann)`; the whole text without such an address.
  fileprivate var nameOfAddress: (name: String, address: String?) {
    let text = line
    guard text.hasSuffix(")"), let start = text.firstIndex(of: "(") else { return (text, nil) }
    let address = text[..<start].trimmingBlanks
    let name = text[text.index(after: start)...].dropLast()
    guard address.contains("@"), !name.isEmpty else { return (text, nil) }
    return (String(name), address)
  }

  /// Whether this is the picture of the author among the media, with no other words than the name.
  fileprivate func isAuthorPicture(of item: FeedItem) -> Bool {
    guard let address = self["url"], address == item.avatar else { return false }
    return attributes.allSatisfy { ["url", "type", "medium"].contains($0.name) }
      && children.allSatisfy { $0.key == "media:title" && $0.string == item.author }
  }

  /// Whether the image or an attachment of an item has all of this medium.
  fileprivate func isMedium(of item: FeedItem) -> Bool {
    guard let address = self["url"] ?? self["href"] ?? self["src"] else { return false }
    let attachment = item.attachments.first { $0.url == address }
    guard attachment != nil || address == item.image else { return false }
    let words = attachment == nil ? item.imageDescription : attachment?.description
    return attributes.allSatisfy { attribute in
      switch attribute.name {
      case "url", "href", "src", "rel", "type", "medium": true
      case "title": attribute.value == words
      case "length", "fileSize":
        Int(attribute.value).map { $0 <= 0 || $0 == attachment?.byteCount } ?? false
      case "duration": Double(attribute.value).map { $0 == attachment?.duration } ?? false
      default: false
      }
    } && children.allSatisfy { $0.key == "media:description" && $0.string == words }
  }
}

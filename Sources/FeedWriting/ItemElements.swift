import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax

/// The members of an item that no field has, or of a feed itself, as elements of RSS or Atom.
///
/// A member becomes an element of its own name where it has the form of one, and where no reader takes it for a part
/// that the item lacks. All others become one object of JSON in an element of Galley's.
struct ItemElements {
  /// The authors, if they are those of ``FeedItem/author`` and have more than names.
  private(set) var authors: AuthorList?
  /// The elements.
  private(set) var lines: [String] = []
  /// The elements with a picture or another medium of an item, each on a line.
  private(set) var media: [ItemMedium] = []
  /// The keys of the elements.
  private(set) var keys: Set<String> = []
  /// The length of the item's sound, if an element has it.
  private(set) var duration: Double?
  /// The tags of the item that the elements have.
  private(set) var tags: Set<String> = []

  private let item: FeedItem
  private let isAtom: Bool
  private let isFeed: Bool
  /// Whether RSS has the body in `content:encoded`, beside a description.
  let hasDescription: Bool

  /// Makes the elements of an item, or of what a feed says of itself, in RSS or Atom.
  ///
  /// - Complexity: O(members).
  init(_ item: FeedItem, in format: FeedFormat, ofFeed isFeed: Bool = false) {
    let members = item.otherMembers.filter { !isFeed || $0.name != FeedItem.feedURLKey }
    self.item = item
    isAtom = format == .atom
    self.isFeed = isFeed
    hasDescription = !isFeed && !isAtom && members.contains { $0.name == "description" }
    if let list = members.first(where: { $0.name == "authors" }),
      let authors = AuthorList(json: list.value), authors.name == item.author
    {
      self.authors = authors
    }
    var rest: [(name: String, value: String?)] = []
    let surroundings = Surroundings(prefixes: isAtom ? ["dc"] : ["dc", "media"])
    for (name, value) in members where !(name == "authors" && hasWholeAuthors) {
      let elementName = elementName(of: name, value)
      let (own, other) = media(elementName, value, in: surroundings)
      media += own
      guard let value = other else { continue }
      if let text = element(elementName, value, in: surroundings) {
        lines.append(text)
        keys.insert(XMLNamespaces.key(elementName))
        if name == SyndicationSlot.durationKey {
          duration = value.textOfJSON.flatMap { SyndicationSlot.seconds(of: $0) }
        }
        if ["category", "dc:subject"].contains(name) { tags.formUnion(Self.tags(of: value)) }
      } else {
        rest.append((name, value))
      }
    }
    if !rest.isEmpty {
      let (key, prefix) = (SyndicationElement.extraKey, XMLNamespaces.galley)
      let address = XMLNamespaces.addresses[prefix] ?? ""
      lines.append(
        "<\(key) xmlns:\(prefix)=\"\(address)\">\(MemberList.object(rest).xml)</\(key)>")
    }
  }

  /// The name of the element of a member: the rights in a whole feed have a name of their own in each of the formats.
  private func elementName(of name: String, _ value: String) -> String {
    let prefix = SyndicationElement.plainPrefix
    if !isAtom, name.hasPrefix(prefix) { return String(name.dropFirst(prefix.count)) }
    guard isFeed, value.textOfJSON != nil else { return name }
    switch (name, isAtom) {
    case ("copyright", true): return "rights"
    case ("rights", false): return "copyright"
    default: return name
    }
  }

  /// Whether each author of RSS is written with an address.
  var hasAddresses: Bool {
    guard !isAtom, !isFeed, let authors, authors.names == ["name", "email"] else { return false }
    return authors.people.allSatisfy { person in
      guard let name = person["name"], let address = person["email"] else { return false }
      return !name.isEmpty && !name.contains { "()".contains($0) } && address.contains("@")
        && !address.contains { $0.isWhitespace || $0 == "(" }
    }
  }

  /// Whether the format has a place for all that the authors have.
  private var hasWholeAuthors: Bool {
    guard let authors, authors.people.allSatisfy({ $0["name"]?.isEmpty == false }) else {
      return false
    }
    return isAtom
      ? authors.names.isSubset(of: ["name", "url", "email"])
      : authors.names == ["name"] || hasAddresses
  }
}

extension ItemElements {
  /// The media of a value of JSON or of a list of them, and the rest of the value; `nil` if there is none.
  private func media(
    _ name: String, _ value: String, in surroundings: Surroundings
  ) -> (media: [ItemMedium], rest: String?) {
    let key = XMLNamespaces.key(name)
    guard !isFeed, ["enclosure", "link", "media:content"].contains(key) else { return ([], value) }
    // A list of one value is no element.
    let values = MemberList.values(ofArray: value)
    guard values?.count != 1 else { return ([], value) }
    var media: [ItemMedium] = []
    var rest: [String] = []
    for value in values ?? [value] {
      if let parts = ElementParts(name, value),
        let line = element(name, value, in: surroundings),
        let medium = ItemMedium(parts, key: key, line: line)
      {
        media.append(medium)
      } else {
        rest.append(value)
      }
    }
    guard !media.isEmpty else { return ([], value) }
    guard rest.count > 1 else { return (media, rest.first) }
    return (media, "[" + rest.joined(separator: ",") + "]")
  }

  /// The tags of an element or of several, which is the first of the label, the term and the text.
  private static func tags(of value: String) -> [String] {
    if let values = MemberList.values(ofArray: value) { return values.flatMap { tags(of: $0) } }
    if let text = value.textOfJSON { return [text] }
    let members = MemberList(json: value)?.members ?? []
    let tag = ["@label", "@term", "#text"].lazy.compactMap { name in
      members.first { $0.name == name }?.value.textOfJSON
    }.first
    return tag.map { [$0] } ?? []
  }

  /// The place of an element.
  private struct Surroundings {
    /// The prefixes that the elements around it declare.
    var prefixes: Set<String>
    /// The key of the element around it, if that is no item.
    var parent: String?
    /// The prefix of names of RSS and Atom, with its colon.
    var plainPrefix = ""
    /// Whether readers pass over the elements here.
    var isIgnored = false
  }

  /// A value of JSON as an element, or as several of them; `nil` for one without the form of an element, and for one
  /// with an effect on other parts of the item.
  private func element(_ name: String, _ value: String, in outer: Surroundings) -> String? {
    if let values = MemberList.values(ofArray: value) {
      let parts = values.compactMap { $0.first == "[" ? nil : element(name, $0, in: outer) }
      return values.count > 1 && parts.count == values.count ? parts.joined(separator: "\n") : nil
    }
    guard let parts = ElementParts(name, value), outer.parent != nil || !parts.isEmpty else {
      return nil
    }
    var tag = parts.tag
    let text = parts.text
    guard var inner = declare(&tag, hasChildren: !parts.content.isEmpty, in: outer) else {
      return nil
    }
    let key = XMLNamespaces.key(tag.name)
    guard !["item", "entry", "xhtml:body"].contains(key),
      !key.hasPrefix(XMLNamespaces.galley + ":"),
      outer.isIgnored || isHarmless(tag, key, text, in: outer.parent)
    else { return nil }
    (inner.parent, inner.isIgnored) = (key, outer.isIgnored || key == "source")
    var content = text.xml
    for child in parts.content {
      guard let name = child.name else {
        content += child.value.xml
        continue
      }
      guard let part = element(name, child.value, in: inner) else { return nil }
      content += part
    }
    let attributes = tag.attributes.map { " \($0.name)=\"\($0.value.xmlAttribute)\"" }.joined()
    return "<\(tag.name)\(attributes)>\(content)</\(tag.name)>"
  }

  /// Gives a tag the name that it has in the format, and declarations of its prefixes.
  ///
  /// - Returns: The place of the elements within; `nil` for a name that cannot stand here.
  private func declare(
    _ tag: inout XMLTag, hasChildren: Bool, in outer: Surroundings
  ) -> Surroundings? {
    var inner = outer
    guard Set(tag.attributes.map(\.name)).count == tag.attributes.count else { return nil }
    // Names of another language, such as XHTML, whose elements have no prefix.
    let isForeign = tag["xmlns"].map { !Self.isOfFeeds($0) } ?? false
    if isForeign { inner.plainPrefix = "" }
    for attribute in tag.attributes where attribute.name.hasPrefix("xmlns") {
      if attribute.name == "xmlns", isForeign { continue }
      // A common prefix has its own meaning for the rest of the document.
      let prefix = String(attribute.name.dropFirst(6))
      guard prefix.isXMLName, !Self.reserved.contains(prefix.lowercased()),
        !attribute.value.isEmpty, XMLNamespaces.known[attribute.value] == nil
      else { return nil }
      inner.prefixes.insert(prefix)
    }
    if !tag.name.contains(":") {
      if outer.parent == nil, !isForeign {
        let isOfAtom = isOfAtom(tag, hasChildren: hasChildren)
        guard isOfAtom || (isFeed ? Self.namesOfChannels : Self.namesOfRSS).contains(tag.name)
        else { return nil }
        if isOfAtom, !isAtom { inner.plainPrefix = "atom:" }
        if !isOfAtom, isAtom { tag.attributes.append(XMLTag.Attribute(name: "xmlns", value: "")) }
      }
      tag.name = inner.plainPrefix + tag.name
    } else if isAtom, tag.name.hasPrefix("atom:") {
      tag.name = String(tag.name.dropFirst(5))
    }
    for name in [tag.name] + tag.attributes.map(\.name) where name != "xmlns" {
      let parts = name.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count <= 2, parts.allSatisfy(\.isXMLName) else { return nil }
      let prefix = parts[0]
      guard parts.count == 2, !["xmlns", "xml"].contains(prefix), !inner.prefixes.contains(prefix)
      else { continue }
      guard let address = XMLNamespaces.addresses[prefix] else { return nil }
      tag.attributes.append(XMLTag.Attribute(name: "xmlns:" + prefix, value: address))
      inner.prefixes.insert(prefix)
    }
    return inner
  }

  private static let reserved = Set(XMLNamespaces.addresses.keys.map { $0.lowercased() })
    .union(["xml", "xmlns", "atom10", "rss"])
  private static let namesOfRSS: Set = [
    "category", "comments", "description", "enclosure", "link", "source",
  ]
  private static let namesOfChannels: Set = [
    "category", "cloud", "copyright", "docs", "generator", "image", "link", "managingEditor",
    "pubDate", "rating", "skipDays", "skipHours", "textInput", "ttl", "webMaster",
  ]

  /// Whether an element without a prefix is one of Atom; RSS has some elements of the same names.
  private func isOfAtom(_ tag: XMLTag, hasChildren: Bool) -> Bool {
    switch tag.name {
    case "generator": isAtom || !isFeed || !tag.attributes.isEmpty
    case "category": tag["term"] != nil
    case "link": tag["href"] != nil
    case "source": tag["url"] == nil && hasChildren
    default: SyndicationElement.namesOfAtom.contains(tag.name)
    }
  }

  /// Whether names without a prefix of this namespace are those of RSS or Atom.
  private static func isOfFeeds(_ address: String) -> Bool {
    address.isEmpty || ["", "atom"].contains(XMLNamespaces.known[address])
  }

  /// Whether a reader finds the same parts of the item with this element and without it.
  private func isHarmless(
    _ tag: XMLTag, _ key: String, _ text: String, in parent: String?
  ) -> Bool {
    if let medium = SyndicationMedium(tag, named: key), medium.url != item.image,
      !item.attachments.contains(where: { $0.url == medium.url })
    {
      return false
    }
    if key == "category", let tag = tag["label"] ?? tag["term"], !item.tags.contains(tag) {
      return false
    }
    let surrounding = isFeed ? parent ?? (isAtom ? "feed" : "channel") : parent
    if let (slot, address) = SyndicationSlot.address(of: tag, named: key, in: surrounding) {
      return slot.field == .image && address == item.image || yields(slot)
    }
    guard let slot = SyndicationSlot(element: key, parent: surrounding) else { return true }
    return switch slot.part {
    case .tag: text.isEmpty || item.tags.contains(text)
    case .mediumDescription: true
    case .plainBody, .extra: false
    case .duration: item.attachments.first(where: \.isPlayed)?.duration != nil
    case .field: yields(slot)
    }
  }

  /// Whether the field of a slot comes from another element, which is written before.
  private func yields(_ slot: SyndicationSlot) -> Bool {
    guard let field = slot.field, item[field]?.isEmpty == false else { return false }
    return switch field {
    case .title, .url: true
    case .id: slot.rank >= 2 || !isFeed && !isAtom || isAtom && item.id?.isAbsoluteAddress == true
    case .body: slot.rank >= (isFeed ? 2 : isAtom ? 1 : hasDescription ? 0 : 2)
    // Authors of equal ranks are joined.
    case .author: slot.rank > (hasAddresses ? 1 : 0)
    case .time: slot.rank >= (item.instant == nil ? 1 : isFeed && isAtom ? 2 : 0)
    case .language: slot.rank >= 1
    case .image: slot.rank >= (isAtom && !isFeed ? 2 : 0)
    case .avatar: slot.rank >= 1
    }
  }
}

import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

/// The addresses to which those of the open elements are relative, as `xml:base` says.
///
/// A short tag may stand for a long address. The addresses of an entry are made whole until their bytes, and those of their
/// bases, are sixteen times its own and 32 KiB; further ones stay as they are.
///
/// - SeeAlso: [XML Base](https://www.w3.org/TR/xmlbase/)
struct BaseAddresses {
  /// The addresses, and the number of elements around the one that names each.
  private var bases: [(depth: Int, base: BaseAddress)] = []
  private var room = Room(ofBytes: 0)
  /// The room of the elements that are kept as they are, beside the fields that are read from them.
  private var keptRoom = Room(ofBytes: 0)
  /// The address to which those of the last tag are relative; `nil` if there is none.
  private(set) var ofTag: BaseAddress?
  /// The largest number of addresses within each other; further ones are ignored.
  private static let maximumCount = 64
  /// The attribute with a base.
  private static let key = "xml:base"

  /// The innermost address; `nil` if there is none.
  var current: BaseAddress? { bases.last?.base }

  /// Begins to count the bytes of an entry.
  mutating func beginEntry() { (room, keptRoom) = (Room(ofBytes: 0), Room(ofBytes: 0)) }

  /// Counts bytes of an entry.
  mutating func add(bytes count: Int) {
    room.add(bytes: count)
    keptRoom.add(bytes: count)
  }

  /// Opens the base of a tag with `depth` elements around it, unless the tag is empty.
  ///
  /// - Returns: The tag, without the attribute with a base if there is one for its addresses.
  mutating func opened(_ tag: XMLTag, at depth: Int) -> XMLTag {
    add(bytes: tag.byteCount)
    while let last = bases.last, last.depth >= depth { bases.removeLast() }
    // An empty base is the one around it.
    let own = tag[Self.key].map(\.trimmingBlanks).flatMap { $0.isEmpty ? nil : $0 }
    let base = own.flatMap { opened($0) }
    ofTag = base ?? current
    guard ofTag != nil else { return tag }
    if let base, !tag.isEmpty, bases.count < Self.maximumCount { bases.append((depth, base)) }
    var tag = tag
    tag.attributes.removeAll { $0.name == Self.key }
    return tag
  }

  /// The last tag, with whole addresses; `isKept` tells that it is kept as it is, beside the fields that are read from it.
  mutating func resolved(_ tag: XMLTag, isKept: Bool = false) -> XMLTag {
    guard let base = ofTag else { return tag }
    var resolved = tag
    for index in tag.attributes.indices where Self.hasAddress(tag.attributes[index].name) {
      let value = tag.attributes[index].value
      resolved.attributes[index].value =
        isKept
        ? Self.resolved(value, relativeTo: base, room: &keptRoom)
        : self.resolved(value, relativeTo: base)
    }
    return resolved
  }

  /// Whether an attribute has an address.
  static func hasAddress(_ name: String) -> Bool { addressNames.contains(name.lowercased()) }

  /// The attributes of elements that have an address.
  fileprivate static let addressNames: Set = [
    "href", "src", "url", "poster", "data-src", "data-lazy-src",
  ]

  /// A base, which may itself be relative; `nil` for none, and for one that is too long.
  private mutating func opened(_ text: String) -> BaseAddress? {
    guard text.utf8.count <= BaseAddress.maximumBytes else { return nil }
    guard !BaseAddress.hasScheme(text) else { return BaseAddress(text) }
    guard let current else { return nil }
    let whole = resolved(text, relativeTo: current)
    return whole.utf8.count <= BaseAddress.maximumBytes ? BaseAddress(whole) : nil
  }

  /// An address as a whole one.
  ///
  /// It stays as it is with a scheme, without any text, if it is too long, and if the entry has used too many bases.
  mutating func resolved(_ text: String, relativeTo base: BaseAddress) -> String {
    Self.resolved(text, relativeTo: base, room: &room)
  }

  /// HTML whose links and pictures have whole addresses, as far as the entry may use further bases, and as far as they
  /// leave the HTML within `limit` bytes; first are `tags`, the values of tags of the feed itself, in their order.
  ///
  /// - Complexity: O(bytes).
  mutating func resolved(
    html: [UInt8], relativeTo base: BaseAddress?, tags: [TagAddress], limit: Int
  ) -> [UInt8] {
    room.growth = limit - html.count
    defer { room.growth = .max }
    var result: [UInt8] = []
    var start = 0
    for tag in tags where room.isLeft {
      let text = String(
        decoding: XMLReferences.resolved(Array(html[tag.range])), as: UTF8.self)
      let whole = Self.resolved(text, relativeTo: tag.base, room: &room)
      guard whole != text else { continue }
      result += html[start..<tag.range.lowerBound] + whole.attributeXML.utf8
      start = tag.range.upperBound
    }
    result += html[start...]
    guard let base else { return result }
    return Self.resolved(html: result, relativeTo: base, of: Self.addressNames, room: &room)
  }

  /// An address in HTML that an attribute of a tag of the feed has become.
  struct TagAddress {
    /// Its bytes in the HTML, as XML.
    var range: Range<Int>
    /// The address to which it is relative.
    var base: BaseAddress
  }

  fileprivate static func resolved(
    _ text: String, relativeTo base: BaseAddress, room: inout Room
  ) -> String {
    let trimmed = text.trimmingBlanks
    guard room.isLeft, !trimmed.isEmpty, trimmed.utf8.count <= BaseAddress.maximumBytes,
      !BaseAddress.hasScheme(trimmed), let whole = base.resolved(trimmed)
    else { return text }
    let count = whole.attributeXML.utf8.count
    room.bases -= max(base.byteCount, count)
    let growth = max(count - text.utf8.count, 0)
    guard growth <= room.growth else {
      room.growth = 0
      return text
    }
    room.growth -= growth
    return whole
  }

  /// The most that the addresses of an entry or of a text may become.
  fileprivate struct Room {
    /// The bytes of whole addresses, or of their bases if those are longer.
    var bases: Int
    /// The bytes that whole addresses may add to HTML; none are left once one did not fit.
    var growth = Int.max

    var isLeft: Bool { bases > 0 && growth > 0 }

    init(ofBytes count: Int) {
      bases = 32 << 10
      add(bytes: count)
    }

    /// Counts bytes of the entry.
    mutating func add(bytes count: Int) { bases += 16 * count }
  }
}

extension FeedItem {
  /// Makes the addresses of links in the HTML of the body whole, relative to that of the item's own page, or else of its
  /// site.
  ///
  /// The address of an item may be that of a page of another site, which the item is about: the links of the body are
  /// none of that page. Then the identifier may be the address of the item's own page, as it often is in RSS. Names of
  /// pictures stay as they are: the folder of assets may have them.
  ///
  /// - Parameters:
  ///   - site: The address of the feed's site; `nil` if it is not known.
  ///   - isOwnPage: Whether the address of the item may be that of its own page.
  mutating func resolveLinks(ofSite site: String?, isOwnPage: Bool = true) {
    guard let html = bodyHTML, html.utf8.contains(UInt8(ascii: "<")),
      html.contains(anyCaseOf: "href"),
      let base = ownAddress(onSite: site, isOwnPage: isOwnPage),
      base.utf8.count <= BaseAddress.maximumBytes
    else { return }
    var room = BaseAddresses.Room(ofBytes: html.utf8.count)
    let resolved = BaseAddresses.resolved(
      html: Array(html.utf8), relativeTo: BaseAddress(base), of: BaseAddresses.linkNames,
      room: &room)
    bodyHTML = String(decoding: resolved, as: UTF8.self)
  }

  private func ownAddress(onSite site: String?, isOwnPage: Bool) -> String? {
    let pages = [isOwnPage ? url : nil, id].compactMap { $0 }.filter { $0.hasPrefix("http") }
    guard let site, site.hasPrefix("http") else { return pages.first }
    let host = BaseAddresses.host(of: site)
    return pages.first { BaseAddresses.isHost(BaseAddresses.host(of: $0), ofSite: host) } ?? site
  }
}

extension BaseAddresses {
  /// The attribute with the address of a link.
  fileprivate static let linkNames: Set = ["href"]

  /// The host of an address of the web, in small letters and without `www`.
  fileprivate static func host(of address: String) -> Substring {
    let rest = address.utf8.drop { $0 != .colon }.drop { $0 == .colon || $0 == UInt8(ascii: "/") }
    let host = rest.prefix { !"/?#:".utf8.contains($0) }
    let name = Substring(host).lowercased()
    return name.hasPrefix("www.") ? name.dropFirst(4) : name[...]
  }

  /// Whether a host is that of a site, a part of it, or what it is a part of.
  fileprivate static func isHost(_ host: Substring, ofSite site: Substring) -> Bool {
    host == site || host.hasSuffix(".\(site)") || site.hasSuffix(".\(host)")
  }

  /// HTML whose links and pictures have whole addresses, as far as there is room for them; other text stays as it
  /// is.
  ///
  /// - Complexity: O(bytes + bytes of the bases).
  fileprivate static func resolved(
    html: [UInt8], relativeTo base: BaseAddress, of names: Set<String>, room: inout Room
  ) -> [UInt8] {
    var result: [UInt8] = []
    var rest = html[...]
    while room.isLeft, let start = rest.firstIndex(of: .lessThan) {
      result += rest[..<start]
      rest = rest[start...]
      let end = endOfTag(rest)
      result += resolved(tag: rest[..<end], relativeTo: base, of: names, room: &room)
      rest = rest[end...]
    }
    return result + rest
  }

  /// The end of a tag, whose attributes may have a `>` in quotation marks; the `<` alone if it is no tag.
  private static func endOfTag(_ bytes: ArraySlice<UInt8>) -> Int {
    let next = bytes.startIndex + 1
    guard next < bytes.endIndex, (0x61...0x7A).contains(bytes[next] | 0x20) else { return next }
    var quote: UInt8?
    var last: UInt8 = 0
    for index in next..<bytes.endIndex {
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: ">") || byte == .lessThan {
        return index
      } else if last == UInt8(ascii: "="), byte == .quote || byte == UInt8(ascii: "'") {
        quote = byte
      }
      if !byte.isJSONSpace { last = byte }
    }
    return bytes.endIndex
  }

  private static func resolved(
    tag: ArraySlice<UInt8>, relativeTo base: BaseAddress, of names: Set<String>, room: inout Room
  ) -> [UInt8] {
    var result: [UInt8] = []
    var rest = tag
    while let sign = rest.firstIndex(of: UInt8(ascii: "=")) {
      let name = rest[..<sign].reversed().drop(while: \.isJSONSpace).prefix {
        !$0.isJSONSpace && $0 != .quote && $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: "/")
      }
      var start = rest[(sign + 1)...].firstIndex { !$0.isJSONSpace } ?? rest.endIndex
      var end = rest.endIndex
      if start < rest.endIndex, rest[start] == .quote || rest[start] == UInt8(ascii: "'") {
        let quote = rest[start]
        start += 1
        end = rest[start...].firstIndex(of: quote) ?? end
      } else {
        end = rest[start...].firstIndex(where: \.isJSONSpace) ?? end
      }
      result += rest[..<start]
      let value = rest[start..<end]
      let key = String(decoding: name.reversed(), as: UTF8.self).lowercased()
      if names.contains(key) {
        let text = String(decoding: XMLReferences.resolved(Array(value)), as: UTF8.self)
        let whole = resolved(text, relativeTo: base, room: &room)
        result += whole == text ? Array(value) : Array(whole.attributeXML.utf8)
      } else {
        result += value
      }
      rest = rest[end...]
    }
    return result + rest
  }
}

extension String {
  /// This text as the value of an attribute, between quotation marks of either kind.
  fileprivate var attributeXML: String {
    utf8.contains(UInt8(ascii: "'")) ? xml.replacing(bytes: "'", with: "&#39;") : xml
  }
}

extension XMLTag {
  /// The bytes of the tag and its end tag, but for white space and references.
  fileprivate var byteCount: Int {
    attributes.reduce(2 * name.utf8.count + 5) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
  }
}

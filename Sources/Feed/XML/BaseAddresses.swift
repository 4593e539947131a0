internal import Foundation
import GalleyFeedItems
import GalleyFeedSyntax
import GalleyPrimitives

/// The addresses to which those of the open elements are relative, as `xml:base` says.
///
/// - SeeAlso: [XML Base](https://www.w3.org/TR/xmlbase/)
struct BaseAddresses {
  /// The addresses, and the number of elements around the one that names each.
  private var bases: [(depth: Int, address: String)] = []
  /// The largest number of addresses within each other; further ones are ignored.
  private static let maximumCount = 64
  /// The attribute with a base.
  private static let key = "xml:base"

  /// The innermost address; `nil` if there is none.
  var current: String? { bases.last?.address }

  /// Gives a tag with `depth` elements around it whole addresses, and opens its own base unless the tag is empty.
  ///
  /// - Returns: The tag, without the attribute that names a base.
  mutating func opened(_ tag: XMLTag, at depth: Int) -> XMLTag {
    while let last = bases.last, last.depth >= depth { bases.removeLast() }
    let own = tag[Self.key]?.trimmingBlanks
    guard own != nil || !bases.isEmpty else { return tag }
    var base = current
    if let own, let address = Self.address(own, relativeTo: current) { base = address }
    guard let base else { return tag }
    var resolved = tag
    resolved.attributes.removeAll { $0.name == Self.key }
    for index in resolved.attributes.indices
    where Self.addressNames.contains(resolved.attributes[index].name.lowercased()) {
      resolved.attributes[index].value = Self.resolved(
        resolved.attributes[index].value, relativeTo: base)
    }
    if own != nil, !tag.isEmpty, bases.count < Self.maximumCount { bases.append((depth, base)) }
    return resolved
  }

  /// The attributes of elements that have an address.
  fileprivate static let addressNames: Set = [
    "href", "src", "url", "poster", "data-src", "data-lazy-src",
  ]

  /// The whole address of a base, which may itself be relative; `nil` for none.
  private static func address(_ text: String, relativeTo outer: String?) -> String? {
    if hasScheme(text) { return text.utf8.count <= maximumBytes ? text : nil }
    return outer.map { resolved(text, relativeTo: $0) }
  }

  /// An address as a whole one; it stays as it is with a scheme, without any text, and if it is too long.
  static func resolved(_ text: String, relativeTo base: String) -> String {
    let trimmed = text.trimmingBlanks
    guard !trimmed.isEmpty, trimmed.utf8.count <= maximumBytes, !hasScheme(trimmed),
      let url = URL(string: trimmed, relativeTo: URL(string: base))
    else { return text }
    return url.absoluteString
  }

  /// The largest length of an address that is resolved, in bytes.
  fileprivate static let maximumBytes = 4096

  private static func hasScheme(_ text: String) -> Bool {
    let scheme = text.utf8.prefix { $0 != .colon && $0 != UInt8(ascii: "/") }
    guard scheme.endIndex < text.utf8.endIndex, text.utf8[scheme.endIndex] == .colon else {
      return false
    }
    return scheme.first?.beginsXMLName == true
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
    guard let html = bodyHTML, html.utf8.contains(UInt8(ascii: "<")), html.contains(bytes: "href"),
      let base = ownAddress(onSite: site, isOwnPage: isOwnPage),
      base.utf8.count <= BaseAddresses.maximumBytes
    else { return }
    let resolved = BaseAddresses.resolved(
      html: Array(html.utf8), relativeTo: base, of: BaseAddresses.linkNames)
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

  /// HTML whose links and pictures have whole addresses; other text stays as it is.
  ///
  /// Tags beyond sixteen times the bytes, and 256 KiB, stay as they are: each may have the base in front of its address.
  ///
  /// - Complexity: O(bytes).
  static func resolved(
    html: [UInt8], relativeTo base: String, of names: Set<String> = addressNames
  ) -> [UInt8] {
    let ceiling = (256 << 10) + 16 * html.count
    var result: [UInt8] = []
    var rest = html[...]
    while result.count < ceiling, let start = rest.firstIndex(of: .lessThan) {
      result += rest[..<start]
      rest = rest[start...]
      let end = endOfTag(rest)
      result += resolved(tag: rest[..<end], relativeTo: base, of: names)
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
    tag: ArraySlice<UInt8>, relativeTo base: String, of names: Set<String>
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
        let whole = resolved(text, relativeTo: base)
        result += whole == text ? Array(value) : Array(whole.xml.utf8)
      } else {
        result += value
      }
      rest = rest[end...]
    }
    return result + rest
  }
}

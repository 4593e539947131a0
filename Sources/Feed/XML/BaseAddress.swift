internal import Foundation
import GalleyFeedSyntax
import GalleyPrimitives

/// An address to which others are relative.
///
/// Its parts are found once, and joined to those of others as bytes: a small feed may have many addresses that are relative
/// to a long one.
///
/// - SeeAlso: RFC 3986, section 5.2, "Relative Resolution"
struct BaseAddress {
  /// The number of bytes of the address.
  let byteCount: Int
  /// `nil` if nothing can be relative to the address: it has no scheme, or neither an authority nor a path from the root.
  private let parts: AddressParts?

  /// The largest length of an address that is resolved or that others are relative to, in bytes.
  static let maximumBytes = 4096

  /// Takes an address, with escapes in place of what an address cannot have.
  init(_ text: String) {
    byteCount = text.utf8.count
    let address = AddressParts.isPlain(text) ? text : URL(string: text)?.absoluteString
    parts = address.flatMap { AddressParts(base: $0) }
  }

  /// Takes an address that another one has been made into.
  init(resolved text: String) {
    byteCount = text.utf8.count
    parts = AddressParts(base: text)
  }

  /// The whole address of a reference without a scheme; `nil` if it is none, or if nothing is relative to this address.
  ///
  /// - Complexity: O(bytes of both).
  func resolved(_ reference: String) -> String? {
    guard let parts else { return nil }
    let isPlain = AddressParts.isPlainReference(reference)
    guard let escaped = isPlain ? reference : Self.escaped(reference) else { return nil }
    return AddressParts(ArraySlice(escaped.utf8)).resolved(relativeTo: parts)
  }

  private static func escaped(_ reference: String) -> String? {
    if let url = URL(string: reference) { return url.relativeString }
    // A colon in the first segment of a path is one of a scheme for Foundation.
    guard !reference.hasPrefix("/") else { return nil }
    return URL(string: "./\(reference)")?.relativeString
  }

  /// Whether an address has a scheme.
  static func hasScheme(_ text: String) -> Bool {
    let scheme = text.utf8.prefix {
      (0x61...0x7A).contains($0 | 0x20) || (0x2B...0x39).contains($0) && $0 != 0x2C && $0 != 0x2F
    }
    guard scheme.endIndex < text.utf8.endIndex, text.utf8[scheme.endIndex] == .colon else {
      return false
    }
    return scheme.first.map { $0 >= 0x41 } ?? false
  }
}

/// The parts of an address, each with its signs.
///
/// - SeeAlso: RFC 3986, appendix B, "Parsing a URI Reference with a Regular Expression"
private struct AddressParts {
  private var scheme: ArraySlice<UInt8> = []
  private var authority: ArraySlice<UInt8> = []
  private var path: ArraySlice<UInt8>
  private var query: ArraySlice<UInt8>
  private var fragment: ArraySlice<UInt8>

  /// Takes a reference without a scheme.
  init(_ reference: ArraySlice<UInt8>) {
    var rest = reference
    if rest.starts(with: "//".utf8) {
      let end = rest.dropFirst(2).firstIndex {
        $0 == Self.slash || $0 == Self.question || $0 == Self.number
      }
      authority = rest[..<(end ?? rest.endIndex)]
      rest = rest[authority.endIndex...]
    }
    path = rest.prefix { $0 != Self.question && $0 != Self.number }
    query = rest[path.endIndex...].prefix { $0 != Self.number }
    fragment = rest[query.endIndex...]
  }

  /// Takes an address to which others are relative; `nil` without a scheme, or without an authority and a path from the root.
  init?(base: String) {
    guard BaseAddress.hasScheme(base) else { return nil }
    let bytes = Array(base.utf8)
    let scheme = bytes.prefix { $0 != .colon }.count + 1
    self.init(bytes[scheme...])
    guard !authority.isEmpty || path.first == Self.slash else { return nil }
    self.scheme = bytes[..<scheme]
  }

  func resolved(relativeTo base: AddressParts) -> String {
    var whole = self
    whole.scheme = base.scheme
    if authority.isEmpty {
      whole.authority = base.authority
      if path.isEmpty {
        whole.path = base.path
        if query.isEmpty { whole.query = base.query }
      } else if path.first != Self.slash {
        let end = base.path.lastIndex(of: Self.slash)
        whole.path = (end.map { base.path[...$0] } ?? [Self.slash]) + path
      }
    }
    if !path.isEmpty { whole.path = Self.withoutDots(whole.path) }
    return String(
      decoding: whole.scheme + whole.authority + whole.path + whole.query + whole.fragment,
      as: UTF8.self)
  }

  /// A path that begins with `/`, without the segments `.` and `..`.
  ///
  /// - SeeAlso: RFC 3986, section 5.2.4, "Remove Dot Segments"
  private static func withoutDots(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var result: ArraySlice<UInt8> = []
    result.reserveCapacity(path.count)
    var rest = path.dropFirst()
    while true {
      let segment = rest.prefix { $0 != slash }
      let isLast = segment.endIndex == rest.endIndex
      switch segment.count {
      case 2 where segment.allSatisfy { $0 == dot }:
        result.removeLast(result.count - (result.lastIndex(of: slash) ?? 0))
        if isLast { result.append(slash) }
      case 1 where segment.first == dot:
        if isLast { result.append(slash) }
      default:
        result.append(slash)
        result += segment
      }
      guard !isLast else { return result }
      rest = rest[(segment.endIndex + 1)...]
    }
  }

  /// Whether an address of the web has a name for its host, and no sign for which Foundation would write an escape.
  static func isPlain(_ address: String) -> Bool {
    guard let start = ["https://", "http://"].first(where: address.hasPrefix) else { return false }
    let rest = address.utf8.dropFirst(start.utf8.count)
    let host = rest.prefix { $0 != slash && $0 != question }
    return !host.isEmpty
      && host.allSatisfy { isLetterOrDigit($0) || $0 == dot || $0 == UInt8(ascii: "-") }
      && rest[host.endIndex...].allSatisfy(isPlain)
  }

  /// Whether a reference has no authority, and no sign for which Foundation would write an escape.
  static func isPlainReference(_ reference: String) -> Bool {
    !reference.hasPrefix("//") && reference.utf8.allSatisfy(isPlain)
  }

  /// Whether a byte is a letter, a digit, a sign of RFC 3986 that divides parts but for `#`, `:` and brackets, or
  /// unreserved.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    // Further signs are `!`, those from `$` on with `/`, `;`, `=`, `?`, `@`, `_` and `~`.
    case 0x21, 0x24, 0x26...0x2F, 0x3B, 0x3D, 0x3F, 0x40, 0x5F, 0x7E: true
    default: isLetterOrDigit(byte)
    }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte)
  }

  private static let slash = UInt8(ascii: "/")
  private static let question = UInt8(ascii: "?")
  private static let number = UInt8(ascii: "#")
  private static let dot = UInt8(ascii: ".")
}

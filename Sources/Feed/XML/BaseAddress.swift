internal import Foundation
import GalleyFeedItems
import GalleyFeedSyntax

/// An address to which others are relative.
///
/// - SeeAlso: RFC 3986, section 5.2, "Relative Resolution"
struct BaseAddress {
  /// The number of bytes of the address.
  let byteCount: Int
  /// `nil` if nothing can be relative to the address: it has no scheme, or neither an authority nor a path from the root.
  private let url: URL?

  /// The largest length of an address that is resolved or that others are relative to, in bytes.
  static let maximumBytes = 4096

  init(_ text: String) {
    byteCount = text.utf8.count
    url = Self.url(text).flatMap { url in
      url.scheme != nil && (url.host() != nil || url.path().hasPrefix("/")) ? url : nil
    }
  }

  /// The whole address of a reference without a scheme; `nil` if it is none, or if nothing is relative to this address.
  ///
  /// - Complexity: O(bytes of both).
  func resolved(_ reference: String) -> String? {
    guard let url else { return nil }
    if let whole = Self.url(reference, relativeTo: url) { return whole.absoluteString }
    // A colon in the first segment of a path is that of a scheme for Foundation.
    guard !reference.hasPrefix("/") else { return nil }
    return Self.url("./\(reference)", relativeTo: url)?.absoluteString
  }

  /// An address with escapes for what it cannot have.
  ///
  /// Foundation would escape those that it has already, too.
  private static func url(_ text: String, relativeTo base: URL? = nil) -> URL? {
    let bytes = text.utf8
    guard bytes.contains(UInt8(ascii: "%")) else { return URL(string: text, relativeTo: base) }
    var start = bytes.startIndex
    if let slashes = bytes.firstRange(of: "//".utf8),
      slashes.lowerBound == start || bytes[bytes.index(before: slashes.lowerBound)] == .colon
    {
      // A host has other escapes.
      start = bytes[slashes.upperBound...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.endIndex
    }
    let rest = text[start...].addingPercentEncoding(withAllowedCharacters: allowed)
    return URL(string: text[..<start] + (rest ?? ""), relativeTo: base)
  }

  private static let allowed = CharacterSet.urlQueryAllowed.union(CharacterSet(charactersIn: "#%"))

  /// Whether an address has a scheme.
  ///
  /// - SeeAlso: RFC 3986, section 3.1, "Scheme"
  static func hasScheme(_ text: String) -> Bool {
    let scheme = text.utf8.prefix { isLetter($0) || $0.isDigit || "+-.".utf8.contains($0) }
    guard let first = scheme.first, isLetter(first) else { return false }
    return scheme.endIndex < text.utf8.endIndex && text.utf8[scheme.endIndex] == .colon
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}

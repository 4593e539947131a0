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
    url = URL(string: text.uriEncoded).flatMap { url in
      url.scheme != nil && (url.host() != nil || url.path().hasPrefix("/")) ? url : nil
    }
  }

  /// The whole address of a reference without a scheme; `nil` if it is none, or if nothing is relative to this address.
  ///
  /// - Complexity: O(bytes of both).
  func resolved(_ reference: String) -> String? {
    guard let url else { return nil }
    let text = reference.uriEncoded
    if let whole = URL(string: text, relativeTo: url) { return whole.absoluteString }
    // A colon in the first segment of a path is that of a scheme for Foundation.
    return text.hasPrefix("/") ? nil : URL(string: "./\(text)", relativeTo: url)?.absoluteString
  }

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

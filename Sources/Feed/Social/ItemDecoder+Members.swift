import GalleyFeedItems
import GalleyFeedSyntax

/// Reads nested members of items, and ignores those of another kind than expected.
extension ItemDecoder {
  /// The members of an object that social networks name.
  typealias Members = [String: JSONCursor.Value]

  /// The largest number of elements of a nested array that are read.
  static let maximumNested = 64

  /// The known members of `value` except those that are `null`; the last of equal names counts.
  mutating func members(
    of value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Members {
    guard let value, value.kind == .object else { return [:] }
    var cursor = JSONCursor(bytes, at: value.range.lowerBound)
    cursor.enter()
    var members: Members = [:]
    while let (keyRange, value) = cursor.nextMember() {
      guard value.kind != .null, let name = key(bytes, keyRange),
        members.count < Self.maximumNested
      else { continue }
      members[name] = value
    }
    return members
  }

  /// The elements of a list of JSON-LD, which writes a list of one object without brackets.
  ///
  /// - SeeAlso: JSON-LD 1.1, 4.3.1; ActivityStreams 2.0, 4.
  func elements(
    ofList value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> [JSONCursor.Value] {
    guard let value, value.kind == .object else { return elements(of: value, in: bytes) }
    return [value]
  }

  /// The elements of the array `value`.
  func elements(
    of value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> [JSONCursor.Value] {
    guard let value, value.kind == .array else { return [] }
    var cursor = JSONCursor(bytes, at: value.range.lowerBound)
    cursor.enter()
    var elements: [JSONCursor.Value] = []
    while elements.count < Self.maximumNested, let element = cursor.nextElement() {
      elements.append(element)
    }
    return elements
  }

  /// The text of a string that is not empty, or of a number; `nil` for other values.
  mutating func string(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>, limit: Int? = nil
  ) -> TextDecoder.Text? {
    guard let value, value.kind == .string || value.kind == .number, !value.range.isEmpty
    else { return nil }
    return texts.decode(
      UnsafeBufferPointer(rebasing: bytes[value.range]), limit: limit ?? limits.maximumTextBytes)
  }

  /// The text of an address of the web; `nil` for other values.
  mutating func webAddress(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> TextDecoder.Text? {
    guard let text = string(value, in: bytes), text.cut == nil,
      text.string.hasPrefix("https://") || text.string.hasPrefix("http://")
    else { return nil }
    return text
  }

  /// The title, the words and the address of a page that a post links to, each as a paragraph with the link.
  mutating func linkCard(
    _ card: Members, address name: String, in bytes: UnsafeBufferPointer<UInt8>
  ) -> [TextDecoder.Text] {
    var address = string(card[name], in: bytes)
    var title = string(card["title"], in: bytes)
    if let link = address?.string.xml, address?.cut == nil {
      if let words = title?.string.html {
        title?.markup = "<p><b><a href=\"\(link)\">\(words)</a></b></p>"
      }
      address?.markup = "<p><a href=\"\(link)\">\(link)</a></p>"
    }
    return [title, string(card["description"], in: bytes), address].compactMap(\.self)
  }

  /// The text of HTML that is not empty, or that a limit empties.
  mutating func html(
    _ value: JSONCursor.Value?, in bytes: UnsafeBufferPointer<UInt8>
  ) -> TextDecoder.Text? {
    guard let value, value.kind == .string, !value.range.isEmpty else { return nil }
    let text = htmlText(of: value, in: bytes)
    return text.string.isEmpty && !text.isLimited ? nil : text
  }
}

package import GalleyFeedItems
import GalleyPrimitives

/// A part of an XML document.
package enum XMLToken: Equatable {
  /// The tag that begins an element, and the offset of its `<` in the feed.
  case start(XMLTag, offset: Int)
  /// The tag that ends the element of this name.
  case end(String)
  /// Text, which is literal in a CDATA section and has references elsewhere.
  case text([UInt8], isLiteral: Bool)
}

/// The tag that begins an element.
package struct XMLTag: Equatable {
  package var name: String
  package var attributes: [Attribute] = []
  /// Whether the tag is its whole element.
  package var isEmpty = false

  package init(name: String, attributes: [Attribute] = [], isEmpty: Bool = false) {
    self.name = name
    self.attributes = attributes
    self.isEmpty = isEmpty
  }

  package struct Attribute: Equatable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The value of the attribute `name`.
  package subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}

/// Divides an XML document into tags and text, and passes over damage.
///
/// libxml2's recovery does not fit feeds: it drops the text after a bare `&`, and the rest of the
/// document after a bare `<`. Here a fault costs at most the tag that has it, and each tag has its
/// offset. Comments, instructions and document types are passed; entities that a document defines are
/// never expanded. Tests compare the results with Foundation's parser, which is libxml2.
package struct XMLScanner {
  /// The largest length of a tag; a longer tag is passed.
  static let maximumTagBytes = 1 << 20
  /// The largest number of attributes of a tag; more are passed.
  static let maximumAttributes = 256

  /// The largest length of a text; the text of a longer one is empty.
  package let maximumTextBytes: Int

  /// A scanner of texts up to a length.
  package init(maximumTextBytes: Int) { self.maximumTextBytes = maximumTextBytes }

  /// The next part; `nil` at the end of the feed.
  ///
  /// - Complexity: O(bytes of the part).
  package func next(_ window: inout ByteWindow) throws(FeedError) -> XMLToken? {
    while let byte = try window.peek() {
      guard byte == .lessThan else { return try text(&window) }
      if let token = try markup(&window) { return token }
    }
    return nil
  }

  /// The text up to the next `<`.
  private func text(_ window: inout ByteWindow) throws(FeedError) -> XMLToken {
    let bytes = try passedBytes(&window, atMost: maximumTextBytes) { bytes in
      bytes.firstIndex(of: .lessThan)
    }
    return .text(Self.withoutSectionEnds(bytes ?? []), isLiteral: false)
  }

  /// The text without `]]>`, which text may not have: most often, two of them end one section.
  private static func withoutSectionEnds(_ text: [UInt8]) -> [UInt8] {
    guard text.contains(.closeBracket) else { return text }
    var result: [UInt8] = []
    for byte in text {
      result.append(byte)
      if byte == UInt8(ascii: ">"), result.suffix(3).elementsEqual("]]>".utf8) {
        result.removeLast(3)
      }
    }
    return result
  }

  /// Passes the bytes before the index that `end` finds in a piece, and returns them.
  ///
  /// - Returns: `nil` if there are more than `limit` bytes.
  private func passedBytes(
    _ window: inout ByteWindow, atMost limit: Int,
    until end: (UnsafeBufferPointer<UInt8>) -> Int?
  ) throws(FeedError) -> [UInt8]? {
    window.keep()
    defer { window.letGo() }
    var isKept = true
    var hasEnded = false
    repeat {
      window.consume { bytes in
        let index = end(bytes)
        hasEnded = index != nil
        return index ?? bytes.count
      }
      if isKept, window.keptCount > limit {
        window.letGo()
        isKept = false
      }
      if !hasEnded { hasEnded = !(try window.fill()) }
    } while !hasEnded
    return isKept ? window.withKept { Array($0) } : nil
  }

  /// The tag, section or text that begins with the `<` here; `nil` if nothing of it counts.
  private func markup(_ window: inout ByteWindow) throws(FeedError) -> XMLToken? {
    let offset = window.offset
    window.advance()
    switch try window.peek() {
    case UInt8(ascii: "/"):
      window.advance()
      guard let bytes = try tagBytes(&window) else { return nil }
      return .end(String(decoding: bytes.prefix { !$0.isJSONSpace }, as: UTF8.self).streamSafe)
    case UInt8(ascii: "!"):
      window.advance()
      return try declaration(&window)
    case UInt8(ascii: "?"):
      try pass(&window, through: "?>")
      return nil
    case .some(let byte) where byte.beginsXMLName:
      guard let bytes = try tagBytes(&window) else { return nil }
      return .start(tag(bytes), offset: offset)
    default:
      return .text([.lessThan], isLiteral: true)
    }
  }

  /// The section that follows `<!`; `nil` for a comment or a document type.
  private func declaration(_ window: inout ByteWindow) throws(FeedError) -> XMLToken? {
    if try window.pass("--") {
      try pass(&window, through: "-->")
      return nil
    }
    guard try window.pass("[CDATA[") else {
      try passDocumentType(&window)
      return nil
    }
    // A section ends at the first `]]>`, whose bytes may come in several pieces.
    var closing = Closing("]]>")
    let bytes = try passedBytes(&window, atMost: maximumTextBytes) { closing.end(in: $0) }
    return .text(bytes.map { $0.dropLast(closing.isFound ? 3 : 0) } ?? [], isLiteral: true)
  }

  /// Passes all bytes through the first `text`, or to the end of the feed.
  private func pass(_ window: inout ByteWindow, through text: StaticString) throws(FeedError) {
    var closing = Closing(text)
    _ = try passedBytes(&window, atMost: 0) { closing.end(in: $0) }
  }

  /// Passes a document type with the declarations in its brackets.
  private func passDocumentType(_ window: inout ByteWindow) throws(FeedError) {
    var depth = 0
    while let byte = try window.peek() {
      window.advance()
      switch byte {
      case .openBracket: depth += 1
      case .closeBracket: depth = max(depth - 1, 0)
      case UInt8(ascii: ">") where depth == 0: return
      default: continue
      }
    }
  }

  /// The bytes of a tag without its `>`; `nil` if they are too many.
  ///
  /// A `<` ends the tag too, so that a quotation mark that is not closed costs one tag.
  private func tagBytes(_ window: inout ByteWindow) throws(FeedError) -> [UInt8]? {
    var quote: UInt8?
    var last: UInt8 = 0
    let bytes = try passedBytes(&window, atMost: Self.maximumTagBytes) { bytes in
      for (index, byte) in bytes.enumerated() {
        if byte == .lessThan { return index }
        if let open = quote {
          if byte == open { quote = nil }
        } else if byte == UInt8(ascii: ">") {
          return index
        } else if last == UInt8(ascii: "="), byte == .quote || byte == UInt8(ascii: "'") {
          quote = byte
        }
        if !byte.isJSONSpace { last = byte }
      }
      return nil
    }
    if try window.peek() == UInt8(ascii: ">") { window.advance() }
    return bytes
  }

  /// The tag of `bytes`, which begin with its name.
  private func tag(_ bytes: [UInt8]) -> XMLTag {
    var rest = bytes[...]
    var tag = XMLTag(name: "")
    if rest.last == UInt8(ascii: "/") {
      tag.isEmpty = true
      rest.removeLast()
    }
    func take(while isTaken: (UInt8) -> Bool) -> ArraySlice<UInt8> {
      let taken = rest.prefix(while: isTaken)
      rest = rest.dropFirst(taken.count)
      return taken
    }
    let name = take { !$0.isJSONSpace && $0 != UInt8(ascii: "/") }
    tag.name = String(decoding: name, as: UTF8.self).streamSafe
    while tag.attributes.count < Self.maximumAttributes {
      _ = take { $0.isJSONSpace || $0 == UInt8(ascii: "/") }
      let name = take { !$0.isJSONSpace && $0 != UInt8(ascii: "=") }
      guard !name.isEmpty else { break }
      _ = take { $0.isJSONSpace }
      var value = ArraySlice<UInt8>()
      if rest.first == UInt8(ascii: "=") {
        rest.removeFirst()
        _ = take { $0.isJSONSpace }
        if let quote = rest.first, quote == .quote || quote == UInt8(ascii: "'") {
          rest.removeFirst()
          value = take { $0 != quote }
          rest = rest.dropFirst()
        } else {
          value = take { !$0.isJSONSpace }
        }
      }
      tag.attributes.append(
        XMLTag.Attribute(
          name: String(decoding: name, as: UTF8.self).streamSafe,
          value: String(decoding: XMLReferences.resolved(Array(value)), as: UTF8.self).streamSafe))
    }
    return tag
  }
}

/// Finds the end of a section in successive pieces of bytes.
private struct Closing {
  private let text: UnsafeBufferPointer<UInt8>
  private var recent: [UInt8] = []
  private(set) var isFound = false

  init(_ text: StaticString) {
    self.text = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
  }

  /// The index after the first occurrence, whose first bytes may be in earlier pieces.
  mutating func end(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    let count = text.count
    for (index, byte) in bytes.enumerated() where byte == text[count - 1] {
      let isWhole =
        index >= count - 1
        ? bytes[(index - count + 1)...index].elementsEqual(text)
        : (recent + bytes[...index]).suffix(count).elementsEqual(text)
      if isWhole {
        isFound = true
        return index + 1
      }
    }
    recent = Array((recent + bytes.suffix(text.count - 1)).suffix(text.count - 1))
    return nil
  }
}

extension UInt8 {
  @inlinable package static var lessThan: UInt8 { UInt8(ascii: "<") }

  /// Whether a name of XML may begin with this byte.
  package var beginsXMLName: Bool {
    self >= 0x80 || (0x61...0x7A).contains(self | 0x20) || self == UInt8(ascii: "_")
      || self == .colon
  }
}

import GalleyPrimitives
import GalleyText

/// A start tag of Pango's markup.
struct MarkupTag {
  var name: String
  /// The offset of the tag in the markup.
  var offset: Int
  var attributes: [(name: String, value: String)] = []
}

/// Reads Pango's markup as GLib does: elements that nest, attributes in quotes, and references.
struct PangoMarkupReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var place = 0

  /// The largest number of elements that are open at a time, and of attributes of a tag.
  private static let depthLimit = 256
  private static let attributeLimit = 64

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// A part of the markup.
  enum Event {
    case start(MarkupTag)
    case end
    case text(String)
  }

  /// Calls `body` with each part.
  ///
  /// - Throws: ``TextParserError/malformedMarkup(reason:offset:)``, or an error of `body`.
  /// - Complexity: O(markup).
  mutating func read(_ body: (Event) throws(TextParserError) -> Void) throws(TextParserError) {
    var open: [MarkupTag] = []
    while place < bytes.count {
      let start = place
      guard bytes[place] == UInt8(ascii: "<") else {
        try body(.text(try text(until: { $0 == UInt8(ascii: "<") })))
        continue
      }
      if takes("<!--") {
        try pass(to: "-->", of: "a comment", from: start)
      } else if takes("<?") {
        try pass(to: "?>", of: "an instruction", from: start)
      } else if takes("</") {
        let name = try self.name(at: start)
        passSpace()
        guard takes(">") else { throw fault("the end tag of \(name) has no >", start) }
        guard let tag = open.popLast() else {
          throw fault("</\(name)> ends no element", start)
        }
        guard tag.name == name else {
          throw fault("</\(name)> stands where </\(tag.name)> must", start)
        }
        try body(.end)
      } else {
        place += 1
        let (tag, isEmpty) = try self.tag(from: start)
        guard open.count < Self.depthLimit else {
          throw fault("more than \(Self.depthLimit) elements are open", start)
        }
        try body(.start(tag))
        if isEmpty { try body(.end) } else { open.append(tag) }
      }
    }
    if let tag = open.last { throw fault("<\(tag.name)> has no end", tag.offset) }
  }

  private func fault(_ reason: String, _ offset: Int) -> TextParserError {
    .malformedMarkup(reason: reason, offset: offset)
  }

  /// Passes `text`, if it is next.
  private mutating func takes(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard place + count <= bytes.count else { return false }
    for index in 0..<count where bytes[place + index] != text.utf8Start[index] { return false }
    place += count
    return true
  }

  private mutating func pass(
    to end: StaticString, of part: String, from start: Int
  ) throws(TextParserError) {
    while place < bytes.count {
      if takes(end) { return }
      place += 1
    }
    throw fault("\(part) has no end", start)
  }

  private mutating func passSpace() {
    while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
  }

  private mutating func name(at start: Int) throws(TextParserError) -> String {
    let first = place
    while place < bytes.count {
      let byte = bytes[place]
      let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A
      let isOther = byte >= 0x30 && byte <= 0x39 || byte == 0x5F || byte == 0x2D || byte == 0x3A
      guard isLetter || isOther && place > first else { break }
      place += 1
    }
    guard place > first, place - first <= 64 else { throw fault("a tag has no name", start) }
    return String(decoding: bytes[first..<place], as: UTF8.self)
  }

  private mutating func tag(from start: Int) throws(TextParserError) -> (MarkupTag, isEmpty: Bool) {
    var tag = MarkupTag(name: try name(at: start), offset: start)
    while true {
      let hadSpace = place
      passSpace()
      if takes("/>") { return (tag, true) }
      if takes(">") { return (tag, false) }
      guard place < bytes.count else { throw fault("<\(tag.name) has no >", start) }
      guard place > hadSpace, tag.attributes.count < Self.attributeLimit else {
        throw fault("<\(tag.name) is no tag with attributes in quotes", start)
      }
      let name = try self.name(at: place)
      passSpace()
      guard takes("=") else { throw fault("\(name) of <\(tag.name)> has no value", start) }
      passSpace()
      let isDouble = takes("\"")
      guard isDouble || takes("'") else {
        throw fault("the value of \(name) of <\(tag.name)> has no quotes", start)
      }
      let quote = UInt8(ascii: isDouble ? "\"" : "'")
      let value = try text { $0 == quote }
      guard place < bytes.count else {
        throw fault("the value of \(name) of <\(tag.name)> has no end", start)
      }
      place += 1
      guard !tag.attributes.contains(where: { $0.name == name }) else {
        throw fault("<\(tag.name)> has \(name) twice", start)
      }
      tag.attributes.append((name, value))
    }
  }

  /// The text up to a byte, with its references resolved.
  private mutating func text(
    until isEnd: (UInt8) -> Bool
  ) throws(TextParserError) -> String {
    var result: [UInt8] = []
    while place < bytes.count, !isEnd(bytes[place]) {
      if bytes[place] == UInt8(ascii: "&") {
        result += try reference()
      } else {
        result.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private mutating func reference() throws(TextParserError) -> [UInt8] {
    let start = place
    let rest = bytes[start..<min(bytes.count, start + 12)]
    guard let end = rest.firstIndex(of: UInt8(ascii: ";")) else {
      throw fault("& begins no reference; the character itself is &amp;", start)
    }
    let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    place = end + 1
    switch name {
    case "amp": return [0x26]
    case "lt": return [0x3C]
    case "gt": return [0x3E]
    case "quot": return [0x22]
    case "apos": return [0x27]
    default: break
    }
    let digits = name.dropFirst(name.hasPrefix("#x") ? 2 : 1)
    let number =
      name.hasPrefix("#") && digits.utf8.allSatisfy { $0 != 0x2B && $0 != 0x2D }
      ? UInt32(digits, radix: name.hasPrefix("#x") ? 16 : 10) : nil
    guard let scalar = number.flatMap(Unicode.Scalar.init) else {
      throw fault("&\(name); is no reference", start)
    }
    return Array(String(Character(scalar)).utf8)
  }
}

package import GalleyDocuments
package import GalleyFeedItems
import GalleyPrimitives

/// Decodes the bytes between a JSON string's quotes: resolves escapes, and repairs damage.
///
/// A maximal subpart of ill-formed UTF-8 becomes one U+FFFD, and so does the escape of a lone
/// surrogate. Foundation's decoder would refuse the whole row. Long rows of combining marks are divided: ``StreamSafeText``.
package struct TextDecoder {
  /// A decoded text.
  package struct Text {
    package var string: String
    package var repairCount: Int
    /// The limit that the text exceeds; `nil` if the text is whole.
    package var cut: FeedTextLimit?
    /// The HTML of the text, if it is whole and has more than its plain text shows.
    package var markup: String?
    /// The syntax of its Markdown that exceeds a limit, and is text.
    package var plainSyntax: Set<MarkdownSyntax> = []

    /// Whether a limit took something from the text.
    package var isLimited: Bool { cut != nil || !plainSyntax.isEmpty }

    package init(string: String, repairCount: Int, cut: FeedTextLimit? = nil, markup: String? = nil)
    {
      self.string = string
      self.repairCount = repairCount
      self.cut = cut
      self.markup = markup
    }
  }

  /// The bytes of the last decoded text, whose memory is reused.
  private var scratch: [UInt8] = []

  package init() {}

  /// Decodes `content`, a well-formed string without its quotes, to at most `limit` bytes.
  ///
  /// - Complexity: O(content).
  package mutating func decode(_ content: UnsafeBufferPointer<UInt8>, limit: Int) -> Text {
    let plain = Self.plainCount(content, from: 0)
    if plain == content.count, plain <= limit, StreamSafeText.isSafe(content) {
      return Text(string: String(decoding: content, as: UTF8.self), repairCount: 0)
    }
    // The next scalar shows whether a grapheme cluster ends at the limit.
    let repairCount = unescape(content, limit: limit + 4)
    let string = String(decoding: scratch, as: UTF8.self)
    guard scratch.count > limit else {
      return Text(string: string, repairCount: repairCount)
    }
    return Text(
      string: string.cut(toUTF8Count: limit), repairCount: repairCount, cut: .textBytes(limit))
  }

  /// Decodes `content` to well-formed UTF-8 of about `limit` bytes at most, and lends it to `body`.
  ///
  /// - Returns: The result of `body`, and the number of repairs.
  package mutating func withDecoded<Result>(
    _ content: UnsafeBufferPointer<UInt8>, limit: Int,
    _ body: (inout [UInt8]) -> Result
  ) -> (Result, repairCount: Int) {
    let repairCount = unescape(content, limit: limit)
    return (body(&scratch), repairCount)
  }

  /// Fills `scratch` with `limit` bytes or a few more, and returns the number of repairs.
  private mutating func unescape(_ content: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
    scratch.removeAll(keepingCapacity: true)
    var repairCount = 0
    var index = 0
    while index < content.count, scratch.count < limit {
      var plain = Self.plainCount(content, from: index)
      if plain > limit - scratch.count + 3 {
        plain = limit - scratch.count + 3
        while content[index + plain] & 0xC0 == 0x80 { plain -= 1 }
      }
      if plain > 0 {
        scratch.append(contentsOf: content[index..<index + plain])
        index += plain
      } else if content[index] == .backslash {
        if !appendEscape(content, at: &index) { repairCount += 1 }
      } else if case .illFormed(let count) = UTF8Sequence(content, at: index) {
        appendScalar(0xFFFD)
        repairCount += 1
        index += count
      }
    }
    scratch.makeStreamSafe()
    return repairCount
  }

  /// The number of bytes from `start` that are well-formed and have no escape.
  private static func plainCount(_ content: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    while index < content.count {
      let byte = content[index]
      if byte < 0x80 {
        if byte == .backslash { break }
        index += 1
      } else {
        guard case .wellFormed(let count) = UTF8Sequence(content, at: index) else { break }
        index += count
      }
    }
    return index - start
  }

  /// Appends the scalar of the escape at `index`, and returns whether it needs no repair.
  private mutating func appendEscape(
    _ content: UnsafeBufferPointer<UInt8>, at index: inout Int
  ) -> Bool {
    let letter = content[index + 1]
    guard letter == UInt8(ascii: "u") else {
      scratch.append(Self.unescaped(letter))
      index += 2
      return true
    }
    let unit = Self.codeUnit(content, at: index)
    index += 6
    switch unit {
    case 0xD800...0xDBFF:
      guard index + 6 <= content.count, content[index] == .backslash,
        content[index + 1] == UInt8(ascii: "u"),
        case let low = Self.codeUnit(content, at: index), (0xDC00...0xDFFF).contains(low)
      else {
        appendScalar(0xFFFD)
        return false
      }
      index += 6
      appendScalar(0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
    case 0xDC00...0xDFFF:
      appendScalar(0xFFFD)
      return false
    default:
      appendScalar(UInt32(unit))
    }
    return true
  }

  private static func unescaped(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  /// The four digits of the `\u` at `index`.
  private static func codeUnit(_ content: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt16 {
    (index + 2..<index + 6).reduce(0) { $0 << 4 | (content[$1].hexValue ?? 0) }
  }

  private mutating func appendScalar(_ value: UInt32) {
    guard let scalar = UnicodeScalar(value) else { return }
    scratch.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }
}

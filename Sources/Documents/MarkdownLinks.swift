/// Tells whether cmark takes brackets of Markdown for the text of a link.
struct MarkdownLinks {
  /// The labels that the text may define, in small letters of ASCII; `nil` before the first question.
  private var labels: Set<[UInt8]>?

  /// Whether an address, or a label that the text defines, follows brackets, or is in them.
  ///
  /// - Complexity: O(bytes) once, then O(bytes of the brackets and of what follows them in the line).
  mutating func isLink(_ brackets: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if bytes.has("(", at: brackets.upperBound) {
      return Self.hasAddress(in: bytes[(brackets.upperBound + 1)...])
    }
    let labels = labels ?? Self.labels(in: bytes)
    self.labels = labels
    let inner = brackets.lowerBound + 1..<brackets.upperBound - 1
    if labels.contains(Self.folded(bytes[inner])) { return true }
    guard bytes.has("[", at: brackets.upperBound) else { return false }
    let label = bytes[(brackets.upperBound + 1)...].prefix(Self.maximumLabelByteCount)
      .prefix { $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "]") }
    return bytes.has("]", at: label.endIndex) && labels.contains(Self.folded(label))
  }

  /// The most bytes of a label for cmark.
  private static let maximumLabelByteCount = 1000

  /// Whether an address with a title or without, and a bracket, follow.
  private static func hasAddress(in bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (9...13).contains(byte) }
    var rest = bytes.prefix(maximumAddressByteCount).drop(while: isSpace)
    if rest.first == UInt8(ascii: "<") {
      guard let end = rest.firstIndex(where: { $0 == UInt8(ascii: ">") || $0 == 10 || $0 == 13 }),
        rest[end] == UInt8(ascii: ">")
      else { return false }
      rest = rest[(end + 1)...]
    } else {
      var depth = 0
      let address = rest.prefix {
        if $0 == UInt8(ascii: "(") { depth += 1 }
        if $0 == UInt8(ascii: ")") { depth -= 1 }
        return depth >= 0 && !isSpace($0)
      }
      rest = rest[address.endIndex...]
    }
    rest = rest.drop(while: isSpace)
    guard let quote = rest.first, quote != UInt8(ascii: ")") else { return !rest.isEmpty }
    guard [UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "(")].contains(quote) else {
      return false
    }
    let end = quote == UInt8(ascii: "(") ? UInt8(ascii: ")") : quote
    guard let place = rest.dropFirst().firstIndex(of: end) else { return false }
    return rest[(place + 1)...].drop(while: isSpace).first == UInt8(ascii: ")")
  }

  /// The farthest that the end of an address and its title is looked for.
  private static let maximumAddressByteCount = 4096

  /// The texts in brackets before a colon.
  private static func labels(in bytes: UnsafeBufferPointer<UInt8>) -> Set<[UInt8]> {
    var labels: Set<[UInt8]> = []
    var start: Int?
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "[") { start = index + 1 }
      guard bytes[index] == UInt8(ascii: "]"), let label = start else { continue }
      start = nil
      guard bytes.has(":", at: index + 1), index - label <= maximumLabelByteCount else { continue }
      labels.insert(folded(bytes[label..<index]))
    }
    return labels
  }

  private static func folded(_ label: Slice<UnsafeBufferPointer<UInt8>>) -> [UInt8] {
    label.map { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) ? $0 | 0x20 : $0 }
  }
}

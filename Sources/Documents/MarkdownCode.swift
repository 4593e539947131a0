/// Finds code between backticks within a paragraph of Markdown, as cmark does.
struct MarkdownCode {
  /// The code that began last, with the backticks around it.
  private var last = 0..<0
  /// The end of the paragraph in which ends were looked for, and the numbers of backticks that have none in its rest.
  private var paragraphEnd = 0
  private var missing: Set<Int> = []

  /// The most backticks that begin code for cmark.
  private static let maximumCount = 80

  /// Whether a place is in the code that began last.
  func contains(_ index: Int) -> Bool { last.contains(index) }

  /// Looks for code that begins at a backtick, unless this is in code or in a row of others.
  ///
  /// - Complexity: O(bytes) for all backticks of a text together, for each number of them up to 80.
  mutating func begin(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    guard start >= last.upperBound else { return }
    let isSign = { (byte: UInt8) in byte == UInt8(ascii: "`") }
    let signs = bytes[start...].prefix(while: isSign)
    if start >= paragraphEnd {
      paragraphEnd = Self.paragraphEnd(in: bytes, from: start)
      missing = []
    }
    last = start..<signs.endIndex
    guard signs.count <= Self.maximumCount, !missing.contains(signs.count) else { return }
    var rest = bytes[signs.endIndex..<max(signs.endIndex, paragraphEnd)]
    while let next = rest.firstIndex(where: isSign) {
      let end = rest[next...].prefix(while: isSign).endIndex
      if end - next == signs.count {
        last = start..<end
        return
      }
      rest = rest[end...]
    }
    missing.insert(signs.count)
  }

  /// The end of the lines from a place on that are of one paragraph: the next one is blank, or may begin a block.
  private static func paragraphEnd(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int {
    var index = start
    let isEnd = { (byte: UInt8) in byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    while let end = bytes[index...].firstIndex(where: isEnd) {
      let isPair = bytes.has("\r\n", at: end)
      let next = end + (isPair ? 2 : 1)
      let text = bytes[next...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      guard let first = text.first, !isEnd(first), first != UInt8(ascii: "#"),
        !bytes.has("```", at: text.startIndex), !bytes.has("~~~", at: text.startIndex),
        MarkdownMark(in: bytes, at: text.startIndex) == nil
      else { return end }
      index = next
    }
    return bytes.count
  }
}

/// Finds code between backticks within a paragraph of Markdown, as cmark does.
struct MarkdownCode {
  /// The code that began last, with the backticks around it.
  private var last = 0..<0
  /// The end of the paragraph, and the last row of each number of backticks in it.
  private var paragraphEnd = 0
  private var lastRows: [Int: Int] = [:]

  /// The most backticks that begin code for cmark.
  private static let maximumCount = 80

  /// Whether a place is in the code that began last.
  func contains(_ index: Int) -> Bool { last.contains(index) }

  /// Looks for code that begins at a backtick, unless this is in code or in a row of others.
  ///
  /// - Complexity: O(bytes) for all backticks of a text together.
  mutating func begin(at start: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    guard start >= last.upperBound else { return }
    let isSign = { (byte: UInt8) in byte == UInt8(ascii: "`") }
    let signs = bytes[start...].prefix(while: isSign)
    if start >= paragraphEnd {
      paragraphEnd = Self.paragraphEnd(in: bytes, from: start)
      lastRows = Self.lastRows(in: bytes[start..<paragraphEnd])
    }
    last = start..<signs.endIndex
    guard signs.count <= Self.maximumCount, lastRows[signs.count, default: 0] > start else {
      return
    }
    var rest = bytes[signs.endIndex..<paragraphEnd]
    while let next = rest.firstIndex(where: isSign) {
      let end = rest[next...].prefix(while: isSign).endIndex
      if end - next == signs.count {
        last = start..<end
        return
      }
      rest = rest[end...]
    }
  }

  private static func lastRows(in text: Slice<UnsafeBufferPointer<UInt8>>) -> [Int: Int] {
    var rows: [Int: Int] = [:]
    var count = 0
    for index in text.indices {
      if text[index] == UInt8(ascii: "`") {
        count += 1
      } else if count > 0 {
        rows[count] = index - count
        count = 0
      }
    }
    if count > 0 { rows[count] = text.endIndex - count }
    return rows
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

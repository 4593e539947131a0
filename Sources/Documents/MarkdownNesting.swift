/// Makes text of the quotations, lists and footnotes that a line begins within each other beyond a limit.
///
/// cmark-gfm tells that a text has too many (``MarkdownLimits/depth``), and not where. This counts what a line may go on with or
/// begin, so that some signs of such a text become text that would not exceed the limit.
enum MarkdownNesting {
  /// The text with a backslash before the first sign of each line beyond the limit.
  ///
  /// - Complexity: O(bytes).
  static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var start = bytes.startIndex
    while start < bytes.count {
      let end =
        bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        .map { $0 + 1 } ?? bytes.count
      if let sign = excessiveSign(in: bytes, from: start) {
        result += bytes[start..<sign]
        result.append(UInt8(ascii: "\\"))
        start = sign
      }
      result += bytes[start..<end]
      start = end
    }
    return result
  }

  /// The sign of a line that a backslash makes text, so that no more than the limit are before it; `nil` for other lines.
  private static func excessiveSign(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    var index = start
    var (count, columnCount) = (0, 0)
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: " "): (index, columnCount) = (index + 1, columnCount + 1)
      case UInt8(ascii: "\t"): (index, columnCount) = (index + 1, columnCount + 4)
      default:
        guard let mark = MarkdownMark(in: bytes, at: index) else { return nil }
        // Two blanks go on with an element of a list that is open. Of those behind a sign, one belongs to it.
        count += 1 + max(0, columnCount - (count > 0 ? 1 : 0)) / 2
        if count > MarkdownLimits.depth { return mark.sign }
        (index, columnCount) = (mark.end, 0)
      }
    }
    return nil
  }
}

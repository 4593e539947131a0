/// Tells the lines of Markdown that are blocks of code, one after the other.
///
/// It follows fences and indentation in quotations and lists, but not the exact columns of lists: a line in a list that is
/// indented by code's four blanks counts as text.
struct MarkdownCodeLines {
  private struct Fence {
    var sign: UInt8
    var count: Int
    /// The quotations around it.
    var quotationCount: Int
    /// Whether it is an element of a list, which ends with a line that is not indented.
    var isInList: Bool
  }

  private var fence: Fence?
  private var isInList = false
  private var isAfterBlank = true
  private var isAfterCode = false

  /// Whether the next line is one of code, or a fence of it.
  ///
  /// - Complexity: O(bytes of the line).
  mutating func pass(_ line: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = Start(of: line, in: bytes, isInList: isInList)
    guard !start.text.isEmpty else {
      isAfterBlank = !start.isMarked
      isInList = isInList || start.isMarked
      return fence != nil
    }
    defer { isAfterBlank = false }
    if let fence {
      let hasEnded =
        start.quotationCount < fence.quotationCount || fence.isInList && start.indentation < 2
      if !hasEnded {
        if closes(fence, line, bytes) { self.fence = nil }
        return true
      }
      self.fence = nil
    }
    if start.isMarked {
      isInList = true
    } else if isAfterBlank, start.indentation < 2 {
      isInList = false
    }
    let text = bytes[start.text]
    let signs = text.prefix { $0 == text.first }
    let isTilde = signs.first == UInt8(ascii: "~")
    if signs.count >= 3, isTilde || signs.first == UInt8(ascii: "`"),
      start.columnCount < (start.isMarked ? 5 : 4) || isInList && !start.isMarked,
      isTilde || !text[signs.endIndex...].contains(UInt8(ascii: "`")), let sign = signs.first
    {
      fence = Fence(
        sign: sign, count: signs.count, quotationCount: start.quotationCount,
        isInList: isInList && (start.isMarked || start.indentation >= 2))
      return true
    }
    isAfterCode =
      start.columnCount >= 4 && !isInList && !start.isMarked && (isAfterBlank || isAfterCode)
    return isAfterCode
  }

  /// Whether a line ends code in a fence.
  private func closes(
    _ fence: Fence, _ line: Range<Int>, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var rest = bytes[line].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    for _ in 0..<fence.quotationCount where rest.first == UInt8(ascii: ">") {
      rest = rest.dropFirst().drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    }
    let signs = rest.prefix { $0 == fence.sign }
    return signs.count >= fence.count
      && rest[signs.endIndex...].allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
  }

  /// The beginning of a line: quotations, elements of lists and footnotes.
  private struct Start {
    /// The columns before the first sign.
    var indentation = 0
    /// The columns before the text, behind the last sign of a quotation or a list.
    var columnCount = 0
    var quotationCount = 0
    /// Whether an element of a list or a footnote begins.
    var isMarked = false
    /// The rest of the line.
    var text: Range<Int>

    init(of line: Range<Int>, in bytes: UnsafeBufferPointer<UInt8>, isInList: Bool) {
      var index = line.lowerBound
      var isFirst = true
      text = line
      while index < line.upperBound {
        switch bytes[index] {
        case UInt8(ascii: " "): columnCount += 1
        case UInt8(ascii: "\t"): columnCount += 4
        default:
          if isFirst { indentation = columnCount }
          isFirst = false
          text = index..<line.upperBound
          // Four columns are code, in which signs are text.
          guard columnCount < 4 || isInList || isMarked,
            let mark = MarkdownMark(in: bytes, at: index)
          else { return }
          if bytes[index] == UInt8(ascii: ">") { quotationCount += 1 } else { isMarked = true }
          columnCount = 0
          index = mark.end
          continue
        }
        index += 1
      }
      text = line.upperBound..<line.upperBound
    }
  }
}

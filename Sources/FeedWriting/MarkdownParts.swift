/// A quotation, an item, or a list behind an item, around the text.
struct MarkdownBlock {
  var name: String
  /// The sign of its first line, and what begins the others.
  var first: String
  var rest: String
  var isNew = true
}

/// An open list.
struct MarkdownList {
  /// The number of the next item; `nil` without numbers.
  var number: Int?
  /// Whether its signs are others than usual, since items behind a list would be further ones of that list.
  var isOther = false
  /// The number of quotations and items around the list.
  var depth = 0
  /// The number of blocks before the list.
  var firstBlock = 0
  /// Whether the list has a block of its own, which makes it a part of the item above it.
  var isWithinBlock = false
  /// The blanks below the sign of the last item; `nil` without one.
  var indent: String?

  /// The sign of the next item.
  var mark: String {
    guard let number else { return isOther ? "+ " : "- " }
    return "\(min(number, MarkdownText.largestNumber))\(isOther ? ")" : ".") "
  }
}

/// The signs before the lines of a text.
struct MarkdownLineSigns {
  /// Those of the first line, of others, of those without text, and of the line above the first.
  var first, rest, empty, separator: String

  init(_ blocks: [MarkdownBlock]) {
    first = blocks.map { $0.isNew ? $0.first : $0.rest }.joined()
    rest = blocks.map(\.rest).joined()
    empty = rest.trimmingEnd
    separator = blocks.filter { !$0.isNew }.map(\.rest).joined().trimmingEnd
  }

  func text(before line: Substring, isFirst: Bool) -> String {
    guard isFirst else { return line.isEmpty ? empty : rest }
    return line.isEmpty ? first.trimmingEnd : first
  }

  /// The bytes before the lines, and of the line above them.
  func byteCount(before lines: [Substring]) -> Int {
    let emptyCount = lines.dropFirst().count { $0.isEmpty }
    return first.utf8.count + separator.utf8.count + empty.utf8.count * emptyCount
      + rest.utf8.count * (lines.count - 1 - emptyCount)
  }
}

/// The text of open code.
struct MarkdownCode {
  var name: String
  var text = ""
  /// The number of open spans within.
  var spanCount = 0
}

/// An open element with signs at both ends.
struct MarkdownMark {
  var name: String
  /// Where its text begins in the line.
  var start: String.Index
  /// The address of a link, or the class.
  var attribute = ""
  var isReference = false
  /// Whether its text has no signs.
  var isSilent: Bool
}

extension [MarkdownMark] {
  /// Whether a further element may have signs.
  var haveRoom: Bool { count { !$0.isSilent } < 32 }
}

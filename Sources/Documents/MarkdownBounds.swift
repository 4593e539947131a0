/// Bounds what cmark-gfm makes of short texts.
///
/// It fills each row of a table up to the columns of its head, and copies the address of a reference for each use: 80 KB
/// of Markdown become gigabytes. Version 0.29.0.gfm.6 of Debian 12 bounds neither.
struct MarkdownBounds {
  /// The most cells of all tables, empty ones included; each takes about 250 bytes.
  static let cellLimit = 200_000
  /// The most bytes of the addresses and titles of all references.
  static let referenceLimit = 16 << 20

  /// An upper bound of the cells of tables.
  private(set) var cellCount = 0
  /// An upper bound of the bytes of references.
  private(set) var referenceByteCount = 0

  /// - Complexity: O(bytes).
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // The columns of the widest table that may go on, and the longest definition.
    var (columns, longest, definition, bracketCount) = (0, 0, 0, 0)
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      let line = MarkdownLine(bytes[start..<end])
      if line.isBlank {
        (columns, definition) = (0, 0)
      } else {
        if line.isDelimiter { columns = max(columns, line.pipeCount + 1) }
        cellCount += columns
        bracketCount += line.bracketCount
        // A definition goes on with a title, up to the end of its paragraph.
        if definition > 0 || line.mayDefine { definition += end - start }
        longest = max(longest, definition)
      }
      start = end + 1
    }
    referenceByteCount = longest * bracketCount
  }
}

/// A line of Markdown, as far as its costs depend on it.
private struct MarkdownLine {
  /// Whether it has nothing but blanks, which ends a table and a definition.
  var isBlank = true
  /// Whether it may be the line below a table's head, perhaps within quotations and lists.
  var isDelimiter = true
  var pipeCount = 0
  var bracketCount = 0
  /// Whether it may begin the definition of a reference.
  var mayDefine = false

  init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    var last: UInt8 = 0
    for byte in bytes {
      let isSpace =
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
      if !isSpace { isBlank = false }
      switch byte {
      case _ where isSpace: break
      case UInt8(ascii: "|"): pipeCount += 1
      case UInt8(ascii: "["):
        bracketCount += 1
        isDelimiter = false
      case UInt8(ascii: ":"): if last == UInt8(ascii: "]") { mayDefine = true }
      case UInt8(ascii: "\u{B}"), UInt8(ascii: "\u{C}"), UInt8(ascii: "-"), UInt8(ascii: ">"),
        UInt8(ascii: "*"),
        UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: ")"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        break
      default: isDelimiter = false
      }
      last = byte
    }
  }
}

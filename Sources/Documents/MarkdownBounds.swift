/// Bounds the time that cmark-gfm takes for tables of short texts.
///
/// It fills each row of a table up to the columns of its head, looks for the place of each cell from the first one on, and
/// reads a paragraph again for each line that may be the one below a table's head. Version 0.29.0.gfm.6 of Debian 12 bounds
/// none of these.
struct MarkdownBounds {
  /// The most cells of all tables, empty ones included; each takes about 250 bytes.
  static let cellLimit = 200_000
  /// The most columns of a table: cmark-gfm looks for the column of each cell from the first one on.
  static let columnLimit = 1000
  /// The most bytes of paragraphs that are read again for each line that may be the one below a table's head.
  static let headLimit = 16 << 20
  /// The most products of these bytes with the lines of the paragraph without a pipe, each of which cmark-gfm copies with all
  /// that follow.
  static let copyLimit = 2 << 30
  /// The most steps to the places of cells in lines that may be of tables, each line with the square of its pipes.
  static let stepLimit = 256 << 20

  private var cellCount = 0
  private var columnCount = 0
  private var headByteCount = 0
  private var copiedByteCount = 0
  private var stepCount = 0

  /// Tables, if they exceed a limit.
  var excess: Set<MarkdownSyntax> {
    let isWithin =
      cellCount <= Self.cellLimit && columnCount <= Self.columnLimit
      && headByteCount <= Self.headLimit && copiedByteCount <= Self.copyLimit
      && stepCount <= Self.stepLimit
    return isWithin ? [] : [.tables]
  }

  /// - Complexity: O(bytes).
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    // The columns of the widest table that may go on, the paragraph's start, and the steps of its lines.
    var columns = 0
    var start = 0
    var (paragraph, lineCount, steps) = (start, 0, 0)
    // Beyond a limit, further steps would exceed an integer.
    while start < bytes.count, excess.isEmpty {
      // cmark ends lines at both, and at the pair of them.
      let end =
        bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        ?? bytes.count
      let line = MarkdownLine(bytes[start..<end])
      if line.isBlank || line.isFence {
        (columns, paragraph, lineCount, steps) = (0, end, 0, 0)
      }
      if line.pipeCount == 0 { lineCount += 1 }
      if line.isDelimiter {
        columns = max(columns, line.columnCount)
        columnCount = max(columnCount, columns)
        headByteCount += end - paragraph
        copiedByteCount += (end - paragraph) * lineCount
        stepCount += steps
      }
      if !line.isBlank {
        cellCount += columns
        let own = line.pipeCount * line.pipeCount
        // A product of lines of 16 MiB is one of 48 bits, and there are less than 2²⁴ of them.
        steps = min(steps + own, Self.stepLimit + 1)
        if columns > 0 { stepCount += own }
      }
      let isPair =
        end + 1 < bytes.count && bytes[end] == UInt8(ascii: "\r")
        && bytes[end + 1] == UInt8(ascii: "\n")
      start = end + (isPair ? 2 : 1)
    }
  }
}

/// A line of Markdown, as far as the costs of tables depend on it.
private struct MarkdownLine {
  /// Whether it has nothing but blanks, which ends a table.
  private(set) var isBlank = true
  /// Whether it may be the line below a table's head, perhaps within quotations and lists, in which it has no sign of its own.
  private(set) var isDelimiter = false
  /// Whether it is a fence that no quotation or list holds, which ends all tables.
  let isFence: Bool
  private(set) var pipeCount = 0
  private var hasFirstPipe = false
  private var hasLastPipe = false

  /// The columns of a table with this line below its head.
  var columnCount: Int { max(1, pipeCount + 1 - (hasFirstPipe ? 1 : 0) - (hasLastPipe ? 1 : 0)) }

  init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
    isFence = Self.isFence(bytes)
    var (isPrefix, hasDash, isOther) = (true, false, false)
    for byte in bytes where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") {
      isBlank = false
      hasLastPipe = byte == UInt8(ascii: "|")
      if isPrefix, byte != UInt8(ascii: ">") {
        isPrefix = false
        hasFirstPipe = hasLastPipe
      }
      switch byte {
      case UInt8(ascii: "|"): pipeCount += 1
      case UInt8(ascii: "-"): hasDash = true
      case UInt8(ascii: ":"), UInt8(ascii: ">"), UInt8(ascii: "\u{B}"), UInt8(ascii: "\u{C}"): break
      default: isOther = true
      }
    }
    isDelimiter = hasDash && !isOther
  }

  private static func isFence(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let text = bytes.drop { $0 == UInt8(ascii: " ") }
    guard text.startIndex - bytes.startIndex < 4, let sign = text.first,
      sign == UInt8(ascii: "`") || sign == UInt8(ascii: "~")
    else { return false }
    let rest = text.drop { $0 == sign }
    return rest.startIndex - text.startIndex >= 3
      && (sign == UInt8(ascii: "~") || !rest.contains(sign))
  }
}

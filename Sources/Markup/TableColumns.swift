import GalleyDocuments
import GalleyText

/// The columns of a table: tab stops at equal distances, and within a column at the place that its alignment needs.
///
/// In a container that is too narrow for equal columns, their widths are by their content. The lines of a long last cell
/// are below each other.
///
/// A parser has no fonts, so the length of a column is estimated by its characters.
struct TableColumns {
  /// The text of a cell.
  struct Cell {
    var column: Int
    var text: String
    /// Whether it is the head of its column, in bold letters.
    var isHead = false

    /// The factor by which its letters are wider than regular ones.
    fileprivate var stretch: Double { isHead ? 1.08 : 1 }
  }

  /// The direction of all rows, if some column is aligned: left and right are sides of the page.
  private(set) var direction: ParagraphStyle.Direction?
  private var columns: [Column] = []
  /// The number of columns, if it is known.
  private var count: Int?

  private struct Column {
    var alignment: ParagraphStyle.TabAlignment
    /// The length of its longest cell.
    var ems = 0.0
    /// The length of its longest word.
    var wordEms = 0.0
  }

  /// Whether the cells are paragraphs below each other, of a table that arranges parts of a page.
  private(set) var isArrangement = false

  /// The columns of such a table.
  static let arrangement: TableColumns = {
    var columns = TableColumns()
    (columns.isArrangement, columns.count) = (true, 1)
    return columns
  }()

  init() {}

  /// The columns of the Markdown table that begins with `events`.
  ///
  /// - Complexity: O(table).
  init(
    _ alignments: [MarkdownAlignment], of events: ArraySlice<MarkdownEvent>,
    direction: ParagraphStyle.Direction?
  ) {
    self.init(alignments, cells: Self.cells(of: events), direction: direction)
  }

  /// The columns of a table with some cells.
  ///
  /// - Complexity: O(table).
  init(_ alignments: [MarkdownAlignment], cells: [Cell], direction: ParagraphStyle.Direction?) {
    count = alignments.count
    var isRightToLeft = false
    if alignments.contains(where: { $0 != .automatic }) {
      isRightToLeft =
        direction.map { $0 == .rightToLeft }
        ?? cells.lazy.map(\.text).joined().isRightToLeft
      self.direction = isRightToLeft ? .rightToLeft : .leftToRight
    }
    columns = alignments.map { alignment in
      switch alignment {
      case .automatic: Column(alignment: .start)
      case .left: Column(alignment: isRightToLeft ? .end : .start)
      case .center: Column(alignment: .center)
      case .right: Column(alignment: isRightToLeft ? .start : .end)
      }
    }
    for cell in cells where columns.indices.contains(cell.column) {
      let (column, text) = (columns[cell.column], cell.text.trimmingSuffix(while: \.isWhitespace))
      columns[cell.column].ems = max(column.ems, text.ems * cell.stretch)
      columns[cell.column].wordEms = max(column.wordEms, text.longestWordEms * cell.stretch)
    }
  }

  /// Whether a tab is before the first cell, which is not at the start of its row.
  var startsWithTab: Bool { columns.first.map { $0.alignment != .start } ?? false }

  /// Whether rows have a cell that is not at their start.
  var hasStops: Bool { count.map { $0 > 1 } ?? true || startsWithTab }

  /// The places of the cells of rows whose first lines begin at `start`.
  ///
  /// Columns are as wide as their content where equal ones do not hold it, if `room`, the width from the start on, is
  /// known.
  func shape(theme: MarkdownTheme, start: Double, room: Double? = nil) -> TableShape {
    let usual = 6 * theme.indent
    let widths = room.flatMap { self.widths(theme, room: $0, usual: usual) }
    var left = 0.0
    let stops: [ParagraphStyle.TabStop] = (0...16).compactMap { number in
      let width = widths.flatMap { $0.indices.contains(number) ? $0[number] : nil } ?? usual
      let begin = number == 0 || widths != nil ? start + left : left
      left += width
      guard columns.indices.contains(number), columns[number].alignment != .start else {
        return number == 0 ? nil : .init(begin)
      }
      let column = columns[number]
      // A gap remains before the next column.
      let length = max(1, min(width - theme.indent / 2, column.ems * theme.text.font.size))
      return .init(
        begin + (column.alignment == .center ? length / 2 : length), alignment: column.alignment)
    }
    let own = widths ?? Array(repeating: usual, count: columns.count)
    let hang = room.flatMap { self.hang(theme, room: $0, widths: own) }
    return TableShape(
      stops: stops, indent: hang.map { $0 - (widths == nil ? start : 0) } ?? theme.indent)
  }

  /// The start of the last column, if the cells before it fit in theirs and it has enough room for lines of its own.
  private func hang(_ theme: MarkdownTheme, room: Double, widths: [Double]) -> Double? {
    guard columns.count > 1, columns.last?.alignment == .start else { return nil }
    let before = widths.dropLast().reduce(0, +)
    let isEnough =
      room - before >= max(Self.leastHangingPart * room, lengths(theme, \.wordEms).last ?? 0)
    let fits = zip(lengths(theme, \.ems), widths).dropLast().allSatisfy { $0 <= $1 }
    return isEnough && fits ? before : nil
  }

  /// The smallest part of a table's width in which the lines of a last cell stay below each other.
  private static let leastHangingPart = 0.3

  /// The lengths of columns, with the gaps between them.
  private func lengths(_ theme: MarkdownTheme, _ ems: (Column) -> Double) -> [Double] {
    columns.indices.map { number in
      let gap = number + 1 < columns.count ? theme.indent / 2 : 0
      return max(theme.indent, ems(columns[number]) * theme.text.font.size + gap)
    }
  }

  /// The widths of columns that share `room`; `nil` if columns of the `usual` width hold all cells.
  ///
  /// Each has its longest cell if all fit; else all but the last one have theirs, if enough remains for that; else each has
  /// at least its longest word, and a part of the rest. Longer words than that are broken.
  ///
  /// - SeeAlso: CSS 2.1, 17.5.2.2: automatic table layout.
  private func widths(_ theme: MarkdownTheme, room: Double, usual: Double) -> [Double]? {
    guard let count, count == columns.count else { return nil }
    let (whole, least) = (lengths(theme, \.ems), lengths(theme, \.wordEms))
    let before = whole.dropLast().reduce(0, +)
    let last = room - Double(count - 1) * usual
    let isNarrow = last < usual || last < whole.last ?? 0
    guard isNarrow || whole.dropLast().contains(where: { $0 > usual }) else { return nil }
    let (wholeSum, leastSum) = (whole.reduce(0, +), least.reduce(0, +))
    if wholeSum <= room {
      return whole.map { $0 + (room - wholeSum) / Double(whole.count) }
    }
    if room - before >= max(Self.leastHangingPart * room, least.last ?? 0) {
      return whole.dropLast() + [room - before]
    }
    guard leastSum <= room else { return least.map { $0 * max(0, room) / leastSum } }
    let part = wholeSum > leastSum ? (room - leastSum) / (wholeSum - leastSum) : 0
    return zip(whole, least).map { $1 + ($0 - $1) * part }
  }

  private static func cells(of events: ArraySlice<MarkdownEvent>) -> [Cell] {
    var cells: [Cell] = []
    var (depth, column, isHead) = (0, -1, false)
    for event in events {
      switch event {
      case .start(let node):
        depth += 1
        if case .tableRow(let isHeader) = node { (column, isHead) = (-1, isHeader) }
        if case .tableCell = node {
          column += 1
          cells.append(Cell(column: column, text: "", isHead: isHead))
        }
      case .end: depth -= 1
      case .text(let text), .code(let text), .html(let text):
        if !cells.isEmpty { cells[cells.count - 1].text += text }
      default: break
      }
      if depth == 0 { break }
    }
    return cells
  }
}

/// The places of the cells of a table's rows.
struct TableShape {
  /// The starts of columns; without alignments, one for each column but the first.
  var stops: [ParagraphStyle.TabStop] = []
  /// The indent of a row's lines after the first one, so that a row that is wrapped is not mistaken for two.
  var indent = 0.0
}

extension StringProtocol {
  /// This text without the characters at its end that fulfil a condition.
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> SubSequence {
    self[..<(lastIndex { !isTrimmed($0) }.map(index(after:)) ?? startIndex)]
  }

  /// Whether the first letter is one of a script that runs from right to left.
  var isRightToLeft: Bool {
    for scalar in unicodeScalars where scalar.properties.isAlphabetic {
      return (0x590...0x8FF).contains(scalar.value) || (0xFB1D...0xFEFC).contains(scalar.value)
        || (0x1_0800...0x1_0FFF).contains(scalar.value)
        || (0x1_E800...0x1_EFFF).contains(scalar.value)
    }
    return false
  }
}

import GalleyDocuments
import GalleyText

/// The columns of a table: tab stops at equal distances, and within a column at the place that its alignment needs.
///
/// In a container that is too narrow for equal columns, their widths are by their content.
///
/// A parser has no fonts, so the length of a column is estimated by its characters.
struct TableColumns {
  /// The text of a cell.
  struct Cell {
    var column: Int
    var text: String
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
      columns[cell.column].ems = max(columns[cell.column].ems, cell.text.ems)
      columns[cell.column].wordEms = max(columns[cell.column].wordEms, cell.text.longestWordEms)
    }
  }

  /// Whether a tab is before the first cell, which is not at the start of its row.
  var startsWithTab: Bool { columns.first.map { $0.alignment != .start } ?? false }

  /// Whether rows have a cell that is not at their start.
  var hasStops: Bool { count.map { $0 > 1 } ?? true || startsWithTab }

  /// The stops of a row whose first line begins at `start`; without alignments, one for each column but the first.
  ///
  /// Columns are as wide as their content where equal ones need more than `room`, the width from the start on, if that is
  /// known.
  func stops(
    theme: MarkdownTheme, start: Double, room: Double? = nil
  ) -> [ParagraphStyle.TabStop] {
    let usual = 6 * theme.indent
    var widths: [Double] = []
    if let room, let count, Double(count) * usual > room { widths = self.widths(theme, room: room) }
    var left = 0.0
    return (0...16).compactMap { number in
      let width = widths.indices.contains(number) ? widths[number] : usual
      let begin = number == 0 || !widths.isEmpty ? start + left : left
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
  }

  /// The widths of columns that share `room`: each has its longest cell if all fit, else at least its longest word, and
  /// a part of the rest; longer words than that are broken.
  ///
  /// - SeeAlso: CSS 2.1, 17.5.2.2: automatic table layout.
  private func widths(_ theme: MarkdownTheme, room: Double) -> [Double] {
    func widths(_ length: (Column) -> Double) -> [Double] {
      columns.indices.map { number in
        let gap = number + 1 < columns.count ? theme.indent / 2 : 0
        return max(theme.indent, length(columns[number]) * theme.text.font.size + gap)
      }
    }
    let (whole, least) = (widths(\.ems), widths(\.wordEms))
    let (wholeSum, leastSum) = (whole.reduce(0, +), least.reduce(0, +))
    if wholeSum <= room {
      return whole.map { $0 + (room - wholeSum) / Double(whole.count) }
    }
    guard leastSum <= room else { return least.map { $0 * max(0, room) / leastSum } }
    let part = wholeSum > leastSum ? (room - leastSum) / (wholeSum - leastSum) : 0
    return zip(whole, least).map { $1 + ($0 - $1) * part }
  }

  private static func cells(of events: ArraySlice<MarkdownEvent>) -> [Cell] {
    var cells: [Cell] = []
    var (depth, column) = (0, -1)
    for event in events {
      switch event {
      case .start(let node):
        depth += 1
        if case .tableRow = node { column = -1 }
        if case .tableCell = node {
          column += 1
          cells.append(Cell(column: column, text: ""))
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

extension StringProtocol {
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

import GalleyDocuments
import GalleyText

/// The columns of a table: tab stops at equal distances, and within a column at the place that its alignment needs.
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
  private var columns: [(alignment: ParagraphStyle.TabAlignment, ems: Double)] = []
  /// The number of columns, if it is known.
  private var count: Int?

  init() {}

  /// The columns of the Markdown table that begins with `events`.
  ///
  /// - Complexity: O(table).
  init(
    _ alignments: [MarkdownAlignment], of events: ArraySlice<MarkdownEvent>,
    direction: ParagraphStyle.Direction?
  ) {
    let isAligned = alignments.contains { $0 != .automatic }
    self.init(alignments, cells: isAligned ? Self.cells(of: events) : [], direction: direction)
  }

  /// The columns of a table with some cells.
  ///
  /// - Complexity: O(table).
  init(_ alignments: [MarkdownAlignment], cells: [Cell], direction: ParagraphStyle.Direction?) {
    count = alignments.count
    guard alignments.contains(where: { $0 != .automatic }) else { return }
    let isRightToLeft =
      direction.map { $0 == .rightToLeft }
      ?? cells.lazy.map(\.text).joined().isRightToLeft
    self.direction = isRightToLeft ? .rightToLeft : .leftToRight
    columns = alignments.map { alignment in
      switch alignment {
      case .automatic: (.start, 0)
      case .left: (isRightToLeft ? .end : .start, 0)
      case .center: (.center, 0)
      case .right: (isRightToLeft ? .start : .end, 0)
      }
    }
    for cell in cells where columns.indices.contains(cell.column) {
      columns[cell.column].ems = max(columns[cell.column].ems, cell.text.ems)
    }
  }

  /// Whether a tab is before the first cell, which is not at the start of its row.
  var startsWithTab: Bool { columns.first.map { $0.alignment != .start } ?? false }

  /// Whether rows have a cell that is not at their start.
  var hasStops: Bool { count.map { $0 > 1 } ?? true || startsWithTab }

  /// The stops of a row whose first line begins at `start`; without alignments, one for each column but the first.
  ///
  /// Columns are narrower where they need more than the width of the container, if that is known.
  func stops(
    theme: MarkdownTheme, start: Double, containerWidth: Double? = nil
  ) -> [ParagraphStyle.TabStop] {
    var width = 6 * theme.indent
    if let containerWidth, let count, count > 0 {
      width = max(theme.indent, min(width, containerWidth / Double(count)))
    }
    return (0...16).compactMap { number in
      let left = number == 0 ? start : Double(number) * width
      guard columns.indices.contains(number), columns[number].alignment != .start else {
        return number == 0 ? nil : .init(left)
      }
      let (alignment, ems) = columns[number]
      // A gap remains before the next column.
      let length = max(1, min(width - theme.indent / 2, ems * theme.text.font.size))
      return .init(left + (alignment == .center ? length / 2 : length), alignment: alignment)
    }
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

  /// About how long it is, in ems.
  fileprivate var ems: Double {
    unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 0.62 : 1) }
  }
}

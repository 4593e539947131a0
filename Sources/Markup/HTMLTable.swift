import GalleyDocuments
import GalleyText

/// The places of a table's cells, some of which extend over columns and rows.
struct TableGrid {
  /// The column of the current cell.
  private(set) var column = 0
  private var next = 0
  /// The number of rows, from the current one on, in which a cell has each column.
  private var occupied: [Int] = []

  private static let maximumColumns = 64

  mutating func beginRow() {
    next = 0
    for column in occupied.indices where occupied[column] > 0 { occupied[column] -= 1 }
  }

  mutating func beginCell(_ tag: HTMLStartTag) {
    while next < occupied.count, occupied[next] > 0 { next += 1 }
    column = min(next, Self.maximumColumns - 1)
    let columns = min(max(1, tag.integer("colspan") ?? 1), Self.maximumColumns - column)
    let rows = tag.integer("rowspan") ?? 1
    for own in column..<column + columns {
      if own == occupied.count { occupied.append(0) }
      // All rows that follow.
      occupied[own] = rows == 0 ? 1 << 16 : min(max(1, rows), 1 << 16)
    }
    next = column + columns
  }
}

/// A table whose rows are written: tabs before the text of each cell lead to its column.
struct OpenTable {
  let columns: TableColumns
  private let shape: TableShape
  private var grid = TableGrid()
  private var isInCell = false
  /// The number of tabs before the current cell, and of those that the row has.
  private var tabs = (wanted: 0, written: 0)
  private var hasText = false

  init(columns: TableColumns, shape: TableShape) {
    self.columns = columns
    self.shape = shape
  }

  mutating func beginRow() {
    grid.beginRow()
    (tabs, hasText, isInCell) = ((0, 0), false, false)
  }

  mutating func beginCell(_ tag: HTMLStartTag) {
    grid.beginCell(tag)
    tabs.wanted = grid.column + (columns.startsWithTab ? 1 : 0)
    isInCell = true
  }

  mutating func endCell() { isInCell = false }

  /// Gives a paragraph of a row the stops of the columns, and the lines after its first one an indent, which an item of a
  /// list has already.
  func shape(_ style: inout ParagraphStyle, isListItem: Bool) {
    guard columns.hasStops else { return }
    if style.tabStops.isEmpty { style.tabStops = shape.stops }
    if !isListItem { style.headIndent += shape.indent }
  }

  /// Notes a text; returns the number of tabs before it.
  ///
  /// A text that starts a paragraph after other text of its row is below that.
  mutating func tabs(startsParagraph: Bool) -> Int {
    guard isInCell else { return 0 }
    let count = startsParagraph && hasText ? 0 : max(0, tabs.wanted - tabs.written)
    tabs.written = tabs.wanted
    hasText = true
    return count
  }
}

extension HTMLStartTag {
  /// The alignment of a cell's text that its attributes name, on a side of the page.
  var alignment: MarkdownAlignment? {
    switch styledAlignment ?? value(of: "align")?.lowercased() {
    case "left", "-webkit-left": return .left
    case "right", "-webkit-right": return .right
    case "center", "-webkit-center", "middle": return .center
    default: return nil
    }
  }

  /// The value of `text-align` in the element's style.
  private var styledAlignment: String? {
    for property in (value(of: "style") ?? "").split(separator: ";").reversed() {
      let parts = property.split(separator: ":").map { part in
        part.filter { !$0.isWhitespace }.lowercased()
      }
      if parts.count == 2, parts[0] == "text-align" { return parts[1] }
    }
    return nil
  }

  /// The direction that an attribute names.
  var direction: ParagraphStyle.Direction? {
    switch value(of: "dir")?.lowercased() {
    case "ltr": .leftToRight
    case "rtl": .rightToLeft
    default: nil
    }
  }

  /// The whole number at the beginning of an attribute, as HTML reads it.
  func integer(_ name: String) -> Int? {
    guard let text = value(of: name)?.drop(while: \.isWhitespace) else { return nil }
    let sign = text.prefix { $0 == "-" || $0 == "+" }
    let digits = text.dropFirst(sign.count).prefix { ("0"..."9").contains($0) }
    guard sign.count <= 1, let number = Int(digits) else { return nil }
    return sign == "-" ? -number : number
  }
}

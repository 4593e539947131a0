import GalleyDocuments
import GalleyText

/// What a document says of an element only behind its start: the columns of tables, and the number of items of
/// ordered lists.
struct HTMLOutline {
  /// The columns of each table, in the order of their starts.
  private(set) var tables: [TableColumns] = []
  /// The number of items of each ordered list, in the order of their starts.
  private(set) var itemCounts: [Int] = []
  private let direction: ParagraphStyle.Direction?
  private var elements: [Element] = []

  fileprivate struct Element {
    var name: String
    var direction: ParagraphStyle.Direction?
    /// The index of its list in `itemCounts`.
    var list: Int?
    var table: Table?
  }

  fileprivate struct Table {
    /// The index in `tables`.
    var number: Int
    var grid = TableGrid()
    var cells: [TableColumns.Cell] = []
    var columnCount = 0
    var rowCount = 0
    /// Whether a cell has more than a text of one line, and whether one is a header.
    var hasBlocks = false
    var hasHeader = false
    var rowAlignment: MarkdownAlignment?
    /// The alignments that cells name, those of headers apart.
    var alignments: [Int: MarkdownAlignment] = [:]
    var headerAlignments: [Int: MarkdownAlignment] = [:]
  }

  /// An outline of paragraphs in a direction; `nil` for their own.
  init(direction: ParagraphStyle.Direction?) { self.direction = direction }

  /// Whether a document may have something for an outline.
  ///
  /// - Complexity: O(bytes).
  static func isNeeded(for html: UnsafeBufferPointer<UInt8>) -> Bool {
    let words = ["table", "<ol"].map { Array($0.utf8) }
    for (index, byte) in html.enumerated() {
      for word in words where byte | 0x20 == word[0] && index + word.count <= html.count {
        if word.indices.allSatisfy({ html[index + $0] | 0x20 == word[$0] }) { return true }
      }
    }
    return false
  }

  /// The elements in cells of tables that arrange a page.
  private static let blocks: Set = [
    "blockquote", "br", "div", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img", "ol", "p",
    "pre",
    "table", "ul",
  ]

  mutating func read(_ event: HTMLEvent) {
    switch event {
    case .start(let tag): start(tag)
    case .end(let name): end(name)
    case .text(let bytes): write(bytes)
    }
  }

  /// The innermost open table.
  private var table: Int? { elements.lastIndex { $0.table != nil } }

  private mutating func start(_ tag: HTMLStartTag) {
    var element = Element(
      name: tag.name, direction: tag.direction ?? elements.last?.direction ?? direction)
    defer { elements.append(element) }
    if let table, Self.blocks.contains(tag.name) { elements[table].table?.hasBlocks = true }
    switch tag.name {
    case "table":
      element.table = Table(number: tables.count)
      tables.append(TableColumns())
    case "ol":
      element.list = itemCounts.count
      itemCounts.append(0)
    case "li":
      let list = elements.last { HTMLNumbering.lists.contains($0.name) }?.list
      if let list { itemCounts[list] += 1 }
    case "tr":
      guard let table else { break }
      elements[table].table?.rowCount += 1
      elements[table].table?.grid.beginRow()
      elements[table].table?.rowAlignment = tag.alignment
    case "td", "th":
      guard let table else { break }
      elements[table].table?.begin(tag)
    default: break
    }
  }

  private mutating func end(_ name: String) {
    guard let index = elements.lastIndex(where: { $0.name == name }) else { return }
    for element in elements[index...].reversed() {
      guard let table = element.table else { continue }
      tables[table.number] = table.columns(element.direction)
    }
    elements.removeSubrange(index...)
  }

  private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let table else { return }
    elements[table].table?.write(String(decoding: bytes.prefix(1024), as: UTF8.self))
  }
}

extension HTMLOutline.Table {
  fileprivate mutating func begin(_ tag: HTMLStartTag) {
    grid.beginCell(tag)
    let column = grid.column
    columnCount = max(columnCount, column + 1)
    if tag.name == "th" { hasHeader = true }
    cells.append(TableColumns.Cell(column: column, text: "", isHead: tag.name == "th"))
    guard let alignment = tag.alignment ?? rowAlignment else { return }
    if tag.name == "td" {
      alignments[column] = alignments[column] ?? alignment
    } else {
      headerAlignments[column] = headerAlignments[column] ?? alignment
    }
  }

  fileprivate mutating func write(_ text: String) {
    guard let last = cells.indices.last, cells[last].text.utf8.count < 1024 else { return }
    // White space between two texts of a cell is a blank.
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let end = cells[last].text.utf8.last
    let isApart = text.first?.isWhitespace == true && end != nil && end != UInt8(ascii: " ")
    cells[last].text += (isApart ? " " : "") + words
    if !words.isEmpty, text.last?.isWhitespace == true { cells[last].text += " " }
  }

  fileprivate func columns(_ direction: ParagraphStyle.Direction?) -> TableColumns {
    // One row of pictures or paragraphs is no table of data, but places them beside each other.
    if rowCount <= 1, hasBlocks, !hasHeader { return .arrangement }
    let alignments = (0..<columnCount).map { column in
      self.alignments[column] ?? headerAlignments[column] ?? .automatic
    }
    return TableColumns(alignments, cells: cells, direction: direction)
  }
}

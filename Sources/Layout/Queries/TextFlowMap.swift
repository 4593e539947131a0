public import GalleyPrimitives

/// The maps of a text in several containers, each at a place on a page: finds the text at a point of the page, and
/// the rectangles of a range that may go through several columns.
///
/// Made by ``/GalleyTypesetting/Typesetter/map(_:through:at:)``. Points and rectangles are layout units of the page, y down. Offsets
/// and positions are those of ``TextMap``.
public struct TextFlowMap: Hashable, Sendable, Codable {
  /// A container on the page.
  public struct Column: Hashable, Sendable, Codable {
    /// The map of the text that the container shows.
    public let map: TextMap
    /// The container's top-left corner on the page.
    public let origin: Point

    package init(map: TextMap, origin: Point) {
      self.map = map
      self.origin = origin
    }

    /// A point of the page, from the container's corner.
    func own(_ point: Point) -> Point { Point(x: point.x - origin.x, y: point.y - origin.y) }

    /// The area of the container on the page: its size, as far as that is finite, with all lines.
    var area: Rect {
      let layout = map.layout
      let size = layout.container.path == nil ? layout.container.size : layout.boundingSize
      let area = Rect(
        x: 0, y: 0, width: size.width.isFinite ? size.width : layout.boundingSize.width,
        height: size.height.isFinite ? size.height : layout.boundingSize.height)
      return area.union(layout.boundingRect).offset(x: origin.x, y: origin.y)
    }
  }

  /// A rectangle of a selection, in a column.
  public struct ColumnRect: Hashable, Sendable, Codable {
    /// The column, as an index into ``TextFlowMap/columns``.
    public var column: Int
    /// The rectangle on the page; its line is one of the column's layout.
    public var selection: SelectionRect
  }

  /// The columns that text reached, in its order.
  public let columns: [Column]

  package init(columns: [Column]) { self.columns = columns }

  /// The UTF-8 offsets of the text for which no container had room; `nil` if all text is shown.
  public var remainder: Range<Int>? { columns.last?.map.layout.truncatedRange }

  /// The UTF-8 offsets from the first that is shown to the end of the last.
  public var shownRange: Range<Int> {
    guard let first = columns.first?.map.shownRange, let last = columns.last?.map.shownRange else {
      return 0..<0
    }
    return first.lowerBound..<max(first.lowerBound, last.upperBound)
  }

  /// The column of a position; `nil` without columns.
  ///
  /// Where a line is wrapped into the next column, the affinity decides, as between two lines.
  ///
  /// - Complexity: O(columns).
  public func column(of position: TextPosition) -> Int? {
    guard !columns.isEmpty else { return nil }
    let next = columns.firstIndex { $0.map.shownRange.lowerBound > position.offset }
    let column = max(0, (next ?? columns.count) - 1)
    guard position.affinity == .backward, column > 0,
      columns[column].map.shownRange.lowerBound == position.offset,
      columns[column - 1].map.shownRange.upperBound == position.offset
    else { return column }
    return column - 1
  }

  /// The column nearest to a point; `nil` without columns.
  ///
  /// A coordinate that is not a number counts as 0.
  ///
  /// - Complexity: O(columns).
  public func column(closestTo point: Point) -> Int? {
    let point = Point(x: point.x.isNaN ? 0 : point.x, y: point.y.isNaN ? 0 : point.y)
    func distance(_ area: Rect) -> Double {
      let x = max(area.minX - point.x, point.x - area.maxX, 0)
      let y = max(area.minY - point.y, point.y - area.maxY, 0)
      return x * x + y * y
    }
    return columns.indices.min { distance(columns[$0].area) < distance(columns[$1].area) }
  }

  /// The position nearest to a point, in the nearest column.
  ///
  /// - Complexity: O(columns), and that of ``TextMap/position(closestTo:)``.
  public func position(closestTo point: Point) -> TextPosition {
    guard let column = column(closestTo: point) else { return TextPosition(offset: 0) }
    return columns[column].map.position(closestTo: columns[column].own(point))
  }

  /// The text range of the grapheme cluster at a point; `nil` if there is none.
  ///
  /// - Complexity: O(columns), and that of ``TextMap/characterRange(at:)``.
  public func characterRange(at point: Point) -> Range<Int>? {
    guard let column = column(closestTo: point) else { return nil }
    return columns[column].map.characterRange(at: columns[column].own(point))
  }

  /// The rectangle of a caret, as high as its text row; `nil` if no line is shown.
  ///
  /// - Complexity: O(columns + log text).
  public func caretRect(at position: TextPosition) -> Rect? {
    guard let column = column(of: position) else { return nil }
    let origin = columns[column].origin
    return columns[column].map.caretRect(at: position)?.offset(x: origin.x, y: origin.y)
  }

  /// The rectangles of the text in `range`, UTF-8 offsets, column by column.
  ///
  /// One of them contains the start of the range, and one its end. The last line of a column extends to its side
  /// if the range continues in the next column.
  ///
  /// - Complexity: O(columns + text in the range).
  public func selectionRects(for range: Range<Int>) -> [ColumnRect] {
    var rects: [ColumnRect] = []
    for (index, column) in columns.enumerated() {
      let own = column.map.shownRange
      let isLast = index == columns.count - 1
      let next = isLast ? Int.max : columns[index + 1].map.shownRange.lowerBound
      let isFirst = index == 0
      guard isFirst || range.upperBound > own.lowerBound, range.lowerBound < next else { continue }
      for var rect in column.map.selectionRects(for: range, before: isLast ? nil : next) {
        rect.containsStart = rect.containsStart && (isFirst || range.lowerBound >= own.lowerBound)
        rect.containsEnd = rect.containsEnd && (isLast || range.upperBound <= next)
        rect.rect = rect.rect.offset(x: column.origin.x, y: column.origin.y)
        rects.append(ColumnRect(column: index, selection: rect))
      }
    }
    return rects
  }

  /// The position of a caret after a movement from `position`; `nil` at the end of the text.
  ///
  /// At the end of a column, a movement continues in the next one: up and down at the same distance from its
  /// side.
  ///
  /// - Complexity: O(columns), and that of ``TextMap/position(from:moving:by:column:)``.
  public func position(
    from position: TextPosition, moving movement: TextMovement, by unit: TextUnit = .character
  ) -> TextPosition? {
    guard let index = column(of: position) else { return nil }
    let map = columns[index].map
    if let moved = map.position(from: position, moving: movement, by: unit) { return moved }
    let isRightToLeft =
      map.layout.line(of: position).map { map.layout.lines[$0].isRightToLeft } ?? false
    let isForward =
      switch movement {
      case .forward, .down: true
      case .backward, .up: false
      case .right: !isRightToLeft
      case .left: isRightToLeft
      }
    let target = isForward ? index + 1 : index - 1
    guard columns.indices.contains(target), unit != .line else { return nil }
    let next = columns[target].map
    if movement == .up || movement == .down {
      guard let caret = map.caretRect(at: position), !next.layout.lines.isEmpty else { return nil }
      let place = map.layout.inline(of: caret.origin)
      return next.position(
        atInline: place, inLine: isForward ? 0 : next.layout.lines.count - 1)
    }
    let edge = isForward ? next.shownRange.lowerBound : next.shownRange.upperBound
    guard edge == position.offset else {
      return TextPosition(offset: edge, affinity: isForward ? .forward : .backward)
    }
    return next.position(from: TextPosition(offset: edge), moving: movement, by: unit)
  }
}

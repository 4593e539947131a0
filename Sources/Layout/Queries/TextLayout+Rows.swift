public import GalleyPrimitives

extension TextLayout {
  /// The lines of a text row, as indices into ``lines``; `nil` if there is no such row.
  ///
  /// - Complexity: O(log lines).
  public func lines(ofRow row: Int) -> Range<Int>? {
    let first = firstLine { $0.rowIndex >= row }
    guard first < lines.count, lines[first].rowIndex == row else { return nil }
    return first..<firstLine { $0.rowIndex > row }
  }

  /// The text row of a line; `nil` if there is no such line.
  public func row(ofLine line: Int) -> Int? {
    lines.indices.contains(line) ? lines[line].rowIndex : nil
  }

  /// The rectangle of a text row: as wide as its lines, and up to the middle of the gaps to its
  /// neighbours, so that rows leave no hole; `nil` if there is no such row.
  ///
  /// - Complexity: O(log lines).
  public func rect(ofRow row: Int) -> Rect? {
    guard let lines = lines(ofRow: row), let block = blockRange(ofRow: row) else { return nil }
    let inline = lines.dropFirst().reduce(inlineRange(lines.lowerBound)) { range, line in
      let other = inlineRange(line)
      return min(range.lowerBound, other.lowerBound)...max(range.upperBound, other.upperBound)
    }
    return rect(inline: inline, block: block)
  }

  /// The line at a point; `nil` if there is none.
  ///
  /// Gaps between rows belong to the nearer row.
  ///
  /// - Complexity: O(log lines).
  public func line(at point: Point) -> Int? {
    guard let row = row(atBlock: block(of: point), isClamped: false) else { return nil }
    return lines(ofRow: row)?.first { inlineRange($0).contains(inline(of: point)) }
  }

  /// The line nearest to a point: in the nearest row, the nearest line along the inline axis; `nil` if the
  /// layout has no line.
  ///
  /// A coordinate that is not a number counts as 0.
  ///
  /// - Complexity: O(log lines).
  public func line(closestTo point: Point) -> Int? {
    line(closestTo: point, isClamped: true)
  }

  /// The nearest line of the row at a point, or if it `isClamped`, of the nearest row.
  func line(closestTo point: Point, isClamped: Bool) -> Int? {
    guard let row = row(atBlock: block(of: point), isClamped: isClamped),
      let lines = lines(ofRow: row)
    else { return nil }
    let place = inline(of: point)
    func distance(_ line: Int) -> Double {
      let range = inlineRange(line)
      return max(range.lowerBound - place, place - range.upperBound, 0)
    }
    return lines.min { distance($0) < distance($1) }
  }

  /// The line of a position; `nil` if the layout has no line.
  ///
  /// For an offset that is not shown, the result is the nearest line before it.
  ///
  /// - Complexity: O(log lines).
  public func line(of position: TextPosition) -> Int? {
    guard !lines.isEmpty else { return nil }
    let line = max(0, firstLine { $0.range.lowerBound > position.offset } - 1)
    guard position.affinity == .backward, line > 0,
      lines[line].range.lowerBound == position.offset,
      lines[line - 1].range.upperBound == position.offset
    else { return line }
    return line - 1
  }
}

/// Geometry for both directions of lines: the inline axis runs along a line, the block axis from line to
/// line.
extension TextLayout {
  /// The first line for which `isAfter` is true, as it is for all later lines; else their count.
  func firstLine(where isAfter: (TextLine) -> Bool) -> Int {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(lines[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  func inline(of point: Point) -> Double {
    let place = isVertical ? point.y : point.x
    return place.isNaN ? 0 : place
  }

  /// Vertical lines stack to the left, so the block axis is the negative x axis, unless they start at the left.
  func block(of point: Point) -> Double {
    let place = isVertical ? (container.startsAtLeft ? point.x : -point.x) : point.y
    return place.isNaN ? 0 : place
  }

  /// The sides of a line along the inline axis.
  package func inlineRange(_ line: Int) -> ClosedRange<Double> {
    let rect = lines[line].rect
    return isVertical
      ? rect.minY...max(rect.minY, rect.maxY) : rect.minX...max(rect.minX, rect.maxX)
  }

  func rect(inline: ClosedRange<Double>, block: ClosedRange<Double>) -> Rect {
    let length = inline.upperBound - inline.lowerBound
    let depth = block.upperBound - block.lowerBound
    return isVertical
      ? Rect(
        x: container.startsAtLeft ? block.lowerBound : -block.upperBound, y: inline.lowerBound,
        width: depth, height: length)
      : Rect(x: inline.lowerBound, y: block.lowerBound, width: length, height: depth)
  }

  /// The extent of a row's lines along the block axis.
  private func extent(ofRow row: Int) -> ClosedRange<Double>? {
    guard let lines = lines(ofRow: row) else { return nil }
    return lines.dropFirst().reduce(blockRange(ofLine: lines.lowerBound)) { range, line in
      let other = blockRange(ofLine: line)
      return min(range.lowerBound, other.lowerBound)...max(range.upperBound, other.upperBound)
    }
  }

  /// The extent of a line along the block axis.
  func blockRange(ofLine line: Int) -> ClosedRange<Double> {
    let rect = lines[line].rect
    guard isVertical else { return rect.minY...max(rect.minY, rect.maxY) }
    let right = max(rect.minX, rect.maxX)
    return container.startsAtLeft ? rect.minX...right : -right ... -rect.minX
  }

  /// The container's inside along the inline axis; `nil` if it has no limit there.
  package var inlineExtent: ClosedRange<Double>? {
    guard container.path == nil, container.exclusionPaths.isEmpty else { return nil }
    let insets = container.insets.clamped
    let (start, end) =
      isVertical
      ? (insets.top, container.size.height - insets.bottom)
      : (insets.left, container.size.width - insets.right)
    return end.isFinite && end >= start ? start...end : nil
  }

  /// Whether lines run from top to bottom.
  package var isVertical: Bool { container.isVertical }

  /// The extent of a row along the block axis, with half of the gaps to its neighbours.
  func blockRange(ofRow row: Int) -> ClosedRange<Double>? {
    guard let own = extent(ofRow: row) else { return nil }
    let top = extent(ofRow: row - 1).map { ($0.upperBound + own.lowerBound) / 2 } ?? own.lowerBound
    let bottom =
      extent(ofRow: row + 1).map { (own.upperBound + $0.lowerBound) / 2 } ?? own.upperBound
    return top...max(top, bottom)
  }

  private func row(atBlock place: Double, isClamped: Bool) -> Int? {
    guard rowCount > 0, !lines.isEmpty else { return nil }
    var (low, high) = (0, lines[lines.count - 1].rowIndex)
    while low < high {
      let middle = (low + high) / 2
      guard let range = blockRange(ofRow: middle) else { return nil }
      if range.upperBound > place { high = middle } else { low = middle + 1 }
    }
    guard let range = blockRange(ofRow: low), isClamped || range.contains(place) else {
      return nil
    }
    return low
  }
}

/// The direction of the viewport's movement over the rows.
package enum ScrollDirection: Hashable, Sendable, CaseIterable, Codable {
  /// Towards later rows.
  case forward
  /// Towards earlier rows.
  case backward
}

/// Orders rows by urgency: visible rows first, then the rows ahead of the viewport.
package struct RowUrgency: Hashable, Sendable {
  /// The rows in the viewport.
  package var visible: Range<Int>
  /// The rows to prepare, visible rows included.
  package var prepared: Range<Int>
  /// The direction of the viewport's movement.
  package var direction: ScrollDirection

  /// Makes an order for `visible` rows within `prepared` rows.
  ///
  /// - Precondition: `visible` is empty or within `prepared`.
  package init(visible: Range<Int>, prepared: Range<Int>, direction: ScrollDirection) {
    precondition(
      visible.isEmpty
        || prepared.lowerBound <= visible.lowerBound && prepared.upperBound >= visible.upperBound,
      "\(visible) is not within \(prepared)")
    self.visible = visible
    self.prepared = prepared
    self.direction = direction
  }

  /// All prepared rows, most urgent first: visible rows in the direction of movement, then rows ahead
  /// by distance, then rows behind by distance.
  package var rows: [Int] {
    let place = visible.clamped(to: prepared)
    let before = (prepared.lowerBound..<place.lowerBound).reversed()
    let after = place.upperBound..<prepared.upperBound
    var rows: [Int] = []
    rows.reserveCapacity(prepared.count)
    switch direction {
    case .forward:
      rows.append(contentsOf: place)
      rows.append(contentsOf: after)
      rows.append(contentsOf: before)
    case .backward:
      rows.append(contentsOf: place.reversed())
      rows.append(contentsOf: before)
      rows.append(contentsOf: after)
    }
    return rows
  }
}

/// The direction in which the viewport moves over the rows.
public enum ScrollDirection: Hashable, Sendable, CaseIterable, Codable {
  /// Towards later rows.
  case forward
  /// Towards earlier rows.
  case backward
}

/// The order in which rows are wanted: visible ones first, then those the viewport moves towards.
public struct RowUrgency: Hashable, Sendable {
  /// The rows in the viewport.
  public var visible: Range<Int>
  /// The rows prepared beyond the viewport, visible ones included.
  public var prepared: Range<Int>
  /// Where the viewport moves.
  public var direction: ScrollDirection

  /// The order for `visible` rows within `prepared` ones.
  ///
  /// - Precondition: `prepared` holds `visible`, unless that is empty.
  public init(visible: Range<Int>, prepared: Range<Int>, direction: ScrollDirection) {
    precondition(
      visible.isEmpty
        || prepared.lowerBound <= visible.lowerBound && prepared.upperBound >= visible.upperBound,
      "\(prepared) does not hold \(visible)")
    self.visible = visible
    self.prepared = prepared
    self.direction = direction
  }

  /// All prepared rows, most urgent first: the visible ones in the direction of movement, then
  /// those ahead by distance, then those behind by distance.
  public var rows: [Int] {
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

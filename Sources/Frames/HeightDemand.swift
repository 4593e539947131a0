public import GalleyPrimitives

/// Where a table remembers heights.
public enum HeightCaching: String, Hashable, Sendable, CaseIterable, Codable {
  /// Nowhere: a row is measured each time it comes into view.
  case none
  /// By the row's place: measured once for each row.
  case indexPath = "index-path"
  /// By the row's content: measured once for each content.
  case key
}

/// How a row's height is found.
public enum CellSizing: String, Hashable, Sendable, CaseIterable, Codable {
  /// By the layout that is then drawn: measuring a row that has to be drawn anyway costs nothing.
  case frames
  /// By a template cell, configured and measured for it alone; the cell that is drawn is laid out anew.
  case template
}

/// Decides which rows are measured when they come into view.
public struct HeightDemand: Hashable, Sendable {
  /// Where heights are remembered.
  public let caching: HeightCaching
  /// How heights are found.
  public let sizing: CellSizing
  /// Rows whose height was asked for.
  public private(set) var askedCount = 0
  /// Rows whose height was known when it was asked for.
  public private(set) var hitCount = 0

  private var rows: Set<Int> = []
  private var keys: Set<ContentKey> = []
  private var last: Range<Int> = 0..<0

  /// A table that knows no height.
  public init(_ caching: HeightCaching, _ sizing: CellSizing) {
    self.caching = caching
    self.sizing = sizing
  }

  /// The rows that come into `rows`, and have to be measured.
  ///
  /// - Parameters:
  ///   - rows: The rows whose heights are needed now.
  ///   - key: What a row's height depends on.
  ///   - isDrawn: Whether a row will be laid out anyway, to be drawn.
  /// - Returns: The rows to measure, beyond what is drawn.
  public mutating func measured(
    in rows: Range<Int>, key: (Int) -> ContentKey, isDrawn: (Int) -> Bool
  ) -> [Int] {
    defer { last = rows }
    return rows.filter { row in
      guard !last.contains(row) else { return false }
      askedCount += 1
      if learn(row, key(row)) {
        hitCount += 1
        return false
      }
      return sizing == .template || !isDrawn(row)
    }
  }

  /// Takes heights as known, for a start that is warm.
  public mutating func know(_ rows: Range<Int>, key: (Int) -> ContentKey) {
    for row in rows { _ = learn(row, key(row)) }
  }

  /// Whether the height of a row is known; it is from now on, if it is remembered at all.
  private mutating func learn(_ row: Int, _ key: ContentKey) -> Bool {
    switch caching {
    case .none: false
    case .indexPath: !rows.insert(row).inserted
    case .key: !keys.insert(key).inserted
    }
  }
}

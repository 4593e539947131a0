package import GalleyPrimitives

/// The key under which a table remembers heights.
package enum HeightCaching: String, Hashable, Sendable, CaseIterable, Codable {
  /// No key: a row is measured each time it becomes visible.
  case none
  /// The row's path: each row is measured once.
  case indexPath = "index-path"
  /// The row's content: each content is measured once.
  case key
}

/// The method that finds a row's height.
package enum CellSizing: String, Hashable, Sendable, CaseIterable, Codable {
  /// The layout that is then drawn: a drawn row needs no further measurement.
  case frames
  /// A template cell, which is configured and measured; the drawn cell is laid out separately.
  case template
}

/// Decides which rows are measured when they become visible.
package struct HeightDemand: Hashable, Sendable {
  /// The key under which heights are remembered.
  package let caching: HeightCaching
  /// The method that finds heights.
  package let sizing: CellSizing
  /// The number of requested heights.
  package private(set) var askedCount = 0
  /// The number of requested heights that were known.
  package private(set) var hitCount = 0
  /// The faults of a bench; some of the known heights are forgotten.
  package var faults = PlantedFaults()

  /// The number of known heights that a fault of a bench forgot.
  package private(set) var forgottenCount = 0

  /// Numbers the requested heights that were remembered.
  private var knownCount = Counter()
  private var rows: Set<Int> = []
  private var keys: Set<ContentKey> = []
  private var last: Range<Int> = 0..<0
  /// The rows that workers have yet to measure.
  private var waiting: [Int] = []

  /// A table without known heights.
  package init(_ caching: HeightCaching, _ sizing: CellSizing) {
    self.caching = caching
    self.sizing = sizing
  }

  /// The rows of `rows` that have to be measured.
  ///
  /// - Parameters:
  ///   - rows: The rows whose heights are needed now.
  ///   - key: The content key of a row.
  ///   - isDrawn: Whether a row is laid out anyway, to be drawn.
  /// - Returns: The rows to measure, without those that are drawn.
  package mutating func measured(
    in rows: Range<Int>, key: (Int) -> ContentKey, isDrawn: (Int) -> Bool
  ) -> [Int] {
    defer { last = rows }
    return rows.filter { row in
      guard !last.contains(row) else { return false }
      askedCount += 1
      if learn(row, key(row)) {
        guard faults.forgets(knownCount.next()) else {
          hitCount += 1
          return false
        }
        forgottenCount += 1
      }
      return sizing == .template || !isDrawn(row)
    }
  }

  /// The rows that workers have to measure, earlier ones first.
  ///
  /// - Parameters:
  ///   - rows: The rows whose heights are needed now; others are no longer measured.
  ///   - done: The rows that were measured since the last call.
  ///   - key: The content key of a row.
  ///   - isDrawn: Whether a row is laid out anyway, to be drawn.
  /// - Returns: The rows, without those that are drawn.
  package mutating func waiting(
    in rows: Range<Int>, without done: Set<Int>, key: (Int) -> ContentKey, isDrawn: (Int) -> Bool
  ) -> [Int] {
    waiting.removeAll { done.contains($0) || !rows.contains($0) }
    waiting += measured(in: rows, key: key, isDrawn: isDrawn)
    return waiting
  }

  /// Marks heights as known, for a warm start.
  package mutating func know(_ rows: Range<Int>, key: (Int) -> ContentKey) {
    for row in rows { _ = learn(row, key(row)) }
  }

  /// Follows an edit of the rows, of which `origins` has the former indices of those with their former content.
  ///
  /// If `isAnew`, no height is known any more.
  package mutating func follow(_ origins: [Int?], isAnew: Bool) {
    let known = rows
    rows = []
    if isAnew {
      keys = []
    } else {
      for (row, origin) in origins.enumerated() {
        if let origin, known.contains(origin) { rows.insert(row) }
      }
    }
    (last, waiting) = (0..<0, [])
  }

  /// Whether the height of a row is known; marks it as known if heights are remembered.
  private mutating func learn(_ row: Int, _ key: ContentKey) -> Bool {
    switch caching {
    case .none: false
    case .indexPath: !rows.insert(row).inserted
    case .key: !keys.insert(key).inserted
    }
  }
}

/// Numbers events from 0.
private struct Counter: Hashable, Sendable {
  private var count = 0

  mutating func next() -> Int {
    defer { count += 1 }
    return count
  }
}

package import GalleyPrimitives
import GalleyRowHeights
package import GalleyTable

/// A table that takes a script's steps one by one, and a naive table beside it if both are
/// compared.
package struct ReplayRun {
  /// The table.
  package private(set) var table: ScrolledTable
  var heights: ReplayHeights
  var naive: NaiveTable?
  /// The naive table's numbers of the table's rows and sections.
  var names: [RowID: Int] = [:]
  var sectionNames: [UInt64: Int] = [:]
  private let feed: [RowContent]
  private var nextFeedRow = 0
  /// Edits that `heights` takes over once they are shown.
  private var waitingMaps: [RowPathMap] = []
  /// The contents of rows that reloads change when they are shown; new rows have theirs at once, because no
  /// visible row has their identity.
  private var reloaded: [RowID: RowContent] = [:]
  /// The contents of the naive table's rows, by their numbers.
  private var naiveShown: [Int: RowContent] = [:]
  private var naivePending: [Int: RowContent] = [:]

  /// A table without rows.
  ///
  /// - Parameters:
  ///   - script: The script, whose steps the caller takes.
  ///   - feed: The contents of rows for which the script has none.
  ///   - heights: The source that measures heights.
  ///   - width: The width of rows in layout units, if the script has none.
  ///   - scale: Device pixels per layout unit.
  ///   - isChecked: Whether a naive table is kept to compare with.
  package init(
    _ script: ReplayScript, feed: [RowContent], heights: any RowHeightSource, width: Double,
    scale: Double,
    isChecked: Bool
  ) {
    self.heights = ReplayHeights(source: heights, width: script.width ?? width, scale: scale)
    self.feed = feed
    let estimate = max(1, Int((script.estimate * scale).rounded()))
    let viewport = PixelSize(
      width: Int(((script.width ?? width) * scale).rounded()),
      height: Int((script.viewport * scale).rounded()))
    table = ScrolledTable(
      rowCounts: [], estimatedHeight: estimate, viewport: viewport, asking: script.asking)
    if isChecked {
      naive = NaiveTable(
        rowCounts: [], estimatedHeight: estimate, viewportHeight: viewport.height,
        asking: script.asking)
    }
  }

  /// Returns the content of a visible row of the naive table.
  func naiveContent(of name: Int) -> RowContent? { naiveShown[name] }

  // MARK: Steps

  /// Takes a step, and requests the heights that the table then needs.
  ///
  /// - Returns: The reason if the step's changes were refused; otherwise `nil`.
  /// - Throws: ``ReplayError``, and the errors of measuring.
  package mutating func take(_ step: ReplayStep) throws -> ChangeSetError? {
    var refusal: ChangeSetError?
    switch step.action {
    case .load(let rowCounts):
      let isFirst = table.pending.sectionCount == 0
      let map = try table.reloadData(rowCounts: rowCounts)
      naive?.reloadData(rowCounts: rowCounts)
      // An empty table has no rows to reload.
      waitingMaps.append(
        isFirst ? .inserted(rowCounts: rowCounts) : .reloaded(rowCounts: rowCounts))
      try show(step, map)
    case .change(let batch):
      let old = table.pending.rowCounts
      do {
        let map = try perform(batch)
        try performNaively(batch, refusal: nil)
        waitingMaps.append(map.rowPathMap(old: old, new: table.pending.rowCounts))
        try show(step, map)
      } catch let error as ChangeSetError {
        try performNaively(batch, refusal: error)
        refusal = error
      }
    case .commit: commit()
    case .scroll(let length): scroll(to: table.viewport.offset + pixels(length))
    case .scrollTo(let y): scroll(to: pixels(y))
    case .rotate(let width, let viewport):
      heights.width = width
      let height = viewport.map(pixels) ?? table.viewport.size.height
      table.forgetHeights()
      table.resize(PixelSize(width: pixels(width), height: height))
      naive?.forgetHeights()
      naive?.resize(height)
    case .fontSize(let factor):
      heights.fontFactor = factor
      table.forgetHeights()
      naive?.forgetHeights()
      heights.invalidateAll()
    case .invalidate(let paths): try invalidate(paths)
    }
    try layOut()
    try check()
    return refusal
  }

  private func pixels(_ length: Double) -> Int {
    Int((min(max(length, -1e9), 1e9) * heights.scale).rounded())
  }

  private mutating func scroll(to offset: Int) {
    table.scroll(to: offset)
    naive?.scroll(to: offset)
  }

  /// Makes the changes one by one, as a client does in an update.
  private mutating func perform(_ batch: ReplayBatch) throws(ChangeSetError) -> ChangeMap {
    func gather(_ members: [ReplayBatch.Member]) throws(ChangeSetError) {
      for member in members {
        switch member {
        case .change(let change): try table.perform([change])
        case .batch(let members):
          table.beginUpdates()
          try gather(members)
          try table.endUpdates()
        }
      }
    }
    table.beginUpdates()
    try gather(batch.members)
    guard let map = try table.endUpdates(announced: batch.announced) else {
      preconditionFailure("updates are open, though each that was begun was ended")
    }
    return map
  }

  /// Assigns the contents of the rows after a step, and shows them unless the step waits.
  private mutating func show(_ step: ReplayStep, _ map: ChangeMap) throws {
    for path in map.reloadedRows {
      guard let new = map.newPath(ofOld: path), let source = step.reloaded[path] else { continue }
      reloaded[table.pending.id(at: new)] = try content(source)
    }
    try fill(step, map)
    try naive.map { try followNaively($0, map) }
    if !step.waits { commit() }
  }

  /// Assigns the contents of new rows, in the order of the table.
  ///
  /// - Complexity: O(new rows × log rows).
  private mutating func fill(_ step: ReplayStep, _ map: ChangeMap) throws {
    var new: [(path: RowPath, id: RowID)] = []
    map.forEachNewRow(of: table.pending) { new.append(($0, $1)) }
    new.sort { $0.path < $1.path }
    for row in new {
      let source = step.contents[row.path] ?? .feed(nextFeedRow)
      if step.contents[row.path] == nil { nextFeedRow += 1 }
      heights.contents[row.id] = try content(source)
    }
  }

  /// The content of a row after all changes.
  func pendingContent(of row: RowID) -> RowContent? {
    reloaded[row] ?? heights.contents[row]
  }

  /// Copies the contents of new and reloaded rows to the naive table's rows at the same paths.
  private mutating func followNaively(_ naive: NaiveTable, _ map: ChangeMap) throws(ReplayError) {
    let reloaded = Set(map.reloadedRows.compactMap(map.newPath(ofOld:)))
    for (section, rows) in naive.pending.enumerated() {
      for (index, row) in rows.rows.enumerated() {
        let path = RowPath(section: section, row: index)
        if naivePending[row.name] == nil || reloaded.contains(path) {
          guard table.pending.contains(path) else { throw .difference("there is no row \(path)") }
          naivePending[row.name] = pendingContent(of: table.pending.id(at: path))
        }
      }
    }
  }

  private func content(_ source: ReplayStep.Source) throws(ReplayError) -> RowContent {
    switch source {
    case .content(let content): return content
    case .feed(let row):
      guard !feed.isEmpty else { throw .noFeed }
      return feed[row % feed.count]
    }
  }

  private mutating func commit() {
    table.commit()
    naive?.commit()
    for map in waitingMaps { heights.apply(map) }
    waitingMaps = []
    for (row, content) in reloaded { heights.contents[row] = content }
    reloaded = [:]
    naiveShown = naivePending
  }

  private mutating func invalidate(_ paths: [RowPath]) throws(ReplayError) {
    for path in paths {
      guard table.visible.contains(path) else { throw .noRow(path) }
    }
    // Equal rows share a height, so their heights are requested again too.
    let contents = Set(paths.compactMap { heights.contents[table.visible.id(at: $0)] })
    var equal: [RowPath] = []
    table.visible.forEachRow { row in
      if let content = heights.contents[row.id], contents.contains(content) {
        equal.append(row.path)
      }
      return true
    }
    for path in equal {
      heights.invalidate(path)
      table.forgetHeight(at: path)
      naive?.forgetHeight(at: path)
    }
  }

  private mutating func layOut() throws {
    try table.layOut { try heights.height(of: $0) }
    try naive?.layOut { name in
      try heights.source.height(
        of: naiveShown[name] ?? .blank(height: 0), width: heights.width,
        fontFactor: heights.fontFactor)
    }
  }
}

extension RowPathMap {
  /// A table of new rows.
  fileprivate static func inserted(rowCounts: [Int]) -> RowPathMap {
    RowPathMap(
      sections: rowCounts.map { Section(origin: nil, runs: [Run(count: $0, source: .inserted)]) })
  }
}

/// An error that ends a script.
package enum ReplayError: Error, Hashable, Sendable {
  /// A row is to show an item of a feed, and there is no feed.
  case noFeed
  /// The table has no such row.
  case noRow(RowPath)
  /// A row to be drawn has a height and no item.
  case noPicture(RowPath)
  /// The table and the naive table differ.
  case difference(String)
}

extension ReplayError: CustomStringConvertible {
  /// One line for messages.
  package var description: String {
    switch self {
    case .noFeed: "rows show items of the feed, and there is none"
    case .noRow(let path): "there is no row \(path)"
    case .noPicture(let path): "row \(path) has a height and no texts: frames need a feed"
    case .difference(let what): "the table differs from the naive model: \(what)"
    }
  }
}

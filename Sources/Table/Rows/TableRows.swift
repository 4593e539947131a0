public import GalleyPrimitives
import _RopeModule

/// The rows of a table at one moment: their order in sections, their IDs and their heights.
///
/// Heights and offsets are whole device pixels. Sums of integers are exact, so an offset does not depend on the
/// order of earlier edits and never drifts. A height may be 0: such a row has an offset, but no look-up by y
/// returns it. A row without a known height has an estimate: its last height, if there was one.
///
/// A value. Looking up and changing a row take O(log n) for n rows. So does the first edit of a
/// copy, because copies share their nodes.
public struct TableRows: Sendable {
  /// The estimated height of a row that was never measured.
  public let estimatedHeight: Int

  var rows = RowTree<TableRow>()
  var sections = RowTree<TableSection>()
  /// The number of the next new row, and of the next new section.
  var nextRow: UInt64 = 0
  var nextSection: UInt64 = 0
  // Heights measured in an earlier round than this are estimates. Round 0 marks an estimate.
  private var round: UInt32 = 1
  #if GALLEY_INVARIANTS
    private var checks = InvariantChecks()
  #endif

  /// Makes an empty table.
  ///
  /// - Precondition: `estimatedHeight` is greater than 0.
  public init(estimatedHeight: Int) {
    precondition(estimatedHeight > 0, "the estimated height \(estimatedHeight) is not positive")
    self.estimatedHeight = estimatedHeight
  }

  /// Makes a table of sections with these numbers of rows.
  ///
  /// - Complexity: O(rows).
  public init(rowCounts: [Int], estimatedHeight: Int) {
    self.init(estimatedHeight: estimatedHeight)
    reloadData(rowCounts: rowCounts)
  }

  /// Makes a table of sections whose rows have these heights.
  ///
  /// - Precondition: No height is negative, and `estimatedHeight` is greater than 0.
  /// - Complexity: O(rows).
  public init(heights: [[Int]], estimatedHeight: Int = 1) {
    self.init(rowCounts: heights.map(\.count), estimatedHeight: estimatedHeight)
    let ids = 0..<UInt64(rowCount)
    rows = RowTree(zip(ids, heights.joined()).map { newRow(RowID($0), height: $1) })
  }

  /// A table to store where another one is edited: a new table draws a random number, which takes a system call.
  static let none = TableRows(estimatedHeight: 1)

  // MARK: Order

  /// The number of sections.
  public var sectionCount: Int { sections.count }

  /// The number of rows of all sections.
  public var rowCount: Int { rows.count }

  /// The number of rows of a section.
  public func rowCount(ofSection section: Int) -> Int { sections[section].height }

  /// The number of rows of each section.
  ///
  /// - Complexity: O(sections).
  public var rowCounts: [Int] {
    var counts: [Int] = []
    sections.forEach(from: 0) {
      counts.append($0.height)
      return true
    }
    return counts
  }

  /// Whether there is a row at `path`.
  public func contains(_ path: RowPath) -> Bool {
    path.section >= 0 && path.section < sectionCount && path.row >= 0
      && path.row < rowCount(ofSection: path.section)
  }

  /// Returns the number of rows before `path` in all sections; the path may be a section's end.
  public func index(of path: RowPath) -> Int { sections.offset(ofRow: path.section) + path.row }

  /// Returns the path of the row with `index` rows before it.
  ///
  /// - Precondition: `index` is in `0..<rowCount`.
  public func path(ofRow index: Int) -> RowPath {
    guard let section = sections.row(at: index) else {
      preconditionFailure("no row \(index) of \(rowCount)")
    }
    return RowPath(section: section, row: index - sections.offset(ofRow: section))
  }

  /// Returns the ID of the row at `path`.
  public func id(at path: RowPath) -> RowID { rows[index(of: path)].id }

  /// Returns the ID of the section at an index.
  public func id(ofSection section: Int) -> SectionID { sections[section].id }

  // MARK: Heights

  /// The sum of all heights, including estimates: the height of the table's content.
  public var totalHeight: Int { rows.totalHeight }

  /// The height of the row at `path`, or its estimate.
  public func height(at path: RowPath) -> Int { rows[index(of: path)].height }

  /// Returns the height of the row at `path`; `nil` if it is only an estimate.
  public func knownHeight(at path: RowPath) -> Int? {
    let row = rows[index(of: path)]
    return row.round == round ? row.height : nil
  }

  /// The height of the row with `index` rows before it, or its estimate.
  public func height(ofRow index: Int) -> Int { rows[index].height }

  /// The y of the top of the row with `index` rows before it.
  public func offset(ofRow index: Int) -> Int { rows.offset(ofRow: index) }

  /// The y of the top of the row at `path`.
  public func offset(at path: RowPath) -> Int { rows.offset(ofRow: index(of: path)) }

  /// Returns the path of the row that covers the pixel row `y`; `nil` if no row does.
  public func path(at y: Int) -> RowPath? { rows.row(at: y).map(path(ofRow:)) }

  /// Returns the smallest range of rows, counted over all sections, that covers all occupied pixel
  /// rows of `band`.
  public func rows(in band: Range<Int>) -> Range<Int> { rows.rows(in: band) }

  /// Sets the height of the row at `path`.
  ///
  /// - Precondition: `height` is not negative.
  public mutating func setHeight(_ height: Int, at path: RowPath) {
    precondition(height >= 0, "the height \(height) is negative")
    rows.update(index(of: path)) {
      $0 = TableRow(id: $0.id, height: height, round: round)
    }
    endStep()
  }

  /// Makes the height of the row at `path` an estimate.
  public mutating func forgetHeight(at path: RowPath) {
    rows.update(index(of: path)) { $0 = TableRow(id: $0.id, height: $0.height, round: 0) }
  }

  /// Makes all heights estimates, as for a new width.
  ///
  /// - Complexity: O(1).
  public mutating func forgetHeights() { round += 1 }

  /// Checks the invariants between two changes in builds of `make invariants`: rows and sections add up, each
  /// identity is given out and occurs once, and no height is of a later round.
  mutating func endStep() {
    #if GALLEY_INVARIANTS
      guard checks.isDue(count: rowCount + sectionCount) else { return }
      rows.checkInvariants()
      sections.checkInvariants()
      precondition(sections.totalHeight == rows.count, "sections have all rows")
      var (rowIDs, sectionIDs) = (Set<RowID>(), Set<SectionID>())
      rows.forEach(from: 0) { row in
        precondition(row.id.number < nextRow && row.round <= round, "a row was given out")
        return rowIDs.insert(row.id).inserted
      }
      for section in 0..<sectionCount { sectionIDs.insert(id(ofSection: section)) }
      precondition(rowIDs.count == rowCount, "an identity is that of one row")
      precondition(sectionIDs.count == sectionCount, "an identity is that of one section")
    #endif
  }

  /// Makes a row with a known height, or with an estimate.
  func newRow(_ id: RowID, height: Int?) -> TableRow {
    guard let height else { return TableRow(id: id, height: estimatedHeight) }
    precondition(height >= 0, "the height \(height) is negative")
    return TableRow(id: id, height: height, round: round)
  }

  // MARK: Walks

  /// A row with its path and offset.
  public struct Entry: Hashable, Sendable {
    /// The row's path.
    public var path: RowPath
    /// The row's ID.
    public var id: RowID
    /// The y of the row's top.
    public var y: Int
    /// The row's height, or its estimate.
    public var height: Int
    /// Whether the height is known.
    public var isKnown: Bool
  }

  /// Returns the row at `path`; `nil` if there is none.
  ///
  /// - Complexity: O(log n).
  public func entry(at path: RowPath) -> Entry? {
    guard contains(path) else { return nil }
    let index = index(of: path)
    let row = rows[index]
    return Entry(
      path: path, id: row.id, y: rows.offset(ofRow: index), height: row.height,
      isKnown: row.round == round)
  }

  /// Calls `body` with the rows from row `index` on, counted over all sections, until it returns
  /// `false`.
  ///
  /// - Complexity: O(log n + rows).
  public func forEachRow(from index: Int = 0, _ body: (Entry) -> Bool) {
    guard index < rowCount else { return }
    var path = path(ofRow: index)
    var y = rows.offset(ofRow: index)
    var left = rowCount(ofSection: path.section) - path.row
    rows.forEach(from: index) { row in
      while left == 0 {
        path = RowPath(section: path.section + 1, row: 0)
        left = rowCount(ofSection: path.section)
      }
      defer {
        path.row += 1
        left -= 1
        y += row.height
      }
      return body(
        Entry(path: path, id: row.id, y: y, height: row.height, isKnown: row.round == round))
    }
  }
}

extension TableRows {
  /// Calls `body` with rows, counted over all sections, their offsets and heights, in order, until it
  /// returns `false`.
  ///
  /// - Precondition: `index` is in `0...rowCount`.
  /// - Complexity: O(log n + rows).
  public func forEachRow(
    from index: Int, _ body: (_ row: Int, _ y: Int, _ height: Int) -> Bool
  ) {
    guard index < rowCount else { return }
    var (index, y) = (index, rows.offset(ofRow: index))
    rows.forEach(from: index) { row in
      defer {
        index += 1
        y += row.height
      }
      return body(index, y, row.height)
    }
  }
}

extension TableRows: Equatable {
  /// Whether both tables have the same rows in the same sections, with the same heights, known or
  /// estimated.
  ///
  /// - Complexity: O(rows).
  public static func == (left: TableRows, right: TableRows) -> Bool {
    func entries(_ table: TableRows) -> [Entry] {
      var entries: [Entry] = []
      table.forEachRow {
        entries.append($0)
        return true
      }
      return entries
    }
    func ids(_ table: TableRows) -> [SectionID] {
      (0..<table.sectionCount).map { table.id(ofSection: $0) }
    }
    return left.rowCounts == right.rowCounts && ids(left) == ids(right)
      && entries(left) == entries(right)
  }
}

/// A row of a table, or the empty element.
struct TableRow: TreeRow {
  let id: RowID
  /// The height; −1 for the empty element.
  private let storedHeight: Int
  /// The round in which the height was measured; 0 for an estimate.
  let round: UInt32

  static let nothing = TableRow(id: RowID(0), storedHeight: -1)

  private init(id: RowID, storedHeight: Int) {
    self.id = id
    self.storedHeight = storedHeight
    round = 0
  }

  init(id: RowID, height: Int, round: UInt32 = 0) {
    self.id = id
    storedHeight = height
    self.round = round
  }

  var height: Int { max(0, storedHeight) }
  var isEmpty: Bool { storedHeight < 0 }
}

/// A section of a table, whose height is its number of rows, or the empty element.
struct TableSection: TreeRow {
  let id: SectionID
  /// The number of rows; −1 for the empty element.
  private let storedCount: Int

  static let nothing = TableSection(id: SectionID(0), rowCount: -1)

  init(id: SectionID, rowCount: Int) {
    self.id = id
    storedCount = rowCount
  }

  var height: Int { max(0, storedCount) }
  var isEmpty: Bool { storedCount < 0 }
}

package import GalleyPrimitives
package import GalleyTable

/// The specification of a scrolled table: nested arrays, searched from the start at each request.
///
/// Tests and `galley replay --check` compare ``ScrolledTable`` with it. It names rows by its own
/// numbers.
package struct NaiveTable: Equatable {
  /// A row.
  package struct Row: Equatable {
    package var name: Int
    package var height: Int
    package var isKnown: Bool
  }

  /// A section.
  package struct Section: Equatable {
    package var name: Int
    package var rows: [Row]
  }

  /// The row that keeps its position on the screen.
  package struct Anchor: Equatable {
    package var name: Int
    package var screenY: Int
  }

  package private(set) var visible: [Section] = []
  package private(set) var pending: [Section] = []
  package private(set) var offset = 0
  package private(set) var viewportHeight: Int
  package private(set) var questionCount = 0
  private let estimate: Int
  private let asking: HeightAsking
  private var nextName = 0
  /// Visible rows that cannot be the anchor: moved, deleted, or reloaded with their section.
  private var unsettled: Set<Int> = []
  private var isReplaced = false
  /// The last anchor row.
  private var held: Int?
  /// Whether its height was known when all heights were forgotten; then it needs no known height.
  private var isKept = false
  /// Rows whose content has changed since they were last shown.
  private var reloaded: Set<Int> = []
  private var shown: Set<Int> = []

  package init(
    rowCounts: [Int], estimatedHeight: Int, viewportHeight: Int, asking: HeightAsking
  ) {
    estimate = estimatedHeight
    self.viewportHeight = viewportHeight
    self.asking = asking
    pending = rowCounts.map { newSection($0) }
    visible = pending
  }

  private mutating func newName() -> Int {
    nextName += 1
    return nextName
  }

  private mutating func newRow() -> Row { Row(name: newName(), height: estimate, isKnown: false) }

  private mutating func newSection(_ rowCount: Int) -> Section {
    Section(name: newName(), rows: (0..<rowCount).map { _ in newRow() })
  }

  // MARK: Changes

  /// Makes changes, and returns whether they are allowed.
  package mutating func perform(_ changes: [ChangeSet.Change], announced: [Int]?) -> Bool {
    guard let edit = NaiveEdit(changes, of: pending.map(\.rows.count)) else { return false }
    let old = pending
    var copy = self
    var sections = edit.sections.map { place in
      switch place {
      case .new(let count): copy.newSection(count)
      case .old(let section, let count?):
        Section(name: old[section].name, rows: (0..<count).map { _ in copy.newRow() })
      case .old(let section, nil):
        Section(
          name: old[section].name,
          rows: old[section].rows.indices.filter { !edit.isGone(section, $0) }.map {
            var row = old[section].rows[$0]
            if edit.fates[section][$0] == .reloaded { row.isKnown = false }
            return row
          })
      }
    }
    for section in sections.indices {
      let arrivals = edit.arrivals.filter { $0.to.section == section }
      var places = [Row?](repeating: nil, count: sections[section].rows.count + arrivals.count)
      for arrival in arrivals {
        guard places.indices.contains(arrival.to.row), places[arrival.to.row] == nil
        else { return false }
        places[arrival.to.row] =
          arrival.from.map { old[$0.section].rows[$0.row] } ?? copy.newRow()
      }
      var rest = sections[section].rows[...]
      sections[section].rows = places.map { $0 ?? rest.removeFirst() }
    }
    guard edit.arrivals.allSatisfy({ sections.indices.contains($0.to.section) }) else {
      return false
    }
    if let announced, announced != sections.map(\.rows.count) { return false }
    copy.settle(old, edit)
    copy.pending = sections
    self = copy
    return true
  }

  /// Stores the rows that cannot be the anchor.
  private mutating func settle(_ old: [Section], _ edit: NaiveEdit) {
    for (section, rows) in old.enumerated() {
      for (index, row) in rows.rows.enumerated() {
        if edit.sectionFates[section] != nil || edit.isGone(section, index) {
          unsettled.insert(row.name)
        }
        if edit.fates[section][index] == .reloaded { reloaded.insert(row.name) }
      }
    }
  }

  /// Replaces all rows.
  package mutating func reloadData(rowCounts: [Int]) {
    unsettled.formUnion(pending.flatMap(\.rows).map(\.name))
    isReplaced = true
    pending = rowCounts.map { newSection($0) }
  }

  /// Shows the pending rows.
  package mutating func commit() {
    var anchor = anchor(except: reloaded) { !unsettled.contains($0) }
    let top = rowsInView.first.map { $0.y - offset }
    if anchor == nil, !isReplaced, let top, let last = rowsInView.last {
      let below = placedRows.drop { $0.row.name != last.row.name }.dropFirst()
      anchor = below.first { !unsettled.contains($0.row.name) }
        .map { Anchor(name: $0.row.name, screenY: top) }
    }
    visible = pending
    unsettled = []
    reloaded = []
    isReplaced = false
    hold(anchor)
  }

  // MARK: The viewport

  /// A row and the y of its top.
  package struct PlacedRow {
    package var row: Row
    package var y: Int
    package var path: RowPath
  }

  /// All visible rows, from top to bottom.
  package var placedRows: [PlacedRow] {
    var y = 0
    var placed: [PlacedRow] = []
    for (section, rows) in visible.map(\.rows).enumerated() {
      for (index, row) in rows.enumerated() {
        placed.append(
          PlacedRow(row: row, y: y, path: RowPath(section: section, row: index)))
        y += row.height
      }
    }
    return placed
  }

  /// The sum of all heights.
  package var totalHeight: Int { visible.flatMap(\.rows).reduce(0) { $0 + $1.height } }

  /// The rows with a visible part, and the rows without height between them.
  private var rowsInView: ArraySlice<PlacedRow> {
    let placed = placedRows
    let isSeen = { (row: PlacedRow) in
      max(row.y, offset) < min(row.y + row.row.height, offset + viewportHeight)
    }
    guard let first = placed.firstIndex(where: isSeen), let last = placed.lastIndex(where: isSeen)
    else { return [] }
    return placed[first...last]
  }

  /// The row that keeps its position on the screen.
  package var anchor: Anchor? { anchor { _ in true } }

  private func anchor(
    except changed: Set<Int> = [], _ mayHold: (Int) -> Bool
  ) -> Anchor? {
    let rows = rowsInView.filter { mayHold($0.row.name) }
    let known =
      offset == 0
      ? [] : rows.filter { isSettled($0.row) && !changed.contains($0.row.name) }
    let row = known.first { $0.row.name == held } ?? known.first ?? rows.first
    return row.map { Anchor(name: $0.row.name, screenY: $0.y - offset) }
  }

  private func isSettled(_ row: Row) -> Bool { row.isKnown || isKept && row.name == held }

  private mutating func hold(_ anchor: Anchor?) {
    let row = anchor.flatMap { anchor in placedRows.first { $0.row.name == anchor.name } }
    if let anchor, let row { offset = row.y - anchor.screenY }
    scroll(to: offset)
    isKept = isKept && held == anchor?.name
    held = anchor?.name
  }

  /// Scrolls within the bounds of the table.
  package mutating func scroll(to offset: Int) {
    self.offset = min(max(0, offset), max(0, totalHeight - viewportHeight))
  }

  /// Gives the viewport another height.
  package mutating func resize(_ height: Int) {
    let anchor = anchor
    viewportHeight = height
    hold(anchor)
  }

  // MARK: Heights

  /// Requests the heights that the table needs now.
  package mutating func layOut(_ height: (Int) throws -> Int) rethrows {
    let anchor = anchor
    var asked: Set<Int> = []
    if asking == .allAtOnce {
      for row in placedRows where !row.row.isKnown { try ask(row, height) }
    }
    hold(anchor)
    while true {
      let wanted = rowsInView.filter { row in
        !row.row.isKnown
          || asking == .eachTimeShown && !shown.contains(row.row.name)
            && !asked.contains(row.row.name)
      }
      if wanted.isEmpty { break }
      for row in wanted {
        try ask(row, height)
        asked.insert(row.row.name)
      }
      hold(anchor)
    }
    shown = Set(rowsInView.map(\.row.name))
  }

  private mutating func ask(_ row: PlacedRow, _ height: (Int) throws -> Int) rethrows {
    questionCount += 1
    keep(try height(row.row.name), row.row.name)
  }

  private mutating func keep(_ height: Int, _ name: Int) {
    let known = Row(name: name, height: height, isKnown: true)
    Self.replace(known, in: &visible)
    if !reloaded.contains(name) { Self.replace(known, in: &pending) }
  }

  private static func replace(_ row: Row, in sections: inout [Section]) {
    for section in sections.indices {
      if let index = sections[section].rows.firstIndex(where: { $0.name == row.name }) {
        sections[section].rows[index] = row
      }
    }
  }

  /// Stores the height of a visible row.
  package mutating func setHeight(_ height: Int, at path: RowPath) {
    let anchor = anchor
    keep(height, visible[path.section].rows[path.row].name)
    hold(anchor)
  }

  /// Forgets the height of a visible row.
  package mutating func forgetHeight(at path: RowPath) {
    var row = visible[path.section].rows[path.row]
    row.isKnown = false
    Self.replace(row, in: &visible)
    if !reloaded.contains(row.name) { Self.replace(row, in: &pending) }
  }

  /// Forgets all heights.
  package mutating func forgetHeights() {
    let anchor = anchor
    if rowsInView.contains(where: { $0.row.name == anchor?.name && $0.row.isKnown }) {
      (held, isKept) = (anchor?.name, true)
    }
    func forgotten(_ sections: [Section]) -> [Section] {
      sections.map { section in
        Section(
          name: section.name,
          rows: section.rows.map { Row(name: $0.name, height: $0.height, isKnown: false) })
      }
    }
    visible = forgotten(visible)
    pending = forgotten(pending)
    shown = []
  }
}

public import GalleyPrimitives

/// Where the rows and sections of a table are after a change set that were there before, and back.
///
/// Each look-up takes O(log n) for n changes, however many rows there are.
public struct ChangeMap: Hashable, Sendable {
  /// The sections before the changes.
  public internal(set) var oldSectionCount = 0
  /// The sections after them.
  public internal(set) var newSectionCount = 0
  /// Whether all data was reloaded, so that nothing of the old is left.
  public internal(set) var replacesAll = false
  /// The rows that show something else, at their old places.
  public internal(set) var reloadedRows: Set<RowPath> = []

  /// Old sections that leave their place, and new places that something arrives at.
  var leavingSections = Gaps()
  var arrivingSections = Gaps()
  /// Old sections that move, by their new places, and the other way round.
  var sectionTargets: [Int: Int] = [:]
  var sectionSources: [Int: Int] = [:]
  /// How many new rows a new section begins with: one that is inserted, or was reloaded.
  var freshRowCounts: [Int: Int] = [:]
  /// Old sections whose rows are replaced.
  var reloadedSections: Set<Int> = []
  /// The same for the rows of a section, by old and by new sections.
  var leavingRows: [Int: Gaps] = [:]
  var arrivingRows: [Int: Gaps] = [:]
  var rowTargets: [RowPath: RowPath] = [:]
  var rowSources: [RowPath: RowPath] = [:]

  /// Where an old section is now; `nil` if it is gone.
  public func newSection(ofOld section: Int) -> Int? {
    if replacesAll { return nil }
    if let target = sectionTargets[section] { return target }
    guard !leavingSections.contains(section) else { return nil }
    return arrivingSections.place(ofRank: leavingSections.rank(of: section))
  }

  /// Where a new section was; `nil` if it is a new one.
  public func oldSection(ofNew section: Int) -> Int? {
    if replacesAll { return nil }
    if let source = sectionSources[section] { return source }
    guard !arrivingSections.contains(section) else { return nil }
    return leavingSections.place(ofRank: arrivingSections.rank(of: section))
  }

  /// Where an old row is now; `nil` if it is gone.
  public func newPath(ofOld path: RowPath) -> RowPath? {
    rowTargets[path] ?? newPath(ofStaying: path)
  }

  /// Where a new row was; `nil` if it is a new one.
  public func oldPath(ofNew path: RowPath) -> RowPath? {
    if let source = rowSources[path] { return source }
    guard let section = oldSection(ofNew: path.section), !reloadedSections.contains(section)
    else { return nil }
    let arriving = arrivingRows[path.section] ?? Gaps()
    guard !arriving.contains(path.row) else { return nil }
    let leaving = leavingRows[section] ?? Gaps()
    return RowPath(section: section, row: leaving.place(ofRank: arriving.rank(of: path.row)))
  }

  /// Where an old row is now that neither moved itself nor is gone.
  func newPath(ofStaying path: RowPath) -> RowPath? {
    guard let section = newSection(ofOld: path.section), !reloadedSections.contains(path.section)
    else { return nil }
    let leaving = leavingRows[path.section] ?? Gaps()
    guard !leaving.contains(path.row) else { return nil }
    let arriving = arrivingRows[section] ?? Gaps()
    return RowPath(section: section, row: arriving.place(ofRank: leaving.rank(of: path.row)))
  }

  /// Where an old row is now that stayed in place, as did its section: where the scroll anchor may
  /// hold on.
  func newPath(ofUnmoved path: RowPath) -> RowPath? {
    sectionTargets[path.section] == nil ? newPath(ofStaying: path) : nil
  }

  /// A map that leaves nothing of the old.
  static func replacingAll(old: Int, new: Int) -> ChangeMap {
    var map = ChangeMap()
    map.oldSectionCount = old
    map.newSectionCount = new
    map.replacesAll = true
    return map
  }
}

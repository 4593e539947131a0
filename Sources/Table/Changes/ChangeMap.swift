public import GalleyPrimitives

/// Maps the paths of rows and sections before a change set to those after it, and back.
///
/// Each look-up takes O(log n) for n changes, independent of the number of rows.
public struct ChangeMap: Hashable, Sendable {
  /// The number of sections before the changes.
  public internal(set) var oldSectionCount = 0
  /// The number of sections after the changes.
  public internal(set) var newSectionCount = 0
  /// Whether all data was reloaded, so that no old row remains.
  public internal(set) var replacesAll = false
  /// The rows whose content changed, as old paths.
  public internal(set) var reloadedRows: Set<RowPath> = []

  /// Old sections that leave their index, and new indices at which sections arrive.
  var leavingSections = Gaps()
  var arrivingSections = Gaps()
  /// The new indices of moved sections by old index, and the reverse.
  var sectionTargets: [Int: Int] = [:]
  var sectionSources: [Int: Int] = [:]
  /// The number of new rows with which a new section begins: one that was inserted or reloaded.
  var freshRowCounts: [Int: Int] = [:]
  /// The old indices of sections whose rows are replaced.
  var reloadedSections: Set<Int> = []
  /// The same for rows: leaving rows by old section, arriving rows by new section.
  var leavingRows: [Int: Gaps] = [:]
  var arrivingRows: [Int: Gaps] = [:]
  var rowTargets: [RowPath: RowPath] = [:]
  var rowSources: [RowPath: RowPath] = [:]

  /// Returns the new index of an old section; `nil` if it was removed.
  public func newSection(ofOld section: Int) -> Int? {
    if replacesAll { return nil }
    if let target = sectionTargets[section] { return target }
    guard !leavingSections.contains(section) else { return nil }
    return arrivingSections.place(ofRank: leavingSections.rank(of: section))
  }

  /// Returns the old index of a new section; `nil` if it was inserted.
  public func oldSection(ofNew section: Int) -> Int? {
    if replacesAll { return nil }
    if let source = sectionSources[section] { return source }
    guard !arrivingSections.contains(section) else { return nil }
    return leavingSections.place(ofRank: arrivingSections.rank(of: section))
  }

  /// Returns the new path of an old row; `nil` if it was removed.
  public func newPath(ofOld path: RowPath) -> RowPath? {
    rowTargets[path] ?? newPath(ofStaying: path)
  }

  /// Returns the old path of a new row; `nil` if it was inserted.
  public func oldPath(ofNew path: RowPath) -> RowPath? {
    if let source = rowSources[path] { return source }
    guard let section = oldSection(ofNew: path.section), !reloadedSections.contains(section)
    else { return nil }
    let arriving = arrivingRows[path.section] ?? Gaps()
    guard !arriving.contains(path.row) else { return nil }
    let leaving = leavingRows[section] ?? Gaps()
    return RowPath(section: section, row: leaving.place(ofRank: arriving.rank(of: path.row)))
  }

  /// Returns the new path of an old row that neither moved nor was removed.
  func newPath(ofStaying path: RowPath) -> RowPath? {
    guard let section = newSection(ofOld: path.section), !reloadedSections.contains(path.section)
    else { return nil }
    let leaving = leavingRows[path.section] ?? Gaps()
    guard !leaving.contains(path.row) else { return nil }
    let arriving = arrivingRows[section] ?? Gaps()
    return RowPath(section: section, row: arriving.place(ofRank: leaving.rank(of: path.row)))
  }

  /// Returns the new path of an old row that did not move, in a section that did not move.
  ///
  /// Only such a row can remain the scroll anchor.
  func newPath(ofUnmoved path: RowPath) -> RowPath? {
    sectionTargets[path.section] == nil ? newPath(ofStaying: path) : nil
  }

  /// Makes a map of the insertion of adjacent rows.
  static func inserting(_ count: Int, at path: RowPath, sectionCount: Int) -> ChangeMap {
    var map = ChangeMap()
    map.oldSectionCount = sectionCount
    map.newSectionCount = sectionCount
    if count > 0 { map.arrivingRows[path.section] = Gaps(path.row..<path.row + count) }
    return map
  }

  /// Makes a map that keeps no old row.
  static func replacingAll(old: Int, new: Int) -> ChangeMap {
    var map = ChangeMap()
    map.oldSectionCount = old
    map.newSectionCount = new
    map.replacesAll = true
    return map
  }
}

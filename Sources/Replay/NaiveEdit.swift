import GalleyPrimitives
import GalleyTable

/// The effect of a change set on each row and section; `nil` if the change set contradicts itself.
struct NaiveEdit {
  /// The effect on an old row or section.
  enum Fate {
    case deleted, moved, reloaded
  }

  /// The source of a new section.
  enum Place {
    case new(rowCount: Int)
    /// An old section; if it was reloaded, with a number of new rows.
    case old(Int, replacedBy: Int?)
  }

  /// A row to insert: a new one, or a moved one.
  struct Arrival {
    var to: RowPath
    var from: RowPath?
  }

  private(set) var fates: [[Fate?]]
  private(set) var sectionFates: [Fate?]
  private(set) var sections: [Place] = []
  private(set) var arrivals: [Arrival] = []

  init?(_ changes: [ChangeSet.Change], of rowCounts: [Int]) {
    fates = rowCounts.map { Array(repeating: nil, count: $0) }
    sectionFates = Array(repeating: nil, count: rowCounts.count)
    var sectionArrivals: [(to: Int, Place)] = []
    var replacements: [Int: Int] = [:]
    for change in changes {
      switch change {
      case .insertRow(let path): arrivals.append(Arrival(to: path))
      case .deleteRow(let path): guard claim(path, .deleted) else { return nil }
      case .reloadRow(let path): guard claim(path, .reloaded) else { return nil }
      case .moveRow(let old, let new):
        guard claim(old, .moved) else { return nil }
        arrivals.append(Arrival(to: new, from: old))
      case .insertSection(let section, let count):
        guard count >= 0 else { return nil }
        sectionArrivals.append((section, .new(rowCount: count)))
      case .deleteSection(let section): guard claim(section, .deleted) else { return nil }
      case .moveSection(let old, let new):
        guard claim(old, .moved) else { return nil }
        sectionArrivals.append((new, .old(old, replacedBy: nil)))
      case .reloadSection(let section, let count):
        guard claim(section, .reloaded), count >= 0 else { return nil }
        replacements[section] = count
      }
    }
    for section in fates.indices where [.deleted, .reloaded].contains(sectionFates[section]) {
      guard !fates[section].contains(.reloaded) else { return nil }
    }
    let staying = sectionFates.indices.filter { ![.deleted, .moved].contains(sectionFates[$0]) }
    var places = [Place?](repeating: nil, count: staying.count + sectionArrivals.count)
    for (section, place) in sectionArrivals {
      guard places.indices.contains(section), places[section] == nil else { return nil }
      places[section] = place
    }
    var rest = staying.map { Place.old($0, replacedBy: replacements[$0]) }[...]
    sections = places.map { $0 ?? rest.removeFirst() }
  }

  /// Whether an old row has left its section.
  func isGone(_ section: Int, _ row: Int) -> Bool {
    [.deleted, .reloaded].contains(sectionFates[section])
      || [.deleted, .moved].contains(fates[section][row])
  }

  private mutating func claim(_ path: RowPath, _ fate: Fate) -> Bool {
    guard fates.indices.contains(path.section), fates[path.section].indices.contains(path.row),
      fates[path.section][path.row] == nil
    else { return false }
    fates[path.section][path.row] = fate
    return true
  }

  private mutating func claim(_ section: Int, _ fate: Fate) -> Bool {
    guard sectionFates.indices.contains(section), sectionFates[section] == nil else { return false }
    sectionFates[section] = fate
    return true
  }
}

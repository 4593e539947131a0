import GalleyPrimitives

/// The slots at the places of a table.
struct PlaceHeights: Sendable {
  private struct Section: Sendable {
    var header = HeightSlot.empty
    var footer = HeightSlot.empty
    var rows: [HeightSlot]
  }

  private var sections: [Section]

  init(rowCounts: [Int]) {
    sections = rowCounts.map { Section(rows: Array(repeating: .empty, count: max(0, $0))) }
  }

  var rowCounts: [Int] { sections.map(\.rows.count) }

  /// The slot at `place`; a place that the table does not have is always empty.
  subscript(place: HeightPlace) -> HeightSlot {
    get {
      guard contains(place) else { return .empty }
      return switch place {
      case .row(let path): sections[path.section].rows[path.row]
      case .header(let section): sections[section].header
      case .footer(let section): sections[section].footer
      }
    }
    set {
      guard contains(place) else { return }
      switch place {
      case .row(let path): sections[path.section].rows[path.row] = newValue
      case .header(let section): sections[section].header = newValue
      case .footer(let section): sections[section].footer = newValue
      }
    }
  }

  private func contains(_ place: HeightPlace) -> Bool {
    switch place {
    case .row(let path):
      sections.indices.contains(path.section)
        && sections[path.section].rows.indices.contains(path.row)
    case .header(let section), .footer(let section): sections.indices.contains(section)
    }
  }

  mutating func apply(_ map: RowPathMap) {
    let old = sections
    sections = map.sections.map { section in
      var result = Section(rows: [])
      if let origin = section.origin, old.indices.contains(origin) {
        result.header = old[origin].header
        result.footer = old[origin].footer
        // A section whose rows all stayed is reused without copying.
        let whole = RowPathMap.Run(
          count: old[origin].rows.count, source: .kept(from: RowPath(section: origin, row: 0)))
        if section.runs == [whole] {
          result.rows = old[origin].rows
          return result
        }
      } else {
        let isNew = section.runs.allSatisfy { $0.source == .inserted }
        result.header = isNew ? .empty : .mutated
        result.footer = result.header
      }
      result.rows.reserveCapacity(section.rowCount)
      for run in section.runs { result.rows += Self.rows(of: run, from: old) }
      return result
    }
  }

  private static func rows(of run: RowPathMap.Run, from old: [Section]) -> ArraySlice<HeightSlot> {
    switch run.source {
    case .inserted: return ArraySlice(repeating: .empty, count: run.count)
    case .reloaded: return ArraySlice(repeating: .mutated, count: run.count)
    case .kept(let from):
      // A map of another table loses some heights, but does no other harm.
      guard old.indices.contains(from.section), from.row >= 0 else {
        return ArraySlice(repeating: .empty, count: run.count)
      }
      let kept = old[from.section].rows.dropFirst(from.row).prefix(run.count)
      guard kept.count < run.count else { return kept }
      return kept + ArraySlice(repeating: .empty, count: run.count - kept.count)
    }
  }

  /// Changes the number of rows, and keeps the slots of places that still exist.
  mutating func resize(_ rowCounts: [Int]) {
    for (index, count) in rowCounts.enumerated() {
      guard index < sections.count else {
        sections.append(Section(rows: Array(repeating: .empty, count: max(0, count))))
        continue
      }
      let rows = sections[index].rows.count
      if count < rows {
        sections[index].rows.removeLast(rows - max(0, count))
      } else {
        sections[index].rows += Array(repeating: .empty, count: count - rows)
      }
    }
    if sections.count > rowCounts.count { sections.removeLast(sections.count - rowCounts.count) }
  }
}

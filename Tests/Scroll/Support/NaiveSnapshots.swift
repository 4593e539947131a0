import GalleyPrimitives
import GalleyRandomness
import GalleyTable

@testable import GalleyLive

/// The snapshots of a random script, whose rows a client names by numbers.
extension NaiveSections {
  /// Returns the rows without headers and footers, with new names.
  mutating func snapshot() throws -> TableSnapshot<Int> {
    client = Client(next: client.next)
    return try TableSnapshot(
      sections.map { section in
        TableSnapshot.Section(
          id: client.newName(), rows: section.rows.map { client.newRow(of: $0.number) })
      })
  }

  /// Returns the number of a row of the last snapshot.
  func number(ofRow name: Int) -> Int { client.numbers[name] ?? 0 }

  /// Returns a snapshot that differs from another by a few random changes.
  mutating func randomSnapshot(
    after first: TableSnapshot<Int>, _ random: inout SeededGenerator
  ) throws -> TableSnapshot<Int> {
    var sections = first.sections
    for _ in 0..<1 + random.below(6) {
      guard !sections.isEmpty else { break }
      let section = random.below(sections.count)
      let count = sections[section].rows.count
      let row = random.below(count + 1)
      switch random.below(8) {
      case 0 where row < count: sections[section].rows.remove(at: row)
      case 1 where row < count:
        let moved = sections[section].rows.remove(at: row)
        let target = random.below(sections.count)
        sections[target].rows.insert(moved, at: random.below(sections[target].rows.count + 1))
      case 2 where row < count:
        let number = random.below(FuzzItem.count)
        client.numbers[sections[section].rows[row].id] = number
        sections[section].rows[row].content = ContentKey(high: 0, low: UInt64(number))
      case 3 where sections.count > 1: sections.remove(at: section)
      case 4:
        let target = random.below(sections.count)
        sections.insert(sections.remove(at: section), at: target)
      case 5 where sections.count < 4:
        let rows = [client.newRow(of: random.below(FuzzItem.count))]
        sections.insert(TableSnapshot.Section(id: client.newName(), rows: rows), at: section)
      default:
        let new = client.newRow(of: random.below(FuzzItem.count))
        sections[section].rows.insert(new, at: row)
      }
    }
    return try TableSnapshot(sections)
  }

  /// Takes the rows of a snapshot that the view shows; rows of the snapshot before keep their identities.
  @MainActor mutating func adopt(
    _ snapshot: TableSnapshot<Int>, after last: TableSnapshot<Int>?, _ view: FeedView
  ) {
    if let last {
      let difference = snapshot.difference(from: last)
      for change in difference.changes.changes {
        switch change {
        case .moveRow(let path, _), .reloadRow(let path): noteMoved(last[path])
        case .moveSection(let section, _):
          for row in last.sections[section].rows { noteMoved(row) }
        default: break
        }
      }
      for case .reloadRow(let path) in difference.reloadsAfterMoves.changes {
        noteMoved(snapshot[path])
      }
    }
    sections = snapshot.sections.enumerated().map { section, rows in
      var new = Section()
      for (row, value) in rows.rows.enumerated() {
        let path = RowPath(section: section, row: row)
        guard let id = client.rows[value.id] ?? view.id(at: path) else { continue }
        client.rows[value.id] = id
        new.rows.append(Row(id: id, number: Int(value.content.low)))
      }
      return new
    }
  }

  private mutating func noteMoved(_ row: TableSnapshot<Int>.Row) {
    if let id = client.rows[row.id] { lastMoved.insert(id) }
  }

  /// Takes the rows of a view that has reloaded all data.
  @MainActor mutating func reload(_ numbers: [[Int]], headers: [Int?], _ view: FeedView) {
    sections = numbers.enumerated().map { section, numbers in
      var new = Section()
      new.setHeader(headers[section], view, section)
      new.rows = numbers.enumerated().compactMap { row, number in
        view.id(at: RowPath(section: section, row: row)).map { Row(id: $0, number: number) }
      }
      return new
    }
  }

  /// The names of a client.
  struct Client {
    var next = 0
    /// The content of each row.
    var numbers: [Int: Int] = [:]
    /// The identities that the view has given to rows.
    var rows: [Int: RowID] = [:]

    mutating func newName() -> Int {
      next += 1
      return next
    }

    mutating func newRow(of number: Int) -> TableSnapshot<Int>.Row {
      let name = newName()
      numbers[name] = number
      return TableSnapshot.Row(id: name, content: ContentKey(high: 0, low: UInt64(number)))
    }
  }
}

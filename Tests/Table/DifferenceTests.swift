import Foundation
import GalleyPrimitives
import GalleyRandomness
import GalleyTable
import TestSupport
import Testing

private typealias Snapshot = TableSnapshot<Int>

/// A table of rows that show content 0.
private func snapshot(_ sections: KeyValuePairs<Int, [Int]>) throws -> Snapshot {
  try Snapshot(
    sections.map { id, rows in
      .init(id: id, rows: rows.map { .init(id: $0, content: ContentKey(high: 0, low: 0)) })
    })
}

@Suite("Differences", .timeLimit(.minutes(15)))
struct DifferenceTests {
  @Test("of sequences in one section have the minimal number of moves")
  func fewestMoves() throws {
    for (new, moves) in [
      ([0, 1, 2, 3, 4], 0), ([4, 0, 1, 2, 3], 1), ([1, 2, 3, 4, 0], 1), ([4, 3, 2, 1, 0], 4),
      ([1, 0, 3, 2, 4], 2), ([9, 0, 2, 8, 1], 1),
    ] {
      let old = try snapshot([0: [0, 1, 2, 3, 4]])
      let difference = try snapshot([0: new]).difference(from: old)
      let count = difference.changes.changes.count { if case .moveRow = $0 { true } else { false } }
      #expect(count == moves, "\(new)")
    }
  }

  @Test("move a row to another section by one change, even if a section is deleted or inserted")
  func acrossSections() throws {
    let old = try snapshot([0: [1, 2], 1: [3, 4], 2: [5]])
    let new = try snapshot([3: [2, 6], 0: [1], 2: [5, 4]])
    let difference = new.difference(from: old)
    #expect(
      Set(difference.changes.changes) == [
        .deleteSection(1), .insertSection(0, rowCount: 0),
        .moveRow(from: RowPath(section: 0, row: 1), to: RowPath(section: 0, row: 0)),
        .insertRow(RowPath(section: 0, row: 1)),
        .moveRow(from: RowPath(section: 1, row: 1), to: RowPath(section: 2, row: 1)),
      ])
    #expect(try old.applying(difference) == new)
  }

  @Test("reload changed rows, and moved ones after their move")
  func reloads() throws {
    let old = try snapshot([0: [1, 2, 3]])
    let changed = ContentKey(high: 0, low: 9)
    let new = try Snapshot([
      .init(
        id: 0,
        rows: [
          .init(id: 3, content: changed), .init(id: 1, content: changed),
          .init(id: 2, content: ContentKey(high: 0, low: 0)),
        ])
    ])
    let difference = new.difference(from: old)
    let top = RowPath(section: 0, row: 0)
    #expect(
      Set(difference.changes.changes) == [
        .moveRow(from: RowPath(section: 0, row: 2), to: top), .reloadRow(top),
      ])
    #expect(difference.reloadsAfterMoves == [.reloadRow(top)])
    #expect(try old.applying(difference) == new)
  }

  @Test("are refused by a table other than their source")
  func otherTable() throws {
    let old = try snapshot([0: [1, 2, 3]])
    let difference = try snapshot([0: [1]]).difference(from: old)
    let other = try snapshot([0: [1, 2]])
    #expect(throws: ChangeSetError.self) { try other.applying(difference) }
  }

  @Test("need unique names")
  func sameNames() {
    #expect(throws: TableSnapshotError.sameSection(0, 1)) { try snapshot([1: [], 1: []]) }
    let (first, second) = (RowPath(section: 0, row: 1), RowPath(section: 1, row: 0))
    #expect(throws: TableSnapshotError.sameRow(first, second)) {
      try snapshot([1: [4, 5], 2: [5]])
    }
  }

  /// The number of pairs: all with `make soak`.
  private static let pairCount =
    Effort.count(4000, full: 100_000)

  @Test("lead from one random table to another, with the minimal number of moves")
  func randomPairs() throws {
    var pairs = 0
    for seed in 0..<UInt64(Self.pairCount) {
      var random = SeededGenerator(seed: seed)
      func pick(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
      func table() throws -> Snapshot {
        let sections = Array(0..<5).shuffled(using: &random).prefix(pick(5))
        var names = Array(0..<30).shuffled(using: &random)[...]
        // Half of the tables are mostly in order, as real tables are.
        if pick(2) == 0 { names = names.sorted()[...] }
        return try Snapshot(
          sections.map { id in
            let rows = names.prefix(pick(9))
            names = names.dropFirst(rows.count + pick(2))
            return .init(
              id: id,
              rows: rows.map { .init(id: $0, content: ContentKey(high: 0, low: UInt64(pick(2)))) })
          })
      }
      let (old, new) = (try table(), try table())
      let difference = new.difference(from: old)
      let isRight = try old.applying(difference) == new && movesAreFew(difference, old, new)
      guard isRight else {
        Issue.record("seed \(seed): \(old) to \(new) by \(difference)")
        return
      }
      pairs += 1
    }
    #expect(pairs == Self.pairCount)
    if pairs > 4000 { print("\(pairs) pairs of tables") }
  }

  /// Whether each section has n − (longest increasing subsequence) moves of its own rows, and each
  /// row from another section has one move.
  private func movesAreFew(
    _ difference: TableDifference<Int>, _ old: Snapshot, _ new: Snapshot
  ) -> Bool {
    var moves: [Int: Int] = [:]
    for case .moveRow(_, let path) in difference.changes.changes {
      moves[path.section, default: 0] += 1
    }
    return new.sections.indices.allSatisfy { index in
      let section = new.sections[index]
      let before = old.sections.first { $0.id == section.id }?.rows.map(\.id) ?? []
      let all = Set(old.sections.flatMap { $0.rows.map(\.id) })
      let kept = section.rows.map(\.id).filter(all.contains)
      let places = kept.compactMap(before.firstIndex(of:))
      return moves[index] ?? 0 == kept.count - longest(places)
    }
  }

  /// The length of a longest ascending subsequence, by definition.
  private func longest(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (place, number) in numbers.enumerated() {
      lengths.append(
        1 + ((0..<place).filter { numbers[$0] < number }.map { lengths[$0] }.max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}

import GalleyPrimitives
import GalleyRandomness
import GalleyRowHeights
import Testing

private func kept(_ section: Int, _ row: Int, _ count: Int = 1) -> RowPathMap.Run {
  RowPathMap.Run(count: count, source: .kept(from: RowPath(section: section, row: row)))
}

private func new(_ count: Int = 1) -> RowPathMap.Run {
  RowPathMap.Run(count: count, source: .inserted)
}

private func reloaded(_ count: Int = 1) -> RowPathMap.Run {
  RowPathMap.Run(count: count, source: .reloaded)
}

/// The smallest cases in which FDTemplateLayoutCell and its ports keep heights at wrong places.
@Suite("TableHeights follows edits", .timeLimit(.minutes(15)))
struct TableHeightsEditTests {
  @Test("deletes sections 0 and 1 of A, B, C: C stays")
  func deleteSections() {
    var asker = HeightAsker([["a"], ["b"], ["c"]])
    asker.edit(RowPathMap(sections: [.init(origin: 2, runs: [kept(2, 0)])]))
    #expect(asker.askAll() == [])
    #expect(asker.names == [["c"]])
  }

  @Test("moves section 0 to 2 of A, B, C: B, C, A")
  func moveSection() {
    var asker = HeightAsker([["a"], ["b"], ["c"]])
    asker.edit(
      RowPathMap(sections: [1, 2, 0].map { .init(origin: $0, runs: [kept($0, 0)]) }))
    #expect(asker.askAll() == [])
    #expect(asker.names == [["b"], ["c"], ["a"]])
  }

  @Test("inserts rows at 5 and 2: only these have no height")
  func insertUnsorted() {
    var asker = HeightAsker([["a", "b", "c", "d"]])
    asker.edit(
      RowPathMap(sections: [
        .init(origin: 0, runs: [kept(0, 0, 2), new(), kept(0, 2, 2), new()])
      ]), inserting: ["x", "y"])
    #expect(asker.askAll() == ["x", "y"])
  }

  @Test("moves row 0 to 2 of x, y, z: y, z, x")
  func moveRow() {
    var asker = HeightAsker([["x", "y", "z"]])
    asker.edit(
      RowPathMap(sections: [.init(origin: 0, runs: [kept(0, 1, 2), kept(0, 0)])]))
    #expect(asker.askAll() == [])
    #expect(asker.names == [["y", "z", "x"]])
  }

  @Test("moves a row into another section")
  func moveAcross() {
    var asker = HeightAsker([["a", "b"], ["c"]])
    asker.edit(
      RowPathMap(sections: [
        .init(origin: 0, runs: [kept(0, 1)]), .init(origin: 1, runs: [kept(1, 0), kept(0, 0)]),
      ]))
    #expect(asker.askAll() == [])
    #expect(asker.names == [["b"], ["c", "a"]])
  }

  @Test("deletes row 0 and inserts another in a batch: the new one has no height")
  func batch() {
    var asker = HeightAsker([["a", "b"]])
    asker.edit(
      RowPathMap(sections: [.init(origin: 0, runs: [new(), kept(0, 1)])]), inserting: ["x"])
    #expect(asker.askAll() == ["x"])
  }

  @Test("reloads a section: only its rows are requested")
  func reloadSection() {
    var asker = HeightAsker([["a"], ["b", "c"]])
    asker.edit(
      RowPathMap(sections: [
        .init(origin: 0, runs: [kept(0, 0)]), .init(origin: nil, runs: [reloaded(2)]),
      ]), inserting: ["b", "C"])
    #expect(asker.askRow(0, section: 1) == .hit)
    #expect(asker.askRow(1, section: 1) == .calculated(.mutated))
    #expect(asker.takeTold().told == ["b", "C"])
  }

  @Test("knows the origin of rows")
  func origins() {
    let map = RowPathMap(sections: [
      .init(origin: 1, runs: [kept(1, 3, 2), new(), reloaded(), kept(0, 0)])
    ])
    let origins = (-1...5).map { map.origin(of: RowPath(section: 0, row: $0))?.description }
    #expect(origins == [nil, "1:3", "1:4", nil, nil, "0:0", nil])
    #expect(map.origin(of: RowPath(section: 1, row: 0)) == nil)
  }

  @Test("agrees with a naive table after random edits", arguments: [1, 2, 3, 4] as [UInt64])
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func below(_ count: Int) -> Int { random.below(max(1, count)) }
    var asker = HeightAsker([])
    var names = 0
    for _ in 0..<500 {
      var inserted: [String] = []
      var paths = asker.paths
      // Some rows are removed; the others come in any order, with new and reloaded rows among them.
      paths.removeAll { _ in below(10) == 0 }
      for index in paths.indices where below(20) == 0 { paths.swapAt(index, below(paths.count)) }
      var runs = paths.map { kept($0.section, $0.row) }
      for _ in 0..<below(6) { runs.insert(new(1 + below(3)), at: below(runs.count + 1)) }
      for index in runs.indices where below(30) == 0 { runs[index] = reloaded() }
      for run in runs where run.source == .inserted || run.source == .reloaded {
        for _ in 0..<run.count {
          names += 1
          inserted.append("n\(below(2) == 0 ? names : below(40))")
        }
      }
      let cut = below(runs.count + 1)
      let map = RowPathMap(sections: [
        .init(origin: asker.names.isEmpty ? nil : 0, runs: Array(runs[..<cut])),
        .init(origin: nil, runs: Array(runs[cut...])),
      ])
      asker.edit(map, inserting: inserted)
      #expect(asker.askAll().sorted() == inserted.sorted(), "seed \(seed)")
    }
  }
}

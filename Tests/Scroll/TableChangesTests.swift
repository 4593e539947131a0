import Galley
import GalleyFeedItems
import GalleyPrimitives
import GalleyTable
import GalleyWorkers
import TestSupport
import Testing

@testable import GalleyLive

private func item(_ text: String) -> FeedItem { FeedItem(title: text) }

@MainActor
@Suite("Changes of a table view", .timeLimit(.minutes(15)))
struct TableChangesTests {
  /// The titles of all rows of a view, headers and footers included.
  private func titles(_ view: TableView<String>) -> [String] {
    var titles: [String] = []
    view.table.rows.visible.forEachRow { (row: TableRows.Entry) in
      titles.append(view.model(of: row.id) ?? "?")
      return true
    }
    return titles
  }

  private func view() async throws -> TableView<String> {
    let view = try await TableView<String>(viewOptions(.sync), item: item)
    try view.reloadData(
      rowCounts: [2, 3], row: { "\($0)" }, header: { "header \($0)" },
      footer: { $0 == 1 ? "footer" : nil })
    return view
  }

  @Test("headers and footers are laid out and drawn as rows are")
  func sections() async throws {
    let view = try await view()
    let expected = ["header 0", "0:0", "0:1", "header 1", "1:0", "1:1", "1:2", "footer"]
    #expect(titles(view) == expected)
    #expect(view.sectionCount == 2 && view.rowCount == 5)
    let plain = try await FeedView(viewOptions(.sync))
    try plain.insert(expected.map(item), at: 0)
    try await plain.layOutRows()
    try await view.layOutRows()
    #expect(view.contentHeight == plain.contentHeight)
    for offset in [0.0, 100, 10_000] {
      view.offset = offset
      plain.offset = offset
      #expect(try view.makeFrame()?.png().bytes == plain.makeFrame()?.png().bytes)
    }
    try view.setHeader(nil, ofSection: 0)
    try view.setHeader("other", ofSection: 1)
    try view.setFooter("end", ofSection: 0)
    #expect(
      titles(view) == ["0:0", "0:1", "end", "other", "1:0", "1:1", "1:2", "footer"])
    #expect(throws: ChangeSetError.noSection(2, .reloaded, count: 2)) {
      try view.setHeader("x", ofSection: 2)
    }
  }

  @Test("all mutations take effect together, with old and new places")
  func mutations() async throws {
    let view = try await view()
    let kept = try #require(view.id(at: RowPath(section: 1, row: 1)))
    view.beginUpdates()
    try view.add([.deleteRow(RowPath(section: 0, row: 0)), .reloadRow(RowPath(section: 0, row: 1))])
    view.beginUpdates()
    try view.add([.insertSection(0, rowCount: 1), .moveSection(from: 1, to: 1)])
    try view.endUpdates(row: { "new \($0)" })
    #expect(titles(view).count == 8, "nothing before the outermost end")
    try view.add([.moveRow(from: RowPath(section: 1, row: 0), to: RowPath(section: 2, row: 0))])
    try view.endUpdates(announced: [1, 2, 2], row: { "new \($0)" }, header: { "head \($0)" })
    #expect(
      titles(view) == [
        "head 0", "new 0:0", "header 1", "1:1", "1:2", "footer", "header 0", "1:0", "new 2:1",
      ])
    #expect(view.place(of: kept) == .row(RowPath(section: 1, row: 0)))
    try view.perform(
      [.deleteSection(0), .reloadSection(1, rowCount: 1)], row: { "again \($0)" },
      footer: { "foot \($0)" })
    #expect(titles(view) == ["again 0:0", "foot 0", "header 0", "1:0", "new 2:1"])
    #expect(view.place(of: kept) == nil)
  }

  @Test("an empty set of changes lays out nothing again")
  func emptyChanges() async throws {
    let view = try await view()
    try await view.layOutRows()
    let height = view.contentHeight
    let count = view.statistics.layouts.startedCount
    view.beginUpdates()
    try view.endUpdates(row: { _ in "x" })
    try view.perform([], row: { _ in "x" })
    #expect(view.contentHeight == height && view.table.round == 0)
    #expect(view.table.rowsToLayOut(in: 0..<view.table.rowCount).isEmpty)
    _ = try await view.settle()
    #expect(view.statistics.layouts.startedCount == count)
    // An empty set is checked too.
    #expect(throws: ChangeSetError.self) {
      try view.perform([], announced: [9, 9], row: { _ in "x" })
    }
  }

  @Test("edits by place within updates are errors; others join the updates or take effect at once")
  func editsWithinUpdates() async throws {
    let view = try await view()
    let before = titles(view)
    let rows = (0..<3).compactMap { view.id(at: RowPath(section: 1, row: $0)) }
    view.beginUpdates()
    try view.add([.deleteRow(RowPath(section: 1, row: 0))])
    for edit in [
      { try view.insert(["x"], at: 0) }, { try view.remove(0..<1) }, { try view.move(0, to: 1) },
      { try view.move(rows[1], to: RowPath(section: 0, row: 0)) },
      { try view.perform([.deleteRow(RowPath(section: 0, row: 0))], row: { _ in "x" }) },
    ] as [@MainActor () throws -> Void] {
      #expect(throws: ChangeSetError.editWithinUpdates) { try edit() }
    }
    #expect(throws: ChangeSetError.reloadWithinUpdates) {
      try view.reloadData(rowCounts: [], row: { _ in "x" })
    }
    // The first one is in the updates already.
    view.remove([rows[0], rows[2]])
    #expect(titles(view) == before)
    try view.setHeader("now", ofSection: 0)
    try view.reload(RowPath(section: 0, row: 0), with: "now")
    view.appendToEnd([view.row("late")])
    #expect(titles(view).prefix(2) == ["now", "now"] && view.rowCount(ofSection: 1) == 4)
    try view.endUpdates(announced: [2, 2], row: { "new \($0)" })
    #expect(view.place(of: rows[1]) == .row(RowPath(section: 1, row: 0)))
    #expect(view.place(of: rows[0]) == nil && view.place(of: rows[2]) == nil)
    #expect(titles(view).contains("late"))
  }

  @Test("changes that contradict the table throw its errors, and change nothing")
  func refused() async throws {
    let view = try await view()
    let before = titles(view)
    for changes in [
      [.deleteRow(RowPath(section: 0, row: 2))], [.deleteSection(2)],
      [.insertRow(RowPath(section: 5, row: 0))], [.moveSection(from: 0, to: 2)],
      [.reloadRow(RowPath(section: -1, row: 0))],
    ] as [ChangeSet] {
      #expect(throws: ChangeSetError.self) { try view.perform(changes, row: { _ in "x" }) }
    }
    #expect(throws: ChangeSetError.noRow(RowPath(section: 1, row: 3), .deleted, count: 3)) {
      try view.perform([.deleteRow(RowPath(section: 1, row: 3))], row: { _ in "x" })
    }
    #expect(
      throws: ChangeSetError.sectionCountMismatch(
        announced: 1, before: 2, inserted: 0, deleted: 0)
    ) { try view.perform([], announced: [1], row: { _ in "x" }) }
    let row = try #require(view.id(at: RowPath(section: 0, row: 0)))
    for (target, count) in [
      (RowPath(section: 2, row: 0), 0), (RowPath(section: -1, row: 0), 0),
      (RowPath(section: 0, row: -1), 2), (RowPath(section: 0, row: 2), 2),
      (RowPath(section: 1, row: 4), 4),
    ] {
      #expect(throws: ChangeSetError.rowBeyondEnd(target, .moved, count: count)) {
        try view.move(row, to: target)
      }
    }
    #expect(throws: ChangeSetError.negativeRowCount(section: 1, -1)) {
      try view.reloadData(rowCounts: [2, -1], row: { _ in "x" })
    }
    #expect(throws: ChangeSetError.noUpdates) { try view.add([]) }
    #expect(throws: ChangeSetError.noUpdates) { try view.endUpdates(row: { _ in "x" }) }
    #expect(titles(view) == before)
  }

  private func snapshot(_ sections: [(String, [String])]) throws -> TableSnapshot<String> {
    try TableSnapshot(
      sections.map { id, rows in
        TableSnapshot<String>.Section(
          id: id,
          rows: rows.map { row in
            // The letter is the identity, the rest the content.
            TableSnapshot<String>.Row(
              id: String(row.prefix(1)), content: ContentKey(high: 1, low: UInt64(row.count)))
          })
      })
  }

  @Test("a snapshot keeps the identities of its rows, and reloads those with another content")
  func snapshots() async throws {
    let view = try await TableView<String>(viewOptions(.sync), item: item)
    func apply(_ sections: [(String, [String])]) throws {
      let all = sections.flatMap(\.1)
      try view.apply(
        try snapshot(sections), row: { id in all.first { $0.hasPrefix(id) } ?? "" },
        header: { $0.uppercased() })
      #expect(titles(view) == sections.flatMap { [$0.0.uppercased()] + $0.1 })
    }
    try apply([("x", ["a", "b", "c"]), ("y", ["d"])])
    let ids = (0..<3).compactMap { view.id(at: RowPath(section: 0, row: $0)) }
    try apply([("y", ["c", "d"]), ("z", ["b2", "e"])])
    #expect(view.place(of: ids[0]) == nil)
    #expect(view.place(of: ids[1]) == .row(RowPath(section: 1, row: 0)))
    #expect(view.place(of: ids[2]) == .row(RowPath(section: 0, row: 0)))
    // After another edit, there is no snapshot to compare with.
    try view.remove(0..<1)
    try apply([("y", ["c", "d"])])
    #expect(view.place(of: ids[2]) == nil)
  }

  @Test("edits by identity reach their rows wherever these are by then")
  func identities() async throws {
    let view = try await view()
    let row = try #require(view.id(at: RowPath(section: 1, row: 2)))
    try view.insert(["first"], at: RowPath(section: 1, row: 0))
    #expect(view.reload(row, with: "changed"))
    #expect(view.model(of: row) == "changed")
    #expect(try view.move(row, to: RowPath(section: 0, row: 0)))
    #expect(view.place(of: row) == .row(RowPath(section: 0, row: 0)))
    #expect(throws: ChangeSetError.self) { try view.move(row, to: RowPath(section: 0, row: 9)) }
    view.remove([row, row])
    #expect(view.place(of: row) == nil && view.model(of: row) == nil)
    #expect(!view.reload(row, with: "gone") && !view.scroll(to: row, at: .top))
    #expect(try !view.move(row, to: RowPath(section: 0, row: 0)))
    view.remove([row])
    #expect(view.rowCount == 5)
  }

  @Test("a scroll to a row shows it at its place", arguments: LiveView.ScrollPosition.allCases)
  func scrollsToRow(position: LiveView.ScrollPosition) async throws {
    let view = try await FeedView(viewOptions())
    let rows = try view.insert(items(0..<200), at: 0)
    view.scroll(to: rows[120], at: position)
    _ = try await view.settle()
    #expect(view.visibleRows.contains(120))
    try await view.layOutRows()
    view.scroll(to: rows[60], at: position)
    let plan = try await view.settle().plan
    let segment = try #require(plan.segments.first { $0.row == 60 })
    switch position {
    case .top, .none: #expect(segment.band.lowerBound == 0)
    case .middle: #expect(abs(segment.band.lowerBound + segment.band.upperBound - 240) <= 1)
    case .bottom: #expect(segment.band.upperBound == 240)
    }
    let offset = view.offset
    view.scroll(to: rows[60], at: .none)
    #expect(view.offset == offset)
    #expect(throws: ChangeSetError.self) {
      try view.scroll(to: RowPath(section: 0, row: 200), at: .top)
    }
  }

  @Test(
    "another width and theme keep the anchor row in its place",
    arguments: [RenderMode.sync, .async])
  func changesOptions(mode: RenderMode) async throws {
    let view = try await FeedView(viewOptions(mode))
    let rows = try view.insert(items(0..<200), at: 0)
    view.scroll(to: rows[100], at: .top)
    view.offset -= 30
    _ = try await view.settle()
    let anchor = try #require(view.table.rows.anchor)
    for width in [200.0, 500] {
      var options = try viewOptions(mode) { $0.rendering.template.width = width }
      options.rendering.template.theme = .dark
      try await view.change(options)
      let frame = try await view.settle()
      let now = try #require(view.table.rows.anchor)
      #expect(now.id == anchor.id && now.screenY == anchor.screenY)
      let fresh = try await FeedView(options)
      try await fresh.insertLaidOut(items(0..<200), at: 0)
      let id = try #require(fresh.id(at: RowPath(section: 0, row: now.path.row)))
      fresh.scroll(to: id, at: .top)
      fresh.offset -= Double(now.screenY)
      #expect(try await fresh.settle().png().bytes == frame.png().bytes)
    }
    await #expect(throws: ScrollError.self) {
      try await view.change(try viewOptions { $0.viewportHeight = -1 })
    }
  }
}

import Galley
import GalleyFeedItems
import GalleyHandles
import GalleyImages
import GalleyPrimitives
import GalleyRandomness
import GalleyScrolling
import GalleySimulation
import GalleyTable
import GalleyWorkers
import TestSupport
import Testing

@testable import GalleyCellRendering
@testable import GalleyLive
@testable import GalleyPictures

@MainActor
@Suite("FeedView, edited", .timeLimit(.minutes(15)))
struct FeedViewEditTests {
  @Test(
    "rows that are inserted above move the known rows around the viewport, and change nothing else of them"
  )
  func followsInsertions() async throws {
    let view = try await FeedView(viewOptions())
    try view.insert(items(0..<200), at: 0)
    view.offset = 3000
    _ = try await view.settle()
    var generator = SeededGenerator(seed: 1)
    var keptCount = 0
    for number in 0..<300 {
      let count = Int.random(in: 1...3, using: &generator)
      let row = Int.random(in: 0...view.rowCount, using: &generator)
      let isAbove = row <= view.window.first
      try view.insert(items(200 + number..<200 + number + count), at: row)
      #expect(isAbove == !view.window.rows.isEmpty || view.visibleRows.isEmpty)
      if !view.window.rows.isEmpty {
        keptCount += 1
        let fresh = view.table.window(view.window.indices)
        #expect(fresh.rows.map(\.place) == view.window.rows.map(\.place), "insertion \(number)")
        if var nearby = view.nearby {
          var other = NearbyRows(of: view.table.rows.visible)
          let band = view.viewport(view.pixelOffset).band
          #expect(
            nearby.rows(in: band, of: view.table.rows.visible)
              == other.rows(in: band, of: view.table.rows.visible))
          #expect(nearby.totalHeight == other.totalHeight)
        }
      }
      if number % 3 == 0 { view.scroll(toPixel: view.pixelOffset + 40) }
      _ = try view.makeFrame()
    }
    #expect(keptCount > 50)
    await view.close()
  }

  /// An edit with a place that a table of five rows does not have.
  enum BadEdit: CaseIterable {
    case removeBeyond, removeNegative, removeAll, removeNothingBeyond
    case moveBeyond, moveNegative, moveFarAway, moveToEnd, moveToNegative
    case insertBeyond, insertNegative, insertFarAway, insertNothing
    case reloadBeyond, reloadNegative

    @MainActor func apply(to view: FeedView) throws {
      switch self {
      case .removeBeyond: try view.remove(4..<6)
      case .removeNegative: try view.remove(-1..<2)
      case .removeAll: try view.remove(0..<Int.max)
      case .removeNothingBeyond: try view.remove(9..<9)
      case .moveBeyond: try view.move(5, to: 0)
      case .moveNegative: try view.move(-1, to: 0)
      case .moveFarAway: try view.move(.max, to: .min)
      case .moveToEnd: try view.move(0, to: 5)
      case .moveToNegative: try view.move(0, to: -1)
      case .insertBeyond: try view.insert(items(9..<10), at: 6)
      case .insertNegative: try view.insert(items(9..<10), at: -1)
      case .insertFarAway: try view.insert(items(9..<10), at: .max)
      case .insertNothing: try view.insert([], at: 6)
      case .reloadBeyond: try view.reload(5, with: items([9])[0])
      case .reloadNegative: try view.reload(.min, with: items([9])[0])
      }
    }
  }

  @Test("refuses places that it does not have, and stays as it is", arguments: BadEdit.allCases)
  func refuses(edit: BadEdit) async throws {
    let view = try await FeedView(viewOptions(.sync))
    try await view.insertLaidOut(items(0..<5), at: 0)
    let before = try await view.settle()
    #expect(throws: ChangeSetError.self) { try edit.apply(to: view) }
    #expect(view.rowCount == 5)
    #expect(try view.makeFrame() == nil, "a frame of what has not changed")
    #expect(try await view.settle().png().bytes == before.png().bytes)
  }

  @Test("takes the places at its ends")
  func ends() async throws {
    let view = try await FeedView(viewOptions(.sync))
    try await view.insertLaidOut(items(0..<3), at: 0)
    try await view.insertLaidOut(items(3..<5), at: 3)
    try view.remove(5..<5)
    try view.move(0, to: 4)
    try view.move(4, to: 0)
    try view.reload(4, with: items([9])[0])
    try view.remove(0..<5)
    #expect(view.rowCount == 0)
    #expect(throws: ChangeSetError.noRow(RowPath(section: 0, row: 0), .deleted, count: 0)) {
      try view.remove(0..<1)
    }
  }

  /// A view whose theme is out of bounds, so that no item can be laid out.
  private func faultyView() async throws -> FeedView {
    try await FeedView(viewOptions { $0.rendering.template.theme.gap = 1e9 })
  }

  @Test("gives a row that cannot be laid out no height, and lists its failure once")
  func layoutFails() async throws {
    let item = items(0..<1)[0]
    let row = try await FeedView(viewOptions()).pool.run { try $0.survey(RowCell(item)) }
    let view = try await faultyView()
    view.take([row], at: 0)
    let height = view.contentHeight
    try await view.insertLaidOut(items(2..<4), at: 1)
    #expect(view.rowCount == 3 && view.contentHeight == height)
    #expect(Set(view.statistics.failures.map(\.index)) == [2, 3])
    try view.reload(0, with: items([1])[0])
    try view.reload(2, with: items([3])[0])
    try await view.layOutRows()
    #expect(view.contentHeight == 0)
    #expect(view.statistics.failures.map(\.index).sorted() == [1, 2, 3, 3])
  }

  @Test("lists fetched items that cannot be laid out among its failures")
  func fetchFails() async throws {
    let view = try await faultyView()
    var more: [FeedItem]? = items(0..<2)
    view.fetchRows = {
      defer { more = nil }
      return more.map { .rows($0) } ?? .end
    }
    _ = try await view.settle()
    try await waitUntil { !view.isFetching }
    _ = try await view.settle()
    #expect(view.rowCount == 2 && view.contentHeight == 0)
    #expect(Set(view.statistics.failures.map(\.index)) == [0, 1])
  }

  @Test("tells once of each content that cannot be drawn, whichever feed or caller it is from")
  func failures() async throws {
    let view = try await FeedView(viewOptions())
    // Items of a caller all have the index 0, and both feeds begin with it.
    try await view.insertLaidOut([FeedItem(title: "One"), FeedItem(title: "Two")], at: 0)
    for title in ["Three", "Four"] {
      try await view.appendLaidOut(.bytes(Array(#"{"title":"\#(title)"}"#.utf8)))
    }
    let keys = view.table.simulatedRows.map(\.key)
    #expect(Set(keys).count == 4)
    #expect(keys.allSatisfy { view.table.feedIndex($0) == 0 })
    for key in keys + keys {
      let failure = RowFailure(index: 0, byteOffset: 0, message: "\(key)")
      view.store.note(failure, [], of: key)
    }
    #expect(view.statistics.failures.map(\.message) == keys.map { "\($0)" })
  }

  @Test("failures stay listed, each once, after a change of the options")
  func failuresAfterChange() async throws {
    let view = try await FeedView(viewOptions())
    try await view.insertLaidOut([FeedItem(title: "One")], at: 0)
    let key = try #require(view.table.simulatedRows.first?.key)
    let failure = RowFailure(index: 0, byteOffset: 0, message: "once")
    view.store.note(failure, [ImageError(name: "a", cause: .notFound)], of: key)
    try await view.change(viewOptions { $0.policy = .keep })
    #expect(view.statistics.failures.count == 1 && view.store.imageFailures.count == 1)
    view.store.note(failure, [ImageError(name: "a", cause: .notFound)], of: key)
    #expect(view.statistics.failures.map(\.message) == ["once"])
    #expect(view.store.imageFailures.map(\.1.name) == ["a"])
    await view.close()
  }

  @Test("lists each refused image of a row, beside a failure of its own")
  func images() async throws {
    let view = try await FeedView(viewOptions())
    try await view.insertLaidOut([FeedItem(title: "One")], at: 0)
    let key = try #require(view.table.simulatedRows.first?.key)
    // A tall row has several pictures, and each is noted by itself.
    for name in ["a", "b", "a"] {
      view.store.note(nil, [ImageError(name: name, cause: .notFound)], of: key)
    }
    view.store.note(RowFailure(index: 0, byteOffset: 0, message: "late"), [], of: key)
    #expect(view.store.imageFailures.map(\.1.name) == ["a", "b"])
    #expect(view.statistics.failures.map(\.message) == ["late"])
  }

  @Test("a row that is reloaded with an equal content becomes current at any offset")
  func reloadsEqually() async throws {
    let view = try await FeedView(viewOptions { $0.policy = .keep })
    try await view.insertLaidOut(items(0..<20), at: 0)
    let before = try await view.settle()
    try view.reload(1, with: items([1])[0])
    view.offset = 30
    // A worker has not laid the row out yet: the picture is the one of the content before.
    let between = try #require(try view.makeFrame())
    #expect(between.blankArea > 0)
    let after = try await view.settle()
    #expect(after.blankArea == 0)
    #expect(try after.png().bytes == between.png().bytes)
    view.offset = 0
    #expect(try await view.settle().png().bytes == before.png().bytes)
  }

  @Test("a frame that waits at an offset whose rows wait for others above the viewport's arrives")
  func waitsForRowsAbove() async throws {
    let (view, expected) = (
      try await FeedView(viewOptions { $0.policy = .wait }), try await FeedView(viewOptions(.sync))
    )
    for view in [view, expected] { try view.insert(items(0..<60), at: 0) }
    // The ranges have no more rows than the frame.
    view.reduceMemory(isVisible: true)
    view.offset = 1000
    #expect(try view.makeFrame() == nil)
    view.offset = 850
    let frame = try await view.settle()
    #expect(frame.blankArea == 0)
    for view in [view, expected] { try await view.layOutRows() }
    expected.offset = view.offset
    let (settled, other) = (try await view.settle(), try await expected.settle())
    #expect(try settled.png().bytes == other.png().bytes)
  }
}

extension LiveWindow.Row {
  /// All properties that an insertion above might change.
  fileprivate var place: [Int] {
    [
      Int(id.number), path.section, path.row, y, height, isLaidOut ? 1 : 0,
      Int(truncatingIfNeeded: key.low), Int(truncatingIfNeeded: key.high), work.glyphs,
    ]
  }
}

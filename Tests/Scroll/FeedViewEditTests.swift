import Galley
import GalleyFeed
import GalleyHandles
import GalleyPrimitives
import GalleyTable
import TestSupport
import Testing

@testable import GalleyCellRendering
@testable import GalleyLive
@testable import GalleyPictures

@MainActor
@Suite("FeedView, edited", .timeLimit(.minutes(15)))
struct FeedViewEditTests {
  /// An edit with a place that a table of five rows does not have.
  enum BadEdit: CaseIterable {
    case removeBeyond, removeNegative, removeAll, removeNothingBeyond
    case moveBeyond, moveNegative, moveFarAway, moveToEnd, moveToNegative
    case insertBeyond, insertNegative, insertFarAway, insertNothing
    case reloadBeyond, reloadNegative

    @MainActor func apply(to view: FeedView) async throws {
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
      case .insertBeyond: try await view.insert(items(9..<10), at: 6)
      case .insertNegative: try await view.insert(items(9..<10), at: -1)
      case .insertFarAway: try await view.insert(items(9..<10), at: .max)
      case .insertNothing: try await view.insert([], at: 6)
      case .reloadBeyond: try await view.reload(5, with: items([9])[0])
      case .reloadNegative: try await view.reload(.min, with: items([9])[0])
      }
    }
  }

  @Test("refuses places that it does not have, and stays as it is", arguments: BadEdit.allCases)
  func refuses(edit: BadEdit) async throws {
    let view = try FeedView(viewOptions(.sync))
    try await view.insert(items(0..<5), at: 0)
    let before = try await view.settle()
    await #expect(throws: ChangeSetError.self) { try await edit.apply(to: view) }
    #expect(view.rowCount == 5)
    #expect(try view.makeFrame() == nil, "a frame of what has not changed")
    #expect(try await view.settle().png().bytes == before.png().bytes)
  }

  @Test("takes the places at its ends")
  func ends() async throws {
    let view = try FeedView(viewOptions(.sync))
    try await view.insert(items(0..<3), at: 0)
    try await view.insert(items(3..<5), at: 3)
    try view.remove(5..<5)
    try view.move(0, to: 4)
    try view.move(4, to: 0)
    #expect(try await view.reload(4, with: items([9])[0]))
    try view.remove(0..<5)
    #expect(view.rowCount == 0)
    #expect(throws: ChangeSetError.noRow(RowPath(section: 0, row: 0), .deleted, count: 0)) {
      try view.remove(0..<1)
    }
  }

  /// A view whose theme is out of bounds, so that no item can be laid out.
  private func faultyView() throws -> FeedView {
    try FeedView(viewOptions { $0.rendering.template.theme.gap = 1e9 })
  }

  @Test("tells the caller why a reloaded item cannot be laid out, and keeps the row")
  func reloadFails() async throws {
    let item = items(0..<1)[0]
    let row = try await FeedView(viewOptions()).pool.run { try $0.survey(item) }
    let view = try faultyView()
    view.take([row], at: 0)
    await #expect(throws: RowFailure.self) { try await view.reload(0, with: items([1])[0]) }
    #expect(view.table.rows.map(\.key) == [row.key])
    #expect(try await view.insert(items(2..<4), at: 1).count == 2)
    #expect(view.rowCount == 1)
  }

  /// Returns its items at the first request.
  private final class Source: FeedViewDelegate {
    var items: [FeedItem]

    init(_ items: [FeedItem]) { self.items = items }

    func moreItems(for view: FeedView) async -> [FeedItem] {
      defer { items = [] }
      return items
    }
  }

  @Test("lists the delegate's items that cannot be laid out among its failures")
  func fetchFails() async throws {
    let view = try faultyView()
    let source = Source(items(0..<2))
    view.delegate = source
    _ = try view.makeFrame()
    try await waitUntil { !view.isFetching }
    #expect(view.rowCount == 0)
    #expect(view.statistics.failures.map(\.index) == [0, 1])
  }

  @Test("tells once of each content that cannot be drawn, whichever feed or caller it is from")
  func failures() async throws {
    let view = try FeedView(viewOptions())
    // Items of a caller all have the index 0, and both feeds begin with it.
    try await view.insert([FeedItem(title: "One"), FeedItem(title: "Two")], at: 0)
    for title in ["Three", "Four"] {
      try await view.append(.bytes(Array(#"{"title":"\#(title)"}"#.utf8)))
    }
    let keys = view.table.rows.map(\.key)
    #expect(Set(keys).count == 4)
    #expect(keys.allSatisfy { view.table.item($0)?.index == 0 })
    for key in keys + keys {
      let failure = RowFailure(index: 0, byteOffset: 0, message: "\(key)")
      view.store.note(failure, [], of: key)
    }
    #expect(view.statistics.failures.map(\.message) == keys.map { "\($0)" })
  }

  @Test("lists each refused image of a row, beside a failure of its own")
  func images() async throws {
    let view = try FeedView(viewOptions())
    try await view.insert([FeedItem(title: "One")], at: 0)
    let key = try #require(view.table.rows.first?.key)
    // A tall row has several pictures, and each is noted by itself.
    for name in ["a", "b", "a"] {
      view.store.note(nil, [ImageError(name: name, cause: .notFound)], of: key)
    }
    view.store.note(RowFailure(index: 0, byteOffset: 0, message: "late"), [], of: key)
    #expect(view.store.imageFailures.map(\.1.name) == ["a", "b"])
    #expect(view.statistics.failures.map(\.message) == ["late"])
  }
}

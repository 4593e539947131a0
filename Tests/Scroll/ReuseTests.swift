import Galley
import GalleyFeedItems
import GalleyHandles
import GalleyPrimitives
import TestSupport
import Testing

@testable import GalleyLive

private struct HeadingCell: Cell {
  static var reuseIdentifier: String { "heading" }
  var text: String
  var body: some Element { Text(text).bold().padding(8) }
}

private struct NoteCell: Cell {
  static var reuseIdentifier: String { "note" }
  var text: String
  var body: some Element { Text(text).padding(12) }
}

@Suite("Reused memory of a live view", .timeLimit(.minutes(15)))
@MainActor
struct ReuseTests {
  private enum Entry: Sendable {
    case heading(Int)
    case note(Int)
    case item(Int)
  }

  private func view(_ mode: RenderMode) async throws -> TableView<Entry> {
    let view = try await TableView<Entry>(viewOptions(mode)) { entry in
      switch entry {
      case .heading(let number): RowCell(HeadingCell(text: "Heading \(number)"))
      case .note(let number): RowCell(NoteCell(text: "Note \(number) of some words"))
      case .item(let number): RowCell(FeedItem(title: "Item \(number)"))
      }
    }
    try view.reloadData(
      rowCounts: Array(repeating: 8, count: 30),
      row: { path in
        let number = path.section * 8 + path.row
        return path.row % 2 == 0 ? .note(number) : .item(number)
      }, header: { .heading($0) })
    try await view.layOutRows()
    return view
  }

  @Test(
    "a scroll makes memory for the pictures around the viewport, and then reuses it, by types of cells",
    arguments: [RenderMode.sync, .async])
  func scroll(mode: RenderMode) async throws {
    let view = try await view(mode)
    for cell in view.statistics.cells.values { #expect(cell.surfaces == SurfacePool.Statistics()) }
    for step in 0..<40 {
      view.offset = Double(step) * 200
      _ = try await view.settle()
    }
    // Released memory comes back on other threads.
    try await waitUntil {
      view.statistics.surfaces.busyCount == view.statistics.pictureCount
    }
    let statistics = view.statistics
    #expect(Set(statistics.cells.keys) == ["heading", "note", "card"])
    for (identifier, cell) in statistics.cells {
      let surfaces = cell.surfaces
      #expect(surfaces.reusedCount > 2 * surfaces.allocatedCount, "\(identifier): \(surfaces)")
      #expect(surfaces.peakCount >= surfaces.busyCount && surfaces.busyCount > 0, "\(identifier)")
      // Each row that came near the viewport, which were more than half of them, had a picture.
      #expect(surfaces.allocatedCount + surfaces.reusedCount >= cell.rowCount / 2)
    }
    func sum(_ count: (SurfacePool.Statistics) -> Int) -> Int {
      statistics.cells.values.reduce(0) { $0 + count($1.surfaces) }
    }
    let all = statistics.surfaces
    #expect(sum(\.allocatedCount) == all.allocatedCount && sum(\.reusedCount) == all.reusedCount)
    #expect(sum(\.idleCount) == all.idleCount && sum(\.busyByteCount) == all.busyByteCount)
    #expect(sum(\.peakCount) >= all.peakCount && all.peakCount >= statistics.pictureCount)
    // All memory is in use or idle.
    #expect(all.allocatedCount == all.busyCount + all.idleCount)
    await view.close()
  }

  @Test("reduced memory frees idle surfaces, and restored memory is reused again")
  func reduced() async throws {
    let view = try await view(.async)
    for step in 0..<10 {
      view.offset = Double(step) * 200
      _ = try await view.settle()
    }
    #expect(view.statistics.surfaces.allocatedCount > 0)
    view.reduceMemory(isVisible: false)
    _ = try await view.settle()
    try await waitUntil {
      let surfaces = view.statistics.surfaces
      return surfaces.busyCount == 0 && surfaces.idleByteCount == 0
    }
    view.restoreMemory()
    let count = view.statistics.surfaces.reusedCount
    for step in 0..<10 {
      view.offset = Double(step) * 200
      _ = try await view.settle()
    }
    #expect(view.statistics.surfaces.reusedCount > count)
    await view.close()
  }
}

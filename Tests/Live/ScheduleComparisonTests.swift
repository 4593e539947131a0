import GalleyCellRendering
import GalleyCells
import GalleyCompositing
import GalleyFeedItems
import GalleyFrames
import GalleyPrimitives
import GalleyRandomness
import GalleyTable
import GalleyWorkers
import TestSupport
import Testing

@testable import GalleyLive
@testable import GalleyPictures

/// A schedule has a pass of its own, without threads; it has to decide what a live view decides.
@MainActor
@Suite("The pass of a schedule", .timeLimit(.minutes(15)))
struct ScheduleComparisonTests {
  private static func item(_ number: Int) -> FeedItem {
    FeedItem(
      index: number, title: "Row \(number % 30)",
      body: String(repeating: "some words ", count: number % 30 * (number % 17 == 3 ? 30 : 3)))
  }

  private func view(_ seed: UInt64) async throws -> FeedView {
    var rendering = RenderOptions(mode: .async, workerCount: 1 + Int(seed % 3))
    rendering.template.width = 160
    rendering.template.scale = 1
    var options = try ScrollOptions(rendering: rendering, viewportHeight: 200)
    options.estimatedRowHeight = [20, 90, 400][Int(seed % 3)]
    options.policy = .placeholder
    let view = try await FeedView(options)
    try view.insert((0..<80).map(Self.item), at: 0)
    return view
  }

  private func change(_ view: FeedView, _ random: inout SeededGenerator) throws {
    let row = random.below(view.rowCount)
    switch random.below(7) {
    case 0: try view.insert((0..<1 + random.below(3)).map { Self.item($0 + row) }, at: row)
    case 1: try view.remove(row..<row + 1)
    case 2: try view.move(row, to: random.below(view.rowCount))
    case 3: try view.reload(row, with: Self.item(random.below(90)))
    case 4: view.offset = Double(random.below(Int(view.contentHeight) + 1))
    default: view.offset += Double(random.below(500) - 220)
    }
  }

  @Test(
    "gives the heights, makes the requests and evicts the pictures of a live view's pass",
    arguments: 0..<UInt64(Effort.count(12, full: 400)))
  func compared(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let view = try await view(seed)
    for step in 0..<25 {
      // No worker is active, and all results are taken.
      await view.finishWork()
      let present = view.store.present
      var (table, ranges) = (view.table, view.ranges)
      let isChanged = step > 0 && random.below(3) > 0
      if isChanged {
        try change(view, &random)
        (table, ranges) = (view.table, view.ranges)
      }
      let place = "seed \(seed), step \(step)"
      let counts = (view.store.ledger.startedCount, view.layouter.ledger.startedCount)
      // A viewport at rest asks for nothing, which is the only shortcut.
      view.lastWish = nil
      let (rows, _) = try LiveSchedule.giveHeights(&table, &ranges)
      try view.makeFrame()
      try #require(view.lastRows == rows, "\(place)")
      try #require(view.pixelOffset == table.rows.viewport.offset, "\(place)")
      try #require(
        view.table.rows.visible.totalHeight == table.rows.visible.totalHeight, "\(place)")
      let decision = LiveSchedule.decide(
        rows, of: table, ranges, view.demand, present: present, time: view.interval)
      #expect(view.store.ledger.startedCount == counts.0 + decision.requests.count, "\(place)")
      // Rows on the screen that wait for those above are asked for again.
      var laidOut = Set(decision.rows.map(\.row))
      for request in view.waitingRows.map(table.rowsToLayOut) ?? [] { laidOut.insert(request.row) }
      #expect(view.layouter.ledger.startedCount == counts.1 + laidOut.count, "\(place)")
      #expect(
        Set(view.store.present.pictures.keys)
          == decision.pictures.intersection(present.pictures.keys), "\(place)")
      #expect(
        Set(view.store.present.layouts.keys)
          == decision.layouts.intersection(present.layouts.keys), "\(place)")
      await view.finishWork()
      // Each requested picture and layout has come.
      #expect(Set(view.store.present.pictures.keys) == decision.pictures, "\(place)")
      #expect(Set(view.store.present.layouts.keys) == decision.layouts, "\(place)")
    }
    await view.close()
  }
}

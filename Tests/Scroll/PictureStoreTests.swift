import Galley
import GalleyFeedItems
import GalleyFrames
import GalleyGlyphs
import GalleyHandles
import GalleyPrimitives
import GalleyScrolling
import GalleySimulation
import GalleyWorkers
import TestSupport
import Testing

@testable import GalleyCellRendering
@testable import GalleyLive
@testable import GalleyPictures

@Suite("PictureStore", .timeLimit(.minutes(15)))
@MainActor
struct PictureStoreTests {
  /// Waits for changes until `condition` holds; the time limit of the test ends the wait.
  private func wait(for signal: Signal, until condition: () -> Bool) async throws {
    while !condition() {
      try Task.checkCancellation()
      await withTaskCancellationHandler {
        await signal.wait()
      } onCancel: {
        Task { @MainActor in signal.fire() }
      }
    }
  }

  @Test("scales the emoji of rows ahead, so that no picture has to", arguments: [1, 3])
  func warmsEmoji(workerCount: Int) async throws {
    let shop = try CellShop(RenderOptions())
    let surveyor = ScrollWorker(shop, countsBytes: false)
    let emoji = ["😀", "🎂", "🚲", "👍🏽", "🌧️", "🇯🇵"]
    let table = LiveTable(
      try emoji.enumerated().map {
        try surveyor.survey(RowCell(FeedItem(index: $0, title: "Look \($1)", body: "\($1)")))
      })
    let pool = try WorkerPool(count: workerCount) { ScrollWorker(shop, countsBytes: false) }
    let store = try PictureStore(pool: pool)
    let signal = Signal()
    store.onChange = { signal.fire() }
    #expect(shop.colorGlyphs.scaledCount == 0)
    store.want([], ahead: table.simulatedRows.map(\.key), model: { table.model($0) })
    try await wait(for: signal) { store.isIdle }
    // A title is larger than a body.
    #expect(shop.colorGlyphs.scaledCount == 2 * emoji.count)
    let ids = table.simulatedRows.flatMap {
      PictureID.covering(0..<$0.height, of: $0.key, height: $0.height)
    }
    store.want(ids.map { ($0, 0) }, model: { table.model($0) })
    try await wait(for: signal) { store.isIdle }
    #expect(shop.colorGlyphs.scaledCount == 2 * emoji.count)
    func pixels(_ picture: RowPicture) -> [UInt32] {
      picture.pixels.withPixels { bytes, _ in
        bytes.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
      }
    }
    // One that shares nothing draws the same.
    let alone = ScrollWorker(try CellShop(RenderOptions()), countsBytes: false)
    for id in ids {
      let item = try #require(table.cell(id.key))
      let expected = try alone.picture(id, of: item).picture
      #expect(pixels(try #require(store.picture(id))) == pixels(expected))
    }
  }

  @Test(
    "makes wanted pictures, keeps those that are still wanted, and evicts the rest",
    arguments: [1, 4])
  func evicts(workerCount: Int) async throws {
    let shop = try CellShop(RenderOptions())
    let surveyor = ScrollWorker(shop, countsBytes: false)
    let table = LiveTable(
      try (0..<40).map { try surveyor.survey(RowCell(FeedItem(index: $0, title: "Row \($0)"))) })
    let pool = try WorkerPool(count: workerCount) { ScrollWorker(shop, countsBytes: false) }
    let store = try PictureStore(pool: pool)
    let signal = Signal()
    store.onChange = { signal.fire() }
    let ids = table.simulatedRows.flatMap {
      PictureID.covering(0..<$0.height, of: $0.key, height: $0.height)
    }
    for first in [0, 5, 30, 0] {
      let wanted = Array(ids[first..<first + 10])
      store.want(wanted.map { ($0, 0) }, model: { table.model($0) })
      #expect(ids.allSatisfy { store.picture($0) == nil || wanted.contains($0) })
      try await wait(for: signal) { wanted.allSatisfy { store.picture($0) != nil } }
      #expect(store.count == 10)
      for id in wanted { #expect(store.picture(id)?.pixels.size.height == id.rows.count) }
    }
    // Layouts ahead leave no picture behind, and are made once.
    try await wait(for: signal) { store.isIdle }
    for _ in 0..<2 {
      store.want(ids[0..<10].map { ($0, 0) }, ahead: [ids[20].key], model: { table.model($0) })
      try await wait(for: signal) { store.isIdle }
    }
    #expect(store.count == 10 && store.ledger.startedCount == 36)
    // Given up before it is done, be it waiting or running.
    store.want(ids[10..<30].map { ($0, 0) }, model: { table.model($0) })
    store.want([], model: { table.model($0) })
    try await wait(for: signal) { store.isIdle }
    #expect(store.count == 0 && store.byteCount == 0)
    #expect(store.error == nil && store.failures.isEmpty)
    let ledger = store.ledger
    #expect(ledger.openCount == 0)
    #expect(ledger.startedCount == 36 + 20)
    #expect(ledger.startedCount == ledger.finishedCount + ledger.supersededCount)
  }

  /// Lets a thread go on.
  private final class Gate: Sendable {
    private let isOpen = Monitor(false)
    func open() { isOpen.notifyingWithLock { $0 = true } }
    func wait() { isOpen.wait { $0 ? () : nil } }
  }

  @Test("lets go of pictures on a thread of its own, not on the main queue")
  func releases() async throws {
    let shop = try CellShop(RenderOptions())
    let worker = ScrollWorker(shop, countsBytes: false)
    let row = try worker.survey(RowCell(FeedItem(index: 0, title: "Row")))
    let id = PictureID(key: row.key, rows: 0..<row.height)
    let store = try PictureStore(
      pool: WorkerPool(count: 1) { ScrollWorker(shop, countsBytes: false) })
    var picture: RowPicture? = try worker.picture(id, of: row.cell).picture
    weak let kept = picture
    if let picture { store.add(picture) }
    picture = nil
    #expect(kept != nil && store.count == 1)
    let gate = Gate()
    store.releaser.perform { gate.wait() }
    store.want([], model: { _ in nil })
    // The store has it no longer, and the main queue has not given its memory back.
    #expect(kept != nil && store.count == 0 && store.byteCount == 0)
    gate.open()
    // The thread gives up its jobs together, after the last of those that it has taken.
    try await waitUntil { kept == nil }
  }

  @Test("lets a worker that is active anyway release pictures, before its next task")
  func discards() throws {
    let shop = try CellShop(RenderOptions())
    let worker = ScrollWorker(shop, countsBytes: false)
    let row = try worker.survey(RowCell(FeedItem(index: 0, title: "Row")))
    let id = PictureID(key: row.key, rows: 0..<row.height)
    let queue = Monitor(PictureQueue())
    var pictures = [try worker.picture(id, of: row.cell).picture]
    weak let kept = pictures.first
    var isTaken = queue.withLock { [pictures] in $0.discard(pictures) }
    #expect(!isTaken)
    let request = PictureRequest(goal: .picture(id), model: ItemModel(FeedItem(title: "Row")))
    let woken = queue.withLock { $0.request([request], workerCount: 1) }
    isTaken = queue.withLock { [pictures] in $0.discard(pictures) }
    pictures = []
    #expect(woken == 1 && isTaken && kept != nil)
    let isGoingOn = PictureJob.runNext(from: queue, with: { worker }, throttle: Throttle())
    #expect(isGoingOn && kept == nil)
  }
}

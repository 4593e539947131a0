import GalleyFeed
import GalleyPrimitives
import GalleyWorkers
import Testing

@testable import Galley

@Suite("StripStore")
@MainActor
struct StripStoreTests {
  @Test("makes what is wanted, keeps what still is, and evicts the rest", arguments: [1, 4])
  func evicts(workerCount: Int) async throws {
    let shop = try CellShop(RenderOptions())
    let surveyor = ScrollWorker(shop, countsBytes: false)
    var table = ScrollTable()
    for number in 0..<40 {
      table.append(try surveyor.survey(FeedItem(index: number, title: "Row \(number)")))
    }
    let pool = WorkerPool(count: workerCount) { ScrollWorker(shop, countsBytes: false) }
    let store = StripStore(table: table, pool: pool)
    let signal = Signal()
    store.onChange = { signal.fire() }
    let keys = table.rows.map { StripKey(picture: $0.key, rows: 0..<$0.height) }
    for first in [0, 5, 30, 0] {
      let wanted = Array(keys[first..<first + 10])
      store.want(wanted)
      #expect(keys.allSatisfy { store.strips(for: $0) == nil || wanted.contains($0) })
      while wanted.contains(where: { store.strips(for: $0) == nil }) { await signal.wait() }
      #expect(store.count == 10)
      for key in wanted {
        #expect(store.strips(for: key)?.reduce(0) { $0 + $1.rowCount } == key.rows.count)
      }
    }
    // Given up before it is done, be it waiting or running.
    store.want(Array(keys[10..<30]))
    store.want([])
    while !store.isIdle { await signal.wait() }
    #expect(store.count == 0)
    #expect(store.error == nil && store.failures.isEmpty)
    let ledger = store.ledger
    #expect(ledger.openCount == 0)
    #expect(ledger.startedCount == 35 + 20)
    #expect(ledger.startedCount == ledger.finishedCount + ledger.supersededCount)
  }
}

import GalleyPrimitives
import GalleyTable
import GalleyWorkers
import Testing

@testable import GalleyLive
@testable import GalleyPictures

@Suite("LayoutQueue", .timeLimit(.minutes(15)))
struct LayoutQueueTests {
  private let models = (0..<8).map { ScheduledModel($0) }

  private func requests(_ rows: Range<Int>) -> [LayoutRequest] {
    rows.map { LayoutRequest(row: RowID(UInt64($0)), model: models[$0], round: 0) }
  }

  private func end(_ task: LayoutTask, of queue: inout LayoutQueue) {
    queue.deliver(models[Int(task.request.row.number)].laidOut(round: 0), of: task, work: .zero)
  }

  @Test("wakes no more workers than may work, and counts those that are busy")
  func workers() throws {
    var queue = LayoutQueue()
    let woken = queue.want(requests(0..<4), workerCount: 2)
    #expect(woken == 2)
    let tasks = [queue.next(), queue.next()].compactMap(\.self)
    try #require(tasks.count == 2)
    // Both are busy, also when other rows are wanted.
    let whileBusy = queue.want(requests(4..<8), workerCount: 2)
    #expect(whileBusy == 0)
    let wokenForAll = queue.wantAll(requests(0..<8), workerCount: 3)
    #expect(wokenForAll == 1)
    for task in tasks { end(task, of: &queue) }
    let finished = queue.takeFinished().map(\.request.row.number)
    #expect(finished == [0, 1])
    #expect(!queue.isIdle && !queue.hasAll)
  }

  @Test("is idle only when all workers have ended their turns, and all results are taken")
  func idle() throws {
    var queue = LayoutQueue()
    #expect(queue.isIdle && queue.hasAll)
    let woken = queue.want(requests(0..<1), workerCount: 2)
    #expect(woken == 1)
    #expect(!queue.isIdle)
    let next = queue.next()
    let task = try #require(next)
    // The row is not wanted any more, but a worker is busy with it.
    let wokenForNone = queue.want([], workerCount: 2)
    #expect(wokenForNone == 0)
    #expect(!queue.isIdle && !queue.hasAll && queue.ledger.openCount == 1)
    end(task, of: &queue)
    #expect(!queue.isIdle)
    let finishedCount = queue.takeFinished().count
    #expect(finishedCount == 1)
    #expect(!queue.isIdle, "the worker may take another task")
    let other = queue.next()
    #expect(other == nil)
    #expect(queue.isIdle && queue.hasAll && queue.ledger.openCount == 0)
  }

  @Test("gives no row to two workers")
  func once() throws {
    var queue = LayoutQueue()
    let woken = queue.want(requests(0..<2), workerCount: 4)
    #expect(woken == 2)
    let first = queue.next()?.request.row.number
    #expect(first == 0)
    // The row is begun: it is in neither list again.
    _ = queue.want(requests(0..<2), workerCount: 4)
    _ = queue.wantAll(requests(0..<3), workerCount: 4)
    var rows: [UInt64] = []
    while let task = queue.next() { rows.append(task.request.row.number) }
    #expect(rows == [1, 2])
  }
}

import GalleyPrimitives
import GalleyWorkers
import Testing

@testable import Galley

@Suite("StripQueue")
struct StripQueueTests {
  private func key(_ number: Int) -> StripKey {
    StripKey(picture: ContentKey(high: 0, low: UInt64(number)), rows: 0..<number)
  }

  private func take(from queue: inout StripQueue) throws -> StripTask {
    let task = queue.next()
    return try #require(task)
  }

  @Test("hands out what is wanted, most urgent first, with what was drawn for it")
  func order() {
    var queue = StripQueue()
    queue.add(PixelRows(rowCount: 2, bytes: [2]), for: key(2))
    queue.request([key(1), key(2), key(1), key(3)])
    #expect(queue.waitingCount == 3)
    let tasks = (0..<4).map { _ in queue.next() }
    #expect(tasks.map { $0?.request.row } == [key(1), key(2), key(3), nil])
    #expect(tasks.map { $0?.drawn?.bytes } == [nil, [2], nil, nil])
  }

  @Test("ends each task once: finished, or superseded at a check point")
  func ledger() throws {
    var queue = StripQueue()
    queue.request([key(1), key(2), key(3)])
    let first = try take(from: &queue)
    let second = try take(from: &queue)
    queue.request([key(2), key(4)])
    #expect(!queue.isWanted(first.request) && queue.isWanted(second.request))
    queue.request([key(1), key(2)])
    // The picture is wanted again; the task that was given up for it stays so.
    #expect(!queue.isWanted(first.request))
    let again = try take(from: &queue)
    #expect(again.request.row == key(1))
    queue.supersede(first.request, at: .betweenStages, work: .seconds(1))
    let areWanted = [
      queue.finish(second.request, work: .seconds(2)),
      queue.finish(again.request, work: .seconds(3)),
      queue.finish(again.request, work: .seconds(4)),
    ]
    #expect(areWanted == [true, true, false])
    let ledger = queue.ledger
    #expect(ledger.startedCount == 5 && ledger.openCount == 0)
    #expect(ledger.finishedCount == 2 && ledger.finishedWork == .seconds(5))
    #expect(ledger.supersededCount(at: .beforeStart) == 2)
    #expect(ledger.supersededCount(at: .betweenStages) == 1)
    #expect(ledger.wastedWork == .seconds(1))
  }

  @Test("does not show what came too late")
  func late() throws {
    var queue = StripQueue()
    queue.request([key(1)])
    let task = try take(from: &queue)
    queue.request([])
    let isWanted = queue.finish(task.request, work: .seconds(1))
    #expect(!isWanted)
    #expect(queue.ledger.supersededCount(at: .beforeShowing) == 1)
    #expect(queue.ledger.openCount == 0)
  }
}

import Galley
import GalleyFeedItems
import GalleyFrames
import GalleyPrimitives
import GalleyWorkers
import Testing

@testable import GalleyPictures

@Suite("PictureQueue", .timeLimit(.minutes(15)))
struct PictureQueueTests {
  private func id(_ number: Int) -> PictureID {
    PictureID(key: ContentKey(high: 0, low: UInt64(number)), rows: 0..<number)
  }

  /// Asks for pictures; each takes 100 bytes.
  private func request(
    _ numbers: [Int], kept: Int = 0, from queue: inout PictureQueue
  ) -> Int {
    queue.request(
      numbers.map {
        PictureRequest(
          goal: .picture(id($0)), model: ItemModel(FeedItem(index: $0)), byteCount: 100)
      }, keptByteCount: 100 * kept, workerCount: 2)
  }

  private func take(from queue: inout PictureQueue) throws -> PictureTask {
    let task = queue.next()
    return try #require(task)
  }

  private func made(_ task: PictureTask, seconds: Int) -> MadePicture {
    MadePicture(task: task, work: .seconds(seconds))
  }

  @Test("hands out wanted pictures, most urgent first, and wakes no more workers than it needs")
  func order() throws {
    var queue = PictureQueue()
    let woken = [request([1, 2, 1, 3], from: &queue), request([1, 2, 3], from: &queue)]
    #expect(woken == [2, 0])
    #expect(queue.waitingCount == 3 && queue.mostWaiting == 3)
    var items: [Int] = []
    while let task = queue.next() { items.append(task.request.model.cell.item?.index ?? -1) }
    #expect(items == [1, 2, 3])
    #expect(queue.activeCount == 1)
    let last = queue.next()
    #expect(last == nil && queue.activeCount == 0)
  }

  @Test("ends each task once: finished, or superseded at a check point")
  func ledger() throws {
    var queue = PictureQueue()
    _ = request([1, 2, 3], from: &queue)
    let first = try take(from: &queue)
    let second = try take(from: &queue)
    _ = request([2, 4], from: &queue)
    #expect(!queue.isWanted(first) && queue.isWanted(second))
    _ = request([1, 2], from: &queue)
    // The picture is wanted again; the task that was given up for it stays so.
    #expect(!queue.isWanted(first))
    let again = try take(from: &queue)
    #expect(again.request.model.cell.item?.index == 1)
    queue.supersede(first, at: .betweenStages, work: .seconds(1))
    queue.deliver(made(second, seconds: 2))
    queue.deliver(made(again, seconds: 3))
    let (shown, late) = queue.takeMade()
    #expect(shown.map(\.task.number) == [second.number, again.number] && late.isEmpty)
    let ledger = queue.ledger
    #expect(ledger.startedCount == 5 && ledger.openCount == 0)
    #expect(ledger.finishedCount == 2 && ledger.finishedWork == .seconds(5))
    #expect(ledger.supersededCount(at: .beforeStart) == 2)
    #expect(ledger.supersededCount(at: .betweenStages) == 1)
    #expect(ledger.wastedWork == .seconds(1))
  }

  @Test("counts the time of tasks after they are superseded")
  func latency() throws {
    var queue = PictureQueue()
    _ = request([1, 2], from: &queue)
    let (first, second) = (try take(from: &queue), try take(from: &queue))
    for milliseconds in [10, 20] {
      _ = queue.request([], workerCount: 2, at: .milliseconds(milliseconds))
    }
    queue.supersede(first, at: .afterDrawing, work: .zero, now: .milliseconds(25))
    queue.deliver(made(second, seconds: 1))
    _ = queue.takeMade(at: .milliseconds(50))
    #expect(queue.ledger.longestLatency(at: .afterDrawing) == .milliseconds(15))
    #expect(queue.ledger.longestLatency(at: .beforeShowing) == .milliseconds(40))
  }

  @Test("fewer workers take tasks after requests with a lower limit, and more after a higher one")
  func workerLimit() throws {
    var queue = PictureQueue()
    _ = request([1, 2, 3, 4], from: &queue)
    _ = try take(from: &queue)
    _ = try take(from: &queue)
    let wanted = [3, 4].map {
      PictureRequest(goal: .picture(id($0)), model: ItemModel(FeedItem(index: $0)))
    }
    let woken = queue.request(wanted, workerCount: 1)
    // The first worker to ask ends its turn, the other one goes on.
    let none = queue.next()
    #expect(woken == 0 && none == nil && queue.activeCount == 1)
    let third = try take(from: &queue)
    #expect(third.request.model.cell.item?.index == 3)
    let more = queue.request(wanted, workerCount: 2)
    #expect(more == 1 && queue.activeCount == 2)
  }

  @Test("does not show pictures that are too late")
  func late() throws {
    var queue = PictureQueue()
    _ = request([1], from: &queue)
    let task = try take(from: &queue)
    queue.deliver(made(task, seconds: 1))
    _ = request([], from: &queue)
    let (shown, late) = queue.takeMade()
    #expect(shown.isEmpty && late.count == 1)
    #expect(queue.ledger.supersededCount(at: .beforeShowing) == 1)
    #expect(queue.ledger.openCount == 0)
  }

  @Test("lets no more wait than its limit")
  func limit() {
    var queue = PictureQueue()
    _ = request(Array(1...5000), from: &queue)
    #expect(queue.waitingCount == PictureQueue.limit)
    _ = request([], from: &queue)
    #expect(queue.waitingCount == 0)
    #expect(queue.ledger.openCount == 0)
  }

  @Test("begins no picture that there is no room for, and goes on once there is")
  func byteLimit() throws {
    var queue = PictureQueue()
    queue.byteLimit = 250
    #expect(request([1, 2], from: &queue) == 2)
    let (first, second) = (try take(from: &queue), try take(from: &queue))
    // Two are begun: a third has to wait, even if the first is superseded.
    #expect(request([2, 3], from: &queue) == 0)
    let none = queue.next()
    #expect(none == nil && queue.activeCount == 1 && queue.mostByteCount == 200)
    queue.deliver(made(second, seconds: 1))
    _ = queue.takeMade()
    #expect(queue.wakeForRoom() == 1)
    // A picture that is too late makes room, a kept one does not.
    #expect(request([3], kept: 2, from: &queue) == 0)
    queue.supersede(first, at: .afterDrawing, work: .zero)
    #expect(request([3], kept: 2, from: &queue) == 0)
    #expect(request([3], kept: 1, from: &queue) == 0, "the workers that were woken are active")
    let third = try take(from: &queue)
    #expect(third.request.model.cell.item?.index == 3 && queue.mostByteCount == 200)
    queue.byteLimit = nil
    #expect(request([4, 5], kept: 9, from: &queue) == 0)
    _ = try take(from: &queue)
    #expect(queue.mostByteCount == 1100)
  }

  @Test("hands out nothing after a worker has failed")
  func fails() throws {
    struct NoFonts: Error {}
    var queue = PictureQueue()
    _ = request([1, 2], from: &queue)
    queue.fail(try take(from: &queue), NoFonts())
    let next = queue.next()
    #expect(next == nil && queue.error is NoFonts)
    #expect(request([3], from: &queue) == 0)
  }
}

@Suite("PictureID", .timeLimit(.minutes(15)))
struct PictureIDTests {
  @Test(
    "covers pixel rows with as few pictures as there are",
    arguments: [
      (0..<10, 10, [0..<10]), (5..<6, 10, [0..<10]), (0..<0, 10, []), (20..<30, 10, []),
      (0..<1025, 1025, [0..<1024, 1024..<1025]), (1024..<1025, 3000, [1024..<2048]),
      (1000..<2100, 3000, [0..<1024, 1024..<2048, 2048..<3000]), (-5..<3, 2, [0..<2]),
    ])
  func covers(rows: Range<Int>, height: Int, expected: [Range<Int>]) {
    let key = ContentKey(high: 0, low: 0)
    #expect(PictureID.covering(rows, of: key, height: height).map(\.rows) == expected)
  }
}

import GalleyWorkers
import Testing

/// A request that is its own goal.
private struct Request: Identifiable, Sendable {
  var id: Int
}

private typealias Table = RequestTable<Request>

private func requests(_ ids: Int...) -> [Request] { ids.map { Request(id: $0) } }

@Suite("RequestTable at its limits", .timeLimit(.minutes(15)))
struct RequestTableLimitTests {
  @Test("a request that waited is dropped if more urgent ones take all places")
  func dropsWaiting() {
    var table = Table(limit: 2)
    table.replace(with: requests(1, 2))
    table.replace(with: requests(3, 1, 2))
    #expect(table.waitingCount == 2 && table.mostWaiting == 2 && table.begunCount == 0)
    #expect((0..<3).map { _ in table.begin()?.request.id } == [3, 1, nil])
    #expect(table.ledger.startedCount == 3)
    #expect(table.ledger.supersededCount(at: .beforeStart) == 1)
  }

  @Test("a task that continues takes no place of a request that waits")
  func keepsTask() throws {
    var table = Table(limit: 1)
    table.replace(with: requests(1))
    let begun = table.begin()
    let task = try #require(begun)
    table.replace(with: requests(2, 1, 3))
    #expect(table.waitingCount == 1 && table.begunCount == 1 && table.first?.id == 2)
    #expect(table.isWanted(task))
  }

  @Test("at least one request waits, whatever the limit", arguments: [-1, 0, 1])
  func leastLimit(limit: Int) {
    var table = Table(limit: limit)
    table.replace(with: requests(1, 2))
    #expect(table.limit == 1 && table.waitingCount == 1 && table.first?.id == 1)
  }

  @Test("a task has the number of tasks that were begun before it")
  func numbers() {
    var table = Table()
    table.replace(with: requests(1, 2))
    let tasks = [
      table.begin(), table.begin(Request(id: 3)), table.begin(Request(id: 4)), table.begin(),
    ]
    #expect(tasks.map { $0?.request.id } == [1, 3, 4, 2])
    #expect(tasks.map { $0?.number } == [0, 1, 2, 3])
    // A request that is refused has no number.
    #expect(table.begin(Request(id: 4)) == nil && table.begin(Request(id: 5))?.number == 4)
  }

  @Test("the result of a superseded task is not wanted, and its time is wasted")
  func wastesResult() throws {
    var table = Table()
    table.replace(with: requests(1))
    let begun = table.begin()
    let task = try #require(begun)
    table.replace(with: [], at: .seconds(2))
    // A later round does not change the time since which it is superseded.
    table.replace(with: [], at: .seconds(3))
    let isWanted = table.finish(task, work: .seconds(5), at: .seconds(6))
    #expect(!isWanted && table.begunCount == 0)
    #expect(table.ledger.finishedCount == 0 && table.ledger.finishedWork == .zero)
    #expect(table.ledger.supersededCount(at: .beforeShowing) == 1)
    #expect(table.ledger.supersededCount == 1 && table.ledger.openCount == 0)
    #expect(table.ledger.longestLatency(at: .beforeShowing) == .seconds(4))
    #expect(table.ledger.wastedWork == .seconds(5) && table.ledger.wastedShare == 1)
  }

  @Test("several tasks of one request are superseded, and each ends by itself")
  func supersedesTwice() throws {
    var table = Table()
    var tasks: [Table.Task] = []
    for second in [1, 2] {
      table.replace(with: requests(7), at: .zero)
      let begun = table.begin()
      tasks.append(try #require(begun))
      table.replace(with: [], at: .seconds(second))
    }
    #expect(table.begunCount == 2 && table.waitingCount == 0)
    #expect(!table.isWanted(tasks[0]) && !table.isWanted(tasks[1]))
    table.supersede(tasks[1], at: .afterDrawing, work: .zero, now: .seconds(5))
    #expect(table.ledger.longestLatency(at: .afterDrawing) == .seconds(3))
    table.supersede(tasks[0], at: .afterDrawing, work: .zero, now: .seconds(5))
    #expect(table.ledger.longestLatency(at: .afterDrawing) == .seconds(4))
    #expect(table.ledger.supersededCount(at: .afterDrawing) == 2 && table.begunCount == 0)
  }
}

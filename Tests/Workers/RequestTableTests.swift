import GalleyPrimitives
import GalleyWorkers
import Testing

/// A request that is its own goal.
private struct Request: Identifiable, Sendable {
  var id: Int
}

private typealias Table = RequestTable<Request>

private func begin(_ table: inout Table) throws -> Table.Task {
  let task = table.begin()
  return try #require(task)
}

@Suite("RequestTable", .timeLimit(.minutes(15)))
struct RequestTableTests {
  private func table(_ ids: [Int], limit: Int = 1024) -> Table {
    var table = Table(limit: limit)
    table.replace(with: ids.map { Request(id: $0) })
    return table
  }

  @Test("hands out each request once, most urgent first")
  func ordered() {
    var table = table([5, 6, 4, 6])
    #expect(table.first?.id == 5)
    #expect((0..<4).map { _ in table.begin()?.request.id } == [5, 6, 4, nil])
    #expect(table.first == nil && table.begunCount == 3)
  }

  @Test("a round replaces the waiting requests and keeps the tasks that it has")
  func replaces() throws {
    var table = table([1, 2, 3])
    let first = try begin(&table)
    table.replace(with: [4, 3, 1].map { Request(id: $0) })
    #expect(table.isWanted(first) && table.waitingCount == 2)
    #expect((0..<3).map { _ in table.begin()?.request.id } == [4, 3, nil])
    #expect(table.ledger.supersededCount(at: .beforeStart) == 1)
    let isWanted = table.finish(first, work: .seconds(3))
    #expect(isWanted && table.ledger.finishedWork == .seconds(3))
  }

  @Test("tasks that are useful later stay wanted without their requests, and are not begun twice")
  func keeps() throws {
    var table = Table(keepsBegun: true)
    table.replace(with: [Request(id: 1), Request(id: 2)])
    let first = try begin(&table)
    table.replace(with: [Request(id: 3)])
    #expect(table.isWanted(first) && table.waitingCount == 1 && table.begunCount == 1)
    #expect(table.begin(Request(id: 1)) == nil && table.begin(Request(id: 3)) == nil)
    let other = table.begin(Request(id: 4))
    table.replace(with: [Request(id: 1)])
    #expect(table.begin() == nil && table.begunCount == 2)
    for task in [first, try #require(other)] {
      let isWanted = table.finish(task, work: .seconds(1))
      #expect(isWanted)
    }
    #expect(table.ledger.openCount == 0 && table.ledger.finishedCount == 2)
    #expect(table.ledger.supersededCount(at: .beforeStart) == 2)
  }

  @Test("a superseded task stays superseded when its request returns")
  func supersedes() throws {
    var table = table([1])
    let first = try begin(&table)
    table.replace(with: [], at: .seconds(1))
    table.replace(with: [Request(id: 1)], at: .seconds(2))
    let second = try begin(&table)
    #expect(!table.isWanted(first) && table.isWanted(second) && table.begunCount == 2)
    table.supersede(first, at: .afterDrawing, work: .seconds(1), now: .seconds(5))
    let isWanted = table.finish(second, work: .seconds(3))
    #expect(isWanted && table.begunCount == 0 && table.ledger.openCount == 0)
    #expect(table.ledger.longestLatency(at: .afterDrawing) == .seconds(4))
    #expect(table.ledger.longestLatency(at: .afterEncoding) == .zero)
    #expect(table.ledger.wastedShare == 0.25)
  }

  @Test("no more requests wait than the limit", arguments: [1, 2, 3, 10])
  func bounded(limit: Int) throws {
    var table = table(Array(0..<100), limit: limit)
    #expect(table.waitingCount == limit && table.mostWaiting == limit)
    #expect(try begin(&table).request.id == 0)
    table.replace(with: [])
    #expect(table.waitingCount == 0 && table.mostWaiting == limit)
  }

  @Test("a ledger without tasks has no wasted share")
  func empty() {
    #expect(RequestLedger().wastedShare == 0)
  }
}

import GalleyFrames
import GalleyPrimitives
import Testing

private func request(_ row: Int, key: UInt64 = 0, _ generation: UInt64) -> RasterRequest<Int> {
  RasterRequest(
    row: row, key: ContentKey(high: 0, low: key), generation: Generation(generation))
}

private func take(_ schedule: inout RasterSchedule<Int>) -> RasterRequest<Int>? { schedule.next() }

@Suite("RasterSchedule", .timeLimit(.minutes(15)))
struct RasterScheduleTests {
  @Test("returns the most urgent request first")
  func ordered() {
    var schedule = RasterSchedule<Int>()
    #expect(schedule.reschedule([5, 6, 4, 6].map { request($0, 1) }).isEmpty)
    #expect((0..<4).map { _ in schedule.next()?.row } == [5, 6, 4, nil])
  }

  @Test("returns waiting requests that are no longer wanted, or wanted with another content")
  func supersedesWaiting() {
    var schedule = RasterSchedule<Int>()
    _ = schedule.reschedule([request(1, 1), request(2, 1), request(3, 1)])
    let superseded = schedule.reschedule([request(3, 2), request(2, key: 9, 2), request(4, 2)])
    #expect(superseded == [request(1, 1), request(2, 1)])
    #expect((0..<3).map { _ in schedule.next()?.row } == [3, 2, 4])
  }

  @Test("continues a running request while its picture is wanted, and never doubles it")
  func keepsRunning() throws {
    var schedule = RasterSchedule<Int>()
    _ = schedule.reschedule([request(1, 1), request(2, 1)])
    let first = try #require(take(&schedule))
    _ = schedule.reschedule([request(2, 2), request(1, 2)])
    #expect(schedule.isWanted(first))
    #expect(take(&schedule)?.row == 2)
    #expect(take(&schedule) == nil)
    let firstCounts = schedule.end(first)
    #expect(firstCounts)
    #expect(schedule.runningCount == 1)
  }

  @Test("supersedes a running request, also if its row returns with another content")
  func supersedesRunning() throws {
    var schedule = RasterSchedule<Int>()
    _ = schedule.reschedule([request(1, 1)])
    let first = try #require(take(&schedule))
    _ = schedule.reschedule([request(1, key: 7, 2)])
    #expect(!schedule.isWanted(first))
    let second = try #require(take(&schedule))
    #expect(second == request(1, key: 7, 2))
    let firstCounts = schedule.end(first)
    #expect(!firstCounts)
    #expect(schedule.isWanted(second))
    let secondCounts = schedule.end(second)
    #expect(secondCounts)
    #expect(schedule.runningCount == 0)
  }

  @Test("is bounded", arguments: [1, 2, 3, 10])
  func bounded(limit: Int) {
    var schedule = RasterSchedule<Int>(limit: limit)
    _ = schedule.reschedule((0..<100).map { request($0, 1) })
    #expect(schedule.waitingCount == limit)
    #expect(take(&schedule)?.row == 0)
  }
}

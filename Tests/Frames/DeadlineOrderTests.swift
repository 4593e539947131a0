import GalleyFrames
import Testing

@Suite("DeadlineOrder", .timeLimit(.minutes(15)))
struct DeadlineOrderTests {
  @Test(
    "puts tasks that end in time first",
    arguments: [
      (1, 10, [3, 3, 3], [0, 1, 2]), (1, 10, [3, 20, 3, 4], [0, 2, 3, 1]),
      (1, 10, [6, 6, 4], [0, 2, 1]), (2, 10, [6, 6, 4], [0, 1, 2]),
      (2, 10, [11, 10, 10, 1], [1, 2, 0, 3]), (1, 0, [3, 1, 2], [0, 1, 2]),
      (1, 10, [], []),
    ])
  func orders(workerCount: Int, time: Int, costs: [Int], expected: [Int]) {
    let order = DeadlineOrder(workerCount: workerCount, time: .milliseconds(time))
    #expect(order.order(Array(costs.indices)) { .milliseconds(costs[$0]) } == expected)
  }
}

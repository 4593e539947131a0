import GalleyWorkers
import Testing

@Suite("DeadlineOrder")
struct DeadlineOrderTests {
  @Test(
    "puts first what ends in time",
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

@Suite("PictureBudget")
struct PictureBudgetTests {
  @Test(
    "admits what is visible, and of the rest the nearest",
    arguments: [
      (10, 1, [4, 4, 4], 2), (12, 1, [4, 4, 4], 3), (0, 2, [4, 4, 4], 2), (0, 0, [4], 0),
      (8, 0, [4, 0, 4, 0, 1], 4), (1, 0, [], 0),
    ])
  func admits(limit: Int, visibleCount: Int, bytes: [Int], expected: Int) {
    let admitted = PictureBudget(byteLimit: limit).admitted(
      Array(bytes.indices), visibleCount: visibleCount
    ) { bytes[$0] }
    #expect(Array(admitted) == Array(0..<expected))
  }
}

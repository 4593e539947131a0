import GalleyFrames
import Testing

@Suite("PictureBudget", .timeLimit(.minutes(15)))
struct PictureBudgetTests {
  @Test(
    "admits visible rows, and the nearest of the other rows",
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

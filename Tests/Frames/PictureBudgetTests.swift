import GalleyPrimitives
import Testing

@testable import GalleyFrames

@Suite("PictureBudget", .timeLimit(.minutes(15)))
struct PictureBudgetTests {
  @Test(
    "admits visible rows, and the nearest of the other rows",
    arguments: [
      (10, 1, [4, 4, 4], 2), (12, 1, [4, 4, 4], 3), (0, 2, [4, 4, 4], 2), (0, 0, [4], 0),
      (8, 0, [4, 0, 4, 0, 1], 4), (1, 0, [], 0),
    ])
  func admits(limit: Int, visibleCount: Int, bytes: [Int], expected: Int) {
    var budget = PictureBudget(byteLimit: limit, keptCount: visibleCount)
    #expect(bytes.prefix { budget.admits($0) }.count == expected)
  }

  @Test("a keyed set has each element once, also of keys with equal slots")
  func insertsOnce() {
    for count in [0, 1, 7, 8, 9, 500] {
      var set = KeyedSet<PictureID>(capacity: count)
      var known: Set<PictureID> = []
      for number in 0..<count {
        // Some keys and some rows are equal, and some keys differ in a way that the slots do not see.
        let half = UInt64(number % 5)
        let id = PictureID(
          key: ContentKey(high: half ^ UInt64(number % 3), low: half), rows: 0..<1 + number % 7)
        #expect(set.insert(id) == known.insert(id).inserted)
      }
    }
  }
}

import GalleyRandomness
import Testing

@testable import GalleyTable

@Suite("RowValues", .timeLimit(.minutes(15)))
struct RowValuesTests {
  @Test(
    "agree with a dictionary after each change, and have only pages with values",
    arguments: 0..<5 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var values = RowValues<Int>()
    var expected: [RowID: Int] = [:]
    for step in 0..<100 {
      // Few rows at the edges of four pages, so that pages often lose their last value.
      let page = random.below(4)
      let place = [0, 1, 63][random.below(3)]
      let changed = RowID(UInt64(page * 64 + place))
      let value: Int? = random.below(2) == 0 ? nil : step
      values[changed] = value
      expected[changed] = value
      var reader = values.reader
      for number in 0..<256 as Range<UInt64> {
        let row = RowID(number)
        guard values[row] == expected[row], reader.value(of: row) == expected[row] else {
          Issue.record("step \(step): another value of row \(number)")
          return
        }
      }
      let pages = Set(expected.keys.map { $0.number / 64 })
      #expect(Set(values.pages.keys) == pages, "step \(step)")
    }
  }
}

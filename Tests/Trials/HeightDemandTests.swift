import GalleyFrames
import GalleyPrimitives
import GalleyTrials
import Testing

@Suite("HeightDemand", .timeLimit(.minutes(15)))
struct HeightDemandTests {
  /// Rows 0, 2, 4 … are alike, and so are the others.
  private func key(_ row: Int) -> ContentKey { ContentKey(high: 0, low: UInt64(row % 2)) }

  @Test(
    "measures rows without a known height when they become visible",
    arguments: [
      (HeightCaching.none, [[0, 1, 2], [3], [0, 1]], 0),
      (.indexPath, [[0, 1, 2], [3], []], 2), (.key, [[0, 1], [], []], 4),
    ])
  func measures(caching: HeightCaching, expected: [[Int]], hits: Int) {
    var demand = HeightDemand(caching, .template)
    var measured: [[Int]] = []
    for rows in [0..<3, 2..<4, 0..<3] {
      measured.append(demand.measured(in: rows, key: key, isDrawn: { _ in true }))
    }
    #expect(measured == expected)
    #expect(demand.askedCount == 6 && demand.hitCount == hits)
  }

  @Test("measures only drawn rows if the measured layout is the drawn one")
  func frames() {
    var demand = HeightDemand(.none, .frames)
    #expect(demand.measured(in: 0..<4, key: key, isDrawn: { $0 < 3 }) == [3])
    #expect(demand.hitCount == 0)
  }

  @Test("knows heights from the start where it is warm", arguments: HeightCaching.allCases)
  func warm(caching: HeightCaching) {
    var demand = HeightDemand(caching, .template)
    demand.know(0..<2, key: key)
    let measured = demand.measured(in: 0..<3, key: key, isDrawn: { _ in false })
    switch caching {
    case .none: #expect(measured == [0, 1, 2])
    case .indexPath: #expect(measured == [2])
    case .key: #expect(measured == [])
    }
  }
}

import GalleyPrimitives
import GalleyWorkers
import Testing

@Suite("Generations and check points in order", .timeLimit(.minutes(15)))
struct GenerationOrderTests {
  @Test("a counter starts with generation 0, and counts each one")
  func generations() {
    let counter = GenerationCounter()
    #expect(counter.current == Generation(0) && counter.isCurrent(Generation(0)))
    #expect((0..<3).map { _ in counter.advance().number } == [1, 2, 3])
    #expect(counter.current == Generation(3) && !counter.isCurrent(Generation(2)))
  }

  @Test("a check point comes before later ones of its task, and not before itself")
  func checkPoints() {
    let points = CheckPoint.allCases
    #expect(points.first == .beforeStart && points.last == .beforeShowing)
    for (first, left) in points.enumerated() {
      for (second, right) in points.enumerated() {
        #expect((left < right) == (first < second))
      }
    }
  }
}

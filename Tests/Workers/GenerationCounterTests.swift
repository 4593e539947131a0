import GalleyPrimitives
import GalleyWorkers
import Testing

@Suite("GenerationCounter", .timeLimit(.minutes(15)))
struct GenerationCounterTests {
  @Test("supersedes all earlier generations")
  func advances() {
    let counter = GenerationCounter()
    let first = counter.current
    #expect(counter.isCurrent(first))
    let second = counter.advance()
    #expect(second == first.next)
    #expect(!counter.isCurrent(first))
    #expect(counter.isCurrent(second))
  }
}

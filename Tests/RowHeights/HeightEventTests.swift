import GalleyRowHeights
import Testing

@Suite("HeightEvent", .timeLimit(.minutes(15)))
struct HeightEventTests {
  @Test("gives the events of an answer, after no edit")
  func answers() {
    let question = HeightQuestion<String>.content
    func events(_ source: HeightAnswer.Source) -> [HeightEvent<String>] {
      HeightEvent.events(of: question, HeightAnswer(height: 3, source: source))
    }
    #expect(events(.hit) == [.hit(question, height: 3)])
    #expect(events(.stored) == [.stored(question, height: 3)])
    #expect(events(.uncached) == [.calculated(question, height: 3, cause: nil, mutation: 0)])
    let calculated: [HeightEvent<String>] = [
      .calculated(question, height: 3, cause: .evicted, mutation: 0),
      .cached(question, height: 3),
    ]
    #expect(events(.calculated(.evicted)) == calculated)
  }

  @Test("a full log of 65,536 events drops the older half for the next one")
  func fullLog() {
    var log = HeightLog<Int>()
    for number in 0...65_536 { log.append(.hit(.content, height: Double(number))) }
    let events = log.take()
    #expect(events.count == 32_769)
    #expect(events.first == .hit(.content, height: 32_768))
    #expect(events.last == .hit(.content, height: 65_536))
  }
}

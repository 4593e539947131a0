import Foundation
import GalleyBoxes
import GalleyPrimitives
import TestSupport
import Testing

@Suite("Boxes and other engines", .timeLimit(.minutes(15)))
struct BoxOracleTests {
  @Test("random trees have the rectangles of the recording engine", arguments: ["chromium"])
  func agrees(engine: String) throws {
    let url = Repository.url("Tests/Boxes/Cases/\(engine).jsonl")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    #expect(lines.count >= 300)
    for (index, line) in lines.enumerated() {
      let worst = try RecordedCase(line).worstDifference()
      #expect(worst.length <= 0.5, "case \(index), box \(worst.box)")
    }
  }
}

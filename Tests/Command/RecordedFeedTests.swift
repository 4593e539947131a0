import Foundation
import TestSupport
import Testing

extension Recording: CustomTestStringConvertible {
  package var testDescription: String { name }
}

@Suite("Recorded feeds", .timeLimit(.minutes(15)))
struct RecordedFeedTests {
  @Test("are drawn without a lost item", arguments: Recording.all)
  func drawn(recording: Recording) throws {
    let galley = try GalleyRunner()
    let run = try galley.run(
      ["render", "-", "-o", "a.png", "--scale", "1", "--json", "--jobs", "1", "--quiet"],
      input: recording.bytes)
    var counts = (items: 0, bad: 0, ends: 0)
    for expected in recording.expected {
      switch expected {
      case .item: counts.items += 1
      case .bad: counts.bad += 1
      case .end: counts.ends += 1
      }
    }
    #expect(run.status == (counts.ends > 0 ? 65 : counts.bad > 0 ? 1 : 0), "\(run.errors)")
    let records = try run.records()
    #expect(records.count { $0["height"] as? Double ?? 0 > 0 } == counts.items, "\(records)")
    guard counts.ends == 0 else { return }
    #expect(records.last?["rows"] as? Int == counts.items)
    let picture = try DecodedPNG(galley.folder.bytes("a.png"))
    #expect(picture.height > 0)
  }
}

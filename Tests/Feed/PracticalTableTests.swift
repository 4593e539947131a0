import GalleyFeed
import GalleyFeedItems
import Testing

@testable import GalleyFeedWriting

@Suite("Tables as spreadsheets write them", .timeLimit(.minutes(15)))
struct PracticalTableTests {
  @Test("records of empty cells are skipped, and their number is noted", arguments: [1, 1 << 16])
  func emptyRecords(chunk: Int) {
    for delimiter in [",", "\t"] {
      let text = "title,body\na,b\n,\n, \n\nc,d\n,\n".replacing(",", with: delimiter)
      let items = Reading(text, chunk: chunk).items
      #expect(items.map(\.title) == ["a", "c"])
      #expect(items.map(\.index) == [0, 1])
      #expect(items.map(\.emptyRecordCount) == [0, 2])
    }
  }

  @Test("a second column of a name has a number, and its cells are kept")
  func repeatedColumns() throws {
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 20
    let reading = Reading("title,note,title,note\nA,1,B,2\n,,C,\n", limits: limits)
    #expect(reading.items.map(\.title) == ["A", "C"])
    let members = try #require(reading.items.first?.otherMembers)
    #expect(
      Set(members.map { "\($0.name)=\($0.value)" })
        == ["note=\"1\"", "title 2=\"B\"", "note 2=\"2\""])
  }

  @Test("days with points begin with the day, and years and months alone are dates")
  func dates() {
    for (text, date) in [
      ("05.05.2026", "2026-05-05"), ("1.12.2026", "2026-12-01"), ("2026/5/6", "2026-05-06"),
      ("2026.05.06", "2026-05-06"), ("05.05.2026 14:30", "2026-05-05T14:30:00"), ("2026", "2026"),
      ("2026-05", "2026-05"), ("31.02.2026", nil), ("2026-13", nil), ("05/05/2026", nil),
      ("1.5.26", "2026-05-01"), ("3.12.98", "1998-12-03"),
      ("1.5.6", nil), ("12345", nil),
    ] {
      let item = Reading("title,date\na,\(text)\n").items.first
      #expect(item?.time == date ?? text && item?.isTimeUnread == (date == nil), "\(text)")
    }
  }
}

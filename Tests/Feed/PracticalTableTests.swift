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

  /// Records of tables whose marks are quotation or text, and their cells.
  static let marks: [(table: String, cells: [[String?]])] = [
    ("title, body\n\"A, b\", \"C, d\"\nE, \"F\"\n", [["A, b", "C, d"], ["E", "F"]]),
    ("title,body\na,  \"x\ny, \"\"z\"\"\" \nb,c\n", [["a", "x\ny, \"z\""], ["b", "c"]]),
    ("title,body\na, \"b\" c\nd, \"e\nf,g\n", [["a", "\"b\" c"], ["d", "\"e"], ["f", "g"]]),
    (
      "title\tbody\n\"Hello\" she said\t5\" disk\nb\tc\n",
      [["\"Hello\" she said", "5\" disk"], ["b", "c"]]
    ),
    ("title\tbody\n\"open\tx\nb\t\"c\"\nd\te\n", [["\"open", "x"], ["b", "c"], ["d", "e"]]),
    ("title\tbody\n\"open\tx\nb\tc", [["\"open", "x"], ["b", "c"]]),
    ("title\tbody\n\"a\tb\"\t\"c\n\n\"\"d\"\"\"\ne\tf", [["a\tb", "c\n\n\"d\""], ["e", "f"]]),
    ("title\tbody\n\"a\nb\"", [["a\nb", nil]]),
  ]

  @Test(
    "marks in TSV and behind blanks are text unless the closing one ends the cell",
    arguments: marks.indices, [1, 2, 1 << 16])
  func quotation(index: Int, chunk: Int) {
    let (table, cells) = Self.marks[index]
    let reading = Reading(table, chunk: chunk)
    #expect(reading.items.map { [$0.title, $0.body] } == cells)
    #expect(reading.items.allSatisfy { !$0.hasOpenQuote && $0.surplusCells.isEmpty })
  }

  @Test("columns of shops are read, and words for yes are no date")
  func shop() throws {
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 16
    let item = try #require(
      Reading(
        """
        Title,Body (HTML),Tags,Published,Image Src,Image Alt Text
        Boat,"<p>A <b>boat</b>.</p>","a, b",TRUE,boat.jpg,A boat

        """, limits: limits
      ).items.first)
    #expect(item.body == "A boat." && item.bodyHTML == "<p>A <b>boat</b>.</p>")
    #expect(item.image == "boat.jpg" && item.imageDescription == "A boat")
    #expect(item.time == nil && !item.isTimeUnread)
    #expect(item.otherMembers.map(\.name) == ["Published"])
    let dates = Reading("title,published\na,FALSE\nb,2026-05-01\nc,soon\n").items
    #expect(dates.map(\.time) == [nil, "2026-05-01", "soon"])
    #expect(dates.map(\.isTimeUnread) == [false, false, true])
  }

  @Test("a post of WordPress is HTML with its title, and other texts with tags stay texts")
  func post() throws {
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 16
    let items = Reading(
      """
      Title,Content
      Hello &amp; <b>,"<!-- wp:paragraph --><p>My <i>blog</i>.</p><!-- /wp:paragraph -->"
      A &amp; B,<p> begins a paragraph

      """, limits: limits
    ).items
    #expect(items.map(\.title) == ["Hello & <b>", "A &amp; B"])
    #expect(items.map(\.body) == ["My blog.", "<p> begins a paragraph"])
    #expect(items.allSatisfy { $0.otherMembers.isEmpty })
    #expect(Reading("title,body\na,<p>b</p>\n").items.first?.body == "<p>b</p>")
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

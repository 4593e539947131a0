import GalleyFeed
import GalleyFeedItems
import Testing

@Suite("The limit of marks", .timeLimit(.minutes(15)))
struct MarkLimitTests {
  /// The first item of a feed of JSON Lines.
  private func item(_ line: String, marks limit: Int) throws -> FeedItem {
    let reader = FeedReader(
      bytes: Array(line.utf8), format: .jsonLines, limits: FeedLimits(maximumMarks: limit))
    guard case .item(let item)? = try reader.next() else {
      Issue.record("no item")
      return FeedItem()
    }
    return item
  }

  @Test("keeps as many marks on each base, and drops and counts one more", arguments: 0...32)
  func bound(limit: Int) throws {
    let kept = "a" + String(repeating: "\u{301}", count: limit) + "b"
    let line = #"{"title":"\#(kept)","author":"a\#(kept)\#(kept)"}"#
    let whole = try item(line, marks: limit)
    #expect(whole.title == kept && whole.droppedMarks.isEmpty)
    let long = "a" + String(repeating: "\u{301}", count: limit + 1) + "b"
    let cut = try item(#"{"title":"\#(long)","author":"x\#(long)\#(long)"}"#, marks: limit)
    // Layout has the largest limit.
    guard limit < 32 else { return #expect(cut.title == long) }
    #expect(cut.title == kept && cut.author == "x\(kept)\(kept)")
    #expect(
      cut.droppedMarks == [
        DroppedMarks(field: .title, count: 1, limit: limit),
        DroppedMarks(field: .author, count: 2, limit: limit),
      ])
  }

  @Test("holds for markup, descriptions, tags and accounts, however the marks are written")
  func everyText() throws {
    let marks = "\\u0301&#x302;&#771;"
    let post = #"""
      {"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","title":"t\u0301\u0301",
      "content_html":"<b>a\#(marks)</b> <i>b</i>","tags":["x\u0301\u0301"],
      "attachments":[{"url":"p.png","mime_type":"image/png","title":"p\u0301\u0301"}]}]}
      """#
    for limit in [0, 1, 32] {
      let reader = FeedReader(bytes: Array(post.utf8), limits: FeedLimits(maximumMarks: limit))
      guard case .item(let item)? = try reader.next() else {
        Issue.record("no item")
        continue
      }
      let texts = [item.title, item.body, item.tags.first, item.pictures.first?.description]
      for text in texts {
        let marks = try #require(text).unicodeScalars.count { (0x300...0x36F).contains($0.value) }
        #expect(limit < 32 ? marks == limit : marks >= 2, "\(text ?? "")")
      }
      // Markup would have the marks.
      #expect((item.bodyHTML == nil) == (limit < 32))
      #expect(item.droppedMarks.count == (limit < 32 ? 4 : 0))
    }
  }

  @Test("is at most that of all texts, and refused by name out of its range", arguments: [-1, 33])
  func range(value: Int) {
    let reader = FeedReader(bytes: Array("{}".utf8), limits: FeedLimits(maximumMarks: value))
    #expect(throws: FeedError.invalidLimit(name: "maximumMarks", value: value)) {
      try reader.next()
    }
  }
}

import GalleyFeed
import GalleyFeedItems
import Testing

@Suite("Feed limits", .timeLimit(.minutes(15)))
struct LimitTests {
  /// Each limit by name, and how it is set to a number.
  static let limits: [(name: String, set: @Sendable (inout FeedLimits, Int) -> Void, most: Int)] = [
    ("maximumBytes", { $0.maximumBytes = $1 }, .max),
    ("maximumDecompressedBytes", { $0.maximumDecompressedBytes = $1 }, .max),
    ("maximumRows", { $0.maximumRows = $1 }, .max),
    ("maximumDepth", { $0.maximumDepth = $1 }, .max),
    ("maximumTextBytes", { $0.maximumTextBytes = $1 }, FeedLimits.textBytesCeiling),
    ("maximumElementBytes", { $0.maximumElementBytes = $1 }, .max),
  ]

  static let feeds = [
    #"{"feed":[{"title":"a","body":"b"},{"title":"c"}]}"#, #"[{"title":"a"},{"title":"c"}]"#,
    "{\"title\":\"a\"}\n{\"title\":\"c\"}",
    #"{"items":[{"title":"a","content_html":"<p>b"},{"title":"c"}]}"#,
  ]

  @Test("that are as large as a number can be limit nothing", arguments: feeds)
  func largest(feed: String) {
    for limit in Self.limits {
      var limits = FeedLimits()
      limit.set(&limits, limit.most)
      for chunk in [1, 1 << 16] {
        let reading = Reading(feed, limits: limits, chunk: chunk)
        #expect(reading.error == nil, "\(limit.name)")
        #expect(reading.items.map(\.title) == ["a", "c"], "\(limit.name)")
      }
    }
    let all = FeedLimits(
      maximumBytes: .max, maximumRows: .max, maximumDepth: .max,
      maximumTextBytes: FeedLimits.textBytesCeiling, maximumElementBytes: .max)
    #expect(Reading(feed, limits: all).items.map(\.title) == ["a", "c"])
  }

  @Test("that are out of range are refused by name", arguments: feeds)
  func outOfRange(feed: String) {
    for limit in Self.limits {
      var values = [0, -1, Int.min]
      if limit.most < .max { values += [limit.most + 1, .max] }
      for value in values {
        var limits = FeedLimits()
        limit.set(&limits, value)
        let reading = Reading(feed, limits: limits)
        #expect(reading.error == .invalidLimit(name: limit.name, value: value))
        #expect(reading.elements.isEmpty)
      }
    }
    for value in [0, -1, Int.min, .max] {
      let error = Reading(feed, limits: FeedLimits(maximumTextBytes: value)).error
      #expect(error == .invalidLimit(name: "maximumTextBytes", value: value))
    }
  }

  @Test("of 1 refuse the feed, make its elements bad or cut its texts", arguments: feeds)
  func smallest(feed: String) {
    for chunk in [1, 1 << 16] {
      func reading(_ set: (inout FeedLimits) -> Void) -> Reading {
        var limits = FeedLimits()
        set(&limits)
        return Reading(feed, limits: limits, chunk: chunk)
      }
      #expect(reading { $0.maximumBytes = 1 }.error == .limitExceeded(.bytes, value: 1))
      let rows = reading { $0.maximumRows = 1 }
      #expect(rows.items.map(\.title) == ["a"])
      #expect(rows.error == .limitExceeded(.rows, value: 1))
      let short = reading { $0.maximumElementBytes = 1 }
      #expect(short.items.isEmpty && !short.errors.isEmpty, "\(short)")
      // Only the objects of JSON Lines stand in no other object or array.
      let shallow = reading { $0.maximumDepth = 1 }
      #expect(shallow.items.count == (shallow.format == .jsonLines ? 2 : 0), "\(shallow)")
      #expect(shallow.format == .jsonLines || !shallow.errors.isEmpty || shallow.error != nil)
      let cut = reading { $0.maximumTextBytes = 1 }
      #expect(cut.error == nil)
      #expect(cut.items.map(\.title) == ["a", "c"])
    }
  }

  @Test("of a paragraph are checked too")
  func paragraphs() throws {
    let text = Array("one\ntwo".utf8)
    let reader = ParagraphReader(bytes: text, maximumBytes: .max)
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 2)
    for value in [0, -1, Int.min] {
      #expect(throws: FeedError.invalidLimit(name: "maximumBytes", value: value)) {
        try ParagraphReader(bytes: text, maximumBytes: value).next()
      }
    }
  }
}

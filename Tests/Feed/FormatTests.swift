import GalleyFeed
import GalleyFeedItems
import Testing

@Suite("Feed formats", .timeLimit(.minutes(15)))
struct FormatTests {
  @Test("reads the demo's JSON with its own names")
  func demo() {
    let reading = Reading(
      #"""
      {"count": 2, "feed": [
        {"title": "Hello", "content": "A\nB", "username": "fd", "time": "2015.04.10",
         "imageName": "logo"},
        {"identifier": "x7", "title": "", "content": null, "extra": {"deep": [1, {"title": "no"}]}}
      ], "more": [1, 2]}
      """#)
    #expect(reading.error == nil)
    #expect(reading.format == .fd)
    #expect(
      reading.items == [
        FeedItem(
          index: 0, title: "Hello", body: "A\nB", author: "fd", time: "2015.04.10", image: "logo",
          byteOffset: 25),
        FeedItem(index: 1, id: "x7", title: "", byteOffset: 130),
      ])
  }

  @Test("reads an array alone, in the demo's names and in ours")
  func array() {
    let reading = Reading(
      #" [{"content":"a","username":"b"},{"body":"c","author":"d","lang":"de"}] "#)
    #expect(reading.format == .fd)
    #expect(reading.error == nil)
    #expect(
      reading.items == [
        FeedItem(index: 0, body: "a", author: "b", byteOffset: 2),
        FeedItem(index: 1, body: "c", author: "d", language: "de", byteOffset: 33),
      ])
  }

  @Test("reads JSON Lines with every field, blank lines and CRLF among them")
  func lines() {
    let full = """
      {"id":"a","title":"T","body":"B","author":"A","time":"now","image":"i.png",\
      "avatar":"v.png","lang":"ja"}
      """
    let reading = Reading(full + "\r\n\r\n  \t\n {\"id\":12} \n{}")
    #expect(reading.format == .jsonLines)
    #expect(reading.error == nil)
    #expect(
      reading.items == [
        FeedItem(
          index: 0, id: "a", title: "T", body: "B", author: "A", time: "now", image: "i.png",
          avatar: "v.png", language: "ja"),
        FeedItem(index: 1, id: "12", byteOffset: 113, unknownMembers: ["id"]),
        FeedItem(index: 2, byteOffset: 124, unknownMembers: []),
      ])
  }

  @Test(
    "takes a number's own digits as text",
    arguments: ["0", "-0", "12", "123456789012345678901234567890", "1.50", "-2e+10", "6.02E23"])
  func numbers(digits: String) {
    let reading = Reading("{\"id\":\(digits)}\n{\"title\": \(digits) ,\"body\":\(digits)}")
    #expect(reading.errors.isEmpty)
    #expect(reading.items.first?.id == digits)
    #expect(reading.items.last?.title == digits)
    #expect(reading.items.last?.body == digits)
  }

  @Test("prefers our names to the demo's, and the last of two equal names")
  func precedence() {
    let reading = Reading(
      #"""
      {"body":"own","content":"other"}
      {"content":"other","body":"own"}
      {"title":"first","title":"last"}
      {"t\u0069tle":"escaped"}
      """#)
    #expect(reading.items.map(\.body) == ["own", "own", nil, nil])
    #expect(reading.items.map(\.title) == [nil, nil, "last", "escaped"])
  }

  @Test("reads JSON Feed 1.1, and takes authors and language from the feed where the item has none")
  func jsonFeed() {
    let reading = Reading(
      #"""
      {"version": "https://jsonfeed.org/version/1.1", "title": "T", "language": "en-GB",
       "authors": [{"name": "Feed", "avatar": "feed.png"}],
       "items": [
        {"id": 1, "content_text": "plain", "content_html": "<p>html</p>", "title": "One",
         "date_published": "2024-05-01T10:00:00Z", "image": "i.png", "banner_image": "b.png"},
        {"id": "2", "content_html": "<p>a &amp; b</p><p>c</p>", "banner_image": "b.png",
         "authors": [{"name": "Ann"}, {"url": "x"}, {"name": "Bob", "avatar": "bob.png"}]},
        {"id": "3", "summary": "short", "author": {"name": "Old"}, "language": "fr",
         "content_text": ""}
       ]}
      """#)
    #expect(reading.error == nil)
    #expect(reading.format == .jsonFeed)
    let items = reading.items
    #expect(items.map(\.id) == ["1", "2", "3"])
    #expect(items.map(\.body) == ["plain", "a & b\n\nc", "short"])
    #expect(items.map(\.author) == ["Feed", "Ann, Bob", "Old"])
    #expect(items.map(\.avatar) == ["feed.png", "bob.png", nil])
    #expect(items.map(\.image) == ["i.png", "b.png", nil])
    #expect(items.map(\.language) == [nil, nil, "fr"])
    #expect(items.allSatisfy { $0.feedLanguage == "en-GB" })
    #expect(items.map(\.time) == ["2024-05-01T10:00:00Z", nil, nil])
  }

  @Test("reads JSON Feed 1.0 with one author")
  func jsonFeedOne() {
    let reading = Reading(
      #"""
      {"version":"https://jsonfeed.org/version/1","author":{"name":"F","avatar":"f.png"},
       "items":[{"id":"1","content_text":"x"}]}
      """#)
    #expect(reading.format == .jsonFeed)
    #expect(reading.items.map(\.author) == ["F"])
    #expect(reading.items.map(\.avatar) == ["f.png"])
  }

  @Test("passes over a mark of byte order", arguments: ["{\"id\":1}", "[{\"id\":1}]"])
  func byteOrderMark(text: String) {
    let reading = Reading(bytes: [0xEF, 0xBB, 0xBF] + Array(text.utf8))
    #expect(reading.items.map(\.id) == ["1"])
    #expect(reading.error == nil)
  }

  @Test("keeps control characters, NUL too")
  func controls() {
    let reading = Reading(#"{"body":"a\u0000b\u0001\t\n\u007f\b\f\r\/\\\""}"#)
    #expect(reading.items.map(\.body) == ["a\0b\u{1}\t\n\u{7F}\u{8}\u{C}\r/\\\""])
    #expect(reading.items.map(\.repairCount) == [0])
  }

  @Test(
    "takes a feed of nothing but white space as empty", arguments: ["", " ", "\n\n", "\u{FEFF}\t"])
  func empty(text: String) {
    for format in [nil, FeedFormat.fd, .jsonLines, .jsonFeed] {
      let reading = Reading(text, as: format)
      #expect(reading.elements.isEmpty)
      #expect(reading.error == nil)
    }
    #expect(Reading("{\"feed\":[]}").elements.isEmpty)
    #expect(Reading("[]").error == nil)
  }
}

@Suite("Feed detection", .timeLimit(.minutes(15)))
struct DetectionTests {
  private static let plainText = """
    this is plain text; galley text --file FILE -o text.png draws it, and with --from markdown it is an article
    """

  @Test(
    "finds the format by content",
    arguments: [
      (#"{"feed":[]}"#, FeedFormat.fd),
      (#"{"a":{"items":[]},"feed":[]}"#, .fd),
      ("\n\t[\n]", .fd),
      (#"{"items":[]}"#, .jsonFeed),
      (#"{"version":"https://jsonfeed.org/version/1.1","feed":[],"items":[]}"#, .jsonFeed),
      (#"{"version":"3","feed":[]}"#, .fd),
      (#"{"feed":"no","title":"x"}"#, .jsonLines),
      (#"{"id":1}"# + "\n{}", .jsonLines),
      ("{}", .jsonLines),
      ("{\"id\":}\n{}", .jsonLines),
      ("{\"id\":1\n{}", .jsonLines),
      ("garbage\n {\"id\":1}", .jsonLines),
      (" ", .jsonLines),
    ])
  func detects(text: String, format: FeedFormat) {
    for chunk in [1, 2, 7, 1 << 16] { #expect(Reading(text, chunk: chunk).format == format) }
  }

  @Test(
    "refuses a file that is no feed, with the place",
    arguments: [
      (
        " \"x\"",
        FeedError.unrecognized(byteOffset: 1, reason: Self.plainText)
      ),
      ("\u{1}", .unrecognized(byteOffset: 0, reason: "expected `{`, `[` or `<`, found byte 0x1")),
      (
        "\n{\n\"title\":1}",
        .unrecognized(
          byteOffset: 1,
          reason: """
            an object over several lines has neither an array `feed` or `items` nor the members of a post; \
            JSON Lines have each object on one line
            """)
      ),
      (
        "{\n \"title\":tru }", .syntax(byteOffset: 14, reason: "expected `true`, `false` or `null`")
      ),
      // One value that breaks off may have been a whole document.
      ("{\"id\":tru", .syntax(byteOffset: 9, reason: "the document ends inside a value")),
      (
        "{\"a\":tru,\"feed\":[{}]}",
        .syntax(byteOffset: 8, reason: "expected `true`, `false` or `null`")
      ),
      (
        "{ \"a\": tru,\n \"feed\": [\n{\"id\":1},\n{\"id\":2}\n]\n}",
        .syntax(byteOffset: 10, reason: "expected `true`, `false` or `null`")
      ),
      (
        "<html>\n{\"id\":1}\n{\"id\":2}\n",
        .unrecognized(byteOffset: 0, reason: "this is an HTML page, which links to no feed")
      ),
      (
        "<?xml version='1.0'?>\n{",
        .unrecognized(byteOffset: 0, reason: "markup without an element")
      ),
      (
        "int main()\n{\n}\n\n{}\n",
        .unrecognized(byteOffset: 0, reason: Self.plainText)
      ),
    ])
  func refuses(text: String, error: FeedError) {
    let reading = Reading(text)
    #expect(reading.error == error)
    #expect(reading.elements.isEmpty)
  }

  @Test("takes a first line longer than one looks for a line")
  func longLine() {
    let body = String(repeating: "x", count: 1 << 20)
    let reading = Reading("{\"body\":\"\(body)\"}\n{\"id\":2}")
    #expect(reading.format == .jsonLines)
    #expect(reading.items.map(\.id) == [nil, "2"])
    #expect(reading.items.first?.cutFields == [.body])
    #expect(reading.items.first?.body?.utf8.count == 64 << 10)
  }

  @Test(
    "finds the items of a document on one line, whatever stands before them",
    arguments: [("feed", FeedFormat.fd), ("items", .jsonFeed)])
  func longMember(key: String, format: FeedFormat) {
    for count in [1 << 20, 3 << 20] {
      let value = String(repeating: "x", count: count)
      let reading = Reading("{\"a\":\"\(value)\",\"\(key)\":[{\"id\":1},{\"id\":2}]}")
      #expect(reading.format == format)
      #expect(reading.items.map(\.id) == ["1", "2"])
    }
  }

  @Test("finds the format behind any amount of white space", arguments: ["\n", " "])
  func longSpace(space: String) {
    let blank = String(repeating: space, count: 2 << 20)
    let document = Reading(blank + "{\n\"feed\":[{\"id\":1}]}")
    #expect(document.format == .fd)
    #expect(document.items.map(\.id) == ["1"])
    let lines = Reading(blank + "{\"id\":1}\n{\"id\":}\n")
    #expect(lines.items.first?.byteOffset == blank.utf8.count)
    #expect(lines.errors.first?.line == (space == "\n" ? blank.utf8.count : 0) + 2)
  }

  @Test("says that it does not know where an object goes on beyond the limit of an item")
  func undecided() {
    let limits = FeedLimits(maximumElementBytes: 1 << 20)
    let value = String(repeating: "x", count: 2 << 20)
    for rest in [",\"feed\":[{\"id\":1}]}", "}\n{\"id\":1}\n"] {
      let reading = Reading("{\"a\":\"\(value)\"\(rest)", limits: limits)
      guard case .unrecognized(0, let reason) = reading.error else {
        Issue.record("\(String(describing: reading.error))")
        continue
      }
      #expect(reason.contains("--from") && reason.contains("\(1 << 20)"))
      #expect(reading.elements.isEmpty)
    }
  }

  @Test("obeys the format it is given")
  func given() {
    #expect(Reading(#"{"feed":[{"id":1}]}"#, as: .jsonLines).items.map(\.id) == [nil])
    #expect(
      Reading(#"{"feed":[{"id":1}]}"#, as: .jsonFeed).error
        == .unrecognized(byteOffset: 18, reason: "the document has no array `items`"))
    #expect(
      Reading("[]", as: .jsonFeed).error
        == .unrecognized(byteOffset: 0, reason: "expected `{`, found `[`"))
    #expect(
      Reading(#"{"feed":{}}"#, as: .fd).error
        == .unrecognized(byteOffset: 10, reason: "the document has no array `feed`"))
  }
}

import Foundation
import GalleyFeed
import GalleyFeedItems
import TestSupport
import Testing

@Suite("Feed streaming", .timeLimit(.minutes(15)))
struct StreamingTests {
  static let feeds: [String] = [
    #"{"x":[{"a":1e5}],"feed":[{"title":"a\u00e9\n","id":-1.5e-3},{},[],{"body":true}],"y":"é"}"#,
    #"[{"content":"\ud83d😀\ud83d\ude00字","extra":[[[]],{"\"":"\\"}]},null,7]"#,
    "{\"id\":1}\r\n\n{\"body\":\"\u{1F469}\u{200D}\u{1F4BB}\"}\nbad\n{\"title\":[]}\n{\"id\":\"z\"}",
    #"{"version":"https://jsonfeed.org/version/1.1","authors":[{"name":"N"}],"#
      + #""items":[{"id":7,"content_html":"<p>a<br>b</p><ul><li>c</ul>"},{"id":8}]}"#,
    "[{\"id\":1},{\"id\":2", "{\"feed\":[{}],\"x\"", "<html>", "{\"id\":1}\n{\"id\":", "",
  ]

  @Test("reads the same whatever the size of the chunks", arguments: feeds)
  func chunks(feed: String) {
    let whole = Reading(feed, chunk: 1 << 16)
    for chunk in [1, 2, 3, 7] { #expect(Reading(feed, chunk: chunk) == whole) }
  }

  @Test("reads the same at every place where one chunk ends and the next begins", arguments: feeds)
  func splits(feed: String) {
    let bytes = Array(feed.utf8)
    let whole = Reading(bytes: bytes)
    for size in 1...max(bytes.count, 1) { #expect(Reading(bytes: bytes, chunk: size) == whole) }
  }

  @Test("keeps little of a feed of 50,000 items in memory, one array on one line")
  func memory() throws {
    let element = #"{"title":"A title","content":"Some words of a body","username":"u"},"#
    let source = RepeatingSource(
      prefix: "{\"feed\":[", element: element, count: 50_000, suffix: "{}]}")
    let reader = FeedReader(source)
    var count = 0
    while try reader.next() != nil { count += 1 }
    #expect(count == 50_001)
    #expect(reader.byteOffset == 9 + element.utf8.count * 50_000 + 4)
    #expect(reader.peakByteCount <= FeedReader.defaultChunkSize + element.utf8.count)
  }

  @Test(
    "passes over an element too large to keep, in bounded memory",
    arguments: [
      ("[{\"id\":1},{\"x\":\"", "\"},{\"id\":3}]"), ("[{\"id\":1},[\"", "\"],{\"id\":3}]"),
      ("{\"id\":1}\n{\"body\":\"", "\"}\n{\"id\":3}"), ("{\"id\":1}\n", "\n{\"id\":3}"),
    ])
  func largeElements(prefix: String, suffix: String) throws {
    let bound = 64 << 10
    let source = RepeatingSource(
      prefix: prefix, element: String(repeating: "0123456789abcdef", count: 1 << 12),
      count: 16, suffix: suffix)
    let reader = FeedReader(
      source, limits: FeedLimits(maximumElementBytes: bound), chunkSize: 1 << 12)
    let reading = Reading(reader)
    #expect(reading.error == nil)
    #expect(reading.items.map(\.id) == ["1", "3"])
    #expect(reading.items.map(\.index) == [0, 2])
    #expect(reading.errors.map(\.fault) == [.tooLarge(limit: bound)])
    #expect(reader.peakByteCount <= bound + (2 << 12))
  }

  @Test("cuts a text of 10 MB, and keeps its row")
  func largeText() {
    let source = RepeatingSource(
      prefix: "[{\"id\":1,\"body\":\"", element: "0123456789", count: 1_000_000, suffix: "\"}]")
    let reading = Reading(FeedReader(source))
    #expect(reading.items.count == 1)
    #expect(reading.items.first?.body?.utf8.count == 64 << 10)
    #expect(reading.items.first?.cutFields == [.body])
  }

  @Test("reads no further than the item that was asked for")
  func pulls() throws {
    let source = RepeatingSource(prefix: "[", element: "{\"id\":1},", count: 1 << 20, suffix: "{}]")
    let reader = FeedReader(source, chunkSize: 64)
    for _ in 0..<10 { _ = try reader.next() }
    #expect(reader.byteOffset == 90)
    #expect(reader.byteCount == 9 * (1 << 20) + 4)
    #expect(reader.peakByteCount <= 64 + 9)
  }
}

@Suite("Feed sources", .timeLimit(.minutes(15)))
struct SourceTests {
  @Test("reads a file, and knows its length")
  func file() throws {
    let path = NSTemporaryDirectory() + "galley-feed-\(UUID().uuidString).jsonl"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let lines = (0..<50_000).map { "{\"id\":\($0)}\n" }.joined()
    try Data(lines.utf8).write(to: URL(fileURLWithPath: path))
    let reader = try FeedReader(path: path)
    #expect(reader.byteCount == lines.utf8.count)
    #expect(Reading(reader).items.map(\.id) == (0..<50_000).map { "\($0)" })
    #expect(reader.byteOffset == lines.utf8.count)
  }

  @Test("reads a pipe, which has no length")
  func pipe() {
    let pipe = Pipe()
    pipe.fileHandleForWriting.write(Data("[{\"id\":1},{\"id\":2}]".utf8))
    pipe.fileHandleForWriting.closeFile()
    let reader = FeedReader(fileDescriptor: pipe.fileHandleForReading.fileDescriptor)
    #expect(reader.byteCount == nil)
    #expect(Reading(reader).items.count == 2)
  }

  @Test("says why there is nothing to read")
  func unreadable() throws {
    let missing = "/nonexistent/feed.json"
    #expect(throws: FeedError.unreadable(path: missing, errno: ENOENT)) {
      try FeedReader(path: missing)
    }
    let folder = try TestFolder()
    try folder.write("{}", to: "a.json")
    #expect(throws: FeedError.noArticles(path: folder.path)) { try FeedReader(path: folder.path) }
    #expect(throws: FeedError.unreadable(path: "/", errno: EISDIR)) {
      try FeedReader(path: "/", format: .rss)
    }
    #expect(
      Reading(FeedReader(fileDescriptor: -1, name: "nothing")).error
        == .unreadable(path: "nothing", errno: EBADF))
    #expect(
      "\(FeedError.unreadable(path: missing, errno: ENOENT))"
        == "cannot read /nonexistent/feed.json: No such file or directory")
  }

  @Test("the authors of an item are joined in linear time")
  func manyAuthors() throws {
    func time(_ count: Int) throws -> Duration {
      let authors = Array(repeating: #"{"name":"Ann"}"#, count: count).joined(separator: ",")
      let version = "https://jsonfeed.org/version/1.1"
      let text = #"{"version":"\#(version)","items":[{"authors":[\#(authors)]}]}"#
      var limits = FeedLimits()
      limits.maximumTextBytes = 16 << 20
      let reader = FeedReader(bytes: Array(text.utf8), limits: limits)
      var author: String?
      let time = try processorTime {
        while let element = try reader.next() {
          if case .item(let item) = element { author = item.author }
        }
      }
      #expect(author?.utf8.count == 5 * count - 2)
      return time
    }
    let (short, long) = (try time(5_000), try time(40_000))
    #expect(long < short * 20 + .milliseconds(20), "\(short), \(long)")
  }
}

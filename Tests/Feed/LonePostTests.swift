import Foundation
import GalleyFeed
import GalleyFeedItems
import TestSupport
import Testing

@Suite("Posts of social networks, alone and in lines", .timeLimit(.minutes(15)))
struct LonePostTests {
  private static let status = #"""
    {"id":"7","created_at":"2024-05-01T10:00:00Z","language":null,"content":"<p>Hi &amp; bye</p>",
    "account":{"acct":"ann","display_name":"Ann"},"media_attachments":[],"reblog":null}
    """#
  private static let note = #"""
    {"@context":["https://www.w3.org/ns/activitystreams",{}],"id":"https://m.example/9","type":"Note",
    "attributedTo":"https://m.example/users/ann","published":"2024-05-01T10:00:00Z",
    "content":"<p>Hi &amp; bye</p>","image":{"type":"Image"},"replies":{"type":"Collection","first":{"items":[]}}}
    """#
  private static let post = #"""
    {"uri":"at://did/1","cid":"c","author":{"handle":"ann.example","displayName":"Ann"},
    "record":{"$type":"app.bsky.feed.post","text":"Hi & bye","createdAt":"2024-05-01T10:00:00Z"},"labels":[]}
    """#
  private static let record = #"""
    {"$type":"app.bsky.feed.post","text":"Hi & bye","createdAt":"2024-05-01T10:00:00Z","langs":["en"]}
    """#
  private static let tweet = #"""
    {"tweet":{"id_str":"9","full_text":"Hi &amp; bye","created_at":"Wed May 01 10:00:00 +0000 2024"}}
    """#

  private static let all: [(text: String, format: FeedFormat)] = [
    (status, .mastodon), (note, .activityStreams), (post, .bluesky), (record, .bluesky),
    (tweet, .twitter),
  ]

  private func line(_ text: String) -> String { text.replacing("\n", with: " ") }

  @Test("a post alone is a feed of one item, on one line, on several and one after another")
  func alone() {
    for (text, format) in Self.all {
      let pretty = text.replacing(",", with: "\n,").replacing("{", with: "{\n")
      for chunk in [1, 7, 1 << 16] {
        for (feed, count) in [(line(text), 1), (pretty, 1), (pretty + "\n" + pretty, 2)] {
          let reading = Reading(feed, chunk: chunk)
          #expect(reading.error == nil)
          #expect(reading.items.map(\.body) == Array(repeating: "Hi & bye", count: count))
          #expect(reading.items.first?.time == "2024-05-01T10:00:00Z")
          #expect(reading.format == (feed.contains("\n") ? format : .jsonLines))
        }
      }
      #expect(Reading(text, as: format).items.map(\.body) == ["Hi & bye"])
      #expect(Reading("[\(text),\(text)]").items.count == 2)
    }
  }

  @Test("lines may be posts of several networks among items, and a broken one is one bad element")
  func lines() {
    let lines = Self.all.map { line($0.text) } + [#"{"id":"x","body":"own"}"#, "{\"id\":", "{}"]
    let reading = Reading(lines.joined(separator: "\n"))
    #expect(reading.format == .jsonLines)
    #expect(reading.items.map(\.body) == Array(repeating: "Hi & bye", count: 5) + ["own", nil])
    #expect(reading.items.prefix(3).map(\.author) == ["Ann", "@ann@m.example", "Ann"])
    #expect(reading.errors.map(\.line) == [7])
  }

  @Test(
    "an item of JSON Lines with members of posts stays an item",
    arguments: [
      #"{"title":"t","account":{"acct":"a"},"created_at":"2024","content":"<b>"}"#,
      #"{"body":"<b>","type":"Note","actor":"a","object":"o"}"#,
      #"{"content":"<b>","account":"a"}"#,
      #"{"content":"<b>","post":{"a":1}}"#, #"{"content":"<b>","value":{"a":1},"uri":"x"}"#,
    ])
  func items(text: String) {
    let item = Reading(text).items.first
    #expect(item?.title == "t" || item?.body == "<b>")
  }

  @Test("a context of Mastodon has the statuses before and after a status")
  func context() {
    for (before, after) in [("", Self.status), (Self.status, ""), (Self.status, Self.status)] {
      let reading = Reading("{\"ancestors\":[\(before)],\n\"descendants\":[\(after)]}")
      #expect(reading.format == .mastodon)
      #expect(reading.error == nil)
      #expect(reading.items.count == [before, after].count { !$0.isEmpty })
      #expect(reading.items.allSatisfy { $0.body == "Hi & bye" })
    }
  }

  @Test("a notification of Mastodon shows the status that it is about")
  func notification() {
    let reading = Reading(
      #"[{"id":"1","type":"favourite","created_at":"2024","account":{"acct":"bob"},"status":\#(Self.status)}]"#
    )
    #expect(reading.format == .mastodon)
    #expect(reading.items.map(\.body) == ["Hi & bye"])
    #expect(reading.items.map(\.author) == ["Ann ♥ @bob"])
  }

  private func node(_ text: String, _ more: String = "") -> String {
    #"{"$type":"x","post":{"uri":"at://\#(text)","record":{"text":"\#(text)"}}\#(more)}"#
  }

  @Test("a thread of Bluesky has its posts in the order of reading", arguments: [1, 5, 1 << 16])
  func thread(chunk: Int) {
    let parents = #","parent":\#(node("b", #","parent":\#(node("a"))"#))"#
    let replies =
      #","replies":[\#(node("d", #","replies":[\#(node("e"))]"#)),{"notFound":true},\#(node("f"))]"#
    for more in [parents + replies, replies + parents] {
      let text = #"{"thread":\#(node("c", more)),"threadgate":null}"#
      for text in [text, text.replacing("{", with: "{\n")] {
        let reading = Reading(text, chunk: chunk)
        #expect(reading.format == .bluesky)
        #expect(reading.error == nil)
        #expect(reading.items.map(\.body) == ["a", "b", "c", "d", "e", "f"])
        let bytes = Array(text.utf8)
        for item in reading.items { #expect(bytes[item.byteOffset] == UInt8(ascii: "{")) }
      }
    }
    let list =
      #"{"thread":[{"uri":"at://a","depth":0,"value":\#(node("a"))},{"uri":"at://b","depth":1,"value":{}}]}"#
    #expect(Reading(list).items.map(\.body) == ["a", nil])
  }

  @Test("a thread of any depth and length ends in time, within the limit of an item")
  func deepThread() {
    let count = 30_000
    let deep =
      #"{"thread":"#
      + String(repeating: #"{"post":{"record":{"text":"x"}},"parent":"#, count: count)
      + "{}" + String(repeating: "}", count: count) + "}"
    let reading = Reading(deep)
    #expect(reading.error == nil)
    #expect(reading.items.count == 4096)
    let limits = FeedLimits(maximumElementBytes: 1000)
    let refused = Reading(deep, as: .bluesky, limits: limits)
    #expect(refused.error == .limitExceeded(.threadBytes, value: 1000))
    #expect(
      Reading(deep, limits: FeedLimits(maximumRows: 3)).error == .limitExceeded(.rows, value: 3))
  }
}

@Suite("Inputs that are no feeds", .timeLimit(.minutes(15)))
struct OtherInputTests {
  @Test("a folder without articles, an address, an archive and a text name what to do")
  func messages() throws {
    let folder = try TestFolder()
    try folder.write("x", to: "a.txt")
    #expect(throws: FeedError.noArticles(path: folder.path("."))) {
      try FeedReader(path: folder.path("."))
    }
    #expect("\(FeedError.noArticles(path: "a"))".contains(".md"))
    #expect("\(FeedError.unreadable(path: "https://x.example/f", errno: 2))".contains("curl -sL"))
    var tar = [UInt8](repeating: 0, count: 1024)
    tar.replaceSubrange(0..<5, with: "a.txt".utf8)
    tar.replaceSubrange(257..<262, with: "ustar".utf8)
    guard case .unrecognized(_, let reason) = Reading(bytes: tar).error else {
      Issue.record("no error")
      return
    }
    #expect(reason.contains("a TAR archive"))
  }

  @Test(
    "Markdown without front matter is an article by its first heading or by the name of its file")
  func markdown() throws {
    let reading = Reading("# Title\n\nSome *text*\n")
    #expect(reading.format == .markdown)
    #expect(reading.items.map(\.title) == ["Title"])
    #expect(reading.items.map(\.body) == ["Some text"])
    let folder = try TestFolder()
    let path = try folder.write("Only text.\n", to: "a.md")
    #expect(Reading(try FeedReader(path: path)).items.map(\.body) == ["Only text."])
    let table = try folder.write("title,body\na,b\n", to: "b.csv")
    #expect(Reading(try FeedReader(path: table)).format == .csv)
  }

  @Test(
    "an object over several lines whose array has no posts is refused", arguments: [1, 7, 1 << 16])
  func noPosts(chunk: Int) {
    for array in ["[{\"x\":1}]", "[1,2]", "[", "[{\"x\":[1]},", "[{\"x\""] {
      for name in ["posts", "records", "statuses", "thread"] {
        let reading = Reading("{\n\"\(name)\":\(array)", chunk: chunk)
        #expect(reading.error != nil && reading.items.isEmpty, "\(name) \(array)")
      }
    }
  }
}

import GalleyFeedItems
import TestSupport
import Testing

@Suite("Cut fields of an item", .timeLimit(.minutes(15)))
struct CutTests {
  @Test("say in which field, and which of them, text was cut")
  func cuts() {
    let limits = FeedLimits(maximumTextBytes: 25)
    func cuts(_ member: String, limits: FeedLimits = limits) -> [FeedCut] {
      Reading("{\"items\":[{\(member)}]}", limits: limits).items.first?.cuts ?? []
    }
    let long = String(repeating: "x", count: 26)
    #expect(cuts("\"title\":\"\(long)\"") == [FeedCut(field: .title, limit: .textBytes(25))])
    #expect(cuts("\"title\":\"\(long)\",\"title\":\"short\"") == [])
    #expect(cuts("\"author\":\"\(long)\"") == [FeedCut(field: .author, limit: .textBytes(25))])
    #expect(
      cuts("\"content_html\":\"<p>\(long)\"") == [FeedCut(field: .body, limit: .textBytes(25))])
    let deep = String(repeating: "<b>", count: 300)
    #expect(
      cuts("\"content_html\":\"a\(deep)b\"")
        == [FeedCut(field: .body, limit: .htmlStructure(depth: 256, separators: 512))])
    let tags = String(repeating: "<b></b>", count: 40_000)
    #expect(
      cuts("\"content_html\":\"a\(tags)b\"")
        == [FeedCut(field: .body, limit: .htmlBytes(256 << 10))])
  }
}

@Suite("Authors of an item", .timeLimit(.minutes(15)))
struct AuthorTests {
  @Test(
    "may be names alone, or objects, or some of each",
    arguments: [
      (#""author":"me""#, "me"), (#""author":{"name":"me"}"#, "me"),
      (#""author":["me",{"name":"you"}]"#, "me, you"), (#""authors":["me","you"]"#, "me, you"),
      (#""authors":"me""#, "me"), (#""authors":{"name":"me"}"#, "me"),
      (#""authors":[null,"",{"name":""},"me"]"#, "me"), (#""author":null"#, nil),
      (#""authors":[]"#, nil), (#""author":{}"#, nil),
    ] as [(String, String?)])
  func names(member: String, author: String?) {
    let item = Reading("{\"items\":[{\"title\":\"t\",\(member)}]}").items.first
    #expect(item?.title == "t")
    #expect(item?.author == author)
    let inherited = Reading("{\(member),\"items\":[{\"title\":\"t\"}]}").items.first
    #expect(inherited?.author == author)
    guard member.hasPrefix("\"author\"") else { return }
    #expect(Reading("{\"title\":\"t\",\(member)}").items.first?.author == author)
  }

  @Test("are joined in time that grows with their number, up to the limit of a text")
  func many() {
    func time(_ count: Int) -> Duration {
      let names = Array(repeating: "\"me\"", count: count).joined(separator: ",")
      let limits = FeedLimits(
        maximumTextBytes: FeedLimits.textBytesCeiling, maximumElementBytes: .max)
      let feed = Array("{\"items\":[{\"authors\":[\(names)]}]}".utf8)
      return processorTime {
        let item = Reading(bytes: feed, limits: limits).items.first
        #expect(item?.author?.utf8.count == 4 * count - 2)
      }
    }
    _ = time(1000)
    #expect(time(160_000) < time(40_000) * 12 + .milliseconds(50))
    let names = Array(repeating: "\"me\"", count: 120_000).joined(separator: ",")
    let item = Reading("{\"items\":[{\"authors\":[\(names)]}]}").items.first
    #expect(item?.author?.utf8.count ?? .max <= 64 << 10)
    #expect(item?.cuts == [FeedCut(field: .author, limit: .textBytes(64 << 10))])
  }
}

@Suite("Items with nothing to show", .timeLimit(.minutes(15)))
struct UnknownMemberTests {
  @Test(
    "name what they have",
    arguments: [
      (#"{"feed":[{"post":{"text":"x"},"reply":{}}]}"#, ["post", "reply"]),
      (#"{"id":"1","type":"Create","object":{"content":"x"}}"#, ["id", "type", "object"]),
      (#"{"authors":[{"name":"A"}],"items":[{"id":1,"url":"x"}]}"#, ["id", "url"]),
      ("{}", []), (#"{"title":null,"x":1}"#, ["title", "x"]),
      (#"{"id":1,"title":""}"#, nil), (#"{"avatar":"a.png"}"#, ["avatar"]),
      (#"{"feed":[{"username":"x"}]}"#, ["username"]), (#"{"items":[{"summary":"x"}]}"#, nil),
    ] as [(String, [String]?)])
  func names(feed: String, names: [String]?) {
    let items = Reading(feed).items
    #expect(items.count == 1)
    #expect(items.first?.unknownMembers == names)
  }

  @Test("name a few members, and of a name a part")
  func few() {
    let members = (0..<100).map { "\"\($0)\(String(repeating: "x", count: 1000))\":1" }
    let names = Reading("{\(members.joined(separator: ","))}").items.first?.unknownMembers
    #expect(names?.count == FeedItem.namedMembers + 1)
    #expect(names?.allSatisfy { $0.utf8.count <= 96 } == true)
  }
}

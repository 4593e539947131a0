import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax
import Testing

@testable import GalleyFeedWriting

@Suite("Members without a field", .timeLimit(.minutes(15)))
struct MemberTests {
  private static let line =
    #"{"id":"1","title":"a","body":"b","likes":1e3,"who":{"x":["é\n",null,true]},"odd name: é":"y","flag":false,"price":"007","_own":"z"}"#

  private func read(_ text: String, as format: FeedFormat?) throws -> FeedReader {
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 20
    return FeedReader(bytes: Array(text.utf8), format: format, limits: limits)
  }

  private func items(_ reader: FeedReader) throws -> [FeedItem] {
    var items: [FeedItem] = []
    while let element = try reader.next() {
      if case .item(let item) = element { items.append(item) }
    }
    return items
  }

  /// Writes the items of a text in another format.
  private func converted(
    _ text: String, _ first: FeedFormat, to second: FeedFormat
  ) throws -> String {
    let reader = try read(text, as: first)
    let items = try items(reader)
    var writer = try #require(FeedWriter(format: second))
    writer.otherColumns = reader.otherColumns
    writer.feed.title = reader.feed.title
    return writer.head + items.map { writer.text(of: $0) }.joined() + writer.tail
  }

  private func members(_ text: String, _ format: FeedFormat) throws -> [String: String] {
    let item = try #require(try items(read(text, as: format)).first)
    return Dictionary(item.otherMembers) { first, _ in first }
  }

  @Test(
    "are in each format, and come back as they were", arguments: FeedWriter.formats)
  func roundTrip(format: FeedFormat) throws {
    let expected = try members(Self.line, .jsonLines)
    #expect(expected.count == 6)
    let text = try converted(Self.line, .jsonLines, to: format)
    #expect(try members(text, format) == expected, "\(text)")
    let back = try converted(text, format, to: .jsonLines)
    #expect(try members(back, .jsonLines) == expected, "\(back)")
  }

  @Test("of a table stay columns, in their order, and texts in other formats")
  func columns() throws {
    let table = "Title,price,Stock,headline,extra\na,007,,other,plain\nb,8,\"x, y\",,\n"
    let text = try converted(table, .csv, to: .tsv)
    let head = try #require(text.split(separator: "\n").first)
    #expect(head.hasSuffix("attachments\tprice\tStock\theadline\textra"), "\(head)")
    #expect(text.contains("\t007\t\tother\tplain\n"), "\(text)")
    #expect(text.contains("\t8\t\"x, y\"\t\t\n"), "\(text)")
    let lines = try converted(table, .csv, to: .jsonLines)
    #expect(lines.hasPrefix(#"{"title":"a","extra":"plain","#), "\(lines)")
    #expect(try members(lines, .jsonLines)["price"] == "\"007\"")
  }

  @Test("of JSON Feed are those whose value no field has")
  func jsonFeed() throws {
    func others(_ item: String) throws -> [String: String] {
      try members(
        #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1",\#(item)}]}"#,
        .jsonFeed)
    }
    #expect(try others(#""content_text":"a","summary":"s""#) == ["summary": "\"s\""])
    #expect(try others(#""summary":"s""#).isEmpty)
    #expect(
      try others(#""content_html":"<p>a","image":"i.png","banner_image":"b.png""#)
        == ["banner_image": "\"b.png\""])
    #expect(try others(#""content_text":"a","banner_image":"b.png""#).isEmpty)
    #expect(
      try others(#""url":"https://a.example","external_url":"https://b.example""#)
        == ["external_url": "\"https://b.example\""])
    let feed = try converted(
      #"{"id":"1","title":"a","image":"i","banner_image":"b","n":1,"_own":2}"#, .jsonLines,
      to: .jsonFeed)
    #expect(feed.contains(#""banner_image":"b","_own":2,"_galley":{"n":1}}"#), "\(feed)")
  }

  @Test("of JSON Feed are authors that say more than a name and a picture")
  func authors() throws {
    func feed(_ members: String) -> String {
      #"{"version":"https://jsonfeed.org/version/1.1","title":"T","items":[{"id":"1",\#(members)}]}"#
    }
    let ann = #"{"name":"Ann","url":"https://ann.example","avatar":"a.png"}"#
    let two = #"[\#(ann),{"name":"Bob"}]"#
    for (members, authors) in [
      (#""authors":\#(two)"#, two), (#""authors":[\#(ann)]"#, "[\(ann)]"),
      // An author of version 1.0.
      (#""author":\#(ann)"#, "[\(ann)]"),
      (#""author":{"name":"Ann"},"authors":[\#(ann)]"#, "[\(ann)]"),
    ] {
      let found = try self.members(feed(members), .jsonFeed)
      #expect(found == ["authors": authors], "\(members): \(found)")
      let lines = try converted(feed(members), .jsonFeed, to: .jsonLines)
      for text in [
        try converted(feed(members), .jsonFeed, to: .jsonFeed),
        try converted(lines, .jsonLines, to: .jsonFeed),
      ] {
        #expect(text.contains(#""authors":\#(authors)"#) && !text.contains("_galley"), "\(text)")
      }
      for format in [FeedFormat.csv, .markdown] {
        let text = try converted(feed(members), .jsonFeed, to: format)
        #expect(try converted(text, format, to: .jsonFeed).contains(authors), "\(text)")
      }
    }
    for members in [
      #""authors":[{"name":"Ann","avatar":"a.png"}]"#, #""author":{"name":"Ann"}"#,
      #""authors":["Ann"]"#,
    ] {
      #expect(try self.members(feed(members), .jsonFeed)["authors"] == nil, "\(members)")
    }
    // Authors that are not those of the fields stay beside them.
    let other = try converted(
      #"{"title":"a","author":"Cy","authors":[{"name":"Ann","url":"u"}]}"#, .jsonLines,
      to: .jsonFeed)
    #expect(other.contains(#""authors":[{"name":"Cy"}]"#) && other.contains("_galley"), "\(other)")
  }

  @Test("of an article are the properties that are no field")
  func article() throws {
    let text = """
      ---
      title: A
      summary: In short
      readingTime: 5
      series: Part one
      layout: [wide, "dark"]
      gallery:
        - name: x
          size: 3
      tags: [t]
      ---
      The text.
      """
    let found = try members(text, .markdown)
    #expect(
      found == [
        "summary": "\"In short\"", "readingTime": "5", "series": "\"Part one\"",
        "layout": #"["wide","dark"]"#, "gallery": #"[{"name":"x","size":3}]"#,
      ], "\(found)")
  }

  @Test("of a post are its account and its counts")
  func posts() throws {
    let status = #"""
      [{"id":"1","created_at":"2024-05-01T10:00:00Z","content":"<p>a</p>","replies_count":1,
      "reblogs_count":2,"favourites_count":30,"account":{"acct":"ann@x.example","display_name":"Ann"}}]
      """#
    let post = try #require(try items(read(status, as: nil)).first?.post)
    #expect(post == PostDetails(handle: "@ann@x.example", replies: 1, reposts: 2, likes: 30))
    let lines = try converted(status, .mastodon, to: .jsonLines)
    #expect(lines.contains(#""handle":"@ann@x.example","replies":1,"reposts":2,"likes":30}"#))
    let table = try converted(status, .mastodon, to: .csv)
    #expect(table.contains(",handle,replies,reposts,likes,visibility,sensitive,authors,emojis\n"))
    #expect(table.contains(",@ann@x.example,1,2,30,,,,\n"), "\(table)")
    let boost = #"""
      [{"id":"1","created_at":"2024-05-01T10:00:00Z","account":{"acct":"bo"},"reblog":
      {"id":"2","content":"b","created_at":"2024-05-01T10:00:00Z","favourites_count":"7","replies_count":-1,
      "account":{"username":"cy"}}}]
      """#
    #expect(try items(read(boost, as: nil)).first?.post == PostDetails(likes: 7))
    let sky = #"""
      {"feed":[{"post":{"uri":"at://d/app.bsky.feed.post/1","author":{"handle":"ann.example",
      "displayName":"Ann"},"record":{"text":"t"},"replyCount":0,"repostCount":4,"likeCount":5}}]}
      """#
    #expect(
      try items(read(sky, as: nil)).first?.post
        == PostDetails(
          handle: "@ann.example", profile: "https://bsky.app/profile/ann.example", replies: 0,
          reposts: 4, likes: 5))
    let authors =
      #""authors":[{"name":"Ann","url":"https://bsky.app/profile/ann.example"}]"#
    #expect(try converted(sky, .bluesky, to: .jsonLines).contains(authors))
    #expect(try converted(sky, .bluesky, to: .jsonFeed).contains(authors))
    #expect(
      try converted(sky, .bluesky, to: .atom).contains(
        "<author><name>Ann</name><uri>https://bsky.app/profile/ann.example</uri></author>"))
    #expect(try items(read(Self.line, as: .jsonLines)).first?.post == nil)
  }

  @Test("are objects only where the text is well-formed JSON")
  func lists() {
    #expect(MemberList(json: "{}")?.members.isEmpty == true)
    #expect(MemberList(json: #"{"a":1} "#)?.members.map(\.name) == ["a"])
    for text in ["", "{", "{}{}", "[]", #"{"a"}"#, "{'a':1}", "{\"a\":1}x"] {
      #expect(MemberList(json: text) == nil, "\(text)")
    }
    let deep = "{\"a\":" + String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    #expect(MemberList(json: deep + "}") == nil)
    #expect(#""a\u00e9\"\n""#.textOfJSON == "aé\"\n")
    #expect("12".textOfJSON == nil)
  }
}

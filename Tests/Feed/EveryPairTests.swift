import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax
import Testing

@testable import GalleyFeedWriting

@Suite("What each format keeps of each other", .timeLimit(.minutes(15)))
struct EveryPairTests {
  private static let lines = #"""
    {"title":"no id","likes":4,"draft":true,"none":null,"code":"4","yes":"true","list":[1,"2"],"sized":{"w":1},"big":12345678901234567890,"f":1.50,"space":" s "}
    {"id":"7","body":"counts","likes":0,"replies":12,"reposts":3,"handle":"@ann","url":"https://a.example/7"}
    """#

  private static let jsonFeed = #"""
    {"version":"https://jsonfeed.org/version/1.1","title":"T","items":[
    {"id":"https://a.example/1","content_html":"<p>a <b>b</b></p>","summary":"s","_stars":5,"tags":["x"]},
    {"id":"2","url":"https://a.example/2","external_url":"https://b.example/","content_text":"only text","title":"t",
    "date_published":"2024-05-01T10:00:00Z","authors":[{"name":"Ann","url":"https://ann.example"}]}]}
    """#

  private static let podcast = """
    <rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel><title>P</title>
    <item><title>a</title><enclosure url="a.mp3" type="audio/mpeg" length="9"/><itunes:duration>32:10</itunes:duration>
    </item><item><title>b</title><itunes:duration>7</itunes:duration></item></channel></rss>
    """

  private static let commits = """
    <feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/"><title>C</title><id>c</id>
    <entry><id>1</id><title>a</title><updated>2024-05-01T10:00:00Z</updated>
    <media:thumbnail height="30" width="30" url="ann.png"/><author><name>Ann</name></author></entry></feed>
    """

  private static let sources =
    SampleDocuments.all + [
      ("jsonLines", lines), ("jsonFeed", jsonFeed), ("podcast", podcast), ("commits", commits),
    ]

  private struct Document {
    var format: FeedFormat?
    var items: [FeedItem]
    var columns: [String]
    var feed: FeedItem
    var feedURL: String?
  }

  private func read(_ text: String, _ format: FeedFormat?) throws -> Document {
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 20
    let reader = FeedReader(bytes: Array(text.utf8), format: format, limits: limits)
    let items = Reading(reader).items
    return Document(
      format: reader.format, items: items, columns: reader.otherColumns, feed: reader.feed,
      feedURL: reader.feedURL)
  }

  /// The documents of a feed in a format: one, or one for each item.
  private func written(_ document: Document, as format: FeedFormat) throws -> [String] {
    var writer = try #require(FeedWriter(format: format, feed: document.feed))
    writer.otherColumns = document.columns
    writer.feedURL = document.feedURL
    writer.firstTime = document.items.first?.time
    let head = writer.head
    let items = document.items.map { writer.text(of: $0) }
    return writer.writesFilePerItem ? items : [head + items.joined() + writer.tail]
  }

  private func rewritten(_ document: Document, as format: FeedFormat) throws -> Document {
    let parts = try written(document, as: format).map { try read($0, format) }
    var whole = try #require(parts.first)
    whole.items = parts.flatMap(\.items)
    return whole
  }

  /// The parts of an item by their names, without those that are empty.
  private func parts(_ item: FeedItem) -> [String: String] {
    var parts: [String: String] = [:]
    for field in FeedField.allCases {
      parts[field.rawValue] = item[field].flatMap { $0.isEmpty ? nil : $0 }
    }
    parts["body_html"] = item.bodyHTML
    parts["image_description"] = item.imageDescription
    parts["tags"] = item.tags.isEmpty ? nil : "\(item.tags)"
    for (index, attachment) in item.attachments.enumerated() {
      parts["attachment \(index)"] = FeedWriter.attachment(attachment)
    }
    parts["emojis"] = item.emojis.isEmpty ? nil : "\(item.emojis)"
    for (name, value) in item.otherMembers { parts["member \(name)"] = value }
    return parts
  }

  /// The elements of HTML that have a look, as one name each.
  private func looks(_ html: String?) -> String {
    let tags = (html ?? "").split(separator: "<", omittingEmptySubsequences: false).dropFirst()
      .map { $0.prefix { $0.isLetter } }
    let same = ["strong": "b", "em": "i", "del": "s"]
    return tags.filter { !["", "p", "br", "div", "span"].contains($0) }
      .map { same[String($0)] ?? String($0) }.joined(separator: " ")
  }

  /// The parts of an item as far as formats hold them: the exceptions of the manual are here.
  private func held(_ item: FeedItem, by formats: [FeedFormat]) -> [String: String] {
    var parts = parts(item)
    // Articles have the looks of HTML in Markdown, and texts of RSS are HTML always.
    if formats.contains(.markdown) || formats.contains(.rss) {
      let looks = looks(item.bodyHTML)
      parts["body_html"] = looks.isEmpty ? nil : looks
    }
    // A title of RSS and Atom has one line.
    if formats.contains(.rss) || formats.contains(.atom) {
      parts["title"] = item.title?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    // Elements of Atom have a prefix in RSS.
    if formats.contains(.rss) {
      let others = parts.filter { $0.key.hasPrefix("member atom:") }
      for (name, value) in others {
        parts[name] = nil
        parts[name.replacing("atom:", with: "")] = value.replacing("atom:", with: "")
      }
    }
    return parts
  }

  @Test("is all that it can hold", arguments: sources.map(\.0), FeedWriter.formats)
  func pair(name: String, target: FeedFormat) throws {
    let source = try #require(Self.sources.first { $0.0 == name }?.1)
    let given = try read(source, nil)
    #expect(!given.items.isEmpty)
    let there = try rewritten(given, as: target)
    compare(there, given, [target])
    guard let own = given.format, FeedWriter.formats.contains(own) else { return }
    compare(try rewritten(there, as: own), given, [target, own])
  }

  private func compare(_ read: Document, _ given: Document, _ formats: [FeedFormat]) {
    #expect(read.items.count == given.items.count)
    for (new, old) in zip(read.items, given.items) {
      let (new, old) = (held(new, by: formats), held(old, by: formats))
      for key in Set(old.keys).union(new.keys) {
        #expect(new[key] == old[key], "\(formats): \(key)")
      }
    }
    let (new, old) = (held(read.feed, by: formats), held(given.feed, by: formats))
    for key in Set(old.keys).union(new.keys) {
      #expect(new[key] == old[key], "\(formats): \(key) of the feed")
    }
    #expect(read.feedURL == given.feedURL)
  }

  @Test("of a podcast is the length of its sound, once")
  func soundLength() throws {
    let given = try read(Self.podcast, nil)
    #expect(given.items.map { $0.attachments.map(\.duration) } == [[1930], []])
    let text = try #require(try written(given, as: .rss).first)
    #expect(text.contains("<itunes:duration") && text.contains("<enclosure url=\"a.mp3\""))
    #expect(!text.contains("<media:content"), "\(text)")
    #expect(try read(Self.commits, nil).items.map(\.avatar) == ["ann.png"])
  }

  @Test("of numbers, truth values and lists are their kinds, in a table too")
  func kinds() throws {
    let status = #"""
      [{"id":"1","created_at":"2024-05-01T10:00:00Z","content":"<p>a</p>","replies_count":1,"favourites_count":4,
      "visibility":"unlisted","sensitive":true,"account":{"acct":"ann","display_name":"Ann","url":"https://m.example/@ann"}},
      {"id":"2","created_at":"2024-05-01T10:00:00Z","content":"<p>b</p>","sensitive":false,
      "visibility":"public","account":{"acct":"ann"}}]
      """#
    let given = try read(status, nil)
    #expect(given.items.map(\.post?.isSensitive) == [true, false])
    #expect(given.items.map(\.post?.visibility) == ["unlisted", "public"])
    for target in FeedWriter.formats {
      let members = try rewritten(given, as: target).items.map { item in
        Dictionary(uniqueKeysWithValues: item.otherMembers)
      }
      #expect(members.first?["likes"] == "4", "\(target)")
      #expect(members.first?["sensitive"] == "true" && members.last?["sensitive"] == "false")
      #expect(members.map { $0["visibility"] } == ["\"unlisted\"", "\"public\""])
      compare(try rewritten(given, as: target), given, [target])
    }
    // Columns of other names are texts, and so are cells in another form.
    let table = try read("title,likes,rank,sensitive\na,007,4,maybe\n", .csv)
    #expect(
      Dictionary(uniqueKeysWithValues: try #require(table.items.first).otherMembers)
        == ["likes": "\"007\"", "rank": "\"4\"", "sensitive": "\"maybe\""])
  }

  @Test("of JSON Feed is no identifier and no title that the writer has made")
  func made() throws {
    let given = try read(
      "{\"title\":\"a\",\"url\":\"https://a.example/1\"}\n{\"body\":\"b\"}\n", nil)
    let text = try #require(try written(given, as: .jsonFeed).first)
    #expect(text.contains("\"id\":\"https://a.example/1\"") && text.contains("\"galley:1\""))
    let back = try read(text, nil)
    #expect(back.format == .jsonFeed && back.feed.title == nil)
    #expect(back.items.map(\.id) == [nil, nil])
    let named = try read(text.replacing("\"title\": \"Feed\"", with: "\"title\": \"Other\""), nil)
    #expect(named.feed.title == nil)
    // Identifiers of this form in other feeds are their own.
    let other =
      #"{"version":"https://jsonfeed.org/version/1.1","title":"Feed","items":[{"id":"galley:0"}]}"#
    #expect(try read(other, nil).items.map(\.id) == ["galley:0"])
    #expect(try read(other, nil).feed.title == "Feed")
  }
}

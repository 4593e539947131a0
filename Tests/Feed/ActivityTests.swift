import GalleyFeed
import GalleyFeedItems
import TestSupport
import Testing

@Suite("Activities and notifications", .timeLimit(.minutes(15)))
struct ActivityTests {
  /// The item of an outbox with one activity.
  private func item(_ activity: String) throws -> FeedItem {
    let feed =
      #"{"@context":"https://www.w3.org/ns/activitystreams","type":"OrderedCollection","orderedItems":["#
      + activity + "]}"
    return try #require(Reading(feed).items.first)
  }

  /// The item of an activity that creates an object.
  private func created(_ object: String) throws -> FeedItem {
    try item(
      #"{"id":"1","type":"Create","actor":"https://m.example/users/ann","object":\#(object)}"#)
  }

  @Test("within activities have the post of the innermost one, and both names")
  func nested() throws {
    let item = try item(
      #"""
      {"id":"1","type":"Announce","actor":"https://l.example/c/boats","object":{"type":"Create",
      "actor":"https://l.example/u/lou","object":{"type":"Page","name":"Title","content":"<p>Text</p>",
      "published":"2024-05-01T10:00:00Z","attachment":[{"type":"Link","href":"https://b.example/a"}]}}}
      """#)
    #expect(item.title == "Title" && item.body == "Text\n\nhttps://b.example/a")
    #expect(item.author == "@lou@l.example ↻ @boats@l.example")
    #expect(item.time == "2024-05-01T10:00:00Z" && item.image == nil)
    let like = try self.item(
      #"{"type":"Announce","actor":"https://l.example/c/boats","object":{"type":"Like","actor":"https://l.example/u/lou","object":"https://l.example/1"}}"#
    )
    #expect(like.body == "♥ https://l.example/1")
    let deep = String(repeating: #"{"type":"Announce","object":"#, count: 40)
    #expect(try self.item(deep + "{}" + String(repeating: "}", count: 40)).body == nil)
  }

  @Test("without anything but an author and a time are nothing to show")
  func nothing() throws {
    let names = try item(
      #"{"id":"1","type":"Create","actor":"https://m.example/users/ann","published":"2024-05-01T10:00:00Z","object":{"type":"Note"}}"#
    ).unknownMembers
    #expect(names == ["id", "type", "actor", "published", "object"])
    #expect(
      Reading(#"{"author":"Ann","time":"now"}"#).items.first?.unknownMembers == ["author", "time"])
    let rss = "<rss><channel><item><author>a@a.example (Ann)</author></item></channel></rss>"
    #expect(Reading(rss).items.first?.unknownMembers?.isEmpty == false)
  }

  @Test("have the title of an article, and the warning of a note")
  func titles() throws {
    let article = try created(
      #"{"type":"Article","name":"T","summary":"<p>An <em>excerpt</em></p>","content":"<p>Text</p>","image":{"type":"Image","url":"hero.jpg","name":"Hero"}}"#
    )
    #expect(article.title == "T" && article.body == "Text")
    #expect(article.image == "hero.jpg" && article.imageDescription == "Hero")
    let excerpt = try created(
      #"{"type":"Article","name":"T","summary":"<p>An <em>excerpt</em></p>"}"#)
    #expect(excerpt.title == "T" && excerpt.body == "An excerpt")
    let warned = try created(
      #"{"type":"Article","name":"T","summary":"Eyes","sensitive":true,"content":"<p>Text</p>"}"#)
    #expect(warned.title == "T" && warned.body == "Eyes\n\nText")
    let note = try created(#"{"type":"Note","summary":"cw & <tag>","content":"<p>Text</p>"}"#)
    #expect(note.title == "cw & <tag>" && note.body == "Text")
  }

  @Test("have texts in maps of languages")
  func maps() throws {
    let item = try created(
      #"{"type":"Article","nameMap":{"de":"Titel"},"contentMap":{"de":"<p>Nur hier</p>","en":"x"}}"#
    )
    #expect(item.title == "Titel" && item.body == "Nur hier" && item.language == "de")
    let alone = #"{"@context":"x","type":"Note","contentMap":{"de":"<p>Nur hier</p>"}}"#
    #expect(Reading(alone).items.first?.body == "Nur hier")
  }

  @Test("have films with their pages, posters and lengths, and Markdown")
  func film() throws {
    let item = try item(
      #"""
      {"id":"4","type":"Create","actor":{"name":"Val","icon":{"type":"Image","url":"val.png"}},"object":{"type":"Video",
      "name":"Film","duration":"PT1H2M3S","content":"In *Markdown*","mediaType":"text/markdown",
      "icon":[{"type":"Image","url":"s.jpg","width":280},{"type":"Image","url":"l.jpg","width":850}],
      "url":[{"type":"Link","mediaType":"video/mp4","href":"https://p.example/4.mp4"},
      {"type":"Link","mediaType":"text/html","href":"https://p.example/w/4"}]}}
      """#)
    #expect(item.author == "Val" && item.avatar == "val.png" && item.title == "Film")
    #expect(item.url == "https://p.example/w/4" && item.image == "l.jpg")
    #expect(item.body == "In Markdown" && item.bodyHTML?.contains("<em>Markdown</em>") == true)
    #expect(
      item.attachments == [
        FeedAttachment(url: "https://p.example/4.mp4", type: "video/mp4", duration: 3723)
      ])
    #expect(item.describingAttachments.body == "In Markdown\n\n▶ Video, 1 h 2 min")
  }

  @Test("have the time and the place of an event")
  func event() throws {
    let item = try created(
      #"{"type":"Event","name":"Party","content":"<p>Come</p>","startTime":"2024-06-01T18:00:00Z","endTime":"2024-06-01T22:00:00+02:00","location":{"type":"Place","name":"Pier 4"}}"#
    )
    #expect(
      item.body == "Come\n\n2024-06-01 18:00 UTC – 2024-06-01 22:00 +02:00 · Pier 4")
  }

  @Test(
    "of Mastodon have the account that they name",
    arguments: [
      (#""type":"favourite""#, "Me ♥ X", "Mine"), (#""type":"reblog""#, "Me ↻ X", "Mine"),
      (#""type":"mention""#, "Me", "Mine"),
    ])
  func notifications(type: String, author: String, body: String) throws {
    let feed = #"""
      [{"id":"3",\#(type),"created_at":"2024-05-01T08:00:00Z","account":{"acct":"x","display_name":"X"},
      "status":{"id":"9","created_at":"2024-04-01T10:00:00Z","content":"<p>Mine</p>","account":{"display_name":"Me"}}}]
      """#
    let item = try #require(Reading(feed).items.first)
    #expect(item.author == author && item.body == body && item.id == "3")
  }

  @Test(
    "of Mastodon without a status have a sign or their kind",
    arguments: ["follow", "follow_request"])
  func follows(type: String) throws {
    let notification =
      #"{"id":"2","type":"\#(type)","created_at":"2024-05-01T09:00:00Z","account":{"acct":"y","display_name":"Y","url":"https://m.example/@y"}}"#
    for feed in ["[\(notification)]", notification] {
      let item = try #require(Reading(feed).items.first)
      #expect(item.author == "Y" && item.body == (type == "follow" ? "+ @y" : "\(type) @y"))
      #expect(item.url == "https://m.example/@y" && item.time == "2024-05-01T09:00:00Z")
    }
  }
}

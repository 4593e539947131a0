import GalleyFeed
import GalleyFeedItems
import TestSupport
import Testing

@Suite("Pictures, tags and addresses of items", .timeLimit(.minutes(15)))
struct MediaTests {
  private func item(_ text: String, chunk: Int = 1 << 16) throws -> FeedItem {
    try #require(Reading(text, chunk: chunk).items.first)
  }

  @Test("of JSON Lines are lists, texts with commas, or objects", arguments: [1, 1 << 16])
  func jsonLines(chunk: Int) throws {
    let item = try item(
      #"""
      {"title":"t","url":"https://a.example/1","tags":["a","b, c","a",""],"image_description":"sea","image":"1.png","attachments":[{"url":"2.mp3","type":"audio/mpeg"},{"url":"1.png"}],"pictures":["3.png",{"src":"4","alt":"four"}]}
      """#, chunk: chunk)
    #expect(item.url == "https://a.example/1" && item.tags == ["a", "b, c"])
    #expect(item.imageDescription == "sea")
    #expect(item.attachments.map(\.url) == ["2.mp3", "3.png", "4"])
    #expect(item.attachments.map(\.type) == ["audio/mpeg", "image/png", "image/*"])
    #expect(item.pictures.map(\.description) == ["sea", nil, "four"])
    #expect(try self.item(#"{"title":"t","tags":"a, b,,a"}"#).tags == ["a", "b"])
  }

  @Test("of another kind than expected are ignored")
  func kinds() throws {
    let item = try item(
      #"{"title":"t","url":{"a":1},"tags":7,"attachments":"x","pictures":[1,{"url":2},null]}"#)
    #expect(item == FeedItem(title: "t"))
  }

  @Test(
    "of JSON Feed are attachments, of which the first picture is the image of an item without one")
  func jsonFeed() throws {
    let item = try item(
      #"""
      {"version":"https://jsonfeed.org/version/1.1","title":"T","home_page_url":"https://t.example/","items":[
      {"id":"1","url":"https://t.example/1","external_url":"https://other.example","tags":["x"],
      "content_text":"b","attachments":[{"url":"a.mp3","mime_type":"audio/mpeg","title":"sound"},
      {"url":"p","mime_type":"image/png","title":"one"},{"url":"q.webp","mime_type":"image/webp"}]}]}
      """#)
    #expect(item.url == "https://t.example/1" && item.tags == ["x"])
    #expect(item.image == "p" && item.imageDescription == "one")
    #expect(item.attachments.map(\.url) == ["a.mp3", "q.webp"])
    #expect(item.describingAttachments.body == "b\n\n▶ sound")
  }

  @Test(
    "of RSS: an identifier is the address unless it says that it is none",
    arguments: [
      ("<guid>https://a.example/1</guid>", "https://a.example/1"),
      ("<guid isPermaLink='true'>HTTP://a.example/1</guid>", "HTTP://a.example/1"),
      ("<guid isPermaLink='false'>https://a.example/1</guid>", nil), ("<guid>tag:a,1</guid>", nil),
      ("<guid>https://a.example/1</guid><link>https://a.example/2</link>", "https://a.example/2"),
    ] as [(String, String?)])
  func permalinks(elements: String, url: String?) throws {
    let item = try item(
      "<rss version='2.0'><channel><item><title>t</title>\(elements)</item></channel></rss>")
    #expect(item.url == url && item.id != nil)
  }

  @Test("of Media RSS have plain words unless they say that they are HTML")
  func mediaWords() throws {
    func body(_ attribute: String) throws -> String? {
      try item(
        """
        <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><item>
        <media:description\(attribute)>a &lt;b&gt; c
        d</media:description></item></channel></rss>
        """
      ).body
    }
    #expect(try body("") == "a <b> c\nd" && body(" type=\"plain\"") == body(""))
    #expect(try body(" type=\"html\"") == "a c d")
  }

  @Test("of RSS and Atom are media, of a group the first one", arguments: [1, 1 << 16])
  func syndication(chunk: Int) throws {
    let rss = try item(
      """
      <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>C</title>
      <item><title>t</title><link>https://c.example/1</link><category>a &amp; b</category>
      <category domain="x">c</category><media:group><media:content url="v.mp4" type="video/mp4"/>
      <media:content url="v2.mp4" type="video/mp4"/></media:group>
      <media:content url="1.jpg" medium="image"><media:description>one</media:description></media:content>
      <enclosure url="1.jpg" type="image/jpeg" length="9"/><enclosure url="2.jpg" type="image/jpeg"/>
      <description>text</description></item></channel></rss>
      """, chunk: chunk)
    #expect(rss.url == "https://c.example/1" && rss.id == rss.url)
    #expect(rss.tags == ["a & b", "c"])
    #expect(rss.image == "1.jpg" && rss.imageDescription == "one" && rss.body == "text")
    #expect(rss.attachments.map(\.url) == ["v.mp4", "2.jpg"])
    let atom = try item(
      """
      <feed xmlns="http://www.w3.org/2005/Atom"><title>F</title><link href="https://f.example/"/>
      <entry><id>1</id><title>t</title><link rel="self" href="s"/><link href="https://f.example/1"/>
      <category term="a" label="A tag"/><category term="b"/>
      <link rel="enclosure" type="image/png" href="1.png" title="one"/>
      <link rel="enclosure" type="image/png" href="2.png" title="two&#10;lines"/></entry></feed>
      """, chunk: chunk)
    #expect(atom.url == "https://f.example/1" && atom.id == "1" && atom.tags == ["A tag", "b"])
    #expect(atom.pictures.map(\.description) == ["one", "two\nlines"])
  }

  @Test("of networks are those of their posts")
  func networks() throws {
    let status = try item(
      #"""
      [{"id":"1","url":"https://m.example/@ann/1","uri":"x","created_at":"2024-05-01T10:00:00Z",
      "content":"<p>x</p>","account":{"acct":"ann"},"tags":[{"name":"tea","url":"u"}],"media_attachments":[
      {"type":"image","url":"1.jpg","description":"one"},{"type":"gifv","url":"2.mp4"}]}]
      """#)
    #expect(status.url == "https://m.example/@ann/1" && status.tags == ["tea"])
    #expect(status.attachments == [FeedAttachment(url: "2.mp4", type: "video/*")])
    let note = try item(
      #"""
      {"@context":"https://www.w3.org/ns/activitystreams","type":"Note","id":"https://m.example/1",
      "attributedTo":"https://m.example/users/ann","content":"<p>x</p>","tag":[{"type":"Hashtag","name":"#tea"}]}
      """#)
    #expect(note.url == "https://m.example/1" && note.tags == ["tea"])
    // JSON-LD writes a list of one without brackets.
    let short = try item(
      #"""
      {"@context":"https://www.w3.org/ns/activitystreams","type":"Note","id":"https://m.example/1","content":"<p>:cat:</p>",
      "tag":{"type":"Emoji","name":":cat:","icon":{"url":"cat.png"}},
      "attachment":{"type":"Document","mediaType":"image/png","url":"1.png","name":"one"}}
      """#)
    #expect(short.bodyHTML?.contains("src=\"cat.png\"") == true)
    #expect(short.image == "1.png" && short.imageDescription == "one")
    let post = try item(
      #"""
      {"feed":[{"post":{"uri":"at://did:plc:a/app.bsky.feed.post/k","author":{"handle":"ann.example"},
      "record":{"$type":"app.bsky.feed.post","text":"#tea","createdAt":"2024-05-01T10:00:00Z","tags":["cup"],
      "facets":[{"index":{"byteStart":0,"byteEnd":4},"features":[{"tag":"tea"}]}]}}}]}
      """#)
    #expect(post.url == "https://bsky.app/profile/ann.example/post/k")
    #expect(post.tags == ["cup", "tea"])
  }

  @Test("of tables and articles are cells and properties")
  func documents() throws {
    let row = try item(
      """
      id,title,link,tags,attachments,image alt
      1,t,https://a.example,"x, y","[{""url"":""1.png""},{""url"":""2.pdf"",""description"":""two""}]",one
      """)
    #expect(row.url == "https://a.example" && row.tags == ["x", "y"])
    #expect(row.image == "1.png" && row.imageDescription == "one")
    #expect(row.attachments == [FeedAttachment(url: "2.pdf", description: "two")])
    #expect(row.attachments.first?.type == "application/pdf")
    let article = try item(
      """
      ---
      title: t
      permalink: https://a.example/1
      tags: ["a, b", c]
      cover:
        image: 1.png
        alt: one
      resources:
        - src: 2.png
          title: "two"
        - src: 3.png
      ---
      text
      """)
    #expect(article.url == "https://a.example/1" && article.id == article.url)
    #expect(article.tags == ["a, b", "c"])
    #expect(article.pictures.map(\.url) == ["1.png", "2.png", "3.png"])
    #expect(article.pictures.map(\.description) == ["one", "two", nil])
    #expect(
      try item("---\ntitle: t\ncategories:\n- a\n- b\n---\nx").tags == ["a", "b"])
  }

  @Test("have limits: their number, and the length of a description")
  func limits() throws {
    let many = (0..<200).map { #"{"url":"\#($0).png"}"# }.joined(separator: ",")
    let tags = (0..<200).map { "\"t\($0)\"" }.joined(separator: ",")
    let item = try item(#"{"title":"t","tags":[\#(tags)],"attachments":[\#(many)]}"#)
    #expect(item.tags.count == FeedAttachment.countLimit)
    #expect(item.pictures.count == FeedAttachment.countLimit)
    let words = String(repeating: "é", count: 20_000)
    let long = try self.item(
      #"{"title":"t","image":"a","attachments":[{"url":"a","description":"\#(words)"}]}"#)
    #expect(long.imageDescription?.utf8.count == FeedAttachment.descriptionByteLimit)
  }

  @Test(
    "other than pictures stand below the text as descriptions, each once, unless the text is cut")
  func described() {
    var item = FeedItem(
      body: "a <b", bodyHTML: "<p>a &lt;<b>b</b></p>", image: "1", imageDescription: "one",
      attachments: [
        FeedAttachment(url: "2.mp3", description: "two & more"),
        FeedAttachment(url: "3.mp3", description: "two & more"), FeedAttachment(url: "4.zip"),
        FeedAttachment(url: "5.pdf", description: "paper"),
        FeedAttachment(url: "6.png", description: "picture"),
      ])
    #expect(item.describingAttachments.body == "a <b\n\n▶ two & more\n\n4.zip\n\npaper")
    #expect(
      item.describingAttachments.bodyHTML
        == "<p>a &lt;<b>b</b></p><p>▶ two &amp; more</p><p>4.zip</p><p>paper</p>")
    item.body = nil
    item.bodyHTML = nil
    #expect(item.describingAttachments.body == "▶ two & more\n\n4.zip\n\npaper")
    item.cuts = [FeedCut(field: .body, limit: .textBytes(1))]
    #expect(item.describingAttachments == item)
    #expect(FeedItem(body: "x").describingAttachments == FeedItem(body: "x"))
  }

  @Test(
    "of a sound or a film without a description is its kind and its length; of another file, its name",
    arguments: [
      ("a.mp3", nil, "▶ Audio"), ("a.mp4", 1930, "▶ Video, 32 min"),
      ("a.mp3", 29.2, "▶ Audio, 30 s"),
      ("a.mp3", 3570, "▶ Audio, 1 h"), ("a.mp3", 4350, "▶ Audio, 1 h 13 min"),
      ("a.pdf", nil, "a.pdf"),
      ("https://a.example/b/the%20report.pdf?x=1.y", nil, "the report.pdf"),
      ("https://a.example", nil, nil), ("https://a.example/watch", nil, nil),
    ] as [(String, Double?, String?)])
  func kindAndLength(url: String, duration: Double?, shown: String?) {
    var item = FeedItem(attachments: [FeedAttachment(url: url, duration: duration)])
    #expect(item.describingAttachments.body == shown)
    item.attachments.append(item.attachments[0])
    #expect(item.describingAttachments.body == shown)
    item.body = "a"
    item.bodyHTML = "<p>a</p><audio src=\"\(url)\"></audio>"
    #expect(item.describingAttachments.body == "a")
  }

  @Test(
    "of a podcast's sound is its length",
    arguments: [
      ("1:02:03", 3723.0), ("32:10", 1930), (" 1930 ", 1930), ("0", nil), ("32m", nil),
      ("1:-2", nil),
      ("1:2:3:4", nil), ("", nil),
    ] as [(String, Double?)])
  func podcast(text: String, seconds: Double?) throws {
    func feed(_ elements: String) -> String {
      "<rss version='2.0' xmlns:itunes='http://www.itunes.com/dtds/podcast-1.0.dtd'><channel><item><title>t</title>"
        + elements + "<itunes:duration>\(text)</itunes:duration></item></channel></rss>"
    }
    let sound = try item(feed("<enclosure url='a.mp3' type='audio/mpeg' length='9'/>"), chunk: 1)
    #expect(sound.attachments == [FeedAttachment(url: "a.mp3", byteCount: 9, duration: seconds)])
    #expect(
      try item(feed("<enclosure url='a.pdf'/>")).attachments == [FeedAttachment(url: "a.pdf")])
    let own = "xmlns:media='http://search.yahoo.com/mrss/' url='a.mp3' duration='7'"
    #expect(try item(feed("<media:content \(own)/>")).attachments.first?.duration == 7)
  }

  @Test(
    "of an entry are no small thumbnails: a square is the picture of its author",
    arguments: [
      ("width='30' height='30'", nil, "t.png"), ("width='64' height='64'", nil, "t.png"),
      ("width='65' height='65'", "t.png", nil), ("width='30' height='20'", nil, nil),
      ("width='30'", "t.png", nil), ("", "t.png", nil),
    ] as [(String, String?, String?)])
  func thumbnails(size: String, image: String?, avatar: String?) throws {
    func feed(_ elements: String, root: String = "") -> String {
      "<feed xmlns='http://www.w3.org/2005/Atom' xmlns:media='http://search.yahoo.com/mrss/'>\(root)"
        + "<entry><title>t</title>\(elements)</entry></feed>"
    }
    let thumbnail = "<media:thumbnail \(size) url='t.png'/>"
    let author = "<author><name>Ann</name></author>"
    for text in [feed(thumbnail + author), feed(thumbnail, root: author)] {
      let item = try item(text)
      #expect(item.image == image && item.avatar == avatar)
    }
    let bare = try item(feed(thumbnail))
    #expect(bare.image == image && bare.avatar == nil)
    let group = try item(feed("<media:group>\(thumbnail)</media:group>" + author))
    #expect(group.image == image && group.avatar == nil)
    let own = "<g:avatar xmlns:g='urn:galley'>own.png</g:avatar>"
    #expect(try item(feed(thumbnail + author + own)).avatar == "own.png")
  }

  @Test("sizes of one picture, which differ in the query alone, are one picture")
  func sizes() {
    let item = FeedItem(
      image: "https://a/p.jpg?width=140",
      attachments: [
        FeedAttachment(url: "https://a/p.jpg?width=700"),
        FeedAttachment(url: "https://a/image?id=1", type: "image/png"),
        FeedAttachment(url: "https://a/image?id=2", type: "image/png"),
      ])
    #expect(
      item.pictures.map(\.url)
        == ["https://a/p.jpg?width=140", "https://a/image?id=1", "https://a/image?id=2"])
  }

  @Test("an enclosure of a type that is none is the image, if its address ends as one")
  func wrongType() {
    let text = """
      <rss><channel><item><title>t</title><enclosure url="1.png" type="imagng" length="1"/>
      <enclosure url="2.mp3" type="x"/></item></channel></rss>
      """
    let item = Reading(text).items.first
    #expect(item?.image == "1.png")
    #expect(item?.attachments == [FeedAttachment(url: "2.mp3", type: "audio/mpeg")])
  }

  @Test("of the feed itself are its title and address", arguments: [1, 1 << 16])
  func feed(chunk: Int) throws {
    for text in [
      #"{"version":"https://jsonfeed.org/version/1.1","title":"A & B","home_page_url":"https://f.example/","items":[{"id":"1"}]}"#,
      "<rss><channel><title>A &amp;amp; B</title><image><title>x</title><link>y</link></image><link>https://f.example/</link><item><title>t</title></item></channel></rss>",
      "<feed xmlns='http://www.w3.org/2005/Atom'><title>A &amp; B</title><link rel='self' href='s'/><link href='https://f.example/'/><entry><id>1</id></entry></feed>",
    ] {
      let reader = FeedReader(ChunkedSource(Array(text.utf8), size: chunk), chunkSize: chunk)
      _ = try reader.next()
      #expect(reader.feed.title == "A & B", "\(text)")
      #expect(reader.feed.url == "https://f.example/", "\(text)")
    }
  }
}

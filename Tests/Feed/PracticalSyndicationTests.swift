import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax
import GalleyFeedWriting
import TestSupport
import Testing

@Suite("RSS and Atom as blogs write them", .timeLimit(.minutes(15)))
struct PracticalSyndicationTests {
  @Test(
    "tags in a title that mark nothing are words of it",
    arguments: [
      (
        "The <code>title</code> <style> element and the <script> tag",
        "The title <style> element and the <script> tag"
      ),
      ("Why <h1> beats <div>", "Why <h1> beats <div>"),
      ("5 < 6 && 7 > 4, <3, a<b", "5 < 6 && 7 > 4, <3, a<b"),
      ("if a<b then c>d", "if a<b then c>d"),
      ("Why <p> and <b> tags <i>still</i> matter", "Why <p> and <b> tags still matter"),
      ("What </div> and </i> do", "What </div> and </i> do"), ("An <img> tag", "An <img> tag"),
      ("<p>Whole</p> <h2 id=x>title</h2>", "Whole title"), ("<b>Cut off", "Cut off"),
      ("<a href=x>Cut off", "Cut off"), ("End</b>", "End"), ("One<br>two", "One two"),
      ("<b>a <b>b</b>", "a b"), ("a <img src=x> b", "a b"), ("Vec<T> <p", "Vec<T> <p"),
    ])
  func titles(html: String, title: String) {
    let feed = "<rss><item><title><![CDATA[\(html)]]></title></item></rss>"
    #expect(Reading(feed).items.first?.title == title)
  }

  @Test("a title of many tags is read in the time of its length")
  func manyTags() {
    let tags = String(repeating: "<p><b></p><i x", count: 20_000)
    let feed = "<rss><item><title><![CDATA[a\(tags)]]></title></item></rss>"
    #expect(Reading(feed).items.first?.title?.hasPrefix("a") == true)
  }

  @Test("the picture of the author among the media is no picture of the post")
  func authorPicture() throws {
    for (address, title) in [("kay.png", "Kay"), ("https://1.gravatar.com/avatar/a?s=96", "kk")] {
      let feed = """
        <rss><item><title>A</title><dc:creator>Kay</dc:creator>
        <media:content url="\(address)" medium="image"><media:title type="html">\(title)</media:title>
        </media:content><media:content url="b.jpg" medium="image"><media:title>B</media:title></media:content>
        <media:thumbnail url="t.jpg"/></item></rss>
        """
      let item = try #require(Reading(feed).items.first)
      #expect(item.image == "b.jpg" && item.avatar == address && item.attachments.isEmpty)
      #expect(item.title == "A" && item.author == "Kay")
      var writer = try #require(FeedWriter(format: .rss))
      let back = Reading("<rss>" + writer.text(of: item) + "</rss>").items.first
      #expect(back?.image == item.image && back?.avatar == item.avatar)
    }
    let other =
      "<rss><item><media:content url='a.png' medium='image'><media:title>A</media:title></media:content>"
    #expect(Reading(other).items.map(\.image) == ["a.png"])
    #expect(Reading(other).items.map(\.title) == ["A"])
  }

  @Test("the credit of a picture is no author, and an author counts once")
  func credits() throws {
    let item = try #require(
      Reading(
        """
        <rss><item><media:content url="a.jpg"><media:credit>Getty</media:credit></media:content>
        <media:content url="b.jpg"><media:credit>Getty</media:credit></media:content></item></rss>
        """
      ).items.first)
    #expect(item.author == nil && item.image == "a.jpg")
    let authors =
      "<rss><item><media:credit>Ann</media:credit><media:credit>Bo</media:credit><media:credit>Ann</media:credit>"
    #expect(Reading(authors).items.first?.author == "Ann, Bo")
  }

  @Test(
    "a message of a server before the feed is passed, and noted",
    arguments: [
      "\n<br />\n<b>Warning</b>: Undefined index in x.php on line 3<br />\n",
      "Warning: Undefined index\nin x.php on line 3\n",
    ])
  func message(text: String) {
    let feed =
      "<?xml version='1.0'?><rss><item><title>A</title></item><item><title>B</title></item></rss>"
    for chunk in [1, 1 << 16] {
      let reading = Reading(text + feed, chunk: chunk)
      #expect(reading.items.map(\.title) == ["A", "B"] && reading.format == .rss)
      #expect(
        reading.items.first?.leadingText == "Warning: Undefined index in x.php on line 3")
      #expect(reading.items.map { $0.leadingText == nil } == [false, true])
    }
    #expect(Reading(text + "<?xml version='1.0'?><html></html>").error != nil)
    #expect(Reading(feed).items.allSatisfy { $0.leadingText == nil })
  }

  @Test("a script behind the feed has no items", arguments: [1, 1 << 16])
  func script(chunk: Int) {
    let feed = "<rss><channel><item><title>A</title></item></channel></rss>"
    let script = "<script>var x = \"<item><title>no</title></item>\";</script>"
    #expect(Reading(feed + script, chunk: chunk).items.map(\.title) == ["A"])
    #expect(Reading(feed + feed, chunk: chunk).items.map(\.title) == ["A", "A"])
  }

  @Test("a medium that is the content of an entry is its picture or attachment, also when written")
  func contentAddress() throws {
    let feed = """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/">
      <entry><title>P</title><id>1</id><content type="image/jpeg" src="p.jpg"/><summary>S</summary></entry>
      <entry><title>V</title><id>2</id><content type="video/mp4" src="v.mp4"></content></entry></feed>
      """
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 16
    let items = Reading(feed, limits: limits).items
    #expect(items.map(\.image) == ["https://a.example/p.jpg", nil])
    #expect(items.map(\.body) == ["S", nil])
    #expect(items.map { $0.attachments.map(\.url) } == [[], ["https://a.example/v.mp4"]])
    var writer = try #require(FeedWriter(format: .atom))
    let back = Reading(
      "<feed>" + items.map { writer.text(of: $0) }.joined() + "</feed>", limits: limits
    ).items
    #expect(back.map(\.image) == items.map(\.image))
    #expect(back.map(\.attachments) == items.map(\.attachments))
  }

  @Test("takes linear time for texts of many small parts", arguments: ["<b/>", "a<![CDATA[b]]>"])
  func parts(part: String) {
    let content = String(repeating: part, count: 100_000)
    let text =
      "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>e</title><content type='xhtml'>\(content)</content></entry></feed>"
    let time = processorTime { #expect(Reading(text).items.map(\.title) == ["e"]) }
    // Copies of the text at each part took 38 s in a release build.
    #expect(time < .seconds(20), "\(time)")
  }
}

import Foundation
import GalleyFeed
import GalleyFeedItems
import GalleyPrimitives
import GalleyRandomness
import Testing

@Suite("Addresses relative to xml:base", .timeLimit(.minutes(15)))
struct BaseAddressTests {
  private static let atom = """
    <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/blog/">
    <title>T</title><link rel="self" href="feed.atom"/><logo>logo.png</logo>
    <entry xml:base="2024/"><id>1</id><title>One</title><link href="one.html"/>
    <link rel="enclosure" type="image/png" href="/p.png"/>
    <content type="html" xml:base="one/">&lt;p&gt;&lt;a href="#note" title='x > y'&gt;n&lt;/a&gt;
    &lt;img alt=a src=b.png&gt;&lt;img src="https://b.example/c.png"&gt;&lt;a href='../d.html?e=1&amp;amp;f=2'&gt;d&lt;/a&gt;
    &lt;a href="mailto:a@b"&gt;m&lt;/a&gt;&lt;/p&gt;</content></entry>
    <entry><id>2</id><title>Two</title><link href="two.html"/>
    <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml" xml:base="two/"><p><img src="e.png"/></p></div></content></entry>
    <entry xml:base="https://c.example"><id>3</id><title>Three</title><link href="ü.html"/></entry>
    </feed>
    """

  @Test("are whole, of links, pictures and bodies", arguments: [1, 1 << 16])
  func atom(chunk: Int) throws {
    let items = Reading(Self.atom, chunk: chunk).items
    #expect(
      items.map(\.url) == [
        "https://a.example/blog/2024/one.html", "https://a.example/blog/two.html",
        "https://c.example/%C3%BC.html",
      ])
    let first = try #require(items.first)
    #expect(first.image == "https://a.example/p.png")
    let html = try #require(first.bodyHTML)
    for address in [
      "href=\"https://a.example/blog/2024/one/#note\"", "src=https://a.example/blog/2024/one/b.png",
      "src=\"https://b.example/c.png\"", "href='https://a.example/blog/2024/d.html?e=1&amp;f=2'",
      "href=\"mailto:a@b\"", "title='x > y'",
    ] { #expect(html.contains(address), "\(html)") }
    #expect(items[1].bodyHTML?.contains("src=\"https://a.example/blog/two/e.png\"") == true)
    let reader = FeedReader(bytes: Array(Self.atom.utf8))
    _ = try reader.next()
    #expect(reader.feedURL == "https://a.example/blog/feed.atom")
    #expect(reader.feed.image == "https://a.example/blog/logo.png")
  }

  @Test("of RSS are whole too, and stay relative without a base or with one that is relative")
  func rss() {
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 20
    func item(_ base: String) -> FeedItem? {
      Reading(
        """
        <rss version="2.0"\(base)><channel><title>T</title><item><link>/a</link>
        <enclosure url="b.mp3" type="audio/mpeg"/><description>&lt;img src="c.png"&gt;</description></item>
        </channel></rss>
        """, limits: limits
      ).items.first
    }
    let whole = item(" xml:base=\"https://a.example/x/y\"")
    #expect(whole?.url == "https://a.example/a")
    #expect(whole?.members == .json(Array("{}".utf8)))
    #expect(whole?.attachments.map(\.url) == ["https://a.example/x/b.mp3"])
    #expect(whole?.inlineImages.map(\.name) == ["https://a.example/x/c.png"])
    for base in ["", " xml:base=\"x/\""] {
      let item = item(base)
      #expect(item?.url == "/a" && item?.attachments.map(\.url) == ["b.mp3"])
      #expect(item?.bodyHTML == "<img src=\"c.png\">")
    }
  }

  @Test("have at most 4,096 bytes, with those within each other")
  func lengths() {
    func address(_ count: Int) -> String? {
      let part = String(repeating: "b", count: count) + "/"
      return Reading(
        """
        <rss version="2.0" xml:base="https://a.example/"><channel><title>T</title>
        <item xml:base="\(part)"><link xml:base="c/">d</link></item></channel></rss>
        """
      ).items.first?.url
    }
    let long = "https://a.example/" + String(repeating: "b", count: 4_075) + "/"
    #expect(address(4_075) == long + "c/d")
    #expect(address(4_076) == long.replacing(bytes: "bbb/", with: "bbbb/") + "d")
    #expect(address(4_078) == "https://a.example/c/d")
  }

  @Test("of links with capitals are whole")
  func capitals() {
    let item = Reading(
      """
      <rss version="2.0"><channel><title>T</title><link>https://a.example/</link><item>
      <description>&lt;A HREF="b"&gt;c&lt;/A&gt; &lt;IMG SRC="d.png"&gt;</description></item></channel></rss>
      """
    ).items.first
    #expect(item?.bodyHTML?.contains("HREF=\"https://a.example/b\"") == true)
    #expect(item?.inlineImages.map(\.name) == ["d.png"])
  }

  @Test(
    "make all links of long texts whole, in XHTML as in HTML, and stay within the limit of HTML")
  func long() throws {
    func html(_ type: String, _ text: String, _ base: String) throws -> String {
      let content = type == "xhtml" ? text : text.replacing(bytes: "<", with: "&lt;")
      let feed = """
        <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://x/\(base)/"><title>t</title><entry><title>e</title>
        <content type="\(type)">\(content)</content></entry></feed>
        """
      let limits = FeedLimits(maximumTextBytes: 1 << 20)
      return try #require(Reading(feed, limits: limits).items.first?.bodyHTML)
    }
    let link = "<a href='b'>d</a>" + String(repeating: "e", count: 200)
    for type in ["html", "xhtml"] {
      let whole = try html(
        type, String(repeating: link, count: 2_000), String(repeating: "c", count: 500))
      #expect(whole.count(bytes: "http://x/c") == 2_000, "\(type)")
    }
    let many = try html(
      "html", String(repeating: "<a href='b'>d</a>", count: 40_000),
      String(repeating: "c", count: 4_000))
    #expect(many.count(bytes: "http://x/c") > 50 && many.utf8.count <= 4 << 20)
  }

  @Test(
    "stay relative behind a relative base where no further base is used, and an empty base is none")
  func ends() {
    let base = String(repeating: "c", count: 4_000)
    let spent = String(repeating: "<q src='b'/>", count: 200)
    func html(_ start: String) -> String? {
      Reading(
        """
        <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://x/\(base)/"><title>t</title><entry><title>e</title>
        <content type="XHTML">\(start)<a href='b'>&lt;d></a></p></content></entry></feed>
        """, limits: FeedLimits(maximumTextBytes: 1 << 18)
      ).items.first?.bodyHTML
    }
    #expect(html(spent + "<p xml:base='e/'>")?.contains("<a href=\"b\">&lt;d") == true)
    #expect(html("<p xml:base=''>")?.contains("c/b\">&lt;d") == true)
  }

  /// The addresses that references become, as the pictures of HTML.
  private static func resolved(_ references: [String], relativeTo base: String) -> [String] {
    let entries = references.map {
      "<entry><title>t</title><content type=\"html\">\("<img src=\"\($0.xml)\">".xml)</content></entry>"
    }
    let feed = """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="\(base.xml)"><title>t</title>\(entries.joined())</feed>
      """
    return Reading(feed).items.map { $0.inlineImages.first?.name ?? "" }
  }

  @Test("are those of the examples of RFC 3986, section 5.4")
  func examples() {
    let examples = [
      "g": "b/c/g", "./g": "b/c/g", "g/": "b/c/g/", "/g": "g", "?y": "b/c/d;p?y", "g?y": "b/c/g?y",
      "#s": "b/c/d;p?q#s", "g#s": "b/c/g#s", "g?y#s": "b/c/g?y#s", ";x": "b/c/;x",
      "g;x": "b/c/g;x", "g;x?y#s": "b/c/g;x?y#s", ".": "b/c/", "./": "b/c/", "..": "b/",
      "../": "b/", "../g": "b/g", "../..": "", "../../": "", "../../g": "g", "../../../g": "g",
      "../../../../g": "g", "/./g": "g", "/../g": "g", "g.": "b/c/g.", ".g": "b/c/.g",
      "g..": "b/c/g..", "..g": "b/c/..g", "./../g": "b/g", "./g/.": "b/c/g/", "g/./h": "b/c/g/h",
      "g/../h": "b/c/h", "g;x=1/./y": "b/c/g;x=1/y", "g;x=1/../y": "b/c/y",
      "g?y/./x": "b/c/g?y/./x", "g?y/../x": "b/c/g?y/../x", "g#s/./x": "b/c/g#s/./x",
    ].sorted { $0.key < $1.key }
    #expect(
      Self.resolved(examples.map(\.key), relativeTo: "http://a/b/c/d;p?q")
        == examples.map { "http://a/\($0.value)" })
    #expect(
      Self.resolved(["//g", "g:h", "w?t=1:30", "p#t:1", "A_b:c"], relativeTo: "http://a/b")
        == ["http://g", "g:h", "http://a/w?t=1:30", "http://a/p#t:1", "http://a/A_b:c"])
    #expect(Self.resolved(["g", "/g"], relativeTo: "file:/b/c") == ["file:/b/g", "file:/g"])
    #expect(Self.resolved(["g", "/g"], relativeTo: "urn:b:c") == ["g", "/g"])
    #expect(
      Self.resolved(
        [
          "//a:b/x", "//a b/c", "/my%20 cat?a%3Db c#d%20", "caf%C3%A9 ü", "%2", "x//b%20 c",
          "/é[1]",
          "?t[]=é&n=a%20b", "é 100%", "a%20\tb", "a#b#c%20",
        ], relativeTo: "http://a/b%20 c/[d]/e")
        == [
          "//a:b/x", "//a b/c", "http://a/my%20%20cat?a%3Db%20c#d%20",
          "http://a/b%20%20c/%5Bd%5D/caf%C3%A9%20%C3%BC", "http://a/b%20%20c/%5Bd%5D/%252",
          "http://a/b%20%20c/%5Bd%5D/x//b%20%20c", "http://a/%C3%A9%5B1%5D",
          "http://a/b%20%20c/%5Bd%5D/e?t%5B%5D=%C3%A9&n=a%20b",
          "http://a/b%20%20c/%5Bd%5D/%C3%A9%20100%25", "http://a/b%20%20c/%5Bd%5D/a%20%09b",
          "http://a/b%20%20c/%5Bd%5D/a#b%23c%20",
        ])
  }

  /// The parts of an address, and the algorithm of RFC 3986, section 5.2.
  private struct Address {
    var scheme, authority, query, fragment: Substring?
    var path: Substring

    init(_ text: String) throws {
      // That of appendix B.
      let parts = /(?:([^:\/?#]+):)?(?:\/\/([^\/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?/
      (_, scheme, authority, path, query, fragment) = try #require(text.wholeMatch(of: parts))
        .output
    }

    private static func segments(_ path: Substring) -> [Substring] {
      path.split(separator: "/", omittingEmptySubsequences: false)
    }

    func resolved(relativeTo base: Self) -> String {
      var whole = self
      if path.isEmpty {
        whole.path = base.path
        whole.query = query ?? base.query
      } else {
        let folder = Self.segments(base.path.dropFirst()).dropLast()
        let segments =
          path.hasPrefix("/") ? Self.segments(path.dropFirst()) : folder + Self.segments(path)
        let isFolder = ["", ".", ".."].contains(segments.last)
        var kept: [Substring] = []
        for segment in isFolder && segments.last == "" ? segments.dropLast() : segments[...] {
          if segment == ".." { _ = kept.popLast() } else if segment != "." { kept.append(segment) }
        }
        whole.path = "/" + kept.joined(separator: "/") + (isFolder && !kept.isEmpty ? "/" : "")
      }
      return "\(base.scheme ?? "")://\(base.authority ?? "")\(whole.path)"
        + (whole.query.map { "?\($0)" } ?? "") + (fragment.map { "#\($0)" } ?? "")
    }
  }

  @Test("are those of the algorithm of RFC 3986, section 5.2")
  func algorithm() throws {
    var random = SeededGenerator(seed: 22)
    let starts = ["a", "/a", "./", "../", ";", "?"]
    let parts = [
      "a", "b.html", ".", "..", "/", "/", "/", "?", "&", "=", ";", "%20", "~", "@", "(", "'", "+",
      "1",
    ]
    for base in [
      "http://a.example", "https://a.example/", "http://a.example/b/c?d",
      "http://a.example:80/%C3%BC/b",
      "http://u@a.example/b//c/#d", "file:///a/b", "http://a.example/b/../c/./d/",
    ] {
      let references = (0..<300).map { _ in
        ([starts] + Array(repeating: parts, count: .random(in: 0...6, using: &random))).map {
          $0.randomElement(using: &random) ?? ""
        }.joined() + (Bool.random(using: &random) ? "" : "#e/../f")
      }
      let address = try Address(base)
      let expected = try references.map { try Address($0).resolved(relativeTo: address) }
      let found = Self.resolved(references, relativeTo: base)
      for (index, address) in found.enumerated() where address != expected[index] {
        Issue.record("\(references[index]) of \(base): \(address), not \(expected[index])")
      }
      #expect(found.count == references.count)
    }
  }

  @Test("of tags of the feed keep their other attributes, and have references")
  func attributes() {
    func html(_ text: String) -> String? {
      Reading(
        """
        <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://x/it's/"><title>t</title><entry><title>e</title>
        <content \(text)</content></entry></feed>
        """
      ).items.first?.bodyHTML
    }
    let tag = "<a title='\"b\" &lt; c' href='d?e&amp;copy=1' xml:base='f/'>g</a><img src='h'/>"
    #expect(
      html("type='xhtml'>\(tag)") == """
        <a title="&quot;b&quot; &lt; c" href="http://x/it&#39;s/f/d?e&amp;copy=1">g</a><img src="http://x/it&#39;s/h">
        """)
    #expect(
      html("type='html'>&lt;a href='b' class='c'>d&lt;/a>")
        == "<a href='http://x/it&#39;s/b' class='c'>d</a>")
  }

  @Test("are whole for elements with bases of their own, and none around them")
  func own() throws {
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 20
    let base = "xml:base='https://example.org/pictures/2024/'"
    let pictures = String(repeating: "<img \(base) src='p.png'/>", count: 1_000)
    let media = String(repeating: "<media:content \(base) url='m.mp4'/>", count: 1_000)
    let item = try #require(
      Reading(
        """
        <feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><title>e</title><content type="xhtml">\(pictures)</content>
        \(media)<x:y \(base) href="q"/></entry></feed>
        """, limits: limits
      ).items.first)
    #expect(item.bodyHTML?.count(bytes: "src=\"https://example.org/pictures/2024/p.png\"") == 1_000)
    guard case .json(let members) = item.members else { return #expect(item.members != nil) }
    #expect(String(decoding: members, as: UTF8.self).contains("2024/q"))
  }

  @Test("count the bytes of all elements of an entry")
  func tags() throws {
    let tags = String(
      repeating: "<category term='\(String(repeating: "a", count: 26))'/>", count: 3_000)
    let item = try #require(
      Reading(
        """
        <feed xmlns="http://www.w3.org/2005/Atom"><title>t</title><entry><title>e</title>\(tags)
        <content type="xhtml" xml:base="http://x/\(String(repeating: "b", count: 3_000))/">
        <div><p>&amp;lt; <![CDATA[&lt;<]]></p>\(String(repeating: "<a href='c'/>", count: 400))</div></content></entry></feed>
        """, limits: FeedLimits(maximumTextBytes: 1 << 20)
      ).items.first)
    #expect(item.bodyHTML?.count(bytes: "href=\"http://x/b") == 400)
    #expect(item.body?.hasPrefix("&lt; &lt;<") == true)
  }

  @Test("leave texts whole that are close to the limit of HTML", arguments: ["html", "xhtml"])
  func closeToTheLimit(type: String) throws {
    let limits = FeedLimits(maximumTextBytes: 64 << 10)
    func item(_ text: String, base: Int) throws -> FeedItem {
      let content = type == "xhtml" ? "<div>\(text)</div>" : text.xml
      let feed = """
        <feed xmlns="http://www.w3.org/2005/Atom" xml:base="http://x/\(String(repeating: "c", count: base))/">
        <title>t</title><entry><title>e</title><content type="\(type)">\(content)</content></entry></feed>
        """
      return try #require(Reading(feed, limits: limits).items.first)
    }
    let word = "<i title='\(String(repeating: "e", count: 500))'>f</i>"
    let text = String(repeating: word, count: 470)
    let picture = try item("<img src='a.png'/>\(text)<a href='b'>d</a>", base: 1)
    #expect(picture.inlineImages.map(\.name) == ["http://x/c/a.png"])
    #expect(picture.bodyHTML?.contains("http://x/c/b") == true)
    for (count, base) in [(80, 4_000), (2_200, 139), (9_500, 60)] {
      let links = (0..<count).map { "<a href='\($0)'>w\($0)</a> " }.joined()
      let many = try item(links + "end", base: base)
      let html = try #require(many.bodyHTML, "\(count)")
      #expect(html.utf8.count <= limits.maximumHTMLBytes && many.body?.hasSuffix("end") == true)
      #expect(html.count(bytes: "http://x/c") > 10)
    }
  }
}

import Foundation
import TestSupport
import Testing

@Suite("Bodies of HTML", .timeLimit(.minutes(15)))
struct RichBodyTests {
  private static let html = """
    <p>One <b>bold</b> word, and a <a href="https://example.org/a">link</a>.</p>\
    <ul><li>first<li>second</ul><blockquote>quoted</blockquote><p>x<sup>2</sup> \
    <img src="glyph.png" alt="[a glyph]"> <img src="none.png" alt="[no boat]"></p>
    """

  private func feed(_ html: String, in galley: GalleyRunner, name: String) throws -> String {
    let object: [String: Any] = [
      "version": "https://jsonfeed.org/version/1.1", "title": "t",
      "items": [["id": "1", "content_html": html]],
    ]
    let data = try JSONSerialization.data(withJSONObject: object)
    return try galley.write(String(decoding: data, as: UTF8.self), to: name)
  }

  private func areas(_ galley: GalleyRunner, _ name: String) throws -> [[String: Any]] {
    let line = Data(try galley.folder.bytes(name))
    let row = try JSONSerialization.jsonObject(with: line.prefix { $0 != 0x0A }) as? [String: Any]
    return try #require(row?["areas"] as? [[String: Any]])
  }

  @Test("have the same space between paragraphs, whether a word is bold or none is")
  func paragraphs() throws {
    let galley = try GalleyRunner()
    func height(_ html: String) throws -> Double {
      let path = try feed(html, in: galley, name: "a.json")
      let record = try galley.run("measure", path, "--json").record(0)
      return try #require(record["height"] as? Double)
    }
    let plain = try height("<p>one</p><p>two</p><p>three</p>")
    #expect(try height("<p>one</p><p><b>two</b></p><p>three</p>") == plain)
    // An empty line is as high as a line in both.
    let empty = try height("one<br><br>two")
    #expect(try height("one<br><br><b>two</b>") == empty)
    #expect(try height("<p>one</p><p>two</p>") < empty)
  }

  @Test("are drawn at the largest width, with the bar of a quotation")
  func widest() throws {
    let galley = try GalleyRunner()
    let path = try feed("<blockquote>q</blockquote>", in: galley, name: "a.json")
    let run = try galley.run("measure", path, "--width", "8192", "--scale", "1")
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("are drawn with their looks, in all modes alike, and links are in the hit map")
  func looks() throws {
    let galley = try GalleyRunner()
    let rich = try feed(Self.html, in: galley, name: "rich.json")
    let assets = Repository.url("Samples/Assets").path
    var pictures: [[UInt8]] = []
    for arguments in [["--mode", "sync"], ["--jobs", "1"], ["--jobs", "4"]] {
      let run = try galley.run(
        [
          "render", rich, "--assets", assets, "-o", "a.png", "--hit-map", "a.jsonl", "--scale", "1",
        ] + arguments)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.ranges(of: "none.png").count == 1)
      pictures.append(try galley.folder.bytes("a.png"))
    }
    #expect(Set(pictures).count == 1)
    let found = try areas(galley, "a.jsonl")
    #expect(found.compactMap { $0["url"] as? String } == ["https://example.org/a"])
    #expect(found.count { $0["kind"] as? String == "attachment" } == 1)
    // Each look changes the picture, and so the key of the cell.
    var known = Set(pictures)
    for (look, plain) in [
      ("<b>bold</b>", "bold"), ("<ul><li>first<li>second</ul>", "<p>first second</p>"),
      ("<blockquote>quoted</blockquote>", "<p>quoted</p>"), ("<sup>2</sup>", "2"),
      ("<a href=\"https://example.org/a\">link</a>", "link"),
    ] {
      let path = try feed(
        Self.html.replacing(look, with: plain), in: galley, name: "other.json")
      let run = try galley.run(
        "render", path, "--assets", assets, "-o", "b.png", "--scale", "1", "--quiet")
      #expect(run.status == 0)
      #expect(known.insert(try galley.folder.bytes("b.png")).inserted, "\(look)")
    }
  }

  @Test(
    "are kept by conversions to formats with HTML, and give the same picture",
    arguments: ["a.jsonl", "a.json", "a.rss", "a.atom"])
  func conversions(name: String) throws {
    let galley = try GalleyRunner()
    let rich = try feed(
      Self.html.replacing("none.png", with: "mara.png"), in: galley, name: "rich.json")
    #expect(try galley.run("convert", rich, "-o", name).status == 0)
    for (name, source) in [("before", rich), ("after", name)] {
      let run = try galley.run(
        "render", source, "--scale", "1", "--assets", Repository.url("Samples/Assets").path, "-o",
        "\(name).png", "--quiet")
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try galley.folder.bytes("before.png") == galley.folder.bytes("after.png"))
  }

  @Test("of posts have links to the accounts and tags of their facets, and pictures of their emoji")
  func posts() throws {
    let galley = try GalleyRunner()
    let path = try galley.write(
      """
      {"feed":[{"post":{"uri":"at://a","author":{"handle":"ann.example"},"record":{"text":"Hi @bob, #sea x...",\
      "createdAt":"2026-01-01T10:00:00Z","facets":[{"index":{"byteStart":3,"byteEnd":7},"features":[{"did":\
      "did:plc:b"}]},{"index":{"byteStart":9,"byteEnd":13},"features":[{"tag":"sea"}]},{"index":{"byteStart":\
      14,"byteEnd":18},"features":[{"uri":"https://x.org/long"}]},{"index":{"byteStart":17,"byteEnd":900},\
      "features":[{"uri":"https://no"}]}]}}}]}
      """, to: "feed.json")
    let run = try galley.run("render", path, "-o", "a.png", "--hit-map", "a.jsonl", "--quiet")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      try areas(galley, "a.jsonl").compactMap { $0["url"] as? String } == [
        "https://bsky.app/profile/did:plc:b", "https://bsky.app/hashtag/sea", "https://x.org/long",
      ])
    let status = try galley.write(
      """
      [{"id":"1","created_at":"2026-01-01T10:00:00Z","content":"<p>Ahoy :boat: <a href='https://x/:boat:'>:boat:</a>\
      </p>","account":{"acct":"ann","display_name":"Ann :boat:","emojis":[{"shortcode":"boat","url":"glyph.png"}]},\
      "emojis":[{"shortcode":"boat","url":"glyph.png","static_url":"glyph.png"}]}]
      """, to: "statuses.json")
    for template in [[], ["--template", "card"]] {
      let second = try galley.run(
        ["render", status, "-o", "b.png", "--hit-map", "b.jsonl", "--quiet"] + template
          + ["--assets", Repository.url("Samples/Assets").path])
      #expect(second.status == 0, "\(second.errors)")
      let found = try areas(galley, "b.jsonl")
      #expect(found.compactMap { $0["url"] as? String }.contains("https://x/:boat:"))
      #expect(found.count { $0["kind"] as? String == "attachment" } == 3)
    }
  }
}

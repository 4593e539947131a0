import Foundation
import GalleyFeed
import GalleyFeedItems
import GalleyFeedSyntax
import GalleyFeedWriting
import TestSupport
import Testing

@Suite("Articles of site generators", .timeLimit(.minutes(15)))
struct PracticalArticleTests {
  @Test("are those of the folders in a folder, except for drafts and pages of sections")
  func innerFolders() throws {
    let folder = try TestFolder()
    for name in ["posts/2024-05-01-tea", "_posts", "_drafts", ".git"] {
      try FileManager.default.createDirectory(
        atPath: folder.path(name), withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("posts/loop"), withDestinationPath: folder.path)
    _ = try folder.write(
      "+++\ntitle = \"Tea\"\n[params]\nauthor = \"Ann\"\n+++\nx",
      to: "posts/2024-05-01-tea/index.md")
    _ = try folder.write(
      "+++\ntitle = \"Old\"\ndate = 2023-01-01\n[author]\nname = \"Bo\"\n+++\nx", to: "posts/b.md")
    _ = try folder.write(
      "---\ntitle: J\npublished: true\nauthor:\n  name: Cy\n---\n", to: "_posts/2025-01-02-j.md")
    _ = try folder.write("# Draft", to: "_drafts/d.md")
    _ = try folder.write("# Git", to: ".git/g.md")
    _ = try folder.write("# Section", to: "posts/_index.md")
    let items = Reading(try FeedReader(path: folder.path)).items
    #expect(items.map(\.title) == ["J", "Tea", "Old"])
    #expect(items.map(\.author) == ["Cy", "Ann", "Bo"])
    #expect(items.map(\.time) == ["2025-01-02", "2024-05-01", "2023-01-01"])
  }

  @Test(
    "have a date by any of its names, but for `published` if it says whether they are shown",
    arguments: [
      ("published: true\ncreated: 2024-05-01", "2024-05-01"),
      ("published: 2024-05-01", "2024-05-01"),
      ("published: Y\npublishDate: 2024-05-01", "2024-05-01"), ("time: 0", "0"), ("time: on", "on"),
      ("date: \"1\"", "1"), ("published: no", nil),
    ])
  func dates(lines: String, time: String?) {
    let item = Reading("---\ntitle: a\n\(lines)\n---\nx", as: .markdown).items.first
    #expect(item?.time == time)
    #expect(item?.title == "a")
  }

  @Test("have their footnotes, also by way of a written article")
  func footnotes() throws {
    let text = "A[^x] b[^y] c[^x].\n\n[^x]: One\n[^y]: Two\n\n    more\n"
    let item = try #require(Reading(text, as: .markdown).items.first)
    #expect(item.body == "A1 b2 c1.\n\n1. One\n2. Two\n\nmore")
    #expect(item.bodyHTML?.contains("backref") == false)
    #expect(item.bodyHTML?.contains("<sup class=\"footnote-ref\">") == true)
    var writer = try #require(FeedWriter(format: .markdown))
    let written = writer.text(of: item)
    #expect(
      written.hasSuffix("A[^1] b[^2] c[^1]\\.\n\n[^1]: One\n[^2]: Two\n\n    more\n"), "\(written)")
    #expect(Reading(written, as: .markdown).items.first?.body == item.body)
  }

  @Test(
    "are read by the name of their file, whatever they begin with",
    arguments: [
      ("[![Build](https://x.example/b.svg)](https://x.example)\n\n# Project\n", nil, "Project"),
      ("[Link](https://x.example) starts this note.\n", nil, "Link starts this note."),
      ("[x] done\n", nil, "[x] done"), ("{{< figure >}}\n", nil, "{{< figure >}}"),
      ("<p align=\"center\">Hello</p>\n\nText\n", nil, "Hello\n\nText"),
      ("<!-- note -->\n# Title\n\nText <item>\n", "Title", "Text"),
      ("Example:\n\n{\"title\": 1}\n", nil, "Example:\n\n{\"title\": 1}"),
      ("Title *in* two lines\n====\n\nText\n", "Title in two lines", "Text"),
      ("- a\n===\n", nil, "• a ==="),
    ])
  func namedArticles(text: String, title: String?, body: String) throws {
    let folder = try TestFolder()
    let path = try folder.write(text, to: "a.md")
    let reading = Reading(try FeedReader(path: path))
    #expect(reading.format == .markdown && reading.error == nil)
    #expect(reading.items.map(\.title) == [title])
    #expect(reading.items.map(\.body) == [body])
  }

  @Test(
    "are none if a file of such a name holds a feed",
    arguments: [
      ("{\"title\":\"A\"}\n{\"title\":\"B\"}\n", FeedFormat.jsonLines),
      ("[{\"title\":\"A\"},{\"title\":\"B\"}]", .fd),
      ("{\"items\":[{\"title\":\"A\"},\n{\"title\":\"B\"}]}\n", .jsonFeed),
      (
        "<!-- a -->\n<rss><item><title>A</title></item><item><title>B</title></item></rss>", .rss
      ),
      ("<feed><entry><title>A</title></entry><entry><title>B</title></entry></feed>", .atom),
    ])
  func namedFeeds(text: String, format: FeedFormat) throws {
    let folder = try TestFolder()
    let path = try folder.write(text, to: "a.md")
    let reading = Reading(try FeedReader(path: path))
    #expect(reading.format == format)
    #expect(reading.items.map(\.title) == ["A", "B"])
  }

  @Test("have properties in JSON too", arguments: ["\n\nText\n", "\n\n{{< figure >}}\n", "\n"])
  func jsonProperties(rest: String) throws {
    let properties = #"""
      {
        "title": "Caf\u00e9 \ud83d\ude00", "date": "2026-05-04", "draft": true, "weight": 3,
        "tags": ["t\u00e9", "x, y"], "author": {"name": "Ann"}
      }
      """#
    let folder = try TestFolder()
    let path = try folder.write(properties + rest, to: "a.md")
    var limits = FeedLimits()
    limits.keptMemberBytes = 1 << 16
    for source in [path, folder.path] {
      let item = try #require(Reading(try FeedReader(path: source, limits: limits)).items.first)
      #expect(item.title == "Café 😀" && item.time == "2026-05-04" && item.author == "Ann")
      #expect(item.tags == ["té", "x, y"])
      let text = rest.split(separator: "\n").first.map(String.init)
      #expect(item.body == text)
      #expect(item.otherMembers.contains { $0.name == "draft" && $0.value == "true" })
    }
  }

  @Test(
    "keep the footnotes of other generators in written articles",
    arguments: [
      ("<p>a<sup class=footnote-ref><a href=#fn1>[1]</a></sup></p>", "a[^1]"),
      ("<p>a<a href=#fn1 class=footnote-ref><sup>1</sup></a></p>", "a[^1]"), ("<p>a</p>", "a"),
    ])
  func otherFootnotes(text: String, start: String) throws {
    let html = text + "<section class=footnotes><ol><li><p>note</p></li></ol></section>"
    let item = try #require(Reading("{\"title\":\"t\",\"body_html\":\(html.json)}").items.first)
    var writer = try #require(FeedWriter(format: .markdown))
    let written = writer.text(of: item)
    let note = start == "a" ? "1. note" : "[^1]: note"
    #expect(written.hasSuffix("\(start)\n\n\(note)\n"), "\(written)")
  }

  @Test("keep films, sounds and embedded pages in written articles")
  func media() throws {
    let html = """
      <p>a</p><iframe src="https://v.example/1" title="A &quot;film&quot;" width="560"></iframe>\
      <video src="v.mp4" poster="p.jpg"></video><p>b <audio><source src="s.ogg"></audio></p>
      """
    let line = "{\"title\":\"t\",\"body_html\":\(html.json)}"
    let item = try #require(Reading(line).items.first)
    #expect(item.body == "a\n\n▶ A \"film\"\n\n▶ v.mp4\n\nb\n\n▶ s.ogg")
    var writer = try #require(FeedWriter(format: .markdown))
    let written = writer.text(of: item)
    let back = try #require(Reading(written, as: .markdown).items.first)
    #expect(back.body == item.body, "\(written)")
    for part in ["https://v.example/1", "560", "v.mp4", "p.jpg", "s.ogg"] {
      #expect(back.bodyHTML?.contains("\"\(part)\"") == true, "\(written)")
    }
  }

  @Test("have the heading that begins their text for a title, which is a part of the text")
  func headings() throws {
    func item(_ text: String) throws -> FeedItem {
      try #require(Reading(text, as: .markdown).items.first)
    }
    let plain = try item("<!-- c -->\n\n  # A *b* &amp; `c`\u{301} #\n\nRest\n")
    #expect(plain.title == "A b & c\u{301}" && plain.body == "Rest")
    #expect(try item("A\nb\n===\n\nRest").title == "A b")
    // Its links and pictures stay in the body, for a title is plain text.
    let linked = try item("# See [T][r] now\n\nRest\n\n[r]: http://x.y\n")
    #expect(linked.title == "See T now")
    #expect(linked.bodyHTML?.contains("http://x.y") == true)
    for tag in ["<A HREF='http://x.y'>T</A>", "<IMG\tSRC=p.png>", "<video src='v.mp4'></video>"] {
      let tagged = try item("# See \(tag) now\n\nRest\n")
      #expect(tagged.title?.hasPrefix("See") == true && tagged.bodyHTML?.contains(tag) == true)
    }
    let note = try item("# Title[^1]\n\nRest\n\n[^1]: The note\n")
    #expect(note.body?.contains("The note") == true && note.body?.contains("Title") == true)
    let picture = try item("# ![alt](p.png)\n\nRest\n")
    #expect(picture.title == nil && picture.bodyHTML?.contains("alt") == true)
    let code = try item("---\ntitle: x\n---\n    let a = 1\n    let b = 2\n")
    #expect(code.body == "let a = 1\nlet b = 2")
    #expect(try item("# A\u{2028}B\n\nRest").title?.hasSuffix("B") == true)
  }
}

import Foundation
import TestSupport
import Testing

@testable import GalleyCommand

@Suite("galley convert", .timeLimit(.minutes(15)))
struct ConvertTests {
  private let feed = Repository.feed("everyday.jsonl")

  @Test("gives the same pictures by way of formats with all fields")
  func pictures() throws {
    let galley = try GalleyRunner()
    var path = feed
    for name in ["a.csv", "b.json", "c.tsv", "d.jsonl"] {
      let run = try galley.run("convert", path, "-o", name)
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.errors.contains("24 items as "))
      path = name
    }
    for (name, source) in [("before", feed), ("after", path)] {
      let run = try galley.run(
        "render", source, "--scale", "1", "--quiet", "--assets",
        Repository.url("Samples/Assets").path,
        "-o", "\(name).png")
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try galley.folder.bytes("before.png") == galley.folder.bytes("after.png"))
  }

  @Test("gives rows whose letters say the language of the feed that language, for their dates")
  func languageOfLetters() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(
      """
      <rss version="2.0"><channel><title>T</title><language>ja</language>
      <item><title>これ</title></item><item><title>直骨</title></item></channel></rss>
      """, to: "feed.xml")
    #expect(try galley.run("convert", feed, "-o", "a.jsonl").status == 0)
    let written = try String(decoding: galley.folder.bytes("a.jsonl"), as: UTF8.self)
    let rows = written.split(separator: "\n").filter { $0.contains("\"title\"") }
    #expect(rows.count == 2)
    #expect(rows.allSatisfy { $0.contains("\"lang\":\"ja\"") }, "\(written)")
  }

  @Test("keeps the language that decides an item's fonts, and leaves letters to decide again")
  func languages() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(
      """
      <rss version="2.0"><channel><title>T</title><language>zh-TW</language>
      <item><title>直 これ</title></item><item><title>直骨</title></item></channel></rss>
      """, to: "feed.xml")
    #expect(try galley.run("convert", feed, "-o", "a.jsonl").status == 0)
    func languages(_ path: String) throws -> [String] {
      try galley.run("measure", path, "--json", "--quiet").records().dropLast().map {
        "\($0["language"] ?? "none") \($0["languageSource"] ?? "none")"
      }
    }
    #expect(try languages("feed.xml") == ["ja kana", "zh-TW feed"])
    #expect(try languages("a.jsonl") == ["ja kana", "zh-TW own"])
  }

  @Test(
    "keeps the pictures of authors in RSS and Atom, and the feed's own title by way of all formats")
  func avatars() throws {
    let galley = try GalleyRunner()
    let run = try galley.run("convert", feed, "-o", "a.rss", "--title", "News", "--strict")
    #expect(run.status == 0, "\(run.errors)")
    var path = "a.rss"
    for next in ["b.atom", "c.csv", "d.json", "e.jsonl"] {
      #expect(try galley.run("convert", path, "-o", next, "--strict").status == 0)
      path = next
    }
    let given = try galley.run("convert", feed, "-o", "-", "--to", "jsonl").records()
    let back = try galley.run("convert", path, "-o", "-", "--to", "jsonl").records()
    #expect(back.map { $0["avatar"] as? String } == given.map { $0["avatar"] as? String })
    #expect((back[0]["galley_feed"] as? [String: Any])?["title"] as? String == "News")
    #expect(back.dropFirst().allSatisfy { $0["galley_feed"] == nil })
  }

  @Test("keeps the elements behind the items of a feed, and warns of cells that no column has")
  func behind() throws {
    let galley = try GalleyRunner()
    let feed = try galley.write(
      """
      <rss version="2.0"><channel><item><title>one</title></item>
      <title>News</title><language>de</language></channel></rss>
      """, to: "feed.xml")
    let run = try galley.run("convert", feed, "-o", "a.atom")
    #expect(run.status == 0, "\(run.errors)")
    let written = try String(decoding: galley.folder.bytes("a.atom"), as: UTF8.self)
    #expect(written.contains("xml:lang=\"de\"") && written.contains("<title>News</title>"))
    let table = try galley.write("title,body\na,b\nc,d, and e\n", to: "feed.csv")
    for (arguments, status) in [([String](), Int32(0)), (["--strict"], 1)] {
      let run = try galley.run(["convert", table, "-o", "b.jsonl"] + arguments)
      #expect(run.status == status)
      #expect(run.errors.contains("row 1: 1 cell beyond the columns of the header: and e"))
    }
    #expect(try galley.run("convert", feed, "-o", "c.xml", "--to", "atom").status == 0)
  }

  @Test("writes a folder of articles in the order of the feed")
  func articles() throws {
    let galley = try GalleyRunner()
    let run = try galley.run("convert", feed, "-o", "articles", "--to", "markdown", "--rows", "3")
    #expect(run.status == 0, "\(run.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: galley.folder.path("articles"))
    #expect(names.sorted() == ["000000.md", "000001.md", "000002.md"])
    let back = try galley.run("convert", "articles", "-o", "-", "--to", "jsonl")
    #expect(try back.records().count == 3)
    #expect(try back.record(0)["title"] as? String == "The ferry runs again")
    #expect(!run.errors.contains("warning"), "\(run.errors)")
    // Articles of an earlier feed would be read as part of this one.
    let fewer = [
      "convert", feed, "-o", "articles", "--to", "markdown", "--rows", "2", "--strict",
    ]
    let mixed = try galley.run(fewer)
    #expect(mixed.status == 1)
    #expect(mixed.errors.contains("articles has 1 other article, such as 000002.md"))
  }

  @Test("leaves the feed where the output is the feed, and no file where the feed breaks off")
  func safety() throws {
    let galley = try GalleyRunner()
    let text = #"{"title":"a"}"# + "\n"
    _ = try galley.write(text, to: "feed.jsonl")
    symlink("feed.jsonl", galley.folder.path("link.jsonl"))
    for name in ["feed.jsonl", "link.jsonl"] {
      #expect(try galley.run("convert", "feed.jsonl", "-o", name).status == 64)
    }
    #expect(try galley.folder.bytes("feed.jsonl") == Array(text.utf8))
    let broken = try galley.run(
      ["convert", "-", "--from", "fd", "-o", "b.csv"], input: Array(#"[{"title":"a"},{"#.utf8))
    #expect(broken.status == 65, "\(broken.errors)")
    #expect(try galley.folder.names() == ["feed.jsonl", "link.jsonl"])
  }

  @Test(
    "refuses formats that are not written",
    arguments: [
      (["-o", "a.png"], ".jsonl"), (["-o", "-"], "--to"),
      (["-o", "a", "--to", "mastodon"], "--to is"),
      (["-o", "-", "--to", "markdown"], "folder"),
      (["-o", "a.csv", "--from", "ods"], "unknown format"),
      (["-o", "a.jsonl", "--to", "csv"], "ends as jsonl does, and --to says csv"),
      (["-o", "a.xml", "--to", "jsonfeed"], "ends as rss does"),
      (["-o", "a.csv", "--to", "markdown"], "ends as csv does"),
    ])
  func refuses(arguments: [String], word: String) throws {
    let refusal = try #require(try Refusal(["convert", "feed"] + arguments))
    #expect(refusal.message.contains(word), "\(refusal.message)")
  }
}

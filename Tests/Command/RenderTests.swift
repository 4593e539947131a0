import Foundation
import TestSupport
import Testing

@Suite("galley render", .timeLimit(.minutes(15)))
struct RenderTests {
  static let samples = [
    ("everyday.jsonl", 24, 0), ("emoji.json", 12, 0), ("right-to-left.jsonl", 13, 0),
    ("cjk.json", 14, 0), ("south-and-southeast-asia.jsonl", 18, 0), ("journal.json", 6, 0),
    ("hostile.jsonl", 19, 5),
  ]

  @Test("has a record for each row, and draws all of them", arguments: samples)
  func rendersSamples(name: String, rowCount: Int, failureCount: Int) throws {
    let galley = try GalleyRunner()
    let run = try galley.run("render", Repository.feed(name), "-o", "a.png", "--json")
    #expect(run.status == (failureCount > 0 ? 1 : 0), "\(run.errors)")
    let records = try run.records()
    let summary = try #require(records.last)
    let rows = records.filter { $0["y"] != nil }
    #expect(summary["rows"] as? Int == rowCount)
    #expect(summary["failed"] as? Int == failureCount)
    #expect(rows.count == rowCount)
    #expect(records.count { $0["error"] != nil } == failureCount)
    #expect(
      records.dropLast().compactMap { $0["index"] as? Int } == Array(0..<rowCount + failureCount))
    let picture = try DecodedPNG(galley.folder.bytes("a.png"))
    let heights = rows.compactMap { $0["pixelHeight"] as? Int }
    #expect(picture.height == heights.reduce(0, +))
    #expect(picture.width == 750)
    #expect(summary["bytes"] as? Int == (try galley.folder.bytes("a.png").count))
  }

  @Test("reads standard input and writes standard output, and records to standard error or a file")
  func streams() throws {
    let galley = try GalleyRunner()
    let feed = Repository.feed("emoji.json")
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: feed)))
    _ = try galley.run("render", feed, "-o", "a.png", "--json=a.jsonl", "--quiet")
    let file = try galley.folder.bytes("a.png")
    let piped = try galley.run(["render", "-", "-o", "-", "--json", "--quiet"], input: bytes)
    #expect(piped.status == 0)
    #expect(piped.output == file)
    let records = try CommandOutput.records([UInt8](piped.errors.utf8))
    #expect(records.last?["rows"] as? Int == 12)
    let kept = try CommandOutput.records(galley.folder.bytes("a.jsonl"))
    #expect(kept.count == records.count)
    #expect(
      kept.compactMap { $0["height"] as? Double } == records.compactMap { $0["height"] as? Double })
  }

  @Test("tells what it does where it is asked to, and draws the same")
  func logs() throws {
    let galley = try GalleyRunner()
    let feed = Repository.feed("emoji.json")
    let silent = try galley.run("render", feed, "-o", "a.png", "--quiet")
    #expect(silent.errors.isEmpty)
    let debug = try galley.run("render", feed, "-o", "b.png", "--quiet", "--log-level", "debug")
    let lines = debug.errors.split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("galley: debug: ") })
    #expect(lines.contains { $0.contains("fonts are read") && $0.contains("source=noto") })
    #expect(lines.contains { $0.contains("rendered") && $0.contains("rows=12") })
    let trace = try galley.run("render", feed, "-o", "c.png", "--quiet", "--log-level", "trace")
    #expect(trace.errors.split(separator: "\n").count { $0.contains("trace: row") } == 12)
    #expect(try galley.folder.bytes("a.png") == galley.folder.bytes("b.png"))
  }

  @Test("does not take the feed for the file of records")
  func keepsFeed() throws {
    let galley = try GalleyRunner()
    let text = #"{"title":"kept"}"#
    let feed = try galley.write(text, to: "feed.jsonl")
    #expect(try galley.run("render", "--json", feed, "-o", "a.png").status == 0)
    #expect(try galley.folder.bytes("feed.jsonl") == Array(text.utf8))
  }

  @Test("cuts pages that make up the whole picture", arguments: ["fast", "small"])
  func pages(profile: String) throws {
    let galley = try GalleyRunner()
    let feed = Repository.feed("journal.json")
    let arguments = ["--png-profile", profile, "--quiet"]
    _ = try galley.run(["render", feed, "-o", "whole.png"] + arguments)
    let run = try galley.run(
      ["render", feed, "-o", "p{page:03}.png", "--pages", "300"] + arguments)
    #expect(run.status == 0, "\(run.errors)")
    let whole = try DecodedPNG(galley.folder.bytes("whole.png"))
    let names = try galley.folder.names().filter { $0.hasPrefix("p") }
    #expect(names.count == (whole.height + 599) / 600)
    var pixels: [UInt8] = []
    for name in names {
      let page = try DecodedPNG(galley.folder.bytes(name))
      #expect(page.height == 600)
      pixels += page.pixels
    }
    #expect(Array(pixels.prefix(whole.pixels.count)) == whole.pixels)
  }

  @Test("writes a card for each row")
  func cards() throws {
    let galley = try GalleyRunner()
    let run = try galley.run(
      "render", Repository.feed("journal.json"), "--cards", "-o", "{index:02}.png",
      "--background", "transparent", "--json")
    #expect(run.status == 0)
    for record in try run.records().dropLast() {
      let files = try #require(record["files"] as? [String])
      let card = try DecodedPNG(galley.folder.bytes(try #require(files.first)))
      #expect(card.height == record["pixelHeight"] as? Int)
      #expect(card.pixels[3] == 0)
    }
    #expect(try galley.folder.names() == (0..<6).map { "0\($0).png" })
  }

  @Test(
    "makes a picture of next to nothing",
    arguments: [
      ("", 0), ("{}", 1), (#"{"title":"","body":""}"#, 1),
      (#"{"title":" \t\n ","body":"\u3000"}"#, 1),
      ("[]", 0), (#"{"feed":[]}"#, 0), ("\u{FEFF}", 0), ("\n\n", 0),
      (#"{"id":1e300,"title":"\ud800"}"#, 1), (#"{"title":"\u0000","body":null}"#, 1),
    ])
  func nextToNothing(feed: String, rowCount: Int) throws {
    let galley = try GalleyRunner()
    let run = try galley.run(
      ["render", "-", "-o", "a.png", "--json", "--quiet"], input: Array(feed.utf8))
    #expect(run.status == 0, "\(run.errors)")
    #expect(try run.records().last?["rows"] as? Int == rowCount)
    #expect(try DecodedPNG(galley.folder.bytes("a.png")).height > 0)
  }
}

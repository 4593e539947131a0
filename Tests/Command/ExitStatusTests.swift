import Foundation
import TestSupport
import Testing

@Suite("Exit status", .timeLimit(.minutes(15)))
struct ExitStatusTests {
  private let feed = Repository.feed("everyday.jsonl")

  @Test(
    "is 66 where there is no such input",
    arguments: [
      ["render", "missing.json", "-o", "a.png"], ["render", ".", "-o", "a.png"],
      ["measure", "missing.json"], ["measure", "--text", "missing.txt"],
      ["measure", "--text", "."],
      ["bench", "stages", "missing.json"], ["render", "-", "-o", "a.png", "--assets", "missing"],
    ])
  func noInput(arguments: [String]) throws {
    let galley = try GalleyRunner()
    let run = try galley.run(arguments)
    #expect(run.status == 66)
    #expect(run.errors.hasPrefix("galley: "), "\(run.errors)")
    #expect(try galley.folder.names() == [])
  }

  @Test("is 65 and tells the byte where an array breaks, and leaves no file")
  func brokenArray() throws {
    let galley = try GalleyRunner()
    let broken = #"[{"title":"one"},{"title":"two"},{"title":"thr"#
    let run = try galley.run(
      ["render", "-", "-o", "a.png", "--json", "--from", "fd"], input: Array(broken.utf8))
    #expect(run.status == 65)
    #expect(run.errors.contains("byte \(broken.utf8.count)"), "\(run.errors)")
    #expect(try galley.folder.names() == [])
    let measured = try galley.run(
      ["measure", "-", "--json", "--from", "fd"], input: Array(broken.utf8))
    #expect(measured.status == 65)
    // The rows before the break have records.
    #expect(try measured.records().count == 2)
  }

  @Test("is 65 where an array breaks, and keeps finished pages and cards")
  func keepsFinishedFiles() throws {
    let galley = try GalleyRunner()
    let rows = (0..<40).map { #"{"title":"row \#($0)","content":"some words of a row"}"# }
    let broken = Array(("[" + rows.joined(separator: ",") + ",]").utf8)
    let pages = try galley.run(
      ["render", "-", "-o", "p{page:02}.png", "--pages", "200", "--from", "fd"], input: broken)
    let cards = try galley.run(
      ["render", "-", "-o", "c{index:02}.png", "--cards", "--from", "fd"], input: broken)
    #expect(pages.status == 65)
    #expect(cards.status == 65)
    let names = try galley.folder.names()
    #expect(names.count { $0.hasPrefix("c") } == 40)
    #expect(names.count { $0.hasPrefix("p") } >= 5)
    for name in names { _ = try DecodedPNG(galley.folder.bytes(name)) }
  }

  @Test(
    "is 69 without fonts, and names the packages",
    arguments: [
      ["render", "-", "-o", "a.png"], ["measure", "-"], ["measure", "--text", "-"], ["doctor"],
    ])
  func noFonts(arguments: [String]) throws {
    let galley = try GalleyRunner()
    let fonts = try TestFolder()
    let run = try galley.run(arguments + ["--font-dir", fonts.url.path])
    #expect(run.status == 69)
    #expect(run.errors.contains("fonts-noto-core"), "\(run.errors)")
    #expect(try galley.folder.names() == [])
  }

  @Test(
    "is 73 where there can be no such output, before anything is read",
    arguments: [
      ["-o", "/dev/null/a.png"], ["-o", "/dev/null/{page}.png", "--pages", "100"],
      ["-o", "/dev/null/{index}.png", "--cards"], ["-o", "a.png", "--json=/dev/null/a.jsonl"],
      ["-o", "/proc/a.png"], ["-o", "new/" + String(repeating: "n", count: 300) + ".png"],
      ["-o", "."],
    ])
  func noFolder(arguments: [String]) throws {
    let galley = try GalleyRunner()
    let run = try galley.run(
      ["render", "-", "--from", "fd"] + arguments, input: Array("no feed".utf8))
    #expect(run.status == 73, "\(run.errors)")
    #expect(try galley.folder.names() == [])
  }

  @Test(
    "is 74 where the disk is full",
    arguments: [
      ["render", "-o", "-"], ["render", "-o", "/dev/full"], ["render", "-o", "a.png", "--json"],
      ["measure"], ["measure", "--json"], ["measure", "--json=/dev/full"],
    ])
  func fullDisk(arguments: [String]) throws {
    let galley = try GalleyRunner()
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let run = try galley.run(arguments + [feed, "--quiet"], output: full)
    #expect(run.status == 74, "\(run.errors)")
    #expect(run.errors.contains("No space left"), "\(run.errors)")
    // A picture that was finished before its records stays.
    for name in try galley.folder.names() { _ = try DecodedPNG(galley.folder.bytes(name)) }
  }

  @Test(
    "is that of the run's own error where the records so far cannot be written either",
    arguments: [["render", "-o", "a.png", "--json"], ["measure"], ["measure", "--json"]])
  func ownError(arguments: [String]) throws {
    let galley = try GalleyRunner()
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let run = try galley.run(
      arguments + ["-", "--from", "fd"], input: Array(#"[{"title":"one"},{"ti"#.utf8), output: full)
    #expect(run.status == 65, "\(run.errors)")
    #expect(try galley.folder.names() == [])
  }

  @Test(
    "is 141, without a message, if the reader of the output is gone",
    arguments: [["render", "-o", "-"], ["measure", "--json"], ["measure"]])
  func brokenPipe(arguments: [String]) throws {
    let galley = try GalleyRunner()
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let run = try galley.run(arguments + [feed, "--quiet"], output: pipe.fileHandleForWriting)
    #expect(run.status == 141)
    #expect(!run.errors.contains("galley:"), "\(run.errors)")
  }

  @Test(
    "tells warnings from none with --strict",
    arguments: [
      (#"{"title":"\u0000"}"#, ["--strict"], 1), (#"{"title":"\u0000"}"#, ["--strict-glyphs"], 0),
      (#"{"title":"\uE000"}"#, ["--strict-glyphs"], 1),
      (#"{"title":"a","image":"b"}"#, ["--strict"], 1),
      (#"{"title":"\uE000"}"#, [], 0), (#"{"title":"a"}"#, ["--strict", "--strict-glyphs"], 0),
      ("7", [], 1),
    ])
  func strictness(feed: String, arguments: [String], status: Int) throws {
    let galley = try GalleyRunner()
    let rendered = try galley.run(
      ["render", "-", "-o", "a.png", "--from", "jsonl"] + arguments, input: Array(feed.utf8))
    let measured = try galley.run(
      ["measure", "-", "--from", "jsonl"] + arguments, input: Array(feed.utf8))
    #expect(Int(rendered.status) == status, "\(rendered.errors)")
    #expect(Int(measured.status) == status, "\(measured.errors)")
  }
}

import Foundation
import TestSupport
import Testing

@Suite("Outputs", .timeLimit(.minutes(15)))
struct OutputSafetyTests {
  private static let feed = #"{"title":"a row"}"# + "\n"
  private static let theme = "base: dark\n"

  /// A folder with a feed, two names more for it, a theme and a script.
  private func prepared() throws -> GalleyRunner {
    let galley = try GalleyRunner()
    _ = try galley.write(Self.feed, to: "feed")
    _ = try galley.write(Self.theme, to: "theme.yaml")
    _ = try galley.write(#"[{"ms":0,"offset":0},{"ms":20,"offset":10}]"#, to: "script")
    symlink("feed", galley.folder.path("symbolic.png"))
    link(galley.folder.path("feed"), galley.folder.path("hard.png"))
    symlink("feed", galley.folder.path("card-0.png"))
    return galley
  }

  @Test(
    "that are an input are refused, and the input stays",
    arguments: [
      ["render", "feed", "-o", "feed"], ["render", "feed", "-o", "./feed"],
      ["render", "feed", "-o", "symbolic.png"], ["render", "feed", "-o", "hard.png"],
      ["render", "feed", "-o", "a.png", "--json=feed"],
      ["render", "feed", "-o", "a.png", "--theme", "theme.yaml", "--json=theme.yaml"],
      ["render", "feed", "--cards", "-o", "card-{index}.png"],
      ["render", "feed", "--pages", "100", "-o", "card-{page}.png"],
      ["measure", "feed", "--json=feed"], ["measure", "--text", "feed", "--json=feed"],
      ["measure", "feed", "--heights", "--height-cache", "feed"],
      ["scroll", "feed", "--trace", "feed"], ["scroll", "feed", "--json=symbolic.png"],
      ["scroll", "feed", "--script", "script", "--trace", "script"],
      ["inspect", "feed", "--row", "0", "--overlay", "hard.png"],
      ["bench", "stages", "feed", "--json=feed"], ["bench", "run", "feed", "--report", "feed"],
      ["bench", "run", "feed", "--table", "feed"],
      ["bench", "corners", "feed", "--report", "feed"],
    ])
  func inputs(arguments: [String]) throws {
    let galley = try prepared()
    let names = try galley.folder.names()
    let run = try galley.run(arguments)
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.hasPrefix("galley: ") && run.errors.split(separator: "\n").count == 1)
    #expect(run.errors.contains("same file") || run.errors.contains("is read by this run"))
    #expect(try galley.folder.bytes("feed") == Array(Self.feed.utf8))
    #expect(try galley.folder.bytes("theme.yaml") == Array(Self.theme.utf8))
    #expect(try galley.folder.names() == names)
  }

  @Test(
    "that are one file are refused",
    arguments: [
      ["render", "feed", "-o", "a.png", "--json=./a.png"],
      ["render", "feed", "-o", "new/a.png", "--json=new//a.png"],
      ["render", "feed", "--cards", "-o", "c{index:02}.png", "--json=c07.png"],
      ["measure", "feed", "--heights", "--height-cache", "a", "--json=a"],
      ["scroll", "feed", "--trace", "a", "--json=a"],
      ["scroll", "feed", "--frames", "f", "--json=f/frame-000003.png"],
      ["bench", "run", "feed", "--report", "a", "--table", "a"],
    ])
  func outputs(arguments: [String]) throws {
    let galley = try prepared()
    let names = try galley.folder.names()
    let run = try galley.run(arguments)
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains("are the same file"), "\(run.errors)")
    #expect(try galley.folder.names() == names)
  }

  @Test("that are the redirected input or output are refused")
  func redirection() throws {
    let galley = try prepared()
    let path = galley.folder.path("feed")
    let end = try #require(FileHandle(forUpdatingAtPath: path))
    try end.seekToEnd()
    let run = try galley.run(["measure", "feed"], output: end)
    #expect(run.status == 64)
    #expect(run.errors.contains("standard output is the same file as the feed feed"))
    #expect(try galley.folder.bytes("feed") == Array(Self.feed.utf8))
  }

  @Test("may be one device as often as one likes")
  func devices() throws {
    let run = try prepared().run(
      ["scroll", "feed", "--seconds", "0.1", "--json=/dev/null", "--trace", "/dev/null", "--quiet"])
    #expect(run.status == 0, "\(run.errors)")
  }

  /// The bytes of a sample picture.
  private func samplePicture() throws -> Data {
    try Data(contentsOf: Repository.url("Samples/Assets/mara.png"))
  }

  @Test("do not replace an image that a row shows")
  func images() throws {
    let galley = try GalleyRunner()
    let picture = try samplePicture()
    try picture.write(to: galley.folder.url.appendingPathComponent("mara.png"))
    _ = try galley.write(#"{"title":"a","avatar":"mara.png","author":"m"}"#, to: "feed")
    let run = try galley.run("render", "feed", "--assets", ".", "-o", "mara.png")
    #expect(run.status == 64)
    #expect(run.errors.contains("mara.png"), "\(run.errors)")
    #expect(try galley.folder.bytes("mara.png") == [UInt8](picture))
    #expect(try galley.folder.names() == ["feed", "mara.png"])
  }

  @Test(
    "do not replace an image that a row names without its extension",
    arguments: [
      ["render", "feed", "-o", "img/p-0.png"],
      ["render", "feed", "--cards", "-o", "img/p-{index}.png"],
      ["render", "feed", "--pages", "100", "-o", "img/p-{page}.png"],
      ["inspect", "feed", "--row", "0", "--overlay", "img/p-0.png"],
    ])
  func namedImages(arguments: [String]) throws {
    let galley = try GalleyRunner()
    try FileManager.default.createDirectory(
      atPath: galley.folder.path("img"), withIntermediateDirectories: false)
    let picture = try samplePicture()
    try picture.write(to: galley.folder.url.appendingPathComponent("img/p-0.png"))
    _ = try galley.write(#"{"title":"a","image":"p-0"}"#, to: "feed")
    let run = try galley.run(arguments + ["--assets", "img"])
    #expect(run.status == 64, "\(run.errors)")
    #expect(run.errors.contains("img/p-0.png is read by this run"), "\(run.errors)")
    #expect(try galley.folder.bytes("img/p-0.png") == [UInt8](picture))
  }

  @Test(
    "do not replace an image or an article by a record",
    arguments: [
      ["render", "feed", "-o", "a.png", "--assets", "img", "--metadata"],
      ["render", "feed", "-o", "a.png", "--assets", "img", "--json"],
      ["render", "feed", "-o", "a.png", "--assets", "img", "--hit-map"],
      ["doctor", "feed", "--assets", "img", "--json"],
      ["measure", "feed", "--assets", "img", "--json"],
    ])
  func records(arguments: [String]) throws {
    let galley = try GalleyRunner()
    let manager = FileManager.default
    for folder in ["img", "articles"] {
      try manager.createDirectory(
        atPath: galley.folder.path(folder), withIntermediateDirectories: false)
    }
    let picture = try samplePicture()
    try picture.write(to: galley.folder.url.appendingPathComponent("img/other"))
    _ = try galley.write(#"{"title":"a"}"#, to: "feed")
    _ = try galley.write("# a\n", to: "articles/a.md")
    let option = try #require(arguments.last)
    let image = try galley.run(arguments.dropLast() + ["\(option)=img/other"])
    #expect(image.status == 64, "\(image.errors)")
    #expect(image.errors.contains("\(option)=img/other is the same file as the image img/other"))
    #expect(try galley.folder.bytes("img/other") == [UInt8](picture))
    let ofArticles = arguments.dropLast().map { $0 == "feed" ? "articles" : $0 }
    let article = try galley.run(ofArticles + ["\(option)=articles/a.md"])
    #expect(article.status == 64, "\(article.errors)")
    #expect(article.errors.contains("the article articles/a.md"), "\(article.errors)")
    // A record of an earlier run may be replaced.
    for _ in 0..<2 {
      let run = try galley.run(arguments.dropLast() + ["\(option)=img/record.json"])
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  @Test("replace a file that a row names and that is not in the assets folder")
  func namesOutside() throws {
    let galley = try GalleyRunner()
    try FileManager.default.createDirectory(
      atPath: galley.folder.path("img"), withIntermediateDirectories: false)
    _ = try galley.write(#"{"title":"a","image":"../out.png"}"#, to: "feed")
    for _ in 0..<2 {
      let run = try galley.run("render", "feed", "--assets", "img", "-o", "out.png")
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  @Test("do not replace a font by way of a link, and may be made anew beside the fonts")
  func fonts() throws {
    let galley = try GalleyRunner()
    try FileManager.default.copyItem(
      atPath: SampleFonts.soundPath, toPath: galley.folder.path("font.dat"))
    symlink("font.dat", galley.folder.path("link"))
    _ = try galley.write(Self.feed, to: "feed")
    let font = try galley.folder.bytes("font.dat")
    let refused = try galley.run("measure", "feed", "--font-dir", ".", "--json=link")
    #expect(refused.status == 64, "\(refused.errors)")
    #expect(refused.errors.contains("is the same file as the font ./"), "\(refused.errors)")
    #expect(try galley.folder.bytes("font.dat") == font)
    for _ in 0..<2 {
      let run = try galley.run("measure", "feed", "--font-dir", ".", "--json=records")
      #expect(run.status == 0, "\(run.errors)")
    }
  }

  @Test(
    "appear whole or not at all: where the run breaks off, the older file stays",
    arguments: [
      ["render", "broken", "--from", "fd", "-o", "new/a.png", "--json=old"],
      ["measure", "broken", "--from", "fd", "--json=old"],
      ["scroll", "broken", "--from", "fd", "--json=old"],
      ["render", "missing", "-o", "new/a.png", "--json=old"], ["measure", "missing", "--json=old"],
      ["scroll", "missing", "--json=old", "--trace", "new/trace", "--frames", "new"],
      ["doctor", "--font-dir", "empty", "--json=old"],
    ])
  func wholeOrNot(arguments: [String]) throws {
    let galley = try GalleyRunner()
    _ = try galley.write(#"[{"title":"one"},{"title":"two"},{"ti"#, to: "broken")
    _ = try galley.write("older records\n", to: "old")
    try FileManager.default.createDirectory(
      atPath: galley.folder.path("empty"), withIntermediateDirectories: false)
    let run = try galley.run(arguments)
    #expect([65, 66, 69].contains(run.status), "\(run.errors)")
    #expect(try galley.folder.bytes("old") == Array("older records\n".utf8))
    #expect(try galley.folder.names() == ["broken", "empty", "old"])
  }

  @Test("of records are there after a run in which rows failed")
  func failedRows() throws {
    let galley = try GalleyRunner()
    let run = try galley.run(
      ["measure", "-", "--from", "jsonl", "--json=new/records"], input: Array("7\n{}".utf8))
    #expect(run.status == 1)
    #expect(try CommandOutput.records(galley.folder.bytes("new/records")).count == 3)
  }

  @Test("of records reach a pipe as they come")
  func pipes() throws {
    let galley = try GalleyRunner()
    let pipe = galley.folder.path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    // Opened for both, so that neither side waits for the other.
    let reader = try #require(FileHandle(forUpdatingAtPath: pipe))
    let run = try galley.run(
      ["measure", "-", "--from", "jsonl", "--json=pipe"], input: Array("{}".utf8))
    #expect(run.status == 0, "\(run.errors)")
    #expect(try CommandOutput.records([UInt8](reader.availableData)).count == 2)
  }
}

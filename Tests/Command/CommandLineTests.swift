import Foundation
import TestSupport
import Testing

@testable import GalleyCommand

@Suite("Command line", .timeLimit(.minutes(15)))
struct CommandLineTests {
  private static let row = Array(#"{"title":"a row"}"#.utf8)

  @Test(
    "names the command that is not known, and one that is near",
    arguments: [
      (["reder", "feed.json", "-o", "a.png"], "unknown command 'reder'; did you mean 'render'?"),
      (["scrol"], "unknown command 'scrol'; did you mean 'scroll'?"),
      (["mesaure", "f"], "unknown command 'mesaure'; did you mean 'measure'?"),
      (["paint"], "unknown command 'paint'"),
      (["bench", "stage"], "unknown command 'stage'; did you mean 'stages'?"),
      (["bench", "speed"], "unknown command 'speed'"),
    ])
  func unknownCommand(arguments: [String], words: String) throws {
    #expect("\(try #require(GalleyCommand.unknownCommand(in: arguments)))" == words)
    let run = try GalleyRunner().run(arguments)
    #expect(run.status == 64)
    #expect(run.errors.hasPrefix("Error: \(words)\n"), "\(run.errors)")
  }

  @Test(
    "takes commands, options and a feed for bench run as they are",
    arguments: [
      ["render", "a"], ["help"], ["--help"], [], ["bench"], ["bench", "stages"],
      ["bench", "count"],
      ["bench", "feed.json", "--json"], ["bench", "./feed"], ["bench", "--json", "feed"],
    ])
  func knownCommand(arguments: [String]) {
    #expect(GalleyCommand.unknownCommand(in: arguments) == nil)
  }

  @Test("takes bench without a command for bench run")
  func benchRun() throws {
    let run = try GalleyRunner().run("bench", "missing.json", "--json")
    #expect(run.status == 66)
    #expect(run.errors.contains("missing.json"))
  }

  @Test(
    "refuses names of pictures that say another format, and braces that mean nothing",
    arguments: [
      (["render", "-", "-o", "x.jpg"], "PNG only"), (["render", "-", "-o", "x.v2"], "PNG only"),
      (["render", "-", "--cards", "-o", "{index}.webp"], "PNG only"),
      (["inspect", "-", "--row", "0", "--overlay", "x.jpg"], "PNG only"),
      (["bench", "run", "-", "--plot", "x.png"], "SVG only"),
      (["bench", "run", "-", "--report", "x.pdf"], "HTML only"),
      (["render", "-", "-o", "a{index}.png"], "--cards"),
      (["render", "-", "-o", "a{page:04}.png"], "--pages"),
      (["render", "-", "--cards", "-o", "{index}-{index}.png"], "one place"),
      (["render", "-", "--cards", "-o", "{index}{x}.png"], "one place"),
      (["render", "-", "--pages", "100", "-o", "{index}.png"], "one place"),
    ])
  func names(arguments: [String], words: String) throws {
    let galley = try GalleyRunner()
    let run = try galley.run(arguments, input: Self.row)
    #expect(run.status == 64)
    #expect(run.errors.contains(words), "\(run.errors)")
    #expect(try galley.folder.names() == [])
  }

  @Test("takes names of pictures in capitals and without an extension")
  func plainNames() throws {
    let galley = try GalleyRunner()
    for name in ["A.PNG", "a", "new.d/a"] {
      let run = try galley.run(["render", "-", "-o", name, "--quiet"], input: Self.row)
      #expect(run.status == 0, "\(run.errors)")
      _ = try DecodedPNG(galley.folder.bytes(name))
    }
  }

  @Test("writes cards and pages to folders that were not there")
  func makesFolders() throws {
    let galley = try GalleyRunner()
    let cards = try galley.run(
      ["render", "-", "--cards", "-o", "cards/{index:06}.png", "--quiet"], input: Self.row)
    let pages = try galley.run(
      ["render", "-", "--pages", "100", "-o", "p/q/{page}.png", "--quiet"], input: Self.row)
    #expect(cards.status == 0 && pages.status == 0, "\(cards.errors)\(pages.errors)")
    _ = try DecodedPNG(galley.folder.bytes("cards/000000.png"))
    _ = try DecodedPNG(galley.folder.bytes("p/q/0.png"))
  }

  @Test(
    "takes ranges of rows that no shell takes apart, and those of before",
    arguments: [
      ("3...5", 3..<6), ("3...", 3..<Int.max), ("...5", 0..<6), ("4", 0..<4), ("3..<5", 3..<5),
      ("..<5", 0..<5), ("3...3", 3..<4),
    ])
  func rows(text: String, range: Range<Int>) {
    #expect(RowRange(argument: text)?.range == range)
  }
}

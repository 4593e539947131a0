import Foundation
import TestSupport
import Testing

@testable import GalleyCommand

@Suite("galley compare", .timeLimit(.minutes(15)))
struct CompareTests {
  /// Renders rows of titles as cards, and returns the folder's name.
  private func cards(_ titles: [String], in folder: String, _ galley: GalleyRunner) throws {
    let lines = titles.map { #"{"title":"\#($0)"}"# }.joined(separator: "\n")
    let run = try galley.run(
      ["render", "-", "--from", "jsonl", "--cards", "--scale", "1", "-o", "\(folder)/{index}.png"],
      input: Array(lines.utf8))
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test("pairs the pictures of folders, and reports the different ones with status 1")
  func folders() throws {
    let galley = try GalleyRunner()
    try cards(["one", "two", "three"], in: "a", galley)
    try cards(["one", "TWO"], in: "b", galley)
    let run = try galley.run("compare", "a", "b", "--difference", "d")
    #expect(run.status == 1, "\(run.errors)")
    #expect(run.lines.count == 2 && run.lines[0].hasPrefix("1.png: "), "\(run.lines)")
    #expect(run.lines[1] == "2.png: missing in b")
    #expect(run.errors.contains("2 of 3 pictures differ"))
    #expect(try DecodedPNG(galley.folder.bytes("d/1.png")).width == 375)
    // A pipe is no picture, and is not waited for.
    #expect(mkfifo(galley.folder.path("a/pipe.png"), 0o600) == 0)
    let same = try galley.run("compare", "a", "a")
    #expect(same.status == 0 && same.output.isEmpty)
  }

  @Test("accepts a tolerance, and other formats of the same pixels")
  func pictures() throws {
    let galley = try GalleyRunner()
    try cards(["one"], in: "a", galley)
    for name in ["a.webp", "a.jpg"] {
      let run = try galley.run(
        ["render", "-", "--from", "jsonl", "--scale", "1", "-o", name],
        input: Array(#"{"title":"one"}"#.utf8))
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(try galley.run("compare", "a/0.png", "a.webp").status == 0)
    #expect(try galley.run("compare", "a/0.png", "a.jpg").status == 1)
    #expect(try galley.run("compare", "a/0.png", "a.jpg", "--tolerance", "60").status == 0)
    #expect(try galley.run("compare", "a/0.png", "a.jpg", "--pixels", "100").status == 0)
  }

  @Test("reports a different layout before the pixels")
  func layouts() throws {
    let galley = try GalleyRunner()
    try cards(["one"], in: "a", galley)
    try cards(["one"], in: "b", galley)
    try Data(#"{"height":20}"#.utf8).write(to: galley.folder.url.appendingPathComponent("a/0.json"))
    try Data(#"{"height":24}"#.utf8).write(to: galley.folder.url.appendingPathComponent("b/0.json"))
    let run = try galley.run("compare", "a", "b")
    #expect(run.status == 1)
    #expect(run.lines == ["0.png: layout at height: 20 and 24"], "\(run.lines)")
  }

  @Test("keeps its inputs, and names the ones that do not go together")
  func inputs() throws {
    let galley = try GalleyRunner()
    try cards(["one"], in: "a", galley)
    let taken = try galley.run("compare", "a/0.png", "a/0.png", "--difference", "a/0.png")
    #expect(taken.status == 64, "\(taken.errors)")
    let jpeg = try galley.run("compare", "a/0.png", "a/0.png", "--difference", "d.jpg")
    #expect(jpeg.status == 64 && jpeg.errors.contains("PNG only"), "\(jpeg.errors)")
    let mixed = try galley.run("compare", "a", "a/0.png")
    #expect(mixed.status == 64 && mixed.errors.contains("a is a folder, and "), "\(mixed.errors)")
    let missing = try galley.run("compare", "a", "missing")
    #expect(missing.errors.contains("missing does not exist"), "\(missing.errors)")
    #expect(try galley.run("compare", "a/0.png", "missing.png").status == 66)
    #expect(try Refusal(["compare", "a", "b", "--tolerance", "256"]) != nil)
  }
}

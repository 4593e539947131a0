import Foundation
import TestSupport
import Testing

@Suite("Outputs of bulk rendering", .timeLimit(.minutes(5)))
struct BulkOutputTests {
  private func galley(_ count: Int = 6) throws -> GalleyRunner {
    let galley = try GalleyRunner()
    _ = try galley.write(BulkFeed.text(count), to: "f.jsonl")
    return galley
  }

  private func content(_ name: String, _ galley: GalleyRunner) throws -> [UInt8] {
    try galley.folder.bytes(name)
  }

  @Test(
    "an archive that grows and an index replace no feed",
    arguments: [
      ("y.tar.part", "y.tar"), ("y-0.tar.part", "y-{archive}.tar"),
      ("y-index.json", "y-{archive}.tar"),
    ])
  func keepsTheFeed(feed: String, output: String) throws {
    let galley = try GalleyRunner()
    _ = try galley.write(BulkFeed.text(6), to: feed)
    let run = try galley.run("render", feed, "--from", "jsonl", "--cards", "-o", output, "--quiet")
    #expect(run.status == 64 && run.errors.contains("same file"), "\(run.errors)")
    #expect(try content(feed, galley) == Array(BulkFeed.text(6).utf8))
  }

  @Test("records do not replace the index")
  func keepsTheIndex() throws {
    let run = try galley().run(
      "render", "f.jsonl", "--cards", "-o", "j-{archive}.tar", "--json=j-index.json", "--quiet")
    #expect(run.status == 64 && run.errors.contains("same file"), "\(run.errors)")
  }

  @Test(
    "a merged manifest replaces no archive and no index of the shards",
    arguments: ["m-0.tar", "m-index.json"])
  func keepsSources(output: String) throws {
    let galley = try galley()
    _ = try galley.run(
      "render", "f.jsonl", "--cards", "-o", "m-{archive}.tar", "--manifest", "m.jsonl", "--quiet")
    let before = try content(output, galley)
    let run = try galley.run("merge", "m.jsonl", "-o", output, "--archives", "x-{archive}.tar")
    #expect(run.status == 65, "\(run.errors)")
    #expect(try content(output, galley) == before)
    let names = try galley.folder.names()
    #expect(!names.contains { $0.hasPrefix("x-") }, "\(names)")
  }

  @Test("a merged manifest replaces no picture")
  func keepsPictures() throws {
    let galley = try galley()
    _ = try galley.run(
      "render", "f.jsonl", "--cards", "-o", "{index}.png", "--manifest", "m.jsonl", "--quiet")
    let before = try content("3.png", galley)
    let run = try galley.run("merge", "m.jsonl", "-o", "3.png")
    #expect(run.status == 65 && run.errors.contains("the picture of row 3"), "\(run.errors)")
    #expect(try content("3.png", galley) == before)
  }

  @Test("a merge that cannot write an archive leaves the archive of another process")
  func leavesOthers() throws {
    let galley = try galley(40)
    _ = try galley.run(
      "render", "f.jsonl", "--cards", "-o", "m-{archive}.tar", "--archive-size", "20KiB",
      "--manifest", "m.jsonl", "--quiet")
    _ = try galley.write("another process writes this", to: "x-1.tar.merge")
    let path = galley.folder.path + "/x-1.tar.merge"
    let file = open(path, O_RDWR)
    defer { close(file) }
    #expect(flock(file, LOCK_EX) == 0)
    let run = try galley.run(
      "merge", "m.jsonl", "-o", "x.jsonl", "--archives", "x-{archive}.tar", "--archive-size",
      "20KiB")
    #expect(run.status == 73, "\(run.errors)")
    #expect(
      try content("x-1.tar.merge", galley) == Array("another process writes this".utf8))
    let names = try galley.folder.names()
    #expect(names.filter { $0.hasPrefix("x") } == ["x-1.tar.merge"])
  }

  @Test("sizes of an edited manifest end nothing", arguments: ["merge", "progress", "render"])
  func readsAnySizes(command: String) throws {
    let galley = try galley()
    _ = try galley.run(
      "render", "f.jsonl", "--cards", "-o", "m.tar", "--manifest", "m.jsonl", "--quiet")
    var lines = String(decoding: try content("m.jsonl", galley), as: UTF8.self)
      .split(separator: "\n").map(String.init)
    for (key, value) in [
      ("bytes", 1 << 50), ("pixelWidth", 1 << 31), ("pixelHeight", 1 << 31),
    ] {
      let pattern = try Regex("\"\(key)\":[0-9]+")
      for index in lines.indices.dropLast() {
        lines[index].replace(pattern, with: "\"\(key)\":\(value)")
      }
    }
    _ = try galley.write(lines.joined(separator: "\n") + "\n", to: "m.jsonl")
    let arguments =
      switch command {
      case "merge": ["merge", "m.jsonl", "-o", "x.jsonl", "--archives", "x.tar"]
      case "progress": ["progress", "m.jsonl"]
      default:
        ["render", "f.jsonl", "--cards", "-o", "m.tar", "--manifest", "m.jsonl", "--resume"]
      }
    let run = try galley.run(arguments)
    // A trap ends a process with a signal, whose status is above 128.
    #expect(run.status < 80, "\(run.status) \(run.errors)")
  }

  @Test("a feed whose identifiers have changed is another feed")
  func comparesIdentifiers() throws {
    let galley = try galley()
    let arguments = [
      "render", "f.jsonl", "--cards", "-o", "{index}.png", "--manifest", "m.jsonl", "--quiet",
    ]
    _ = try galley.run(arguments)
    let lines = String(decoding: try content("m.jsonl", galley), as: UTF8.self)
      .split(separator: "\n")
    _ = try galley.write(lines.prefix(4).joined(separator: "\n") + "\n", to: "m.jsonl")
    _ = try galley.write(
      BulkFeed.text(6).replacingOccurrences(of: "post/1", with: "past/1"), to: "f.jsonl")
    let run = try galley.run(arguments + ["--resume"])
    #expect(run.status == 65 && run.errors.contains("past/1"), "\(run.errors)")
  }

  @Test("an empty folder of the picture cache is refused")
  func refusesEmptyCache() throws {
    let run = try galley().run(
      "render", "f.jsonl", "--cards", "-o", "m.tar", "--picture-cache", "", "--quiet")
    #expect(run.status == 64 && run.errors.contains("--picture-cache is empty"), "\(run.errors)")
  }
}

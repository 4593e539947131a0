import Foundation
import TestSupport
import Testing

@Suite("A height cache on disk", .timeLimit(.minutes(15)))
struct HeightCacheTests {
  private let galley: GalleyRunner
  private let folder: TestFolder

  init() throws {
    galley = try GalleyRunner()
    folder = try TestFolder()
  }

  private var cache: String { folder.path("heights.cache") }

  private func measure(_ feed: String, _ options: String...) throws -> CommandOutput {
    try galley.run(
      ["measure", "-", "--json", "--heights", "--height-cache", cache] + options,
      input: Array(feed.utf8))
  }

  /// The records without the summary, and how many heights came from the file.
  private func told(_ run: CommandOutput) throws -> (rows: [String], stored: Int?, measured: Int?) {
    let summary = try #require(try run.records().last)
    return (
      Array(run.lines.dropLast()), summary["heightsStored"] as? Int,
      summary["heightMisses"] as? Int
    )
  }

  private func feed(_ rows: Range<Int>) -> String {
    rows.map { #"{"title":"Row \#($0)","body":"Some words, and \#($0) more"}"# + "\n" }.joined()
  }

  @Test("tells the same with a file as without, and sets no row twice")
  func warm() throws {
    let feed = feed(0..<30) + feed(0..<10) + #"{"title":"a\u0000b \uFDD0"}"#
    let bare = try galley.run(
      ["measure", "-", "--json", "--heights"], input: Array(feed.utf8))
    let cold = try told(try measure(feed))
    let warm = try told(try measure(feed))
    #expect(cold.rows == Array(bare.lines.dropLast()))
    #expect(warm.rows == cold.rows)
    let bytes = try folder.bytes("heights.cache")
    _ = try measure(feed)
    #expect(try folder.bytes("heights.cache") == bytes, "a run that adds nothing writes nothing")
    #expect(cold.stored == 0 && cold.measured == 31)
    #expect(warm.stored == 41 && warm.measured == 0)
    #expect(try told(try measure(self.feed(28..<32))).stored == 2)
  }

  @Test("finds nothing of another width, scale, theme or other fonts")
  func otherKeys() throws {
    _ = try measure(feed(0..<3))
    #expect(try told(try measure(feed(0..<3), "--width", "320")).stored == 0)
    #expect(try told(try measure(feed(0..<3), "--scale", "1")).stored == 0)
    #expect(try told(try measure(feed(0..<3), "--theme", "plain")).stored == 0)
    #expect(try told(try measure(feed(0..<3), "--system-fonts")).stored == 0)
    #expect(try told(try measure(feed(0..<3), "--width", "320")).stored == 3)
    #expect(try told(try measure(feed(0..<3))).stored == 3)
  }

  @Test("starts anew from a file that is cut, damaged or of another version, and says so")
  func damaged() throws {
    _ = try measure(feed(0..<3))
    let whole = try folder.bytes("heights.cache")
    var flipped = whole
    flipped[whole.count / 2] ^= 0x10
    let other = Array("GALLEYH0".utf8) + whole.dropFirst(8)
    for (bytes, words) in [
      (Array(whole.dropLast(7)), "is damaged"), (flipped, "is damaged"),
      (other, "is of another version"),
    ] {
      try Data(bytes).write(to: URL(fileURLWithPath: cache))
      let run = try measure(feed(0..<3))
      #expect(run.status == 0)
      #expect(run.errors.contains("\(words): it starts anew"))
      #expect(try told(run).stored == 0)
      #expect(try told(try measure(feed(0..<3))).stored == 3)
    }
  }

  @Test("leaves a file alone that is something else")
  func otherFile() throws {
    let text = feed(0..<2)
    try Data(text.utf8).write(to: URL(fileURLWithPath: cache))
    let run = try measure(feed(0..<2))
    #expect(run.status == 0)
    #expect(run.errors.contains("is no height cache: it is left alone"))
    #expect(try folder.bytes("heights.cache") == Array(text.utf8))
  }

  @Test("is refused where there can be no file, before any work")
  func unusable() throws {
    for path in ["/dev/null/such.cache", folder.path(""), "/dev/null"] {
      let run = try galley.run(
        ["measure", "-", "--heights", "--height-cache", path], input: Array(feed(0..<1).utf8))
      #expect(run.status == 73)
      #expect(run.output.isEmpty)
      let words = ["cannot create \(path): ", "height cache \(path): "]
      #expect(words.contains { run.errors.contains($0) }, "\(run.errors)")
    }
  }

  @Test("is whole after several processes that use it at once")
  func concurrent() throws {
    let running = try (0..<6).map { process in
      try galley.start(
        ["measure", "-", "--heights", "--height-cache", cache, "--json"],
        input: Array(feed(process * 20..<process * 20 + 40).utf8))
    }
    for process in running { #expect(try process.wait().status == 0) }
    let run = try measure(feed(0..<140))
    #expect(!run.errors.contains("height cache"), "the file is whole")
    let result = try told(run)
    #expect((result.stored ?? 0) >= 40 && result.rows.count == 140)
    let names = try folder.names()
    #expect(names == ["heights.cache"], "and no temporary is left")
  }
}

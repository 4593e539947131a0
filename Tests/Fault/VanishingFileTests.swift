import Foundation
import TestSupport
import Testing

/// Runs of the command whose fonts or images are removed or cut off while it reads.
@Suite("Vanishing files", .serialized, .timeLimit(.minutes(15)))
struct VanishingFileTests {
  private let galley: GalleyRunner

  init() throws {
    galley = try GalleyRunner()
    let manager = FileManager.default
    for folder in ["fonts", "assets"] {
      try manager.createDirectory(
        atPath: galley.folder.path(folder), withIntermediateDirectories: false)
    }
    try manager.copyItem(
      atPath: SampleFonts.soundPath, toPath: galley.folder.path("fonts/sound.ttf"))
    try manager.copyItem(
      atPath: Repository.path("Samples/Assets/mara.png"),
      toPath: galley.folder.path("assets/mara.png"))
    let rows = (0..<300).map {
      #"{"title":"row \#($0)","body":"words \#($0 * 7)","author":"n","avatar":"mara.png","image":"mara.png"}"#
    }
    _ = try galley.write(rows.joined(separator: "\n"), to: "feed.jsonl")
  }

  @Test(
    "leave a whole picture or none", arguments: ["fonts/sound.ttf", "assets/mara.png"],
    0..<Effort.count(2, full: 30))
  func removed(path: String, round: Int) throws {
    try disturb { try FileManager.default.removeItem(atPath: galley.folder.path(path)) }
  }

  @Test(
    "leave a whole picture or none if a file is cut off",
    arguments: ["fonts/sound.ttf", "assets/mara.png"], 0..<Effort.count(3, full: 30))
  func cutOff(path: String, round: Int) throws {
    try disturb { #expect(truncate(galley.folder.path(path), 100) == 0) }
  }

  @Test(
    "leave a whole picture or none if another process writes over a file",
    arguments: ["fonts/sound.ttf", "assets/mara.png"], 0..<Effort.count(3, full: 100))
  func overwritten(path: String, round: Int) throws {
    try disturb {
      let url = URL(fileURLWithPath: galley.folder.path(path))
      let handle = try FileHandle(forWritingTo: url)
      let count = try Data(contentsOf: url).count
      var noise = SystemRandomNumberGenerator()
      // The table directory stays in every second round, so that offsets within tables lead astray.
      let start = round % 2 == 0 ? 0 : min(4096, count / 2)
      try handle.seek(toOffset: UInt64(start))
      try handle.write(
        contentsOf: Data((start..<count).map { _ in UInt8.random(in: 0...255, using: &noise) }))
    }
  }

  /// Runs the command, and calls `change` at a random moment of the run.
  private func disturb(_ change: () throws -> Void) throws {
    _ = try galley.write("old", to: "a.png")
    let running = try galley.start(
      [
        "render", "feed.jsonl", "-o", "a.png", "--font-dir", "fonts", "--assets", "assets",
        "--quiet",
        "--jobs", "2",
      ], isDirect: true)
    let moment = UInt32.random(in: 0..<300_000)
    usleep(moment)
    try change()
    let run = try running.wait()
    let context = "after \(moment) µs: status \(run.status), \(run.errors)"
    #expect(CallFaultTests.statuses.contains(run.status), "\(context)")
    let names = try galley.folder.names()
    #expect(
      names.filter { $0.hasPrefix("a.") || $0.hasPrefix(".") } == ["a.png"], "\(context), \(names)")
    let bytes = try galley.folder.bytes("a.png")
    if bytes != Array("old".utf8) || run.status <= 1 { _ = try DecodedPNG(bytes) }
  }
}

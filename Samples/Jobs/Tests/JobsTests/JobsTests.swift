import Foundation
import Galley
import GalleySnapshots
import InkPages
import ScrollLab
import SocialCards
import Testing

/// A cell of a client's own.
struct NoteCell: Cell {
  var text: String

  var body: some Element {
    Text(text).fontSize(18).padding(16).frame(width: 240).background(.white)
  }
}

@Suite("The jobs of the tutorials", .timeLimit(.minutes(5)))
struct JobsTests {
  private let feed = Self.path("everyday.jsonl")

  private static func path(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Feeds/\(name)").standardized.path
  }

  private func inFolder(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("jobs-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path)
  }

  @Test("a site has a card for each item") func social() async throws {
    try await inFolder { folder in
      let summary = try await drawSocialCards(of: feed, to: folder)
      #expect(summary.fileCount == 24 && summary.failureCount == 0)
      #expect(FileManager.default.fileExists(atPath: folder + "/e01.png"))
    }
  }

  @Test("a feed of RSS has cards and pages too, whose names are its identifiers")
  func rss() async throws {
    try await inFolder { folder in
      let feed = Self.path("harbour.rss")
      let cards = try await drawSocialCards(of: feed, to: folder + "/cards")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder + "/cards")
      #expect(cards.failureCount == 0 && names.count == cards.fileCount && names.count > 1)
      #expect(try await drawInkPages(of: feed, to: folder + "/pages").fileCount > 0)
    }
  }

  @Test("a screen of electronic ink has pages") func ink() async throws {
    try await inFolder { folder in
      let summary = try await drawInkPages(of: feed, to: folder)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(summary.fileCount == names.count && names.count > 2)
    }
  }

  @Test("a slow machine drops frames in mode sync, and none in mode async") func lab() async throws
  {
    let dropped = try await countDroppedFrames(of: feed, throttle: 100)
    #expect(dropped.sync > 0 && dropped.async == 0)
  }

  @Test("a cell is compared with its golden picture in one line") func golden() async throws {
    let renderer = try PictureRenderer()
    let folder = FileManager.default.temporaryDirectory.path + "/jobs-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // In a test of your own, `Snapshots()` keeps golden pictures beside the test; the first run records them.
    let png = try renderer.png(of: NoteCell(text: "Ahoy, مرحبا 👋"))
    #expect(throws: SnapshotFailure.self) {
      try Snapshots(folder: folder).check(png, named: "note")
    }
    try Snapshots(folder: folder).check(
      renderer.png(of: NoteCell(text: "Ahoy, مرحبا 👋")), named: "note")
    #expect(throws: SnapshotFailure.self) {
      try Snapshots(folder: folder).check(renderer.png(of: NoteCell(text: "Ahoy!")), named: "note")
    }
  }
}

import Foundation
import Galley
import ScrollFrames
import Testing

@Suite("A table that scrolls")
struct ScrollFramesTests {
  @Test("writes what is seen at once, and what it settles to")
  func scrolls() async throws {
    let repository = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("scroll-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let feed = repository.appendingPathComponent("Samples/Feeds/journal.json").path
    let result = try await scroll(feed: feed, step: 100, to: folder.path)
    let blankAreas = result.blankAreas
    #expect(result.lastRows.last == 5)
    // Nothing is there at first, and everything at last.
    #expect(blankAreas.first ?? 0 > 0)
    #expect(blankAreas.last == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.count == blankAreas.count)
    for name in names {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
      #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    }
  }
}

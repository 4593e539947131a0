import FeedToPNG
import Foundation
import Galley
import OneRow
import Testing

@Suite("A newcomer's ten lines")
struct FeedToPNGTests {
  private static let repository = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("turn a feed into a PNG")
  func feed() async throws {
    let picture = FileManager.default.temporaryDirectory
      .appendingPathComponent("feed-\(UUID().uuidString).png")
    defer { try? FileManager.default.removeItem(at: picture) }
    let feed = Self.repository.appendingPathComponent("Samples/Feeds/everyday.jsonl").path
    let summary = try await render(feed: feed, to: picture.path)
    #expect(summary.rowCount == 24)
    #expect(summary.failureCount == 0)
    let bytes = try Data(contentsOf: picture)
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
    #expect(bytes.count == summary.byteCount)
    // IHDR: width and height, big-endian.
    let size = bytes[16..<24].map(Int.init)
    #expect(size[..<4].reduce(0) { $0 << 8 | $1 } == 750)
    #expect(size[4...].reduce(0) { $0 << 8 | $1 } == summary.pixelHeight)
  }

  @Test("tell the size of a text")
  func text() throws {
    let line = try boundingSize(of: "Ahoy", width: 120)
    let lines = try boundingSize(of: "Ahoy, مرحبا 👋, and good morning to you all", width: 120)
    #expect(line.width > 0 && line.width < 120)
    #expect(lines.width <= 120)
    #expect(lines.height >= 2 * line.height)
  }

  @Test("the page One row tells what happens")
  func page() async throws {
    let path = Self.repository.appendingPathComponent("Sources/Galley/Galley.docc/OneRow.md")
    let page = try String(contentsOf: path, encoding: .utf8)
    let told = Set(page.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    let lacking = try await oneRow().filter { line in
      !told.contains(line.trimmingCharacters(in: .whitespaces))
    }
    #expect(lacking == [])
  }
}

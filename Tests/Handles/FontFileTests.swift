import Foundation
import Testing

@testable import GalleyHandles

@Suite("FontFile")
struct FontFileTests {
  /// A file of so many bytes, removed by the caller.
  private func file(_ bytes: [UInt8]) throws -> URL {
    let url = FileManager.default.temporaryDirectory
      .appendingPathComponent("galley-font-\(UUID().uuidString)")
    try Data(bytes).write(to: url)
    return url
  }

  @Test("is mapped once while somebody has it, and anew once the file is another")
  func isShared() throws {
    let url = try file([1, 2, 3])
    defer { try? FileManager.default.removeItem(at: url) }
    let first = try #require(FontFile.shared(url.path))
    #expect(FontFile.shared(url.path) === first)
    #expect(Array(first.bytes) == [1, 2, 3])
    try Data([4, 5, 6, 7]).write(to: url, options: .atomic)
    let second = try #require(FontFile.shared(url.path))
    #expect(second !== first)
    #expect(Array(second.bytes) == [4, 5, 6, 7])
    #expect(Array(first.bytes) == [1, 2, 3])
  }

  @Test("has the same bytes after its pages were let go of")
  func survivesRelease() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let url = try file(bytes)
    defer { try? FileManager.default.removeItem(at: url) }
    let mapped = try #require(FontFile.shared(url.path))
    #expect(Array(mapped.bytes) == bytes)
    mapped.releasePages()
    #expect(Array(mapped.bytes) == bytes)
  }

  @Test("is not there for a path without a file, a folder, and a file without bytes")
  func refuses() throws {
    #expect(FontFile.shared("/nowhere/font.ttf") === nil)
    #expect(FontFile.shared("/") === nil)
    let url = try file([])
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(FontFile.shared(url.path) === nil)
  }
}

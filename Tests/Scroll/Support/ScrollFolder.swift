import Foundation
import Galley

/// A folder of its own for a test, removed afterwards.
final class ScrollFolder {
  let path: String

  init() throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("galley-scroll-" + UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// All that lies in the folder, hidden files included.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

/// A file's bytes.
func contents(of path: String) throws -> [UInt8] {
  let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
  return try file.readToEnd().map { [UInt8]($0) } ?? []
}

/// The path of a sample feed.
func samplePath(_ name: String) -> String {
  URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../Samples/Feeds/\(name)")
    .standardized.path
}

/// A sample feed.
func sample(_ name: String) -> FeedInput { .path(samplePath(name)) }

/// A feed of `count` short rows, each of its own text.
func feed(_ count: Int) -> FeedInput {
  .bytes(
    Array((0..<count).map { #"{"title":"Row \#($0)","body":"Some words."}"# + "\n" }.joined().utf8))
}

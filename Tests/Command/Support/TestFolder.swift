import Foundation

/// A folder of its own for a test, removed afterwards.
final class TestFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "galley-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The path of `name` in the folder.
  func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// The contents of `name`.
  func bytes(_ name: String) throws -> [UInt8] {
    // Foundation's `Data(contentsOf:)` leaks on an empty file, which the leak sanitizer reports.
    let file = try FileHandle(forReadingFrom: url.appendingPathComponent(name))
    return try file.readToEnd().map { [UInt8]($0) } ?? []
  }

  /// All that lies in the folder, hidden files included.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
  }
}

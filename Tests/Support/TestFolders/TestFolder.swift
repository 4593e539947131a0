package import Foundation

/// A folder of its own for a test, removed afterwards.
package final class TestFolder: Sendable {
  package let url: URL

  package init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "galley-tests-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// The folder's path.
  package var path: String { url.path }

  /// The path of `name` in the folder.
  package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

  /// The contents of `name`.
  package func bytes(_ name: String) throws -> [UInt8] { try Self.bytes(at: path(name)) }

  /// All that lies in the folder, hidden files included.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// The names in the folder, without those of hidden files.
  package func visibleNames() throws -> [String] { try names().filter { !$0.hasPrefix(".") } }

  /// The contents of a file.
  package static func bytes(at path: String) throws -> [UInt8] {
    // Foundation's `Data(contentsOf:)` leaks on an empty file, which the leak sanitizer reports.
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    return try file.readToEnd().map { [UInt8]($0) } ?? []
  }
}

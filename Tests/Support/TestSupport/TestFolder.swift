package import Foundation

/// A temporary folder of one test; it is removed with the last reference.
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

  /// Writes `text` to the file `name`, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: url.appendingPathComponent(name))
    return path(name)
  }

  /// The contents of `name`.
  package func bytes(_ name: String) throws -> [UInt8] { try Self.bytes(at: path(name)) }

  /// The sorted names in the folder, hidden files included.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  /// The sorted names in the folder, without hidden files.
  package func visibleNames() throws -> [String] { try names().filter { !$0.hasPrefix(".") } }

  /// The contents of a file.
  package static func bytes(at path: String) throws -> [UInt8] {
    // Foundation's `Data(contentsOf:)` leaks on an empty file, which the leak sanitizer reports.
    let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
    return try file.readToEnd().map { [UInt8]($0) } ?? []
  }
}

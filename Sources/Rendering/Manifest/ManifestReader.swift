import Foundation
import GalleyFiles
import GalleyPrimitives

/// Reads a manifest line by line.
///
/// A manifest of a run that was interrupted ends at its last line that is complete and well-formed.
package final class ManifestReader {
  /// The path of the manifest.
  package let path: String
  /// The first line.
  package let head: ManifestHead
  /// Whether the last line was read: the run is complete.
  package private(set) var isComplete = false
  /// The bytes of the lines that were read.
  package private(set) var byteCount: Int
  private let lines: LineFile
  private let decoder = JSONDecoder()

  /// The rows with and without a picture so far.
  private var counts = (rows: 0, failed: 0)

  private struct Summary: Decodable {
    var summary: Bool
    var rows: Int
    var failed: Int
  }

  /// Opens the manifest at `path`, and reads its head; `nil` if it has no complete line, or if there is none.
  ///
  /// - Throws: ``BulkError/unreadableManifest(path:message:)``.
  package init?(path: String) throws(BulkError) {
    self.path = path
    do throws(ReadFailure) {
      lines = try LineFile(path: path)
    } catch {
      if error.errno == FileError.notFound { return nil }
      throw .unreadableManifest(path: path, message: systemMessage(error.errno))
    }
    guard let line = try Self.line(of: lines, path) else { return nil }
    do { head = try decoder.decode(ManifestHead.self, from: Data(line)) } catch {
      throw .unreadableManifest(path: path, message: "its first line is not that of a manifest")
    }
    guard head.schemaVersion == RecordSchema.version else {
      throw .unreadableManifest(
        path: path, message: "its version is \(head.schemaVersion), not \(RecordSchema.version)")
    }
    byteCount = lines.offset
  }

  /// The next row; `nil` at the end, and at a line that is not well-formed.
  ///
  /// - Throws: ``BulkError/unreadableManifest(path:message:)``.
  package func next() throws(BulkError) -> ManifestRow? {
    guard !isComplete, let line = try Self.line(of: lines, path) else { return nil }
    let data = Data(line)
    if let row = try? decoder.decode(ManifestRow.self, from: data), row.isSound {
      byteCount = lines.offset
      if row.error == nil { counts.rows += 1 } else { counts.failed += 1 }
      return row
    }
    // A summary of other lines is that of a file which has lost some.
    let summary = try? decoder.decode(Summary.self, from: data)
    isComplete =
      summary.map { $0.summary && $0.rows == counts.rows && $0.failed == counts.failed } ?? false
    if isComplete { byteCount = lines.offset }
    return nil
  }

  /// Why there is no manifest with a complete line at `path`.
  static func absence(at path: String) -> String {
    fileExists(path) ? "its run has not written a line yet" : "it does not exist"
  }

  private static func line(of lines: LineFile, _ path: String) throws(BulkError) -> [UInt8]? {
    do throws(ReadFailure) { return try lines.next() } catch {
      throw .unreadableManifest(path: path, message: systemMessage(error.errno))
    }
  }
}

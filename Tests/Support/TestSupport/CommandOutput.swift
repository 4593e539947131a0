import Foundation

/// The result of a run of the command: its status and its output.
package struct CommandOutput {
  /// The exit status; 128 plus the number of the signal that ended the process.
  package var status: Int32
  /// The bytes of standard output.
  package var output: [UInt8]
  /// The text of standard error.
  package var errors: String

  package init(status: Int32, output: [UInt8], errors: String) {
    self.status = status
    self.output = output
    self.errors = errors
  }

  /// The lines of standard output.
  package var lines: [String] { Self.lines(output) }

  /// The records of standard output.
  package func records() throws -> [[String: Any]] { try Self.records(output) }

  /// The record in the line of standard output with index `line`.
  package func record(_ line: Int) throws -> [String: Any] { try Self.record(lines[line]) }

  /// The records in `bytes`, one a line.
  package static func records(_ bytes: [UInt8]) throws -> [[String: Any]] {
    try lines(bytes).map(record)
  }

  private static func record(_ line: String) throws -> [String: Any] {
    let value = try JSONSerialization.jsonObject(with: Data(line.utf8))
    guard let record = value as? [String: Any] else { throw NotARecord(line: line) }
    return record
  }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// A line that is not a JSON object.
  private struct NotARecord: Error {
    var line: String
  }
}

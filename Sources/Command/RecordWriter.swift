import Foundation
import Galley
import GalleyHandles

/// Why a record could not be written.
struct OutputError: Error, CustomStringConvertible {
  var name: String
  var errno: Int32

  var description: String { "cannot write \(name): \(systemMessage(errno))" }
}

/// Writes records, one JSON object a line.
///
/// Keys stand in alphabetical order, so that equal records are equal lines.
final class RecordWriter {
  private let descriptor: Int32
  private let name: String
  private var buffer = Data()
  private let encoder = JSONEncoder()

  /// Writes to standard output or, for `-o -`, to standard error; or to the file at `path`.
  init(path: String, isOutputTaken: Bool) throws {
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if path == "-" {
      descriptor = isOutputTaken ? 2 : 1
      name = isOutputTaken ? "standard error" : "standard output"
    } else {
      descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
      name = path
      if descriptor < 0 { throw PNGError.cannotCreate(path: path, errno: errno) }
    }
  }

  /// Adds a record; it may wait in memory for others.
  func write(_ record: some Encodable) throws {
    try write([UInt8](try encoder.encode(record)))
  }

  /// Adds a line that is ready; it may wait in memory for others.
  func write(_ line: JSONLine) throws { try write(line.bytes) }

  /// Adds a line of text; it may wait in memory for others.
  func write(line: String) throws { try write(Array(line.utf8)) }

  private func write(_ bytes: [UInt8]) throws {
    buffer.append(contentsOf: bytes)
    buffer.append(0x0A)
    if buffer.count >= 1 << 16 { try flush() }
  }

  /// Adds text for people as it is.
  func write(words: String) { buffer.append(Data(words.utf8)) }

  /// Writes what waits in memory.
  func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    try buffer.withUnsafeBytes { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw OutputError(name: name, errno: errno) }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }
}

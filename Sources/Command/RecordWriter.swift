import Foundation
import Galley
import GalleyFiles

/// Why a record could not be written.
struct OutputError: Error, CustomStringConvertible {
  var name: String
  var errno: Int32

  var description: String { "cannot write \(name): \(systemMessage(errno))" }
}

/// Writes records, one JSON object a line.
///
/// A stream gets them as they come. A file gets them at ``finish()``, all or none: until then an older
/// file of that name stays.
///
/// Keys stand in alphabetical order, so that equal records are equal lines.
final class RecordWriter {
  private let descriptor: Int32
  private let name: String
  /// The file that appears at the end; `nil` for a stream.
  private var file: AtomicFile?
  private var buffer = Data()
  private let encoder = JSONEncoder()

  /// Writes to standard output or, for `-o -`, to standard error; or to the file at `path`.
  init(path: String, isOutputTaken: Bool) throws {
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    name = path == "-" ? (isOutputTaken ? "standard error" : "standard output") : path
    if path == "-" {
      descriptor = isOutputTaken ? 2 : 1
    } else if isStreamPath(path) {
      descriptor = open(path, O_WRONLY | O_CLOEXEC)
      if descriptor < 0 { throw PNGError.cannotCreate(path: path, errno: errno) }
    } else {
      descriptor = -1
      file = try AtomicFile(path)
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
    if buffer.count >= 1 << 16 { try drain() }
  }

  /// Adds text for people as it is.
  func write(words: String) { buffer.append(Data(words.utf8)) }

  /// Writes what waits in memory to a stream; a file gets it at its end.
  func flush() throws { if file == nil { try drain() } }

  /// Writes the rest, and lets a file appear under its name.
  ///
  /// - Precondition: Nothing is written afterwards.
  func finish() throws {
    try drain()
    if let file = file.take() { try file.commit(durable: true) }
  }

  private func drain() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    if file != nil {
      try buffer.withUnsafeBytes { try file?.write($0) }
      return
    }
    let code = buffer.withUnsafeBytes { StandardStreams.write($0, to: descriptor) }
    if code != 0 { throw OutputError(name: name, errno: code) }
  }
}

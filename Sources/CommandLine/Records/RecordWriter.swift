import Foundation
import Galley
import GalleyFiles
package import GalleyPrimitives

/// The error of a stream that cannot be written.
struct OutputError: ExitingError, CustomStringConvertible {
  var name: String
  var errno: Int32

  var status: ExitStatus { errno == EPIPE ? .brokenPipe : .ioError }

  var description: String { "cannot write \(name): \(systemMessage(errno))" }
}

/// Writes records as JSON Lines, or lines of text.
///
/// A stream gets records as they come. A file gets all records at ``finish()``, or none: until then
/// an older file of that name stays. A writer that ends without ``finish()``, by an error, leaves the
/// records so far in a stream, and no file. Each record gets the key `schemaVersion`. Keys are in
/// alphabetical order, so that equal records are equal lines.
package final class RecordWriter {
  private let descriptor: Int32
  private let name: String
  /// Whether control characters of quoted text are replaced, since a terminal would obey them.
  private let isTerminal: Bool
  /// The file that replaces an older one at the end; `nil` for a stream.
  private var file: AtomicFile?
  private var buffer = Data()
  private let encoder = JSONEncoder()

  /// Opens standard output or, for `-o -`, standard error; or the file at `path`.
  package init(path: String = "-", isOutputTaken: Bool = false) throws {
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
    isTerminal = descriptor >= 0 && isatty(descriptor) == 1
  }

  deinit { try? flush() }

  /// Adds a record, which may stay in the buffer.
  package func write(_ record: some Encodable) throws {
    try write([UInt8](try encoder.encode(VersionedRecord(record: record))))
  }

  /// Adds a record whose only empty list called `key` gets `elements`, which are encoded one by one.
  ///
  /// Parts of it may be written before the others are encoded.
  ///
  /// - Precondition: The record has such a list.
  package func write(
    _ record: some Encodable, filling key: String, with elements: some Sequence<some Encodable>
  ) throws {
    let whole = try encoder.encode(VersionedRecord(record: record))
    let list = Data("\"\(key)\":[]".utf8)
    guard let place = whole.firstRange(of: list) else {
      preconditionFailure("the record has no empty list '\(key)'")
    }
    buffer.append(whole[..<(place.upperBound - 1)])
    var isFirst = true
    for element in elements {
      if !isFirst { buffer.append(UInt8(ascii: ",")) }
      isFirst = false
      buffer.append(try encoder.encode(element))
      if buffer.count >= 1 << 16 { try drain() }
    }
    try write([UInt8](whole[(place.upperBound - 1)...]))
  }

  /// Adds a complete line, which may stay in the buffer.
  package func write(_ line: JSONLine) throws { try write(line.bytes) }

  /// Adds a line of text, which may stay in the buffer.
  package func write(line: String) throws { try write(Array(line.utf8)) }

  private func write(_ bytes: [UInt8]) throws {
    buffer.append(contentsOf: bytes)
    buffer.append(0x0A)
    if buffer.count >= 1 << 16 { try drain() }
  }

  /// Adds text with its own line breaks.
  package func write(words: String) { buffer.append(Data(words.utf8)) }

  /// Writes the buffer to a stream; a file is written at its end.
  package func flush() throws { if file == nil { try drain() } }

  /// Writes the buffer, and replaces an older file.
  ///
  /// - Precondition: Nothing is written afterwards.
  package func finish() throws {
    try drain()
    if let file = file.take() { try file.commit(durable: true) }
  }

  private func drain() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    if file != nil {
      try buffer.withUnsafeBytes { try file?.write($0) }
      return
    }
    if isTerminal { buffer = Data(String(decoding: buffer, as: UTF8.self).shownLines.utf8) }
    let code = buffer.withUnsafeBytes { StandardStreams.write($0, to: descriptor) }
    if code != 0 { throw OutputError(name: name, errno: code) }
  }
}

/// A record with the version of the schema.
private struct VersionedRecord<Record: Encodable>: Encodable {
  var record: Record

  private enum Key: CodingKey {
    case schemaVersion
  }

  func encode(to encoder: any Encoder) throws {
    try record.encode(to: encoder)
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(RecordSchema.version, forKey: .schemaVersion)
  }
}

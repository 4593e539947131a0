// `struct stat` comes with the C module that is read first, which may be this one.
internal import CLinux
import Glibc

/// Reads the lines of a file that a process may still append to.
package final class LineFile {
  /// The offset of the first byte that is in no complete line so far.
  package private(set) var offset = 0
  private let path: String
  private let file: Descriptor
  private var buffer: [UInt8] = []
  private var start = 0
  private var hasEnded = false

  private static let chunkSize = 1 << 20
  /// The longest line; a longer one is a fault of the file.
  private static let byteLimit = 64 << 20

  /// Opens the file at `path`.
  ///
  /// - Throws: ``ReadFailure``.
  package init(path: String) throws(ReadFailure) {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw ReadFailure(errno: errno) }
    self.path = path
    file = Descriptor(number)
  }

  /// The next complete line, without its newline; `nil` at the end.
  ///
  /// - Throws: ``ReadFailure``, with `EFBIG` for a line of more than 64 MiB.
  package func next() throws(ReadFailure) -> [UInt8]? {
    var scanned = start
    while true {
      if let end = buffer[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(buffer[start..<end])
        start = end + 1
        offset += line.count + 1
        return line
      }
      guard !hasEnded else { return nil }
      buffer.removeFirst(start)
      scanned = buffer.count
      start = 0
      guard scanned < Self.byteLimit else { throw ReadFailure(errno: EFBIG) }
      try fill()
    }
  }

  private func fill() throws(ReadFailure) {
    let old = buffer.count
    buffer += [UInt8](repeating: 0, count: Self.chunkSize)
    let count = buffer.withUnsafeMutableBytes { bytes in
      StandardStreams.read(
        into: UnsafeMutableRawBufferPointer(rebasing: bytes[old...]), from: file.number)
    }
    buffer.removeLast(Self.chunkSize - max(0, count))
    guard count >= 0 else { throw ReadFailure(errno: Int32(-count)) }
    hasEnded = count == 0
  }
}

/// Reads parts of a file at any offset.
package final class RandomAccessFile: Sendable {
  private let file: Descriptor
  /// The bytes of the file when it was opened.
  private let byteCount: Int

  /// Opens the file at `path`.
  ///
  /// - Throws: ``ReadFailure``.
  package init(path: String) throws(ReadFailure) {
    let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw ReadFailure(errno: errno) }
    file = Descriptor(number)
    var status = stat()
    guard fstat(number, &status) == 0 else { throw ReadFailure(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ReadFailure(errno: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    byteCount = Int(status.st_size)
  }

  /// The bytes from `offset` on, `count` of them unless the file ends before.
  ///
  /// - Throws: ``ReadFailure``.
  package func bytes(at offset: Int, count: Int) throws(ReadFailure) -> [UInt8] {
    // Memory is taken for bytes that are there, because a damaged manifest may ask for any number.
    let count = max(0, min(count, byteCount - offset))
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
      while done < count {
        let read = pread(
          file.number, buffer.baseAddress.map { $0 + done }, count - done, off_t(offset + done))
        if read < 0, errno == EINTR { continue }
        if read < 0 { failure = errno }
        guard read > 0 else { return }
        done += read
      }
    }
    guard failure == 0 else { throw ReadFailure(errno: failure) }
    return bytes
  }
}

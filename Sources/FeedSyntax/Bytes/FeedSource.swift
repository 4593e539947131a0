package import GalleyFeedItems
internal import GalleyFiles
internal import Glibc

/// A source of a feed's bytes.
package protocol FeedSource {
  /// Waits for some bytes, reads them into `buffer`, and returns their number; 0 at the end.
  mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int

  /// The number of bytes; `nil` if it is not known before reading.
  var byteCount: Int? { get }

  /// The label of the encoding that was guessed from the bytes read so far; `nil` for UTF-8 and an encoding that the
  /// bytes say.
  var guessedEncoding: String? { get }
}

extension FeedSource {
  package var guessedEncoding: String? { nil }
}

/// A feed in memory.
package struct BytesSource: FeedSource {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var byteCount: Int? { bytes.count }

  package mutating func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    let count = min(buffer.count, bytes.count - position)
    buffer.copyBytes(from: bytes[position..<position + count])
    position += count
    return count
  }
}

/// A feed in a file, a pipe or a socket.
package final class FileSource: FeedSource {
  private let descriptor: Int32
  private let isOwned: Bool
  private let path: String
  private var position = 0
  package let byteCount: Int?

  /// Opens the file at `path`, and closes it at the end of this source.
  ///
  /// - Parameters:
  ///   - path: The path of a file, a pipe or a device.
  ///   - isFound: Whether the name was found in a folder and not given: a symbolic link is refused then with `ELOOP`,
  ///     and a pipe or a device with `ENXIO` without waiting for its writer.
  /// - Throws: ``GalleyFeedItems/FeedError/unreadable(path:errno:)``.
  package init(path: String, isFound: Bool = false) throws(FeedError) {
    let opened = open(path, O_RDONLY | O_CLOEXEC | (isFound ? O_NOFOLLOW | O_NONBLOCK : 0))
    guard opened >= 0 else { throw .unreadable(path: path, errno: errno) }
    var status = stat()
    let isKnown = fstat(opened, &status) == 0
    // A folder can be opened, but not read.
    guard !isKnown || status.st_mode & S_IFMT != S_IFDIR else {
      close(opened)
      throw .unreadable(path: path, errno: EISDIR)
    }
    let isFile = isKnown && status.st_mode & S_IFMT == S_IFREG
    guard isFile || !isFound else {
      close(opened)
      throw .unreadable(path: path, errno: ENXIO)
    }
    self.descriptor = opened
    self.isOwned = true
    self.path = path
    self.byteCount = isFile ? Int(status.st_size) : nil
  }

  /// Reads `descriptor`, which the caller closes.
  package init(descriptor: Int32, name: String) {
    self.descriptor = descriptor
    self.isOwned = false
    self.path = name
    self.byteCount = nil
  }

  deinit {
    if isOwned { close(descriptor) }
  }

  /// All remaining bytes; throws if there are more than `limit`.
  package func bytes(limit: Int) throws(FeedError) -> [UInt8] {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try chunk.withUnsafeMutableBufferPointer { buffer throws(FeedError) in
        try read(into: UnsafeMutableRawBufferPointer(buffer))
      }
      guard count > 0 else { return bytes }
      guard bytes.count + count <= limit else { throw .limitExceeded(.bytes, value: limit) }
      bytes += chunk[..<count]
    }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(FeedError) -> Int {
    let count = StandardStreams.read(into: buffer, from: descriptor)
    guard count < 0 else {
      position += count
      return count
    }
    let code = Int32(-count)
    // A folder or a closed stream is an unreadable input; other codes are faults of the device.
    if code == EISDIR || code == EBADF { throw .unreadable(path: path, errno: code) }
    throw .readFailed(path: path, errno: code, byteOffset: position)
  }
}

// `struct stat` comes with the C module that is read first, which may be this one.
internal import CLinux
import Glibc

/// Why a file could not be read.
package struct ReadFailure: Error, Hashable, Sendable {
  /// The system's error; `EFBIG` for a file with too many bytes, `EISDIR` for a folder, `EINVAL` for a pipe
  /// or a device.
  package let errno: Int32
}

/// The bytes of the regular file at `path`, if there are at most `byteLimit`.
///
/// - Returns: `nil` if there is no such file.
package func readFile(_ path: String, byteLimit: Int) throws(ReadFailure) -> [UInt8]? {
  // Without O_NONBLOCK, opening a pipe of that name would wait for a writer.
  let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard number >= 0 else {
    if errno == ENOENT { return nil }
    throw ReadFailure(errno: errno)
  }
  return try Descriptor(number).readRegularFile(byteLimit: byteLimit)
}

/// Whether `path` is the name of a file, a folder or a link; the link may lead nowhere.
package func fileExists(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0
}

/// Removes the file at `path`, if there is one.
package func removeFile(_ path: String) { unlink(path) }

extension Descriptor {
  /// All bytes of this file, if it is a regular file with at most `byteLimit` bytes.
  ///
  /// The result is shorter than the file was if another process shortens it meanwhile.
  func readRegularFile(byteLimit: Int) throws(ReadFailure) -> [UInt8] {
    try readHead(.max, byteLimit: byteLimit).bytes
  }

  /// The first `count` bytes of a regular file of at most `byteLimit` bytes, or all of them, and the number of its bytes.
  func readHead(
    _ count: Int, byteLimit: Int
  ) throws(ReadFailure) -> (bytes: [UInt8], fileByteCount: Int) {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw ReadFailure(errno: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ReadFailure(errno: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
    }
    guard status.st_size <= byteLimit else { throw ReadFailure(errno: EFBIG) }
    var failure: Int32 = 0
    let size = Int(status.st_size)
    let wanted = min(count, size)
    // An array without capacity is one object for all threads, to which the initializer would write.
    guard wanted > 0 else { return ([], size) }
    let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, done in
      buffer.preferHugePages()
      while done < buffer.count {
        let count = pread(
          number, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(done))
        if count < 0, errno == EINTR { continue }
        if count < 0 { failure = errno }
        guard count > 0 else { return }
        done += count
      }
    }
    guard failure == 0 else { throw ReadFailure(errno: failure) }
    return (bytes, size)
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Asks for pages of 2 MiB where memory for a large file is new: faults of small pages take longer than reading it.
  fileprivate func preferHugePages() {
    guard count >= 4 << 20, let start = baseAddress else { return }
    let page = 4096
    let skipped = -Int(bitPattern: start) & (page - 1)
    // The hint may be refused, and has no effect on the bytes.
    madvise(start + skipped, (count - skipped) & ~(page - 1), MADV_HUGEPAGE)
  }
}

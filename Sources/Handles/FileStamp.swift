internal import CLinux
import Glibc

/// By what a file is known to be the same as before, without reading it: its size and the time of its
/// last change.
package struct FileStamp: Hashable, Sendable {
  package let byteCount: Int64
  package let seconds: Int64
  package let nanoseconds: Int64

  /// The stamp of the file at `path`; `nil` if there is none.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    byteCount = Int64(status.st_size)
    seconds = Int64(status.st_mtim.tv_sec)
    nanoseconds = Int64(status.st_mtim.tv_nsec)
  }
}

/// The bytes of the regular file at `path`, if there are at most `byteLimit`.
///
/// - Returns: `nil` if there is no such file.
/// - Throws: The `errno` of what failed: `EFBIG` for too many bytes, `EINVAL` for no regular file.
package func readFile(_ path: String, byteLimit: Int) throws(ReadFailure) -> [UInt8]? {
  // Without O_NONBLOCK a pipe of that name would wait for a writer.
  let number = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard number >= 0 else {
    if errno == ENOENT { return nil }
    throw ReadFailure(errno: errno)
  }
  let file = Descriptor(number)
  var status = stat()
  guard fstat(file.number, &status) == 0 else { throw ReadFailure(errno: errno) }
  guard status.st_mode & S_IFMT == S_IFREG else {
    throw ReadFailure(errno: status.st_mode & S_IFMT == S_IFDIR ? EISDIR : EINVAL)
  }
  guard status.st_size <= byteLimit else { throw ReadFailure(errno: EFBIG) }
  var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
  var done = 0
  while done < bytes.count {
    let count = bytes.withUnsafeMutableBytes {
      pread(file.number, $0.baseAddress.map { $0 + done }, $0.count - done, off_t(done))
    }
    if count < 0, errno == EINTR { continue }
    guard count >= 0 else { throw ReadFailure(errno: errno) }
    guard count > 0 else { break }
    done += count
  }
  return Array(bytes[..<done])
}

/// Why a file could not be read.
package struct ReadFailure: Error, Hashable, Sendable {
  package let errno: Int32
}

/// Whether something has the name `path`, be it a link that leads nowhere.
package func fileExists(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0
}

internal import CLinux
import Glibc

/// The size of a file and the time of its last change: a file with the stamp that it had before is taken for
/// unchanged.
package struct FileStamp: Hashable, Sendable {
  package let byteCount: Int64
  package let seconds: Int64
  package let nanoseconds: Int64
  /// Whether it is a regular file, and no folder, pipe or device.
  package let isRegular: Bool

  /// The stamp of the file at `path`; `nil` if there is none.
  package init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    byteCount = Int64(status.st_size)
    seconds = Int64(status.st_mtim.tv_sec)
    nanoseconds = Int64(status.st_mtim.tv_nsec)
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }
}

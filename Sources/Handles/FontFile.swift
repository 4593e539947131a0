internal import CLinux
import Glibc

/// A font file mapped into memory, once for all workers that draw with it.
///
/// FreeType itself would map it for each: the pages that are looked at count for each mapping, and
/// the Han fonts alone are 50 MB.
final class FontFile: Sendable {
  // Mapped in `init` for reading, never written, unmapped in deinit.
  nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

  /// The file at `path`; the one that is mapped already where it has not changed since.
  ///
  /// `nil` where it cannot be read or is empty.
  static func shared(_ path: String) -> FontFile? {
    guard let stamp = FileStamp(path: path) else { return nil }
    return files.withLock { files in
      if let known = files[path], known.stamp == stamp, let file = known.file { return file }
      guard let file = FontFile(path) else { return nil }
      files = files.filter { $0.value.file != nil }
      files[path] = Known(stamp: stamp, file: file)
      return file
    }
  }

  private struct Known {
    var stamp: FileStamp
    weak var file: FontFile?
  }

  private static let files = Guarded<[String: Known]>([:])

  private init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0 else { return nil }
    let count = Int(status.st_size)
    let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0)
    guard let start, start != MAP_FAILED else { return nil }
    bytes = UnsafeRawBufferPointer(start: start, count: count)
  }

  /// Lets go of the pages that were looked at; whoever looks again gets them from the page cache.
  ///
  /// The pages around each glyph that is drawn once would add up to the whole file.
  func releasePages() {
    madvise(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count, MADV_DONTNEED)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }
}

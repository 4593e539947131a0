// `struct stat` comes with the C module that is read first, which may be this one.
internal import CLinux
import GalleyPrimitives
import Glibc

/// A folder of files by hash, of a limited size, that processes of several machines may share.
///
/// A file appears whole or not at all. Its name begins with two hexadecimal digits, which are the subfolder.
/// Each of the 256 subfolders has an equal share of the limit. A process that has added a sixteenth of a share
/// to a subfolder removes the least recently used files there, until the share is kept again. So n processes
/// may exceed the limit by n sixteenths.
package final class BoundedFolder: Sendable {
  private struct Additions {
    /// For each subfolder, the bytes that this process has added since it last looked; `nil` before.
    var byteCounts = [Int?](repeating: nil, count: 256)
  }

  /// The path of the folder.
  package let path: String
  private let share: Int
  private let additions = Monitor(Additions())

  /// Makes the folder at `path` if it is missing.
  ///
  /// - Throws: ``FileError/cannotCreate(path:errno:)``.
  package init(path: String, byteLimit: Int) throws(FileError) {
    // Without this, the subfolders would be those of the root.
    guard !path.isEmpty else { throw .cannotCreate(path: path, errno: ENOENT) }
    self.path = path
    share = max(1, byteLimit / 256)
    try checkOutputFolder(path)
  }

  /// The largest file that is added.
  package var fileByteLimit: Int { share }

  /// The bytes of the file `name`; `nil` if there is none that can be read.
  ///
  /// The file counts as used now.
  package func read(_ name: String) -> [UInt8]? {
    let path = path(name)
    guard let bytes = try? readFile(path, byteLimit: .max) else { return nil }
    var status = stat()
    // The time of use is exact to an hour, so that a hit seldom writes.
    if stat(path, &status) == 0, status.st_mtim.tv_sec < time(nil) - 3600 { utimes(path, nil) }
    return bytes
  }

  /// Adds the file `name`, unless it is larger than ``fileByteLimit``.
  ///
  /// A file that cannot be written is not added: the folder may be full or read-only.
  package func add(_ name: String, _ bytes: [UInt8]) {
    // A pipe of that name would wait for a reader.
    guard bytes.count <= fileByteLimit, let subfolder = Int(name.prefix(2), radix: 16),
      !isStreamPath(path(name))
    else { return }
    do throws(FileError) {
      var file = try AtomicFile(path(name))
      try file.write(bytes)
      try file.commit(durable: false)
    } catch { return }
    let isDue = additions.withLock { additions in
      let sum = (additions.byteCounts[subfolder] ?? share / 16) + bytes.count
      additions.byteCounts[subfolder] = sum > share / 16 ? 0 : sum
      return sum > share / 16
    }
    if isDue { evict(String(name.prefix(2))) }
  }

  private func path(_ name: String) -> String { path + "/" + name.prefix(2) + "/" + name }

  /// Removes the least recently used files of a subfolder that exceeds its share.
  private func evict(_ subfolder: String) {
    let folder = path + "/" + subfolder
    var files: [(name: String, byteCount: Int, time: Int)] = []
    guard let listing = opendir(folder) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      var status = stat()
      guard name.hasPrefix(subfolder), lstat(folder + "/" + name, &status) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      files.append((name, Int(status.st_size), Int(status.st_mtim.tv_sec)))
    }
    var sum = files.reduce(0) { $0 + $1.byteCount }
    guard sum > share else { return }
    for file in files.sorted(by: { ($0.time, $0.name) < ($1.time, $1.name) }) {
      guard sum > share else { return }
      // Another process may have removed the file.
      unlink(folder + "/" + file.name)
      sum -= file.byteCount
    }
  }
}

// `struct stat` comes with the C module that is read first, which may be this one.
internal import CLinux
import Glibc

/// The list, kept in a folder, of the files that were written there.
///
/// A later writer may remove the files with the names and lengths in the list. A line of the list is a name and
/// a number of bytes. A line may be added before its file exists: if the process ends in between, a line
/// without a file does no harm.
package struct WrittenFileList: ~Copyable, Sendable {
  /// The list's name in its folder.
  package static let name = ".galley-frames"
  private static let byteLimit = 64 << 20

  private let folder: String
  private let isName: @Sendable (String) -> Bool
  private var file: Descriptor?

  /// The list in `folder`, of files whose names `isName` accepts; nothing is opened yet.
  package init(folder: String, isName: @escaping @Sendable (String) -> Bool) {
    self.folder = folder
    self.isName = isName
  }

  private var path: String { folder + "/" + Self.name }

  /// Removes the files in the list, and nothing else: no folder, no link, no file of another length, no name
  /// that `isName` rejects.
  ///
  /// - Complexity: O(files) system calls.
  package func removeListed() {
    guard let bytes = try? readFile(path, byteLimit: Self.byteLimit) else { return }
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ")
      guard parts.count == 2, let byteCount = Int64(parts[1]) else { continue }
      let name = String(parts[0])
      var status = stat()
      guard isName(name), !name.contains("/"), lstat(folder + "/" + name, &status) == 0,
        status.st_mode & S_IFMT == S_IFREG, status.st_size == byteCount
      else { continue }
      unlink(folder + "/" + name)
    }
  }

  /// Adds a file; the first one begins a new list.
  ///
  /// - Throws: ``FileError/cannotCreate(path:errno:)``, ``FileError/writeFailed(path:errno:)``.
  package mutating func add(_ name: String, byteCount: Int) throws(FileError) {
    if file == nil {
      let flags = O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW | O_CLOEXEC
      let number = open(path, flags, 0o666)
      guard number >= 0 else { throw .cannotCreate(path: path, errno: errno) }
      file = Descriptor(number)
    }
    let line = Array("\(name) \(byteCount)\n".utf8)
    let code = line.withUnsafeBytes { file?.write($0) ?? EBADF }
    if code != 0 { throw .writeFailed(path: path, errno: code) }
  }
}

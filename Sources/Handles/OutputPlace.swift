// `struct stat` comes with whichever C module is read first, and that may be this one.
internal import CLinux
import Glibc

/// Where the file at a path will be: the nearest folder that exists, and the names below it.
///
/// A link at the end of the path is followed if it leads to a file.
struct OutputPlace {
  /// The nearest folder that exists.
  let folder: String
  /// The names of the folders below ``folder`` that do not exist yet, outermost first.
  let missingFolders: [String]
  /// The file's name.
  let name: String

  /// The place of the file at `path`.
  ///
  /// - Throws: The `errno` that a file there would fail with: a file or a broken link in a folder's
  ///   place, a name that is too long, no right to search a folder.
  init(_ path: String) throws(ReadFailure) {
    var (folder, name) = Self.split(Self.target(of: path))
    guard !name.isEmpty else { throw ReadFailure(errno: ENOENT) }
    var missing: [String] = []
    var status = stat()
    while stat(folder, &status) != 0 {
      // A link that leads nowhere is there, and no folder can be made in its place.
      guard errno == ENOENT, lstat(folder, &status) != 0 else { throw ReadFailure(errno: errno) }
      let (parent, last) = Self.split(folder)
      if !last.isEmpty { missing.insert(last, at: 0) }
      folder = parent
    }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw ReadFailure(errno: ENOTDIR) }
    let longest = pathconf(folder, Int32(_PC_NAME_MAX))
    for part in missing + [name] where longest > 0 && part.utf8.count > longest {
      throw ReadFailure(errno: ENAMETOOLONG)
    }
    self.folder = folder
    self.missingFolders = missing
    self.name = name
  }

  /// The file's path from ``folder``.
  var relativePath: String { (missingFolders + [name]).joined(separator: "/") }

  private static func target(of path: String) -> String {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK,
      let real = realpath(path, nil)
    else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// The folder and the name of `path`; the folder has no slash at its end.
  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let name = String(path[path.utf8.index(after: slash)...])
    var folder = path[..<slash]
    while folder.utf8.last == UInt8(ascii: "/") { folder.removeLast() }
    return (folder.isEmpty ? "/" : String(folder), name)
  }
}

/// Finds out whether a file could be made at `path`, and leaves nothing there.
///
/// For runs that write their file late: they should fail early. Folders that are missing do not
/// count, since ``AtomicFile`` makes them. A pipe or a device is not opened.
///
/// - Throws: ``FileError/cannotCreate(path:errno:)``.
package func checkOutput(_ path: String) throws(FileError) {
  if isStreamPath(path) {
    guard access(path, W_OK) == 0 else { throw .cannotCreate(path: path, errno: errno) }
    return
  }
  _ = try AtomicFile(path)
}

/// Whether a pipe, a terminal or a device is at `path`, which nothing replaces.
package func isStreamPath(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
}

/// Finds out whether a folder is at `path`, or could be made, that takes files.
///
/// - Throws: ``FileError/cannotCreate(path:errno:)``, which names the folder.
package func checkOutputFolder(_ path: String) throws(FileError) {
  let inside = path.utf8.last == UInt8(ascii: "/") ? path + "file" : path + "/file"
  do { _ = try AtomicFile(inside) } catch {
    switch error {
    case .cannotCreate(_, let code), .writeFailed(_, let code):
      throw .cannotCreate(path: path, errno: code)
    }
  }
}

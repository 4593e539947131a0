// `struct stat` comes with the C module that is read first, which may be this one.
internal import CLinux
import Glibc

/// The place of an output file: the nearest folder that exists, and the names below it.
///
/// A link at the end of the path is followed if it leads to a file.
struct OutputPlace {
  /// The nearest folder that exists.
  let folder: String
  /// The names of the folders below ``folder`` that do not exist yet, outermost first.
  let missingFolders: [String]
  /// The file's name.
  let name: String

  /// The place of the file at `path`, or of the link itself if links are not followed.
  ///
  /// - Throws: The `errno` of making a file there: a file or a broken link in a folder's place, a name that is
  ///   too long, no right to search a folder.
  init(_ path: String, followsLinks: Bool = true) throws(ReadFailure) {
    var (folder, name) = Self.split(followsLinks ? Self.target(of: path) : path)
    guard !name.isEmpty else { throw ReadFailure(errno: ENOENT) }
    var missing: [String] = []
    var status = stat()
    while stat(folder, &status) != 0 {
      // No folder can be made in the place of a link that leads nowhere.
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

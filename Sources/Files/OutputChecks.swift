// `struct stat` comes with the C module that is read first, which may be this one.
internal import CLinux
import Glibc

/// Checks whether a file can be made at `path`, and leaves nothing there.
///
/// A run that writes its file late calls this in order to fail early. Missing folders are no failure, since
/// ``AtomicFile`` makes them. A pipe or a device is not opened.
///
/// - Throws: ``FileError/cannotCreate(path:errno:)``.
package func checkOutput(_ path: String) throws(FileError) {
  if isStreamPath(path) {
    guard access(path, W_OK) == 0 else { throw .cannotCreate(path: path, errno: errno) }
    return
  }
  _ = try AtomicFile(path)
}

/// Checks that a complete file can be renamed to `path`: a regular file is there, or nothing.
///
/// A link is refused, because a rename would replace the link and not its file.
///
/// - Throws: ``FileError/cannotCreate(path:errno:)``, with ``FileError/notRegular`` or `EISDIR`.
package func checkRename(to path: String) throws(FileError) {
  var status = stat()
  guard lstat(path, &status) == 0 else { return }
  switch status.st_mode & S_IFMT {
  case S_IFREG: return
  case S_IFDIR: throw .cannotCreate(path: path, errno: EISDIR)
  default: throw .cannotCreate(path: path, errno: FileError.notRegular)
  }
}

/// Whether a pipe, a terminal or a device is at `path`; an output never replaces one of these.
package func isStreamPath(_ path: String) -> Bool {
  var status = stat()
  return stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
}

/// Checks that one of many files does not go to a pipe, which would wait for a reader, or to a device.
///
/// - Throws: ``FileError/cannotCreate(path:errno:)``, with ``FileError/notRegular``.
package func checkNoStream(at path: String) throws(FileError) {
  guard isStreamPath(path) else { return }
  throw .cannotCreate(path: path, errno: FileError.notRegular)
}

/// Checks whether files can be made in the folder at `path`, which need not exist yet.
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

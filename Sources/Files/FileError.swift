import Glibc

/// Why a file could not be written, with the path that was asked for and the system's `errno`.
package enum FileError: Error, Hashable, Sendable {
  /// The file, or the temporary beside it, could not be made.
  case cannotCreate(path: String, errno: Int32)
  /// It was made, and then a write, a flush or the final rename failed.
  case writeFailed(path: String, errno: Int32)

  /// The `errno` of a file with fewer bytes than an earlier process has written.
  package static let missingData = ENODATA
  /// The `errno` of a file that does not exist.
  package static let notFound = ENOENT
  /// The `errno` of a new file that exists.
  package static let exists = EEXIST
  /// The `errno` of a pipe or a device in the place of a file.
  package static let notRegular = EINVAL
  /// The `errno` of a file that another process writes.
  package static let inUse = EWOULDBLOCK
}

extension FileError: CustomStringConvertible {
  /// One line: what failed, where, why.
  package var description: String {
    switch self {
    case .cannotCreate(let path, let code): "cannot create \(path): \(systemMessage(code))"
    case .writeFailed(let path, let code): "cannot write \(path): \(systemMessage(code))"
    }
  }
}

/// The words for an `errno`: ours for the states that ``FileError`` names, and otherwise the system's.
package func systemMessage(_ code: Int32) -> String {
  if code == FileError.missingData { return "it has fewer bytes than an earlier run has written" }
  if code == FileError.notRegular { return "it is no regular file" }
  if code == FileError.inUse { return "another process writes it" }
  return kernelMessage(code)
}

/// The system's words for an `errno`.
package func kernelMessage(_ code: Int32) -> String {
  guard let message = strerror(code) else { return "error \(code)" }
  return String(cString: message)
}

package import GalleyFiles

/// Why a PNG could not be made or written.
public enum PNGError: Error, Hashable, Sendable {
  /// A PNG has at least one pixel, and at most 2³¹ − 1 pixel rows.
  case unsupportedSize(width: Int, rowCount: Int)
  /// The file could not be made: for example, the folder does not exist, a folder has that name, or
  /// the permission to write is missing.
  case cannotCreate(path: String, errno: Int32)
  /// A write failed: for example, the disk is full, an I/O error occurred, or the reader closed the
  /// pipe (`EPIPE`).
  case writeFailed(path: String, errno: Int32)

  /// Converts a file error to this stage's error.
  package init(_ error: FileError) {
    switch error {
    case .cannotCreate(let path, let code): self = .cannotCreate(path: path, errno: code)
    case .writeFailed(let path, let code): self = .writeFailed(path: path, errno: code)
    }
  }
}

extension PNGError: CustomStringConvertible {
  /// One line: the operation, the path and the cause.
  public var description: String {
    switch self {
    case .unsupportedSize(let width, let rowCount):
      "a PNG cannot have \(width) × \(rowCount) pixels"
    case .cannotCreate(let path, let code):
      "cannot create \(path): \(systemMessage(code))"
    case .writeFailed(let path, let code):
      "cannot write \(path): \(systemMessage(code))"
    }
  }
}

/// Calls `body`, and converts its error to this stage's error.
func withPNGErrors<Result: ~Copyable>(
  _ body: () throws(FileError) -> Result
) throws(PNGError) -> Result {
  do { return try body() } catch { throw PNGError(error) }
}

package import GalleyHandles

/// Why a PNG could not be made or written.
public enum PNGError: Error, Hashable, Sendable {
  /// A PNG has at least one pixel, and at most 2³¹ − 1 pixel rows.
  case unsupportedSize(width: Int, rowCount: Int)
  /// The file could not be made: no such folder, a folder of that name, no right to write there.
  case cannotCreate(path: String, errno: Int32)
  /// A write failed: no space, an I/O error, a reader that has gone (`EPIPE`).
  case writeFailed(path: String, errno: Int32)

  /// The same failure in this stage's terms.
  package init(_ error: FileError) {
    switch error {
    case .cannotCreate(let path, let code): self = .cannotCreate(path: path, errno: code)
    case .writeFailed(let path, let code): self = .writeFailed(path: path, errno: code)
    }
  }
}

extension PNGError: CustomStringConvertible {
  /// One line: what failed, where, why.
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

/// What `body` returns, its failure told in this stage's terms.
func withPNGErrors<Result: ~Copyable>(
  _ body: () throws(FileError) -> Result
) throws(PNGError) -> Result {
  do { return try body() } catch { throw PNGError(error) }
}

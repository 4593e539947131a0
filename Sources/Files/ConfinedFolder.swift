internal import CLinux
import Glibc

/// An open folder whose files are found by names that cannot lead out of it.
///
/// The kernel resolves a name beneath the folder, even a name with dots and links. A name that ends in a
/// symbolic link is refused, and opening a pipe does not wait for its writer. Where the kernel has no openat2, or a
/// container refuses it, the components of the name are opened one by one, and all links and `..` are refused.
///
/// - SeeAlso: openat2(2), `RESOLVE_BENEATH`.
package final class ConfinedFolder: Sendable {
  private let descriptor: Descriptor

  /// Opens the folder at `path`.
  package init(path: String) throws(ReadFailure) {
    let number = galley_open_folder(path)
    guard number >= 0 else { throw ReadFailure(errno: -number) }
    descriptor = Descriptor(number)
  }

  /// The bytes of the regular file `name`, if there are at most `byteLimit`.
  ///
  /// - Throws: The `errno` of openat2 or of ``readFile(_:byteLimit:)``: `EXDEV` for a name that leads out,
  ///   `ELOOP` for a link.
  package func read(_ name: String, byteLimit: Int) throws(ReadFailure) -> [UInt8] {
    try open(name).readRegularFile(byteLimit: byteLimit)
  }

  /// The first `count` bytes of the regular file `name`, and the number of its bytes; as ``read(_:byteLimit:)`` otherwise.
  package func readHead(
    of name: String, count: Int, byteLimit: Int
  ) throws(ReadFailure) -> (bytes: [UInt8], fileByteCount: Int) {
    try open(name).readHead(count, byteLimit: byteLimit)
  }

  /// The identity of the regular file `name`; `nil` if ``read(_:byteLimit:)`` would refuse it.
  package func identity(of name: String, byteLimit: Int) -> FileIdentity? {
    guard let file = try? open(name) else { return nil }
    var status = stat()
    guard fstat(file.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= byteLimit
    else { return nil }
    return FileIdentity(descriptor: file.number)
  }

  private func open(_ name: String) throws(ReadFailure) -> Descriptor {
    try opened(galley_open_beneath(descriptor.number, name))
  }

  /// The bytes of a file that is found without openat2.
  func readByComponents(_ name: String, byteLimit: Int) throws(ReadFailure) -> [UInt8] {
    try opened(galley_walk_beneath(descriptor.number, name)).readRegularFile(byteLimit: byteLimit)
  }

  private func opened(_ number: Int32) throws(ReadFailure) -> Descriptor {
    guard number >= 0 else { throw ReadFailure(errno: -number) }
    return Descriptor(number)
  }
}

import GalleyFiles
import Glibc

/// Why an input beside the feed cannot be read.
struct UnreadableInput: Error, Hashable, CustomStringConvertible {
  /// The user's word for it.
  var name: String
  var path: String
  /// The system's number; `nil` for more bytes than are read.
  var errno: Int32?
  /// The most bytes that are read of it.
  var byteLimit = UnreadableInput.usualByteLimit

  /// The most bytes of an input that says nothing else.
  static let usualByteLimit = 16 << 20

  var status: ExitStatus { errno == nil ? .dataOutOfBounds : errno == EIO ? .ioError : .noInput }

  var description: String {
    guard let errno else {
      return "\(name) \(path): more than the limit of \(byteLimit) bytes"
    }
    return "cannot read \(name) \(path): \(systemMessage(errno))"
  }
}

/// All bytes of the file or pipe at `path`, which messages call `name`.
func readInput(
  _ path: String, as name: String, byteLimit: Int = UnreadableInput.usualByteLimit
) throws(UnreadableInput) -> [UInt8] {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { throw UnreadableInput(name: name, path: path, errno: errno) }
  defer { close(file) }
  var bytes: [UInt8] = []
  var part = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = read(file, &part, part.count)
    if count == 0 { return bytes }
    guard count > 0 else {
      if errno == EINTR { continue }
      throw UnreadableInput(name: name, path: path, errno: errno)
    }
    guard bytes.count + count <= byteLimit else {
      throw UnreadableInput(name: name, path: path, errno: nil, byteLimit: byteLimit)
    }
    bytes += part[..<count]
  }
}

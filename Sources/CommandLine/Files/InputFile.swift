import GalleyFiles
import GalleyPrimitives
import Glibc

/// The error of an input other than the feed.
package struct UnreadableInput: ExitingError, Hashable, CustomStringConvertible {
  /// The name of the input in messages.
  package var name: String
  package var path: String
  /// The system's error number; `nil` if the input is longer than the limit.
  var errno: Int32?
  /// The largest number of bytes that are read.
  package var byteLimit = UnreadableInput.usualByteLimit

  /// The default limit in bytes.
  package static let usualByteLimit = 16 << 20

  package var status: ExitStatus {
    errno == nil ? .dataOutOfBounds : errno == EIO ? .ioError : .noInput
  }

  package var description: String {
    guard let errno else {
      return "\(name) \(path): more than the limit of \(byteLimit.counted("byte"))"
    }
    return "cannot read \(name) \(path): \(systemMessage(errno))"
  }
}

/// All bytes of the file or pipe at `path`, called `name` in messages.
package func readInput(
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

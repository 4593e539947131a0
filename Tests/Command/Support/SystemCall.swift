import Foundation

/// A system call as `strace -y` prints it.
struct SystemCall {
  /// A path among the arguments.
  struct Path {
    /// The folder of the descriptor before the path; `nil` if the call has none.
    var folder: String?
    /// The path as the process gave it.
    var name: String

    /// The path without `.` and `..`; a relative one counts from `folder`, or else from `current`.
    func absolute(from current: String) -> String {
      var parts: [Substring] = []
      let path = name.hasPrefix("/") ? name : (folder ?? current) + "/" + name
      for part in path.split(separator: "/") where part != "." {
        if part == ".." { _ = parts.popLast() } else { parts.append(part) }
      }
      return "/" + parts.joined(separator: "/")
    }
  }

  /// The name, such as `openat2`; the whole line if it is no call.
  let name: String
  /// The arguments and the result.
  let text: String
  /// The quoted texts among the arguments.
  let paths: [Path]
  /// The path, without links, of the file that the call opened; `nil` if it opened none.
  let opened: String?

  /// Reads a line of a trace in which results are not aligned.
  init(line: Substring) {
    let start = line.firstIndex(of: "(") ?? line.endIndex
    name = String(line[..<start])
    text = String(line[start...])
    paths = Self.paths(in: Array(text.utf8))
    opened = Self.opened(in: text)
  }

  /// The quoted texts, each with the descriptor's path in `<>` before it.
  private static func paths(in bytes: [UInt8]) -> [Path] {
    var paths: [Path] = []
    var folder: String?
    var index = 0
    while index < bytes.count {
      let start = index + 1
      if bytes[index] == UInt8(ascii: "<") {
        index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: ">") { index += 1 }
        folder = String(decoding: bytes[start..<index], as: UTF8.self)
      } else if bytes[index] == UInt8(ascii: "\"") {
        index = start
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index, bytes.count)
        let name = String(decoding: bytes[start..<index], as: UTF8.self)
        paths.append(Path(folder: folder, name: name))
        folder = nil
      }
      index += 1
    }
    return paths
  }

  /// The path of the descriptor that is the result, as in `) = 5</etc/hosts>`.
  private static func opened(in text: String) -> String? {
    guard let sign = text.range(of: ") = ", options: .backwards) else { return nil }
    let result = text[sign.upperBound...]
    guard let start = result.firstIndex(of: "<"), let end = result.lastIndex(of: ">"), start < end,
      result[..<start].allSatisfy({ $0.isNumber })
    else { return nil }
    return String(result[result.index(after: start)..<end])
  }
}

/// Bounds the quotations, lists and footnotes that a line of Markdown begins within each other.
///
/// Version 0.29.0.gfm.6 of Debian 12 goes through all of them for each element of a line, and has no limit: 127 KB took 22 s.
enum MarkdownNesting {
  /// The most signs of quotations and lists before the text of a line, in which two blanks of indentation count as one.
  static let limit = 100

  /// Nesting, if a line exceeds the limit.
  ///
  /// - Complexity: O(bytes).
  static func excess(in bytes: UnsafeBufferPointer<UInt8>) -> Set<MarkdownSyntax> {
    var start = bytes.startIndex
    while start < bytes.count {
      if excessiveSign(in: bytes, lineAt: start) != nil { return [.nesting] }
      start = lineEnd(in: bytes, from: start)
    }
    return []
  }

  /// The text with a backslash before the first sign of each line beyond the limit.
  ///
  /// - Complexity: O(bytes).
  static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var start = bytes.startIndex
    while start < bytes.count {
      let end = lineEnd(in: bytes, from: start)
      if let sign = excessiveSign(in: bytes, lineAt: start) {
        result += bytes[start..<sign]
        result.append(UInt8(ascii: "\\"))
        start = sign
      }
      result += bytes[start..<end]
      start = end
    }
    return result
  }

  /// The place behind a line with its end.
  private static func lineEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
      .map { $0 + 1 } ?? bytes.count
  }

  /// The sign of a line that a backslash makes text, so that no more than the limit are before it; `nil` for other lines.
  private static func excessiveSign(
    in bytes: UnsafeBufferPointer<UInt8>, lineAt start: Int
  ) -> Int? {
    // Two blanks before the first sign may be the indentation of an element of a list that is open.
    let indentation = bytes[start...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    var index = indentation.endIndex
    var count = indentation.reduce(0) { $0 + ($1 == UInt8(ascii: "\t") ? 4 : 1) } / 2
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t") {
        index += 1
        continue
      }
      guard let (sign, end) = mark(in: bytes, at: index) else { return nil }
      count += 1
      if count > limit { return isRule(bytes, from: start) ? nil : sign }
      index = end
    }
    return nil
  }

  /// The sign of a quotation, an element of a list or a footnote that begins at a place, and the place behind all of it.
  private static func mark(
    in bytes: UnsafeBufferPointer<UInt8>, at start: Int
  ) -> (sign: Int, end: Int)? {
    switch bytes[start] {
    case UInt8(ascii: ">"): return (start, start + 1)
    case UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"):
      return isBlank(bytes, at: start + 1) ? (start, start + 1) : nil
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      let end = bytes[start...].prefix(10).firstIndex { !(0x30...0x39).contains($0) }
      guard let end, bytes.has(".", at: end) || bytes.has(")", at: end), isBlank(bytes, at: end + 1)
      else { return nil }
      return (end, end + 1)
    case UInt8(ascii: "["):
      guard let end = FootnoteBrackets.labelEnd(in: bytes, from: start + 1),
        bytes.has(":", at: end + 1)
      else { return nil }
      return (start, end + 2)
    default: return nil
    }
  }

  private static func isBlank(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    index >= bytes.count || [9, 10, 13, 32].contains(bytes[index])
  }

  /// Whether a line is a line across, of one sign and blanks.
  private static func isRule(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Bool {
    let line = bytes[start..<lineEnd(in: bytes, from: start)].filter { $0 > 0x20 }
    return (line.first == UInt8(ascii: "-") || line.first == UInt8(ascii: "*"))
      && line.allSatisfy { $0 == line[0] }
  }
}

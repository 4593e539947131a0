/// Brackets that cmark-gfm takes for footnotes although they are none.
///
/// Version 0.29.0.gfm.6 of Debian 12 takes a `^` behind a bracket for a footnote also if it is an entity or escaped, and a bracket with
/// blanks, whose label no footnote has. Of an entity it reads as many bytes as the bracket has in the source, which end in freed memory,
/// so that such a bracket is always escaped. Of others it loses text behind a line's end, links and emphasis, or repeats the
/// bracket: they are escaped where they are no code, and where they are no links.
struct FootnoteBrackets {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var result: [UInt8] = []
  private var copied = 0
  /// The signs of the fence that is open, if one is.
  private var fence: ArraySlice<UInt8> = []

  /// The farthest that the end of a bracket is looked for.
  private static let maximumByteCount = 512

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Whether a text has a definition of a footnote, without which a footnote stays text.
  ///
  /// - Complexity: O(bytes).
  static func areThere(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.indices.contains { index in
      bytes[index] == UInt8(ascii: "[")
        && labelEnd(in: bytes, from: index + 1).map { bytes.has(":", at: $0 + 1) } == true
    }
  }

  /// The text with a backslash before each bracket that looks like a footnote and is none; `nil` if there is no such one.
  ///
  /// - Complexity: O(bytes).
  static func escaped(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var brackets = FootnoteBrackets(bytes)
    var start = bytes.startIndex
    while start < bytes.count {
      let end =
        bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        ?? bytes.count
      brackets.escapeLine(start..<end)
      start = end + 1
    }
    return brackets.result.isEmpty ? nil : brackets.result + bytes[brackets.copied...]
  }

  private mutating func escapeLine(_ line: Range<Int>) {
    let text = bytes[line].drop { $0 == UInt8(ascii: " ") }
    let signs = text.prefix { $0 == text.first }
    let isFence =
      signs.count >= 3 && (signs.first == UInt8(ascii: "`") || signs.first == UInt8(ascii: "~"))
    var isCode =
      !fence.isEmpty || text.startIndex - line.lowerBound >= 4 || text.first == UInt8(ascii: "\t")
    let hasOtherBackticks = text.dropFirst(signs.count).contains(UInt8(ascii: "`"))
    if fence.isEmpty, isFence, signs.first == UInt8(ascii: "~") || !hasOtherBackticks {
      fence = ArraySlice(signs)
      isCode = true
    } else if !fence.isEmpty, isFence, signs.starts(with: fence) {
      fence = []
    }
    var index = line.lowerBound
    while index < line.upperBound {
      switch bytes[index] {
      case UInt8(ascii: "`") where !isCode: index = codeEnd(from: index, in: line)
      case UInt8(ascii: "["):
        if isEntity(at: index + 1) || !isCode && isMistaken(at: index) { escape(at: index) }
        index += 1
      default: index += 1
      }
    }
  }

  /// The place behind the code that begins with the backticks at `start`, or behind these.
  private mutating func codeEnd(from start: Int, in line: Range<Int>) -> Int {
    let isSign = { (byte: UInt8) in byte == UInt8(ascii: "`") }
    let first = bytes[start..<line.upperBound].prefix(while: isSign)
    var rest = bytes[first.endIndex..<line.upperBound]
    while let next = rest.firstIndex(where: isSign) {
      let signs = rest[next...].prefix(while: isSign)
      rest = rest[signs.endIndex...]
      guard signs.count == first.count else { continue }
      // An entity is escaped in code too, which may be none for cmark.
      for index in first.endIndex..<signs.startIndex
      where bytes[index] == UInt8(ascii: "[") && isEntity(at: index + 1) {
        escape(at: index)
      }
      return signs.endIndex
    }
    return first.endIndex
  }

  private mutating func escape(at bracket: Int) {
    // A backslash before the bracket makes it text already, unless another one makes text of that.
    let backslashes = bytes[..<bracket].reversed().prefix { $0 == UInt8(ascii: "\\") }.count
    guard backslashes.isMultiple(of: 2) else { return }
    result += bytes[copied..<bracket]
    result.append(UInt8(ascii: "\\"))
    copied = bracket
  }

  /// Whether cmark takes a bracket for a footnote that is none, and loses a part of it.
  private func isMistaken(at bracket: Int) -> Bool {
    let isEscaped = bytes.has("\\^", at: bracket + 1)
    guard isEscaped || bytes.has("^", at: bracket + 1),
      Self.labelEnd(in: bytes, from: bracket + 1) == nil
    else { return false }
    var (depth, losesText) = (0, isEscaped)
    for index in bytes[bracket...].prefix(Self.maximumByteCount).indices {
      switch bytes[index] {
      case UInt8(ascii: "["):
        depth += 1
        losesText = losesText || depth > 1
      case UInt8(ascii: "]"):
        depth -= 1
        // Links are looked for before footnotes.
        if depth == 0 {
          return losesText && !bytes.has("(", at: index + 1) && !bytes.has("[", at: index + 1)
        }
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "*"), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: "!"),
        UInt8(ascii: "\\"), UInt8(ascii: "&"):
        losesText = true
      default: break
      }
    }
    // A bracket without an end is text.
    return depth > 0 && bytes.count - bracket > Self.maximumByteCount
  }

  /// Whether an entity of `^` is at a place.
  private func isEntity(at start: Int) -> Bool {
    if bytes.has("&Hat;", at: start) { return true }
    guard bytes.has("&#", at: start) else { return false }
    let isHexadecimal = bytes.has("x", at: start + 2) || bytes.has("X", at: start + 2)
    var index = start + (isHexadecimal ? 3 : 2)
    while bytes.has("0", at: index) { index += 1 }
    return isHexadecimal
      ? bytes.has("5e;", at: index) || bytes.has("5E;", at: index) : bytes.has("94;", at: index)
  }

  /// The bracket that ends a label that begins with a `^` at `start`; `nil` if no label of a footnote is there.
  static func labelEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard bytes.has("^", at: start) else { return nil }
    let label = bytes[(start + 1)...]
    guard
      let end = label.firstIndex(where: {
        $0 <= 0x20 || $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]")
      }), end > label.startIndex, bytes[end] == UInt8(ascii: "]")
    else { return nil }
    return end
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether a sign of ASCII is at a place.
  func has(_ sign: StaticString, at index: Int) -> Bool {
    guard index >= 0, index + sign.utf8CodeUnitCount <= count else { return false }
    return (0..<sign.utf8CodeUnitCount).allSatisfy { self[index + $0] == sign.utf8Start[$0] }
  }
}

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
  private var codeLines = MarkdownCodeLines()
  private var code = MarkdownCode()
  private var links = MarkdownLinks()
  /// The ends of brackets that are escaped, which would end others.
  private var ends: Set<Int> = []

  /// The farthest that the end of a bracket is looked for.
  private static let maximumByteCount = 512

  /// The most brackets within each other whose end is looked for.
  private static let maximumDepth = 32

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Whether a text has a definition of a footnote, without which a footnote stays text.
  ///
  /// - Complexity: O(bytes).
  static func hasDefinition(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // A label has none of the signs that end it, so that the first bracket since one of them decides.
    var start: Int?
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "]"):
        if let start, index > start + 2, bytes.has(":", at: index + 1) { return true }
        start = nil
      case 0, 9, 10, 13, UInt8(ascii: " "): start = nil
      case UInt8(ascii: "["):
        if start == nil, bytes.has("^", at: index + 1) { start = index }
      default: break
      }
    }
    return false
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
      start = end + (bytes.has("\r\n", at: end) ? 2 : 1)
    }
    return brackets.result.isEmpty ? nil : brackets.result + bytes[brackets.copied...]
  }

  private mutating func escapeLine(_ line: Range<Int>) {
    let isCode = codeLines.pass(line, of: bytes)
    var isEscaped = false
    for index in line {
      switch bytes[index] {
      case UInt8(ascii: "`") where !isCode && !isEscaped: code.begin(at: index, in: bytes)
      case UInt8(ascii: "["):
        // An entity is escaped in code too, which may be none for cmark.
        if isEntity(at: index + 1)
          || !isCode && !code.contains(index) && isMistaken(at: index)
        {
          escape(at: index)
        }
      case UInt8(ascii: "]"):
        if ends.remove(index) != nil, !isCode, !code.contains(index) { escape(at: index) }
      default: break
      }
      isEscaped = bytes[index] == UInt8(ascii: "\\") && !isEscaped
    }
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
  private mutating func isMistaken(at bracket: Int) -> Bool {
    let isEscaped = bytes.has("\\^", at: bracket + 1)
    guard isEscaped || bytes.has("^", at: bracket + 1),
      Self.labelEnd(in: bytes, from: bracket + 1) == nil
    else { return false }
    var (depth, losesText, isLiteral) = (0, isEscaped, false)
    for index in bytes[bracket...].prefix(Self.maximumByteCount).indices {
      let byte = bytes[index]
      if isLiteral {
        isLiteral = false
        continue
      }
      switch byte {
      case UInt8(ascii: "["):
        depth += 1
        losesText = losesText || depth > 1
        if depth > Self.maximumDepth { return true }
      case UInt8(ascii: "]"):
        depth -= 1
        // Links are looked for before footnotes.
        guard depth == 0 else { continue }
        guard losesText, !links.isLink(bracket..<index + 1, in: bytes) else { return false }
        ends.insert(index)
        return true
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "*"), UInt8(ascii: "_"),
        UInt8(ascii: "~"), UInt8(ascii: "`"), UInt8(ascii: "<"), UInt8(ascii: "!"),
        UInt8(ascii: "\\"), UInt8(ascii: "&"):
        losesText = true
        isLiteral = byte == UInt8(ascii: "\\")
      default: break
      }
    }
    // A bracket without an end has one as soon as another one within it is escaped.
    return true
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
  private static func labelEnd(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    // cmark takes away all white space around a label, and another bracket is one of its own.
    self.end(in: bytes, from: start) { $0 == UInt8(ascii: "[") || (9...13).contains($0) }
  }

  /// The bracket that ends the label of a definition; `nil` without a definition whose label begins with a `^` at `start`.
  static func definitionLabelEnd(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    let end = self.end(in: bytes, from: start) { [9, 10, 13].contains($0) }
    return end.flatMap { bytes.has(":", at: $0 + 1) ? $0 : nil }
  }

  private static func end(
    in bytes: UnsafeBufferPointer<UInt8>, from start: Int, unless isNone: (UInt8) -> Bool
  ) -> Int? {
    guard bytes.has("^", at: start) else { return nil }
    let label = bytes[(start + 1)...]
    guard
      let end = label.firstIndex(where: {
        $0 == UInt8(ascii: "]") || $0 == UInt8(ascii: " ") || $0 == 0 || isNone($0)
      }), end > label.startIndex, bytes[end] == UInt8(ascii: "]")
    else { return nil }
    return end
  }
}

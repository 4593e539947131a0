/// A text of Markdown as cmark-gfm gets it: without syntax that it takes too long for, or reads wrongly.
///
/// A backslash makes text of a sign. It shows in code, and in an address without brackets.
struct EscapedMarkdown {
  var string: String
  /// Whether cmark-gfm has to look for footnotes.
  let hasFootnotes: Bool

  /// The text with the syntax `plain` as text.
  ///
  /// - Complexity: O(bytes).
  init(_ markdown: String, plain: Set<MarkdownSyntax>) {
    string = markdown
    if plain.contains(.references) { string = string.escaping(":", behind: "]") }
    if plain.contains(.images) { string = string.escaping("[", behind: "!") }
    if plain.contains(.emphasis) { string = string.escaping("*_~") }
    if plain.contains(.markup) {
      string = string.escaping("?", behind: "<").escaping("!", behind: "<")
    }
    if plain.contains(.nesting) { string = string.withUTF8Bytes(MarkdownNesting.escaped) }
    hasFootnotes =
      string.utf8.withContiguousStorageIfAvailable(FootnoteBrackets.hasDefinition) ?? true
    if hasFootnotes { string = string.withUTF8Bytes(FootnoteBrackets.escaped) }
  }
}

extension String {
  /// The text with a backslash between two signs, wherever they follow each other.
  ///
  /// cmark reads bytes, so that a mark on a sign changes nothing.
  fileprivate func escaping(_ sign: Unicode.Scalar, behind first: Unicode.Scalar) -> String {
    var bytes: [UInt8] = []
    for byte in utf8 {
      if byte == UInt8(ascii: sign), bytes.last == UInt8(ascii: first) {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text with a backslash before each of some signs that has none.
  fileprivate func escaping(_ signs: String) -> String {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in utf8 {
      if !isEscaped, signs.utf8.contains(byte) { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text of the bytes that `body` makes of those of this one; this text for `nil`.
  fileprivate func withUTF8Bytes(_ body: (UnsafeBufferPointer<UInt8>) -> [UInt8]?) -> String {
    var text = self
    return text.withUTF8(body).map { String(decoding: $0, as: UTF8.self) } ?? self
  }
}

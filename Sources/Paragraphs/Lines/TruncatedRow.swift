import GalleyHandles
import GalleyPrimitives
package import GalleyText

/// A shaped truncated text row: a text of its own, and the origin of its parts.
package struct TruncatedRow: Sendable {
  package var paragraph: ShapedParagraph
  package var line: ComposedLine
  /// The row's text, which owns its attributes.
  package var text: AttributedText
  /// The row's parts in its order: their bytes in the row, and their offsets in the whole text, `nil` for the
  /// token.
  var parts: [(row: Range<Int>, offset: Int?)]
  /// The hidden text.
  package var dropped: Range<Int>
  /// The shown text, from the part before the token to the part after it.
  package var range: Range<Int>

  /// The attribute runs of the row's text, cut at the token if text follows it, so that no glyph run has glyphs from
  /// both sides of the hidden text.
  package var runs: [AttributeRun] {
    guard parts.count > 1, parts.last?.offset != nil else { return text.runs }
    return parts.flatMap { part in
      text.runs.map { $0.clamped(to: part.row) }.filter { !$0.range.isEmpty }
    }
  }

  /// The text of the token at bytes of the row.
  package func tokenText(in bytes: Range<Int>) -> Substring {
    guard let token = parts.first(where: { $0.offset == nil })?.row.clamped(to: bytes) else {
      return ""
    }
    return text.substring(token)
  }

  /// Whether a byte of the row belongs to the token.
  package func isToken(_ byte: Int) -> Bool {
    parts.contains { $0.offset == nil && $0.row.contains(byte) }
  }

  /// An attribute run of the row with its range in the whole text; that of a token is empty, and never like
  /// one of the text.
  package func inText(_ run: AttributeRun) -> AttributeRun {
    let part = parts.first { $0.row.contains(run.range.lowerBound) }
    if let part, let offset = part.offset {
      return run.clamped(to: part.row).moved(by: offset - part.row.lowerBound)
    }
    var result = run.moved(by: -(text.utf8Count + 1))
    result.range = dropped.lowerBound..<dropped.lowerBound
    return result
  }

  /// The range in the whole text of a range of the row that starts in the text; empty for one that starts in
  /// the token.
  package func range(of bytes: Range<Int>) -> Range<Int> {
    let start = offset(of: bytes.lowerBound)
    guard let last = bytes.last, !isToken(bytes.lowerBound) else { return start..<start }
    return start..<max(start, isToken(last) ? dropped.lowerBound : offset(of: last) + 1)
  }

  /// The offset in the whole text of an offset in the row's.
  package func offset(of byte: Int) -> Int {
    for part in parts where byte < part.row.upperBound {
      return part.offset.map { $0 + max(0, byte - part.row.lowerBound) } ?? dropped.lowerBound
    }
    guard let last = parts.last else { return dropped.lowerBound }
    return last.offset.map { $0 + last.row.count } ?? dropped.lowerBound
  }
}

/// Turns a text into another one before it is set: emoticons into pictures, markup into attributes.
public protocol TextParser: Sendable {
  /// Changes `text`, and moves `selection`, a range in UTF-8 offsets, to where what was selected now
  /// is.
  ///
  /// - Returns: Whether anything was changed.
  /// - Throws: ``TextParserError``; the text is then as it was.
  func parse(_ text: inout AttributedText, selection: inout Range<Int>) throws(TextParserError)
    -> Bool
}

/// Why a text could not be parsed.
public enum TextParserError: Error, Hashable, Sendable {
  /// The text is longer than the parser takes.
  case textTooLong(utf8Count: Int, limit: Int)
  /// The selection reaches beyond the text, or cuts a grapheme cluster.
  case selection(TextError)
  /// There is no memory for it.
  case outOfMemory
}

extension TextParser {
  /// The parsed text.
  ///
  /// - Throws: ``TextParserError``.
  public func parsed(_ text: AttributedText) throws(TextParserError) -> AttributedText {
    var result = text
    var selection = 0..<0
    _ = try parse(&result, selection: &selection)
    return result
  }
}

/// Parsers that each take what the one before has made.
public struct TextParserChain: TextParser {
  /// The parsers, first to last.
  public var parsers: [any TextParser]

  /// A chain of `parsers`.
  public init(_ parsers: [any TextParser]) { self.parsers = parsers }

  /// Applies the parsers, first to last.
  ///
  /// - Throws: ``TextParserError`` of the first one that fails; the text is then as it was.
  public func parse(
    _ text: inout AttributedText, selection: inout Range<Int>
  ) throws(TextParserError) -> Bool {
    var (result, place) = (text, selection)
    var hasChanged = false
    for parser in parsers {
      if try parser.parse(&result, selection: &place) { hasChanged = true }
    }
    (text, selection) = (result, place)
    return hasChanged
  }
}

extension AttributedText {
  func checkSelection(_ selection: Range<Int>) throws(TextParserError) {
    do { try check(selection) } catch { throw .selection(error) }
  }
}

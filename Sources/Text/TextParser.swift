/// Converts a text before layout: emoticons to pictures, or markup to attributes.
public protocol TextParser: Sendable {
  /// Changes `text`, and moves `selection`, a range in UTF-8 offsets, along with the selected text.
  ///
  /// - Returns: Whether the text changed.
  /// - Throws: ``TextParserError``; the text is unchanged in that case.
  func parse(_ text: inout AttributedText, selection: inout Range<Int>) throws(TextParserError)
    -> Bool
}

/// Why a text could not be parsed.
public enum TextParserError: Error, Hashable, Sendable {
  /// The text is longer than the parser's limit.
  case textTooLong(utf8Count: Int, limit: Int)
  /// The selection extends beyond the text, or splits a grapheme cluster.
  case selection(TextError)
  /// Memory ran out.
  case outOfMemory
}

extension TextParser {
  /// Returns the parsed text.
  ///
  /// - Throws: ``TextParserError``.
  public func parsed(_ text: AttributedText) throws(TextParserError) -> AttributedText {
    var result = text
    var selection = 0..<0
    _ = try parse(&result, selection: &selection)
    return result
  }
}

/// Parsers in a chain: each one parses the result of the one before.
public struct TextParserChain: TextParser {
  /// The parsers, in order.
  public var parsers: [any TextParser]

  /// Makes a chain of `parsers`.
  public init(_ parsers: [any TextParser]) { self.parsers = parsers }

  /// Applies the parsers in order.
  ///
  /// - Throws: The ``TextParserError`` of the first parser that fails; the text is unchanged in
  ///   that case.
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

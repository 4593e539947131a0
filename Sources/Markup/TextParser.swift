public import GalleyText

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
  /// Markup breaks a rule of its language at a UTF-8 offset.
  case malformedMarkup(reason: String, offset: Int)
  /// Markup at a UTF-8 offset asks for an element, an attribute or a value without a counterpart.
  case unsupportedMarkup(String, offset: Int)
}

extension TextParserError: CustomStringConvertible {
  /// One line with the reason.
  public var description: String {
    switch self {
    case .textTooLong(let count, let limit):
      "the text has \(count) bytes, more than the limit of \(limit)"
    case .selection(let error): "the selection is unusable: \(error)"
    case .outOfMemory: "there is no memory for the parsed text"
    case .malformedMarkup(let reason, let offset):
      "the markup is wrong at byte \(offset): \(reason)"
    case .unsupportedMarkup(let name, let offset):
      "the markup at byte \(offset) has \(name), which is not supported"
    }
  }
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

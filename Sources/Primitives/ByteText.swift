/// Syntax in texts, by bytes and scalars: a sign with a combining mark on it is one character for Swift, and a sign for each
/// format.
///
/// The searches of the standard library go back by characters, which takes the square of the length of a row of flags.
extension StringProtocol {
  /// Whether the text begins with the bytes of another one, also if marks follow them.
  ///
  /// - Complexity: O(bytes of `text`).
  package func hasPrefix(bytes text: String) -> Bool { utf8.starts(with: text.utf8) }

  /// Whether the bytes of another text are within this one.
  ///
  /// - Complexity: O(bytes × bytes of `text`).
  package func contains(bytes text: String) -> Bool { firstRange(bytes: text) != nil }

  /// The first place of the bytes of another text.
  ///
  /// - Parameter text: A text of one byte or more.
  /// - Returns: A range between scalars, which may divide a character; `nil` if the bytes are nowhere.
  /// - Complexity: O(bytes × bytes of `text`).
  package func firstRange(bytes text: String) -> Range<Index>? {
    guard let first = text.utf8.first else { return nil }
    var start = utf8.startIndex
    while let place = utf8[start...].firstIndex(of: first) {
      if utf8[place...].starts(with: text.utf8) {
        return place..<utf8.index(place, offsetBy: text.utf8.count)
      }
      start = utf8.index(after: place)
    }
    return nil
  }

  /// The number of places of the bytes of another text, which do not overlap.
  ///
  /// - Complexity: O(bytes × bytes of `text`).
  package func count(bytes text: String) -> Int {
    var count = 0
    var rest = self[startIndex...]
    while let range = rest.firstRange(bytes: text) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }

  /// The text with other bytes in the place of each `text`.
  ///
  /// - Complexity: O(bytes × bytes of `text`).
  package func replacing(bytes text: String, with words: String) -> String {
    var result = ""
    var rest = self[startIndex...]
    while let range = rest.firstRange(bytes: text) {
      result += rest[..<range.lowerBound]
      result += words
      rest = rest[range.upperBound...]
    }
    return result + rest
  }

  /// The text without white space before it.
  package var droppingBlanks: SubSequence {
    self[unicodeScalars.drop(while: \.properties.isWhitespace).startIndex...]
  }

  /// The text without white space at its ends.
  ///
  /// - Complexity: O(bytes).
  package var trimmingBlanks: String {
    let start = unicodeScalars.drop(while: \.properties.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.properties.isWhitespace }) else { return "" }
    return String(self[start.startIndex..<start.index(after: last)])
  }

  /// The text on one line, with one blank in the place of each run of white space, and none at its ends.
  ///
  /// - Complexity: O(bytes).
  package var joiningBlanks: String {
    unicodeScalars.split(whereSeparator: \.properties.isWhitespace)
      .map { self[$0.startIndex..<$0.endIndex] }.joined(separator: " ")
  }
}

/// The unit by which a caret moves, or a range grows.
public enum TextUnit: String, Hashable, Sendable, Codable, CaseIterable {
  /// A grapheme cluster.
  case character
  /// A word, or the text between two words.
  case word
  /// A line of the layout.
  case line
}

/// The direction of a caret's movement.
public enum TextMovement: String, Hashable, Sendable, Codable, CaseIterable {
  /// Towards the text's end.
  case forward
  /// Towards the text's start.
  case backward
  /// To the left on the page, in text of any direction.
  case left
  /// To the right on the page.
  case right
  /// To the line above, at the same distance from the side; in vertical text, to the previous line.
  case up
  /// To the line below; in vertical text, to the next line.
  case down
}

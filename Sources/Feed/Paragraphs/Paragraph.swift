public import GalleyFeedItems

/// A line of a plain text.
public struct Paragraph: Hashable, Sendable {
  /// The index among all lines, from 0.
  public var index: Int
  /// The offset of the line's first byte in the text.
  public var byteOffset: Int
  /// The line's text, repaired, without its line break.
  public var text: String
  /// The number of U+FFFD that replace ill-formed sequences.
  public var repairCount: Int

  /// A line of a text.
  public init(index: Int, byteOffset: Int, text: String, repairCount: Int = 0) {
    self.index = index
    self.byteOffset = byteOffset
    self.text = text
    self.repairCount = repairCount
  }
}

/// The next element of a plain text: a line, or the error of a line that is too long.
public enum ParagraphElement: Hashable, Sendable {
  /// A line.
  case paragraph(Paragraph)
  /// A line that the reader skips.
  case bad(FeedElementError)
}

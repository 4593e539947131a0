/// A line of a plain text.
public struct Paragraph: Hashable, Sendable {
  /// The place among all lines, counted from 0.
  public var index: Int
  /// Where the line begins in the text, in bytes.
  public var byteOffset: Int
  /// The line's text, repaired, without its line break.
  public var text: String
  /// How many ill-formed sequences became U+FFFD.
  public var repairCount: Int

  /// A line of a text.
  public init(index: Int, byteOffset: Int, text: String, repairCount: Int = 0) {
    self.index = index
    self.byteOffset = byteOffset
    self.text = text
    self.repairCount = repairCount
  }
}

/// What a plain text has next: a line, or one that is too long to be read.
public enum ParagraphElement: Hashable, Sendable {
  /// A line that was read.
  case paragraph(Paragraph)
  /// A line that was passed over.
  case bad(FeedElementError)
}

public import GalleyPrimitives
public import GalleyText

/// A highlight that is shown, and where.
public struct PlacedHighlight: Hashable, Sendable, Codable {
  /// The highlight.
  public var highlight: TextHighlight
  /// The UTF-8 offsets of its shown text; for a truncation token, an empty range at the dropped text.
  public var range: Range<Int>
  /// Whether it belongs to a truncation token or message and not to the text.
  public var isToken: Bool
  /// Its rectangles, in layout units from the container's top-left corner: one for each contiguous
  /// stretch of a line, as high as the line; line by line, from left to right.
  public var rects: [Rect]

  package init(highlight: TextHighlight, range: Range<Int>, isToken: Bool, rects: [Rect]) {
    self.highlight = highlight
    self.range = range
    self.isToken = isToken
    self.rects = rects
  }
}

public import GalleyPrimitives

/// One rectangle of a selection.
public struct SelectionRect: Hashable, Sendable, Codable {
  /// As high as the text row, gaps between rows shared half-half, so that rows leave no hole.
  public var rect: Rect
  /// The line of the selected text.
  public var line: Int
  /// Whether the selection starts here.
  public var containsStart: Bool
  /// Whether the selection ends here.
  public var containsEnd: Bool
  /// Whether the text here reads from right to left.
  public var isRightToLeft: Bool
  /// Whether the text here runs from top to bottom.
  public var isVertical: Bool
}

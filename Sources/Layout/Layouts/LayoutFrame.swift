import GalleyPrimitives

/// The part of a layout that exists before its glyphs are placed.
struct LayoutFrame: Hashable, Sendable, Codable {
  var container: TextContainer
  var lines: [TextLine]
  var boundingRect: Rect
  var boundingSize: Size
  var rowCount: Int
  var truncatedRange: Range<Int>?
}

extension LayoutFrame {
  /// The frame of stacked lines, which are copied into memory of exactly their size.
  init(
    _ stack: LineStack, lines: [TextLine], in container: TextContainer,
    truncatedRange: Range<Int>? = nil
  ) {
    self.container = container
    self.lines = lines.withUnsafeBufferPointer { [TextLine]($0) }
    boundingRect = stack.bounds ?? .zero
    boundingSize = container.boundingSize(of: boundingRect)
    rowCount = stack.lineCount
    self.truncatedRange = truncatedRange
  }
}

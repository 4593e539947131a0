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

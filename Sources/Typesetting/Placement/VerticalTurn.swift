import GalleyLayout
import GalleyPrimitives

extension Point {
  /// A point on lines along x, turned to run down the page from `right`.
  func turned(at right: Double) -> Point { Point(x: right - y, y: x) }
}

extension TextLine {
  mutating func turn(at right: Double) {
    origin = origin.turned(at: right)
    isVertical = true
  }
}

extension PlacedContent {
  /// This content, placed along x, turned to run down the page from `right`.
  func turned(at right: Double) -> PlacedContent {
    var result = self
    for index in runs.indices { result.runs[index].origin = runs[index].origin.turned(at: right) }
    for index in rubyRuns.indices {
      result.rubyRuns[index].origin = rubyRuns[index].origin.turned(at: right)
    }
    for (index, glyph) in glyphs.enumerated() {
      result.glyphs[index].x = PangoUnits(rawValue: 0 &- glyph.y.rawValue)
      result.glyphs[index].y = glyph.x
    }
    for (index, attachment) in attachments.enumerated() {
      let rect = attachment.rect
      result.attachments[index].rect = Rect(
        x: right - rect.maxY, y: rect.minX, width: rect.height, height: rect.width)
    }
    return result
  }
}

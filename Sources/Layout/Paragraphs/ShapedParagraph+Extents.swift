import GalleyHandles
import GalleyText

extension ShapedParagraph {
  /// The extents of a line without glyphs, with the paragraph's settings.
  var emptyExtents: (ascent: Int32, descent: Int32) {
    let (ascent, descent) = settings.multiplied((emptyAscent, emptyDescent))
    return lineExtents(ascent, descent)
  }

  /// The extents of a line from the extents of its pieces together.
  func lineExtents(_ ascent: Int32, _ descent: Int32) -> (ascent: Int32, descent: Int32) {
    settings.lineExtents(ascent, descent, empty: (emptyAscent, emptyDescent))
  }

  /// The extents of an item on a line, without its rise.
  func extents(ofItem index: Int, fonts: FontEnvironment) -> (ascent: Int32, descent: Int32) {
    if let features, let extents = features.attachment(ofItem: index) {
      return (extents.ascent, extents.descent)
    }
    var extents = settings.multiplied(fonts.metrics(items[index].font))
    if let ruby = features?.ruby(ofItem: index) {
      extents = (max(extents.ascent, ruby.top), max(extents.descent, ruby.bottom))
    }
    return extents
  }

  /// The advance of a tab at `position` on the line that starts with scalar `lineStart`.
  ///
  /// It reaches to the next stop; behind the last stop of the style, to the next regular one that is at
  /// least a space away. It is shorter by the text that the stop's alignment puts before the stop, but at
  /// least a space.
  ///
  /// - Complexity: O(1), or O(text up to the next tab) for stops that are not at the text's start.
  func tabAdvance(of scalar: Int, at position: Int, lineStart: Int) -> Int {
    let place = position + settings.head(ofLineFrom: lineStart)
    guard let stop = settings.tabStops.first(where: { $0.location > place }) else {
      let least = place + (place == 0 ? 1 : spaceWidth)
      return (least + tabWidth - 1) / tabWidth * tabWidth - place
    }
    guard stop.alignment != .start else { return stop.location - place }
    let room = stop.location - place
    var end = scalar + 1
    var advance = 0
    while end < scalarCount, advance <= 2 * room, !flags[end].contains(.tab),
      stop.alignment != .decimal || !settings.decimalPoints.contains(end)
    {
      advance += self.advance(of: end)
      end += 1
    }
    return max(spaceWidth, room - (stop.alignment == .center ? advance / 2 : advance))
  }
}

extension ShapedParagraph {
  /// The distance of a line from the container's left side before alignment; `start` is its first scalar.
  func leftIndent(ofLineFrom start: Int, room: Int?, width: Int?) -> Int {
    let head = settings.head(ofLineFrom: start)
    guard isRightToLeft else { return head }
    // The indent at the left is the tail's.
    guard let room, let width else { return 0 }
    return max(0, room - head - width)
  }
}

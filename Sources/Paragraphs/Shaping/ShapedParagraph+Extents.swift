import GalleyHandles
import GalleyText

extension ShapedParagraph {
  /// The extents of a line without glyphs, with the paragraph's settings.
  package var emptyExtents: (ascent: Int32, descent: Int32) {
    let (ascent, descent) = settings.multiplied((emptyAscent, emptyDescent))
    return lineExtents(ascent, descent)
  }

  /// The extents of a line from the extents of its pieces together.
  func lineExtents(_ ascent: Int32, _ descent: Int32) -> (ascent: Int32, descent: Int32) {
    settings.lineExtents(ascent, descent, empty: (emptyAscent, emptyDescent))
  }

  /// The extents of a line of some items.
  ///
  /// Composing and measuring use the same extents and rises. The line of a paragraph whose items are alike
  /// needs no loop: that and ``LookTable``, instead of lists per paragraph, took layout at a new width from
  /// 9,984 to 5,891 instructions a text.
  ///
  /// - Complexity: O(items), or O(1) if all lines have the same extents.
  func extents(ofItems items: ClosedRange<Int>) -> (ascent: Int32, descent: Int32) {
    if let evenExtents { return evenExtents }
    // A line extends to its baseline, even if all its items are raised or lowered.
    var (ascent, descent): (Int32, Int32) = (0, 0)
    // Mostly a few fonts alternate; in plain text, a font that was seen changes nothing.
    var seen: UInt64 = 0
    let isAlternating = features == nil && !isVertical && !metrics.numbers.isEmpty
    for item in items {
      if isAlternating {
        let number = UInt64(metrics.numbers[item])
        let bit: UInt64 = number < 64 ? 1 << number : 0
        if seen & bit != 0 { continue }
        seen |= bit
      }
      let rise = rise(ofItem: item, after: items.lowerBound)
      var own = extents(ofItem: item)
      if self.items[item].isUpright || isVertical && features?.isCombined(item) == true {
        own = centred(own.ascent, own.descent)
        if let reach = reaches[item] { own = (max(own.ascent, reach), max(own.descent, reach)) }
      }
      ascent = max(ascent, own.ascent + rise)
      descent = max(descent, own.descent - rise)
      if let features {
        // On vertical lines, annotations are beside the middle of the line, however text is turned.
        let base = isVertical ? features.rise(ofItem: item) : rise
        let (top, bottom) = features.annotationExtents(ofItem: item)
        if top > 0 { ascent = max(ascent, top + base) }
        if bottom > 0 { descent = max(descent, bottom - base) }
      }
    }
    return lineExtents(ascent, descent)
  }

  /// The distance by which an item is raised on a line whose first item is `first`.
  func rise(ofItem item: Int, after first: Int) -> Int32 {
    let own = features?.rise(ofItem: item) ?? 0
    guard isVertical else { return own + metrics.rise(ofItem: item, after: first) }
    guard !items[item].isUpright, features?.isCombined(item) != true else { return own }
    // Aligns the middle of rotated text with the middle of upright characters.
    let extents = extents(ofItem: item)
    return own + (extents.descent - extents.ascent) / 2
  }

  /// The extents of an item on a line, without its rise and its annotation.
  private func extents(ofItem index: Int) -> (ascent: Int32, descent: Int32) {
    if let extents = features?.attachment(ofItem: index) {
      return (extents.ascent, extents.descent)
    }
    return settings.multiplied(metrics.extents(ofItem: index))
  }

  /// The advance of a tab at `position` on the line that starts with scalar `lineStart`.
  ///
  /// It reaches to the next stop; behind the last stop of the style, to the next regular one that is at
  /// least a space away. It is shorter by the text that the stop's alignment puts before the stop, but at
  /// least a space, and nothing at a line's start.
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
    let least = position == 0 ? 0 : spaceWidth
    if stop.alignment == .decimal,
      let before = advanceBeforePoint(afterTab: scalar, limit: 2 * room)
    {
      return max(least, room - before + Int(spacing(of: scalar + 1).left))
    }
    var end = scalar + 1
    var advance = 0
    while end < scalarCount, advance <= 2 * room, !flags[end].contains(.tab) {
      advance += self.advance(of: end)
      end += 1
    }
    // Letter spacing is only between letters.
    if end > scalar + 1 {
      advance -= Int(spacing(of: scalar + 1).left) + Int(spacing(of: end - 1).right)
    }
    return max(least, room - (stop.alignment == .center ? advance / 2 : advance))
  }

  /// The letter spacing left and right of a scalar; none behind the text.
  private func spacing(of scalar: Int) -> (left: Int32, right: Int32) {
    guard let features, scalar < scalarCount else { return (0, 0) }
    return features.spacing(ofItem: item(at: scalar))
  }

  /// The advance of the text behind a tab that stands between the tab and the end of its number's whole part, as it is
  /// read on the line, in which numbers go from left to right also between words from right to left.
  ///
  /// `nil` for text without a number within the advance `limit`.
  ///
  /// - Complexity: O(text up to the next tab + items in it × levels).
  private func advanceBeforePoint(afterTab tab: Int, limit: Int) -> Int? {
    let start = tab + 1
    var end = start
    while end < scalarCount, !flags[end].contains(.tab), pens[end] - pens[start] <= limit {
      end += 1
    }
    guard let point = (start..<end + 1).first(where: { settings.decimalPoints.contains($0) }) else {
      return nil
    }
    var runs: [(scalars: Range<Int>, level: UInt8)] = []
    var place = start
    while place < end {
      let item = items[item(at: place)]
      runs.append((place..<min(end, item.scalars.upperBound), item.level))
      place = item.scalars.upperBound
    }
    let number = max(start, point - 1)
    guard let own = runs.first(where: { $0.scalars.contains(number) }), own.level % 2 == 0,
      point > start
    else { return pens[point] - pens[start] }
    // The runs between the tab and the number: those at its left, or in a paragraph from right to left, at its right.
    let order = Self.visualOrder(runs.map(\.level))
    let before = (isRightToLeft ? order.reversed() : order).lazy.map { runs[$0].scalars }
      .prefix { $0 != own.scalars }
    let rest =
      isRightToLeft
      ? pens[own.scalars.upperBound] - pens[point] : pens[point] - pens[own.scalars.lowerBound]
    return before.reduce(rest) { $0 + pens[$1.upperBound] - pens[$1.lowerBound] }
  }

  /// The indices of runs from left to right, by their levels.
  ///
  /// - SeeAlso: UAX #9, L2.
  private static func visualOrder(_ levels: [UInt8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), highest > 0 else { return order }
    for level in stride(from: highest, through: 1, by: -1) {
      var first = 0
      while first < order.count {
        var end = first
        while end < order.count, levels[order[end]] >= level { end += 1 }
        if end > first { order[first..<end].reverse() }
        first = max(end, first + 1)
      }
    }
    return order
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

extension ShapedParagraph {
  /// How far the widest cluster of each upright item reaches from the middle of its column, for items with clusters of
  /// several glyphs beside each other.
  ///
  /// - Complexity: O(glyphs).
  static func reaches(
    of glyphs: [ShapedGlyph], _ itemGlyphs: [Range<Int>], in items: [TextItem],
    fonts: FontEnvironment
  ) -> [Int: Int32] {
    var reaches: [Int: Int32] = [:]
    for (number, item) in items.enumerated() where item.isUpright {
      let own = glyphs[itemGlyphs[number]]
      guard own.contains(where: { $0.advance == 0 }) else { continue }
      reaches[number] = own.reduce(0) { reach, glyph in
        guard glyph.id < ParagraphFeatures.attachmentGlyph else { return reach }
        let width = fonts.map.advance(ofGlyph: glyph.id, font: item.font)
        return max(reach, -glyph.yOffset, glyph.yOffset + width)
      }
    }
    return reaches
  }
}

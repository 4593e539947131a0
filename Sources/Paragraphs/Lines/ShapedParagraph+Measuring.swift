import GalleyHandles

extension ShapedParagraph {
  /// Measures the line of `scalars`.
  ///
  /// The bytes of the paragraph are `text`. If the line `isWrapped`, the paragraph continues, so the spaces at its end
  /// hang and a break in a word shows a hyphen; at the paragraph's end, those beyond `width` hang. A stop may hang if the line is longer than `width`. Kashidas lengthen a line
  /// that is shorter, if the paragraph is justified with them.
  ///
  /// A ``LineComposer`` can measure every line by its glyphs. Most lines are measured by the paragraph's
  /// pens, without reading a glyph: placing the glyphs took two thirds of the time of layout at a new
  /// width. `LinePathTests` compares both.
  ///
  /// - Complexity: O(items of the line) if the paragraph's glyphs can be separated at the line's ends, else
  ///   O(line).
  package func measuredLine(
    _ scalars: Range<Int>, isWrapped: Bool, width: Int?, of text: UnsafeBufferPointer<UInt8>,
    fonts: FontEnvironment, steps: inout LayoutSteps
  ) -> MeasuredLine {
    var line = MeasuredLine(scalars: scalars, isWrapped: isWrapped)
    if !measure(&line, width: width) {
      var composer = LineComposer(self, text: text, fonts: fonts)
      let composed = composer.composedLine(scalars, isWrapped: isWrapped, width: width)
      steps.glyphsShaped += composer.glyphsShaped
      line = MeasuredLine(composed, isWrapped: isWrapped, glyphs: .composed(composed))
    }
    guard isWrapped, settings.kashida > 0, let width else { return line }
    return elongated(line, to: width, of: text, fonts: fonts, steps: &steps)
  }

  /// Measures a line by the paragraph's pens; `false` if the line's ends have to be shaped again, or if
  /// attributes or tabs change its glyphs.
  private func measure(_ line: inout MeasuredLine, width: Int?) -> Bool {
    let (start, end) = (line.scalars.lowerBound, line.scalars.upperBound)
    guard start < end else {
      line.isWrapped = false
      line.pieceCount = 0
      (line.extents.ascent, line.extents.descent) = emptyExtents
      return true
    }
    guard features == nil, tabWidth == 0, !isVertical, hasPlainEdges, isClean(start), isClean(end),
      !line.isWrapped || !flags[end].contains(.hyphen)
    else { return false }
    // White space at the end; if the paragraph continues, it hangs.
    var shown = end
    while shown > start, flags[shown - 1].contains(.white) { shown -= 1 }
    var reach = end
    if line.isWrapped {
      reach = flags.hangingStart(before: end, from: start)
      guard reach == end || isClean(reach) else { return false }
    } else if shown < end, let width, pens[end] - pens[start] > width,
      flags[end - 1].contains(.hangingSpace)
    {
      return false
    }
    var pen = pens[reach]
    if line.isWrapped { pen -= blankAdvance(at: end) }
    let items = measureItems(of: line.scalars, from: pens[start], to: pen)
    line.pieceCount = items.pieceCount
    line.extents = LineExtents(
      ascent: items.ascent, descent: items.descent, advance: pen - pens[start],
      trailingWhitespace: shown < end ? pens[reach] - pens[shown] : 0)
    return true
  }

  /// The number of pieces of a line between two pens, `nil` if one has no width, and the line's extents.
  ///
  /// - Complexity: O(log items + items of the line).
  @inline(__always)
  func measureItems(
    of scalars: Range<Int>, from start: Int, to end: Int
  ) -> (pieceCount: Int?, ascent: Int32, descent: Int32) {
    if isOneItem, let extents = evenExtents {
      return (end > start ? 1 : nil, extents.ascent, extents.descent)
    }
    return measureEachItem(of: scalars, from: start, to: end)
  }

  private func measureEachItem(
    of scalars: Range<Int>, from start: Int, to end: Int
  ) -> (pieceCount: Int?, ascent: Int32, descent: Int32) {
    guard !scalars.isEmpty else { return (0, emptyExtents.ascent, emptyExtents.descent) }
    let first = item(at: scalars.lowerBound)
    var index = first
    var pen = start
    var haveWidth = true
    while true {
      let next = items[index].scalars.upperBound
      let edge = next < scalars.upperBound ? min(end, pens[next]) : end
      haveWidth = haveWidth && edge > pen
      pen = edge
      if next >= scalars.upperBound { break }
      index += 1
    }
    let (ascent, descent) = extents(ofItems: first...index)
    return (haveWidth ? index - first + 1 : nil, ascent, descent)
  }

  /// The blank half of the punctuation before a break, which hangs there.
  package func blankAdvance(at end: Int) -> Int {
    guard end > 0, end < scalarCount, flags[end - 1].contains(.halfBlank) else { return 0 }
    return blankHalf(of: end - 1, advance: advance(of: end - 1))
  }

  /// The blank half of punctuation with `advance`, which has letter spacing.
  func blankHalf(of scalar: Int, advance: Int) -> Int {
    guard let features else { return advance / 2 }
    return (advance - Int(features.wholeSpacing(ofItem: item(at: scalar)))) / 2
  }

  /// Whether the paragraph's glyphs can be separated before a scalar without shaping.
  func isClean(_ scalar: Int) -> Bool { !flags[scalar].contains(.unsafe) }
}

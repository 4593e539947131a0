import GalleyHandles
package import GalleyLayout
package import GalleyPrimitives

/// Stacked lines: their box, and the position of the next one.
///
/// A trivial type, so that laying out plain lines counts no references.
package struct LineStack {
  /// The largest distance of a run's glyphs from its origin, in Pango units, which have 32 bits.
  package static var runLimit: Int { 1 << 30 }

  /// The width for lines, in Pango units; `nil` for no limit.
  package let width: Int?
  /// The top-left corner of the container's inside, in layout units.
  private let corner: Point
  /// The number of lines.
  package private(set) var lineCount = 0
  /// The box of the lines, in layout units; `nil` without lines.
  package var bounds: Rect?
  /// The number of glyph runs of the lines; `nil` if it is unknown before glyphs are placed.
  package private(set) var runCount: Int? = 0
  /// The bottom of the last line, in Pango units from the top of the inside; exact for any number of lines.
  private var bottom = 0
  /// The space below the last line's paragraph, if another one follows.
  private var spacingAfter = 0

  package init(_ container: TextContainer, width: Int?) {
    self.width = width
    let insets = container.insets.clamped
    corner = Point(x: insets.left, y: insets.top)
  }

  /// The distance from the top of the inside to the baseline of the line below the last one; `start` is its
  /// first scalar.
  private mutating func baseline(
    ascent: Int32, descent: Int32, from start: Int, _ settings: ParagraphSettings
  ) -> Int {
    if lineCount > 0 {
      bottom += settings.lineSpacing
      if start == 0, !settings.isContinuation { bottom += spacingAfter + settings.spacingBefore }
    }
    spacingAfter = settings.spacingAfter
    let baseline = bottom + Int(ascent)
    bottom += Int(ascent) + Int(descent)
    return baseline
  }

  /// Adds a line below the last one, or in a slot.
  ///
  /// `start` is its first scalar; `room` is the width of its stretch and `width` the part for its text, `nil`
  /// for no limit.
  @inline(__always)
  package mutating func add(
    _ extents: LineExtents, of paragraph: ShapedParagraph, from start: Int, bytes: Range<Int>,
    room: Int?, width: Int?, slot: LineSlot?, runs: Range<Int>
  ) -> TextLine {
    let slack = (width ?? extents.advance) - extents.advance
    var left =
      paragraph.leftIndent(ofLineFrom: start, room: room, width: width)
      + paragraph.settings.indent(slack, isRightToLeft: paragraph.isRightToLeft)
    var (ascent, descent) = (extents.ascent, extents.descent)
    let baseline: Int
    if let slot {
      left += slot.left
      baseline = slot.baseline
      if let extents = slot.extents { (ascent, descent) = extents }
    } else {
      baseline = self.baseline(
        ascent: ascent, descent: descent, from: start, paragraph.settings)
    }
    let line = TextLine(
      range: bytes,
      origin: Point(
        x: corner.x + Double(left) / 1024, y: corner.y + Double(baseline) / 1024),
      ascent: Double(ascent) / 1024, descent: Double(descent) / 1024,
      advance: Double(extents.advance) / 1024,
      trailingWhitespace: Double(extents.trailingWhitespace) / 1024,
      rowIndex: slot?.row ?? lineCount, isRightToLeft: paragraph.isRightToLeft, runs: runs)
    bounds = bounds.map { $0.union(line.rect) } ?? line.rect
    lineCount += 1
    return line
  }

  /// The glyph runs of the next line, which has `count`; `nil` if that is unknown before glyphs are placed.
  package mutating func runs(_ count: Int?) -> Range<Int> {
    guard let first = runCount, let count else {
      runCount = nil
      return 0..<0
    }
    runCount = first + count
    return first..<first + count
  }
}

extension LineStack {
  /// The options of a text whose lines are stacked.
  package struct Options {
    /// The maximal number of lines.
    package var limit: Int
    /// Whether the text has a single attribute run, so that attributes do not split glyph runs.
    package var hasOneAttributeRun: Bool
    /// Whether the caller needs only the size.
    package var isMeasuring: Bool

    package init(limit: Int, hasOneAttributeRun: Bool, isMeasuring: Bool) {
      self.limit = limit
      self.hasOneAttributeRun = hasOneAttributeRun
      self.isMeasuring = isMeasuring
    }
  }

  /// Adds lines of a plain paragraph, as long as its break opportunities suffice, from the one that starts at
  /// scalar `start`; returns the start of the next line, `nil` at the paragraph's end.
  ///
  /// A `LayoutBuilder` makes the same lines. This path reads neither scalars nor glyphs and counts no
  /// references. With the table of break opportunities, a layout at a new width is 44 to 48 times as fast as
  /// PangoLayout's, beside 29 to 34 before, and a size 93 to 120 times, beside 54 to 66. `LinePathTests`
  /// compares both.
  ///
  /// - Complexity: O(breaks on the lines).
  package mutating func append(
    _ paragraph: ShapedParagraph, from start: Int, to lines: inout [TextLine], _ options: Options,
    steps: inout LayoutSteps
  ) -> Int? {
    guard let room = width, paragraph.isPlain,
      var number = paragraph.opportunityNumber(ofScalar: start)
    else { return start }
    let last = paragraph.lastOpportunity
    guard number < last else { return start }
    var from = paragraph.opportunity(number)
    while lineCount < options.limit, number < last {
      let scalar = Int(from.scalar)
      let width = paragraph.settings.room(room, ofLineFrom: scalar)
      guard let end = paragraph.lineEnd(fromOpportunity: number, width: width, steps: &steps) else {
        break
      }
      let to = paragraph.opportunity(end)
      let pen = end == last ? to.startPen : Int(to.pen)
      let items = paragraph.measureItems(of: scalar..<Int(to.scalar), from: from.startPen, to: pen)
      let advance = pen - from.startPen
      // Spaces beyond the width at the paragraph's end may hang.
      guard !to.isOdd, let pieceCount = items.pieceCount, end < last || advance <= width else {
        break
      }
      let hasKnownRuns = options.hasOneAttributeRun && advance <= Self.runLimit
      let first = paragraph.range.lowerBound
      let runs = runs(hasKnownRuns ? pieceCount : nil)
      let line = add(
        LineExtents(
          ascent: items.ascent, descent: items.descent, advance: advance,
          trailingWhitespace: end == last ? Int(to.space) : 0),
        of: paragraph, from: scalar, bytes: first + Int(from.byte)..<first + Int(to.byte),
        room: room, width: width, slot: nil, runs: runs)
      if !options.isMeasuring { lines.append(line) }
      (number, from) = (end, to)
    }
    return number < last ? Int(from.scalar) : nil
  }
}

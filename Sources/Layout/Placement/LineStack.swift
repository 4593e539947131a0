import GalleyHandles
import GalleyPrimitives

/// Stacked lines: their box, and the position of the next one.
///
/// A trivial type, so that laying out plain lines counts no references.
struct LineStack {
  /// The width for lines, in Pango units; `nil` for no limit.
  let width: Int?
  /// The top-left corner of the container's inside, in layout units.
  private let corner: Point
  /// The number of lines.
  private(set) var lineCount = 0
  /// The box of the lines, in layout units; `nil` without lines.
  var bounds: Rect?
  /// The number of glyph runs of the lines; `nil` if it is unknown before glyphs are placed.
  private(set) var runCount: Int? = 0
  /// The bottom of the last line, in Pango units from the top of the inside; exact for any number of lines.
  private var bottom = 0
  /// The space below the last line's paragraph, if another one follows.
  private var spacingAfter = 0

  init(_ container: TextContainer, width: Int?) {
    self.width = width
    let insets = container.insets.clamped
    corner = Point(x: insets.left, y: insets.top)
  }

  /// The baseline of the line below the last one; `start` is its first scalar.
  mutating func baseline(
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

  /// A point in layout units, from Pango units from the inside's corner.
  func point(_ left: Int, _ baseline: Int) -> Point {
    Point(x: corner.x + Double(left) / 1024, y: corner.y + Double(baseline) / 1024)
  }

  /// The glyph runs of the next line, which has `count`; `nil` if that is unknown before glyphs are placed.
  mutating func runs(_ count: Int?) -> Range<Int> {
    guard let first = runCount, let count else {
      runCount = nil
      return 0..<0
    }
    runCount = first + count
    return first..<first + count
  }

  /// Adds a line.
  mutating func put(_ line: TextLine) {
    bounds = bounds.map { $0.union(line.rect) } ?? line.rect
    lineCount += 1
  }
}

extension LineStack {
  /// The options of a text whose lines are stacked.
  struct Options {
    /// The maximal number of lines.
    var limit: Int
    /// Whether the text has a single attribute run, so that attributes do not split glyph runs.
    var hasOneLook: Bool
    /// Whether the caller needs only the size.
    var isMeasuring: Bool
  }

  /// Adds lines of a plain paragraph, as long as its break opportunities suffice, from the one that starts at
  /// scalar `start`; returns the start of the next line, `nil` at the paragraph's end.
  ///
  /// A ``LayoutBuilder`` makes the same lines; this path reads neither scalars nor glyphs.
  ///
  /// - Complexity: O(breaks on the lines).
  mutating func append(
    _ paragraph: ShapedParagraph, from start: Int, to lines: inout [TextLine], _ options: Options,
    steps: inout LayoutSteps
  ) -> Int? {
    guard let room = width, paragraph.isPlain, var number = paragraph.placeNumber(ofScalar: start)
    else { return start }
    let last = paragraph.lastPlace
    guard number < last else { return start }
    var from = paragraph.place(number)
    while lineCount < options.limit, number < last {
      let scalar = Int(from.scalar)
      let width = paragraph.settings.room(room, ofLineFrom: scalar)
      guard let end = paragraph.lineEnd(fromPlace: number, width: width, steps: &steps) else {
        break
      }
      let to = paragraph.place(end)
      let pen = end == last ? to.startPen : Int(to.pen)
      let items = paragraph.measureItems(of: scalar..<Int(to.scalar), from: from.startPen, to: pen)
      guard !to.isOdd, let pieceCount = items.pieceCount else { break }
      let advance = pen - from.startPen
      let left =
        paragraph.leftIndent(ofLineFrom: scalar, room: room, width: width)
        + paragraph.settings.indent(width - advance, isRightToLeft: paragraph.isRightToLeft)
      let baseline = baseline(
        ascent: items.ascent, descent: items.descent, from: scalar, paragraph.settings)
      let isTold = options.hasOneLook && advance <= LinePlacer.runLimit
      let line = TextLine(
        range: paragraph.range.lowerBound + Int(from.byte)..<paragraph.range.lowerBound
          + Int(to.byte),
        origin: point(left, baseline), ascent: Double(items.ascent) / 1024,
        descent: Double(items.descent) / 1024, advance: Double(advance) / 1024,
        trailingWhitespace: end == last ? Double(to.space) / 1024 : 0, rowIndex: lineCount,
        isRightToLeft: paragraph.isRightToLeft, runs: runs(isTold ? pieceCount : nil))
      put(line)
      if !options.isMeasuring { lines.append(line) }
      (number, from) = (end, to)
    }
    return number < last ? Int(from.scalar) : nil
  }
}

import GalleyHandles
import GalleyPrimitives

/// Lines below one another: what has to be known to place the next one, and what all of them take.
///
/// Trivial to copy, so that setting a text of plain lines counts no references.
struct LineStack {
  /// What a line may take, in Pango units; `nil` for no limit.
  let width: Int?
  /// The top-left corner of the container's inside, in layout units.
  private let corner: Point
  /// How many lines there are.
  private(set) var lineCount = 0
  /// The box of the lines, in layout units; `nil` where there is none.
  var bounds: Rect?
  /// How many glyph runs the lines have, as long as that can be told without placing any.
  private(set) var runCount: Int? = 0
  /// The bottom of the last line, in Pango units, from the insets' top; exact however many lines.
  private var bottom = 0
  /// What is left free below the last line's paragraph, if another one follows.
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

  /// A place in Pango units from the inside's corner, in layout units.
  func point(_ left: Int, _ baseline: Int) -> Point {
    Point(x: corner.x + Double(left) / 1024, y: corner.y + Double(baseline) / 1024)
  }

  /// The glyph runs of the line that comes next, if it has `count`; `nil` where placing them has to tell.
  mutating func runs(_ count: Int?) -> Range<Int> {
    guard let first = runCount, let count else {
      runCount = nil
      return 0..<0
    }
    runCount = first + count
    return first..<first + count
  }

  /// Counts a line in.
  mutating func put(_ line: TextLine) {
    bounds = bounds.map { $0.union(line.rect) } ?? line.rect
    lineCount += 1
  }
}

extension LineStack {
  /// What there is to know of a text whose lines are put below one another.
  struct Options {
    /// How many lines there may be.
    var limit: Int
    /// Whether no attributes part glyph runs.
    var hasOneLook: Bool
    /// Whether only the size is wanted.
    var isMeasuring: Bool
  }

  /// Puts lines below the last one as long as a plain paragraph's places tell all about them, from the
  /// one that starts at scalar `start` on; returns where the next one starts, `nil` at the paragraph's end.
  ///
  /// What a ``LayoutBuilder`` does too, without a look at a scalar or a glyph.
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

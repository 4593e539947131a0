import Foundation
import GalleyHandles
import GalleyPrimitives
import GalleyText

/// Gathers lines into a layout: stacks them and aligns them.
///
/// Glyphs are placed by a ``LinePlacer``.
struct LayoutBuilder {
  let container: TextContainer
  let fonts: FontEnvironment
  /// What a line may take, in Pango units; `nil` for no limit.
  let width: Int?
  /// The top-left corner of the container's inside.
  private let corner: Point
  /// Whether only the size is wanted, so that what glyphs are placed from is not gathered.
  private let isMeasuring: Bool
  var lines: [TextLine] = []
  private var unplaced: UnplacedLines
  private var stack = LineStack()
  /// Lines whose alignment has to wait until the widest one is known.
  private var floatingLines: [(line: Int, advance: Int, settings: ParagraphSettings)] = []
  private var widest = 0
  private var truncatedRange: Range<Int>?
  /// How many glyph runs the lines have, as long as that can be told without placing any.
  private var runCount: Int? = 0
  /// Where grapheme clusters stand, if somebody asked for it.
  var recorder: GraphemeRecorder?

  init(
    container: TextContainer, fonts: FontEnvironment, runs: [AttributeRun], width: Int?,
    isMeasuring: Bool = false
  ) {
    self.isMeasuring = isMeasuring
    self.container = container
    let insets = container.insets.clamped
    corner = Point(x: insets.left, y: insets.top)
    self.fonts = fonts
    self.width = width
    unplaced = UnplacedLines(looks: runs)
  }

  var lineCount: Int { lines.count }

  /// Finds the words of the paragraph whose lines come next, if somebody asked for them.
  mutating func recordWords(
    of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>, of text: AttributedText
  ) {
    guard recorder != nil, let first = itemizerAttributes(of: text, in: range).first else { return }
    recorder?.words = fonts.words(of: bytes, language: first.language)
  }

  /// Puts a line below the last one, or into a slot.
  ///
  /// - Complexity: O(items of the line).
  mutating func append(
    _ line: MeasuredLine, of paragraph: ShapedParagraph, isParagraphEnd: Bool,
    slot: LineSlot? = nil
  ) {
    if lines.isEmpty { reserve(for: paragraph) }
    let start = line.scalars.lowerBound
    let room = slot.map(\.width) ?? width
    let width = paragraph.settings.width(room, ofLineFrom: start)
    var stretch: Justification?
    if !isParagraphEnd, case .justify = paragraph.settings.alignment {
      stretch = Justification(line, of: paragraph, width: width)
    }
    let advance = stretch.map { _ in width ?? line.advance } ?? line.advance
    let slack = (width ?? line.advance) - advance
    let left =
      (slot?.left ?? 0)
      + paragraph.leftIndent(ofLineFrom: start, room: room, width: width)
      + paragraph.settings.indent(slack, isRightToLeft: paragraph.isRightToLeft)
    let baseline =
      slot?.baseline
      ?? stack.append(ascent: line.ascent, descent: line.descent, from: start, paragraph.settings)
    let (ascent, descent) = slot?.extents ?? (line.ascent, line.descent)
    var runs = 0..<0
    if !isMeasuring {
      let setLine = SetLine(
        paragraph: paragraph, scalars: line.scalars, isWrapped: line.isWrapped,
        glyphs: line.glyphs, stretch: stretch)
      runs = countRuns(of: setLine, line, advance: advance)
      if recorder != nil { record(setLine) }
      unplaced.append(setLine)
    }
    if width == nil {
      let reach = advance + paragraph.settings.head(ofLineFrom: start)
      floatingLines.append((lines.count, reach, paragraph.settings))
      widest = max(widest, reach)
    }
    lines.append(
      TextLine(
        range: paragraph.bytes(of: line.scalars),
        origin: Point(
          x: corner.x + Double(left) / 1024, y: corner.y + Double(baseline) / 1024),
        ascent: Double(ascent) / 1024, descent: Double(descent) / 1024,
        advance: Double(advance) / 1024,
        trailingWhitespace: Double(line.trailingWhitespace) / 1024,
        rowIndex: slot?.row ?? lines.count,
        isRightToLeft: paragraph.isRightToLeft, runs: runs))
  }

  /// Makes room for about as many lines as a paragraph takes, so that short texts grow nothing.
  private mutating func reserve(for paragraph: ShapedParagraph) {
    guard let width, width > 0 else { return }
    let advance = paragraph.pens[paragraph.scalarCount]
    let count = min(64, advance / width + advance / width / 4 + 2)
    lines.reserveCapacity(count)
    if !isMeasuring { unplaced.reserve(count) }
  }

  private mutating func record(_ line: SetLine) {
    var composed = ComposedLine(scalars: line.scalars)
    line.compose(into: &composed)
    recorder?.append(composed, of: line.paragraph, stretch: line.stretch)
  }

  /// Puts a truncated row into a slot, which has a range of its own.
  mutating func append(_ row: SetTokenRow, slot: LineSlot) {
    recorder?.words = row.words
    append(
      MeasuredLine(row.line, glyphs: .token(row)), of: row.paragraph, isParagraphEnd: true,
      slot: slot)
    lines[lines.count - 1].range = row.range
    recorder?.mapLastLine(by: row)
  }

  /// The glyph runs of the line that comes next, as far as they can be told.
  private mutating func countRuns(
    of setLine: SetLine, _ line: MeasuredLine, advance: Int
  ) -> Range<Int> {
    guard let first = runCount else { return 0..<0 }
    runCount = unplaced.runCount(of: setLine, line, advance: advance).map { first + $0 }
    return first..<(runCount ?? first)
  }

  /// The box of the lines.
  var bounds: Rect? {
    guard var bounds = lines.first?.rect else { return nil }
    for line in lines.dropFirst() { bounds = bounds.union(line.rect) }
    return bounds
  }

  /// Ends setting lines: aligns those that waited for the widest one.
  mutating func finish(truncatedRange: Range<Int>?) {
    self.truncatedRange = truncatedRange
    for (index, advance, settings) in floatingLines {
      let shift = settings.indent(widest - advance, isRightToLeft: lines[index].isRightToLeft)
      if shift != 0 { lines[index].origin.x += Double(shift) / 1024 }
    }
    floatingLines = []
  }

  /// The glyphs of the finished lines, of which each gets to know its runs; where these could be told,
  /// none is placed before somebody asks.
  mutating func content() -> LayoutContent {
    unplaced.faces = fonts.faces
    if runCount != nil { return .unplaced(unplaced) }
    let (content, runs) = unplaced.placed(on: lines)
    for (index, runs) in runs.enumerated() { lines[index].runs = runs }
    return .placed(content)
  }

  /// The size that the finished lines take.
  var boundingSize: Size { container.boundingSize(of: bounds ?? .zero) }

  /// The layout of finished lines.
  mutating func layout() -> TextLayout {
    let content = content()
    return TextLayout(
      LayoutFrame(
        container: container, lines: lines, boundingRect: bounds ?? .zero,
        boundingSize: boundingSize, rowCount: lines.count, truncatedRange: truncatedRange),
      content: content)
  }
}

extension ShapedParagraph {
  /// The UTF-8 offsets that scalars have in the text.
  fileprivate func bytes(of scalars: Range<Int>) -> Range<Int> {
    guard !offsets.isEmpty else { return range.lowerBound..<range.lowerBound }
    let start = range.lowerBound + Int(offsets[scalars.lowerBound])
    return start..<min(range.lowerBound + Int(offsets[scalars.upperBound]), textEnd)
  }
}

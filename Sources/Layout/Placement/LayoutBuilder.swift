import Foundation
import GalleyHandles
import GalleyPrimitives
import GalleyText

/// Collects lines into a layout: stacks and aligns them.
///
/// A ``LinePlacer`` places their glyphs.
struct LayoutBuilder {
  let container: TextContainer
  let fonts: FontEnvironment
  /// Whether the caller needs only the size, so that the source of glyphs is not kept.
  private let isMeasuring: Bool
  /// The lines; when measuring, only those whose alignment has to wait.
  var lines: [TextLine] = []
  private var unplaced: UnplacedLines
  private var stack: LineStack
  /// Lines whose alignment has to wait until the widest one is known.
  private var floatingLines: [(line: Int, advance: Int, settings: ParagraphSettings)] = []
  private var widest = 0
  private var truncatedRange: Range<Int>?
  /// Records the positions of grapheme clusters; `nil` unless a map is made.
  var recorder: GraphemeRecorder?

  init(
    container: TextContainer, fonts: FontEnvironment, runs: [AttributeRun], width: Int?,
    isMeasuring: Bool = false
  ) {
    self.isMeasuring = isMeasuring
    self.container = container
    self.fonts = fonts
    stack = LineStack(container, width: width)
    unplaced = UnplacedLines(looks: runs)
  }

  /// The number of lines.
  var lineCount: Int { stack.lineCount }
  /// The box of the lines; `nil` without lines.
  var bounds: Rect? { stack.bounds }
  /// The width for lines, in Pango units; `nil` for no limit.
  var width: Int? { stack.width }

  /// Exchanges the memory for lines with `buffer`, and empties both: a typesetter uses one buffer for many
  /// texts.
  mutating func exchangeLines(with buffer: inout [TextLine]) {
    lines.removeAll(keepingCapacity: lines.capacity <= 256)
    buffer.removeAll(keepingCapacity: true)
    swap(&lines, &buffer)
  }

  /// Keeps the paragraph of the last lines, from which their glyphs are placed.
  mutating func keep(_ paragraph: ShapedParagraph) { unplaced.keep(paragraph) }

  /// Keeps the paragraphs of all lines.
  mutating func keep(_ paragraphs: [ShapedParagraph]) { unplaced.keep(paragraphs) }

  /// Finds the words of the paragraph whose lines are next, if a map is made.
  mutating func recordWords(
    of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>, of text: AttributedText
  ) {
    guard recorder != nil, let first = itemizerAttributes(of: text, in: range).first else { return }
    recorder?.words = fonts.words(of: bytes, language: first.language)
  }

  /// Adds a line below the last one, or in a slot.
  ///
  /// After the last line of a paragraph, the caller keeps the paragraph by ``keep(_:)``.
  ///
  /// - Complexity: O(1), except for justified lines and pieces without width.
  mutating func append(
    _ line: MeasuredLine, of paragraph: ShapedParagraph, isParagraphEnd: Bool,
    slot: LineSlot? = nil
  ) {
    let start = line.scalars.lowerBound
    let room = slot == nil ? width : slot?.width
    let width = paragraph.settings.width(room, ofLineFrom: start)
    var stretch: Justification?
    if !isParagraphEnd, case .justify = paragraph.settings.alignment {
      stretch = Justification(line, of: paragraph, width: width)
    }
    let advance = stretch == nil ? line.advance : width ?? line.advance
    let slack = (width ?? line.advance) - advance
    var left =
      paragraph.leftIndent(ofLineFrom: start, room: room, width: width)
      + paragraph.settings.indent(slack, isRightToLeft: paragraph.isRightToLeft)
    var (ascent, descent, row) = (line.ascent, line.descent, lineCount)
    var baseline = 0
    if let slot {
      left += slot.left
      baseline = slot.baseline
      row = slot.row
      if let extents = slot.extents { (ascent, descent) = extents }
    } else {
      baseline = stack.baseline(
        ascent: ascent, descent: descent, from: start, paragraph.settings)
    }
    let runs =
      isMeasuring
      ? 0..<0 : note(line, of: paragraph, stretch: stretch, advance: advance)
    if width == nil {
      let reach = advance + paragraph.settings.head(ofLineFrom: start)
      floatingLines.append((lines.count, reach, paragraph.settings))
      widest = max(widest, reach)
    }
    let textLine = TextLine(
      range: paragraph.bytes(of: line.scalars), origin: stack.point(left, baseline),
      ascent: Double(ascent) / 1024, descent: Double(descent) / 1024,
      advance: Double(advance) / 1024,
      trailingWhitespace: Double(line.trailingWhitespace) / 1024, rowIndex: row,
      isRightToLeft: paragraph.isRightToLeft, runs: runs)
    stack.put(textLine)
    if !isMeasuring || width == nil { lines.append(textLine) }
  }

  /// Adds lines below the last one, as long as the paragraph's break opportunities suffice, from the one that
  /// starts at scalar `start`; returns the start of the next line, `nil` at the paragraph's end.
  ///
  /// - Complexity: O(breaks on the lines).
  mutating func appendPlain(
    _ paragraph: ShapedParagraph, from start: Int, limit: Int, steps: inout LayoutSteps
  ) -> Int? {
    guard recorder == nil else { return start }
    let count = lineCount
    let end = stack.append(
      paragraph, from: start, to: &lines,
      .init(limit: limit, hasOneLook: unplaced.hasOneLook, isMeasuring: isMeasuring), steps: &steps)
    if lineCount > count { unplaced.awaitLines(of: paragraph) }
    return end
  }

  /// Keeps the source of the next line's glyphs; returns the line's glyph runs, as far as they are known.
  private mutating func note(
    _ line: MeasuredLine, of paragraph: ShapedParagraph, stretch: Justification?, advance: Int
  ) -> Range<Int> {
    unplaced.append(line, of: paragraph, stretch: stretch, number: lineCount)
    if recorder != nil {
      let source = UnplacedLine(line, of: paragraph, stretch: stretch)
      var composed = ComposedLine(scalars: line.scalars)
      source.compose(into: &composed)
      recorder?.append(composed, of: paragraph, stretch: stretch)
    }
    return stack.runs(
      stack.runCount == nil ? nil : unplaced.runCount(of: line, in: paragraph, advance: advance))
  }

  /// Adds a truncated row in a slot.
  mutating func append(_ row: TruncatedRow, slot: LineSlot) {
    recorder?.words = row.words
    append(
      MeasuredLine(row.line, glyphs: .token(row)), of: row.paragraph, isParagraphEnd: true,
      slot: slot)
    lines[lines.count - 1].range = row.range
    recorder?.mapLastLine(by: row)
  }

  /// Finishes the lines: aligns those that waited for the widest one.
  mutating func finish(truncatedRange: Range<Int>?) {
    self.truncatedRange = truncatedRange
    for (index, advance, settings) in floatingLines {
      let shift = settings.indent(widest - advance, isRightToLeft: lines[index].isRightToLeft)
      if shift != 0 { lines[index].origin.x += Double(shift) / 1024 }
    }
    if !floatingLines.isEmpty {
      floatingLines = []
      findBounds()
    }
  }

  /// Computes the box again after lines were moved.
  mutating func findBounds() {
    stack.bounds = lines.first?.rect
    for line in lines.dropFirst() { stack.bounds = stack.bounds?.union(line.rect) }
  }

  /// The content of the finished lines.
  ///
  /// If the runs of all lines are known, glyphs are placed later; else they are placed now, and each line
  /// gets its runs.
  mutating func content() -> LayoutContent {
    unplaced.faces = fonts.faces
    if stack.runCount != nil {
      // Moved, not copied.
      var own = UnplacedLines(looks: [])
      swap(&own, &unplaced)
      return .unplaced(own)
    }
    let (content, runs) = unplaced.placed(on: lines)
    for (index, runs) in runs.enumerated() { lines[index].runs = runs }
    return .placed(content)
  }

  /// The layout of finished lines.
  mutating func layout() -> TextLayout {
    let content = content()
    return TextLayout(
      LayoutFrame(stack, lines: lines, in: container, truncatedRange: truncatedRange),
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

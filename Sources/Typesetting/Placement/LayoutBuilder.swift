import GalleyHandles
import GalleyLayout
import GalleyParagraphs
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
  /// The text of the lines.
  let text: String
  /// The languages of the runs; none when measuring.
  let languages: RunLanguages
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

  /// A builder of the layout of `text` in a simple container.
  init(
    _ text: AttributedText, in container: TextContainer, fonts: FontEnvironment,
    isMeasuring: Bool = false
  ) {
    self.init(
      text, in: container, width: container.lineWidth, fonts: fonts, isMeasuring: isMeasuring)
  }

  init(
    _ text: AttributedText, in container: TextContainer, width: Int?, fonts: FontEnvironment,
    isMeasuring: Bool = false
  ) {
    self.isMeasuring = isMeasuring
    self.text = text.string
    languages = isMeasuring ? RunLanguages() : RunLanguages(text)
    self.container = container
    self.fonts = fonts
    stack = LineStack(container, width: width)
    unplaced = UnplacedLines(attributeRuns: text.runs)
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

  /// Finds the words of the paragraph whose lines are next, if a map is made.
  mutating func recordWords(
    of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>, of text: AttributedText
  ) {
    guard recorder != nil else { return }
    let language = fonts.canonicalTag(text.attributes(at: range.lowerBound).language)
    recorder?.words = fonts.map.words(of: bytes, language: language)
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
    let room = slot == nil ? stack.width : slot?.width
    let width = paragraph.settings.width(room, ofLineFrom: start)
    var extents = line.extents
    var stretch: Justification?
    if !isParagraphEnd, case .justify = paragraph.settings.alignment {
      stretch = Justification(line, of: paragraph, width: width, rules: fonts.rules)
      if stretch != nil, let width { extents.advance = width }
    }
    let runs =
      isMeasuring
      ? 0..<0 : note(line, of: paragraph, stretch: stretch, advance: extents.advance)
    if width == nil {
      let reach = extents.advance + paragraph.settings.head(ofLineFrom: start)
      floatingLines.append((lines.count, reach, paragraph.settings))
      widest = max(widest, reach)
    }
    let textLine = stack.add(
      extents, of: paragraph, from: start,
      bytes: paragraph.byte(ofScalar: start)..<paragraph.byte(ofScalar: line.scalars.upperBound),
      room: room, width: width, slot: slot, runs: runs)
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
      .init(
        limit: limit, hasOneAttributeRun: unplaced.hasOneAttributeRun, isMeasuring: isMeasuring),
      steps: &steps)
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

  /// Adds a truncated row below the last line, or in a slot.
  mutating func append(_ row: TruncatedRow, slot: LineSlot? = nil) {
    var string = row.text.string
    string.withUTF8 { recordWords(of: $0, in: 0..<$0.count, of: row.text) }
    append(
      MeasuredLine(row.line, isWrapped: false, glyphs: .truncated(row)), of: row.paragraph,
      isParagraphEnd: true, slot: slot)
    if let last = lines.indices.last { lines[last].range = row.range }
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
    (unplaced.faces, unplaced.language) = (fonts.map.faces, fonts.columnTag)
    if stack.runCount != nil {
      // Moved, not copied.
      var own = UnplacedLines(attributeRuns: [])
      swap(&own, &unplaced)
      return .unplaced(LineSource(own))
    }
    let (content, runs) = unplaced.place(on: lines)
    for (index, runs) in runs.enumerated() { lines[index].runs = runs }
    return .placed(content)
  }

  /// The layout of finished lines.
  mutating func layout() -> TextLayout {
    let content = content()
    return TextLayout(
      stack, lines: lines, in: container, truncatedRange: truncatedRange, content: content,
      text: text, languages: languages)
  }
}

extension TextLayout {
  /// The layout of stacked lines, which are copied into memory of exactly their size.
  init(
    _ stack: LineStack, lines: [TextLine], in container: TextContainer,
    truncatedRange: Range<Int>? = nil, content: LayoutContent, text: String, languages: RunLanguages
  ) {
    let bounds = stack.bounds ?? .zero
    self.init(
      container: container, lines: lines.withUnsafeBufferPointer { [TextLine]($0) },
      boundingRect: bounds, boundingSize: container.boundingSize(of: bounds),
      rowCount: stack.lineCount, truncatedRange: truncatedRange, content: content, text: text,
      languages: languages)
  }
}

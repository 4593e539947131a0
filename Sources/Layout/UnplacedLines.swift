import GalleyHandles
import GalleyPrimitives
import GalleyText

/// A line that has its place, and what its glyphs are placed from.
struct SetLine: Sendable {
  let paragraph: ShapedParagraph
  let scalars: Range<Int>
  let isWrapped: Bool
  /// What its glyphs are found by; `nil` where they are the paragraph's own.
  let glyphs: LineGlyphs?
  /// How it is widened.
  let stretch: Justification?

  /// Finds the line's pieces.
  func compose(into line: inout ComposedLine) {
    switch glyphs {
    case nil: paragraph.compose(scalars, isWrapped: isWrapped, into: &line)
    case .composed(let composed): line = composed
    case .token(let row): line = row.line
    }
  }

  /// Whether some character of it may be one that no font has a glyph for.
  fileprivate var mayMissGlyphs: Bool {
    guard case .composed(let line) = glyphs else { return paragraph.hasMissingGlyphs }
    return paragraph.hasMissingGlyphs
      || line.ownGlyphs.contains { $0.id & FontEnvironment.missing != 0 }
  }

  /// About how many glyphs it has.
  fileprivate var glyphCount: Int {
    switch glyphs {
    case nil: scalars.count
    case .composed(let line): line.pieces.reduce(0) { $0 + $1.glyphs.count }
    case .token(let row): row.paragraph.glyphs.count
    }
  }

  /// How many glyph runs it will have if attributes do not part them.
  ///
  /// - Complexity: O(glyphs of the line).
  fileprivate func runCount(look: TextAttributes) -> Int {
    var composed = ComposedLine(scalars: 0..<0)
    compose(into: &composed)
    return composed.pieces.count { piece in
      var pen = 0
      for index in piece.glyphs where index != piece.hangingGlyph {
        let glyph = composed.glyph(index, of: piece, in: paragraph)
        if glyph.id != FontEnvironment.invisible { return true }
        pen += Int(glyph.advance)
      }
      return pen > 0 && !look.isPlain
    }
  }
}

/// The lines of a layout whose glyphs have no places yet: all that placing them needs, and nothing of
/// the worker that set them.
///
/// Most lines are of a paragraph's own glyphs: what these are is found by the lines' bytes when they are
/// placed, so that nothing is kept for each line until then.
struct UnplacedLines: Sendable {
  /// The text's attribute runs.
  let looks: [AttributeRun]
  /// What the fonts' numbers stand for.
  var faces: [FontFaceDescription] = []
  /// The paragraphs that lines are found in, in their order.
  private var paragraphs: [ShapedParagraph] = []
  /// Whether lines came that are to be found in a paragraph which is not kept yet.
  private var isAwaiting = false
  /// Lines of which more has to be known, by their numbers, in their order.
  private var others: [(number: Int, line: SetLine)] = []
  /// Whether some glyph may be missing: else none is.
  private(set) var mayMissGlyphs = false

  init(looks: [AttributeRun]) { self.looks = looks }

  /// Those of a text's paragraphs, whose own glyphs are all that its lines have.
  init(_ text: ShapedText) {
    looks = text.text.runs
    faces = text.faces
    paragraphs = text.paragraphs
    mayMissGlyphs = text.hasMissingGlyphs
  }

  /// Whether no attributes part runs.
  var hasOneLook: Bool { looks.count == 1 }

  /// Notes a line, the `number`th of the layout.
  mutating func append(
    _ line: MeasuredLine, of paragraph: ShapedParagraph, stretch: Justification?, number: Int
  ) {
    if line.glyphs == nil, stretch == nil, !paragraph.isRow { return awaitLines(of: paragraph) }
    let line = SetLine(line, of: paragraph, stretch: stretch)
    mayMissGlyphs = mayMissGlyphs || line.mayMissGlyphs
    others.append((number, line))
  }

  /// Notes that there are lines of a paragraph's own glyphs, to be found in it when it is kept.
  mutating func awaitLines(of paragraph: ShapedParagraph) {
    mayMissGlyphs = mayMissGlyphs || paragraph.hasMissingGlyphs
    isAwaiting = true
  }

  /// Keeps the paragraph of the last lines, if they are to be found in it.
  mutating func keep(_ paragraph: ShapedParagraph) {
    if isAwaiting, paragraphs.last !== paragraph { paragraphs.append(paragraph) }
    isAwaiting = false
  }

  /// Keeps the paragraphs of all lines, if some are to be found in them.
  mutating func keep(_ paragraphs: [ShapedParagraph]) {
    if isAwaiting { self.paragraphs = paragraphs }
    isAwaiting = false
  }

  /// About how much memory it takes: that of the paragraphs.
  var byteCount: Int {
    var sum = others.count * MemoryLayout<(Int, SetLine)>.stride
    for paragraph in paragraphs { sum += paragraph.byteCount }
    for (_, line) in others where line.paragraph.isRow { sum += line.paragraph.byteCount }
    return sum
  }

  /// Places all glyphs, of lines whose origins are known; tells the runs of each line.
  ///
  /// - Complexity: O(glyphs).
  func placed(on places: [TextLine]) -> (content: PlacedContent, runs: [Range<Int>]) {
    var placer = LinePlacer(looks: looks, faces: faces)
    let lines = lines(on: places)
    placer.reserve(
      lines.reduce(0) { $0 + $1.glyphCount }, runs: places.last?.runs.upperBound ?? 0)
    let runs = zip(lines, places).map { placer.place($0, at: $1.origin) }
    return (placer.content, runs)
  }

  /// What is placed on each line.
  private func lines(on places: [TextLine]) -> [SetLine] {
    var others = others[...]
    var paragraphs = paragraphs[...]
    var lines: [SetLine] = []
    lines.reserveCapacity(places.count)
    for (number, place) in places.enumerated() {
      if let other = others.first, other.number == number {
        lines.append(other.line)
        others.removeFirst()
        continue
      }
      let start = place.range.lowerBound
      while let next = paragraphs.dropFirst().first, next.range.lowerBound <= start {
        paragraphs.removeFirst()
      }
      // Each line is of a paragraph, or another one.
      guard let paragraph = paragraphs.first else { break }
      lines.append(SetLine(place.range, of: paragraph))
    }
    return lines
  }

  /// How many glyph runs a line will have; `nil` where only placing its glyphs can tell: where
  /// attributes part them, or they reach so far that they have to be parted.
  ///
  /// - Complexity: O(1), but for lines with pieces that take no room.
  func runCount(of line: MeasuredLine, in paragraph: ShapedParagraph, advance: Int) -> Int? {
    guard hasOneLook, paragraph.features == nil, advance <= LinePlacer.runLimit else {
      return nil
    }
    if let count = line.pieceCount { return count }
    if case .token = line.glyphs { return nil }
    return SetLine(line, of: paragraph, stretch: nil).runCount(look: looks[0].attributes)
  }
}

extension SetLine {
  init(_ line: MeasuredLine, of paragraph: ShapedParagraph, stretch: Justification?) {
    self.init(
      paragraph: paragraph, scalars: line.scalars, isWrapped: line.isWrapped, glyphs: line.glyphs,
      stretch: stretch)
  }

  /// The line of a paragraph's own glyphs that has those bytes of the text.
  fileprivate init(_ bytes: Range<Int>, of paragraph: ShapedParagraph) {
    let start = paragraph.scalar(at: bytes.lowerBound)
    let end = paragraph.scalar(at: bytes.upperBound)
    self.init(
      paragraph: paragraph, scalars: start..<end, isWrapped: end < paragraph.scalarCount,
      glyphs: nil, stretch: nil)
  }
}

extension ShapedParagraph {
  /// The scalar that starts at a byte of the text.
  ///
  /// - Complexity: O(log scalars).
  fileprivate func scalar(at byte: Int) -> Int {
    let offset = byte - range.lowerBound
    var (low, high) = (0, scalarCount)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// About how much memory it takes.
  fileprivate var byteCount: Int {
    glyphs.count * MemoryLayout<ShapedGlyph>.stride + items.count * MemoryLayout<TextItem>.stride
      + pens.count * (MemoryLayout<Int>.stride + MemoryLayout<Int32>.stride + 2)
      + places.count * MemoryLayout<LinePlace>.stride
  }
}

import GalleyHandles
import GalleyLayout
import GalleyParagraphs
import GalleyPrimitives
import GalleyText

/// Places the glyphs of lines, in a run for each font and attribute run.
///
/// It needs no fonts, so it can run on any thread.
struct LinePlacer {
  private(set) var attributeRuns: [AttributeRun]
  /// The language of runs without one, which decides the sides of lines beside columns.
  private let language: String?
  /// Whether the current line is a column; lines along x keep the attributes that the text has.
  private var isColumn = false
  private let faces: [FontFaceDescription]
  var content = PlacedContent()
  private var keyNumbers: [(font: Int, size: Double, isTurned: Bool, squeeze: Double)] = []
  /// The last attribute run that was found.
  private var current = 0
  /// The numbers of attribute runs in the layout's list, which has those that are not plain.
  private var styledNumbers: [Int: Int] = [:]
  /// The number of placed lines.
  private(set) var lineCount = 0
  private var line = ComposedLine(scalars: 0..<0)
  /// The annotated pieces of the current line: the annotation, and the pen before and behind.
  var rubySpans: [(ruby: Int, scalars: Range<Int>, from: Int, to: Int)] = []

  init(attributeRuns: [AttributeRun], language: String?, faces: [FontFaceDescription]) {
    self.attributeRuns = attributeRuns
    self.language = language
    self.faces = faces
  }

  /// Reserves memory, so that the arrays of short texts do not grow.
  mutating func reserve(_ count: Int, runs: Int) {
    content.glyphs.reserveCapacity(count)
    content.runs.reserveCapacity(runs)
  }

  /// Places the glyphs of the next line; returns its runs.
  ///
  /// - Complexity: O(line).
  mutating func place(_ source: UnplacedLine, at origin: Point) -> Range<Int> {
    source.compose(into: &line)
    isColumn = source.paragraph.isVertical
    let first = content.runs.count
    if case .truncated(let row) = source.glyphs {
      place(row, from: source, at: origin)
    } else {
      placePieces(of: source, at: origin)
    }
    lineCount += 1
    return first..<content.runs.count
  }

  private mutating func placePieces(of source: UnplacedLine, at origin: Point) {
    let paragraph = source.paragraph
    var pen = -line.hang.left
    for piece in line.pieces {
      let start = Point(x: origin.x + Double(pen) / 1024, y: origin.y)
      let advance = place(piece, of: source, origin: start)
      if paragraph.features != nil {
        noteRuby(piece, of: paragraph, from: pen, to: pen + advance)
        placeMarks(piece, of: source, line: line, origin: origin, from: pen)
      }
      pen += advance
    }
    if paragraph.features != nil { placeRubies(of: paragraph, origin: origin) }
  }

  /// Places one piece's glyphs, in a run for each attribute run; returns its advance.
  private mutating func place(_ piece: LinePiece, of source: UnplacedLine, origin: Point) -> Int {
    let paragraph = source.paragraph
    let isRightToLeft = paragraph.items[piece.item].isRightToLeft
    let base = paragraph.range.lowerBound
    let lastByte = max(base, paragraph.range.upperBound - 1)
    seek(min(base + paragraph.items[piece.item].bytes.lowerBound, lastByte))
    let hasSeveralRuns = attributeRuns.count > 1
    let shaped = piece.isReshaped ? line.ownGlyphs : paragraph.glyphs
    var run = OpenRun(piece: piece, origin: origin, number: current, first: content.glyphs.count)
    var pen = 0
    // Read once: they are in another module.
    let (invisible, missing) = (ShapedGlyph.invisible, ShapedGlyph.missing)
    let (attachment, runLimit) = (ParagraphFeatures.attachmentGlyph, LineStack.runLimit)
    for index in piece.shown {
      let glyph = shaped[index]
      let offset = min(base + Int(glyph.cluster), paragraph.range.upperBound)
      let isElsewhere =
        hasSeveralRuns && !attributeRuns[run.number].range.contains(min(offset, lastByte))
      if isElsewhere || pen - run.start > runLimit {
        close(run, at: pen, of: paragraph)
        if isElsewhere { seek(min(offset, lastByte)) }
        run.begin(at: pen, number: current, first: content.glyphs.count)
      }
      var advance = Int(glyph.advance)
      if let stretch = source.stretch {
        let extra = stretch.extra(at: index, of: piece, line: line, paragraph: paragraph)
        if isRightToLeft { pen += extra } else { advance += extra }
      }
      if glyph.id == attachment {
        placeAttachment(
          piece, of: paragraph, offset: offset, attributes: attributeRuns[run.number].attributes,
          at: Point(x: origin.x + Double(pen) / 1024, y: origin.y))
      } else if glyph.id != invisible {
        if glyph.id & missing != 0 { content.missingGlyphCount += 1 }
        content.glyphs.append(
          PlacedGlyph(
            id: glyph.id,
            x: PangoUnits(rawValue: Int32(truncatingIfNeeded: pen - run.start) &+ glyph.xOffset),
            y: PangoUnits(rawValue: 0 &- glyph.yOffset &- piece.rise),
            advance: PangoUnits(rawValue: Int32(truncatingIfNeeded: advance)),
            cluster: UInt32(truncatingIfNeeded: offset)))
      }
      pen += advance
    }
    close(run, at: pen, of: paragraph)
    return pen
  }

  /// The run in which glyphs are placed.
  private struct OpenRun {
    let piece: LinePiece
    /// Where the piece starts.
    let origin: Point
    /// The number of its attribute run.
    var number: Int
    var first: Int
    /// The pen at the run's start.
    var start = 0

    mutating func begin(at pen: Int, number: Int, first: Int) {
      start = pen
      self.number = number
      self.first = first
    }
  }

  private mutating func close(_ run: OpenRun, at pen: Int, of paragraph: ShapedParagraph) {
    // A run without glyphs may still have a background, or be an attachment.
    guard
      content.glyphs.count > run.first
        || (pen > run.start && !attributeRuns[run.number].attributes.isPlain)
    else { return }
    let piece = run.piece
    let item = paragraph.items[piece.item]
    let base = paragraph.range.lowerBound
    let start = Int(paragraph.offsets[piece.scalars.lowerBound])
    let end = Int(paragraph.offsets[piece.scalars.upperBound])
    let bytes = start + base..<end + base
    let squeeze = paragraph.features?.squeezes[piece.item]
    content.runs.append(
      GlyphRun(
        font: key(
          item.font, size: attributeRuns[run.number].attributes.font.size,
          isTurned: paragraph.isVertical && !item.isUpright && squeeze == nil,
          squeeze: squeeze ?? 1),
        color: attributeRuns[run.number].attributes.color,
        range: attributeRuns.count > 1 ? bytes.clamped(to: attributeRuns[run.number].range) : bytes,
        glyphs: run.first..<content.glyphs.count,
        origin: Point(x: run.origin.x + Double(run.start) / 1024, y: run.origin.y),
        level: item.level,
        advance: PangoUnits(rawValue: Int32(truncatingIfNeeded: pen - run.start)),
        attributeRun: styledNumber(run.number)))
  }

  /// The attribute run at a byte of the text; fast if the last one is near.
  mutating func attributeRun(at offset: Int) -> AttributeRun {
    seek(offset)
    return attributeRuns[current]
  }

  /// Moves to the attribute run at a byte of the text.
  private mutating func seek(_ offset: Int) {
    while current > 0, attributeRuns[current].range.lowerBound > offset { current -= 1 }
    while current < attributeRuns.count - 1, attributeRuns[current].range.upperBound <= offset {
      current += 1
    }
  }

  /// Continues with the attributes of another text.
  private mutating func useAttributeRuns(_ other: [AttributeRun]) {
    attributeRuns = other
    current = 0
    styledNumbers = [:]
  }

  /// The number, in the layout's list, of a run of the text; `nil` for plain text.
  private mutating func styledNumber(_ number: Int) -> Int? {
    guard !attributeRuns[number].attributes.isPlain else { return nil }
    if let known = styledNumbers[number] { return known }
    styledNumbers[number] = content.attributeRuns.count
    var run = attributeRuns[number]
    if isColumn { run.attributes = run.attributes.onColumn(in: language) }
    content.attributeRuns.append(run)
    return content.attributeRuns.count - 1
  }

  /// The number of a font at a size in the layout's list.
  mutating func key(
    _ font: Int, size: Double, isTurned: Bool = false, squeeze: Double = 1
  ) -> Int {
    if let known = keyNumbers.firstIndex(where: {
      $0.font == font && $0.size == size && $0.isTurned == isTurned && $0.squeeze == squeeze
    }) {
      return known
    }
    keyNumbers.append((font, size, isTurned, squeeze))
    let key = faces[font].key(size: size)
    content.fonts.append(isTurned ? key.turned : squeeze == 1 ? key : key.condensed(by: squeeze))
    return content.fonts.count - 1
  }

  /// Places a truncated row, whose parts get their offsets in the text.
  private mutating func place(_ row: TruncatedRow, from source: UnplacedLine, at origin: Point) {
    let own = attributeRuns
    useAttributeRuns(row.runs)
    let first = content.counts
    placePieces(of: source, at: origin)
    useAttributeRuns(own)
    content.move(from: first, by: row)
  }
}

extension PlacedContent {
  fileprivate struct Counts {
    var runs, glyphs, attributeRuns, attachments, rubyRuns: Int
  }

  fileprivate var counts: Counts {
    Counts(
      runs: runs.count, glyphs: glyphs.count, attributeRuns: attributeRuns.count,
      attachments: attachments.count, rubyRuns: rubyRuns.count)
  }

  /// Gives the content after `first` its offsets in the whole text.
  fileprivate mutating func move(from first: Counts, by row: TruncatedRow) {
    for index in first.glyphs..<glyphs.count {
      glyphs[index].cluster = UInt32(row.offset(of: Int(glyphs[index].cluster)))
    }
    for index in first.runs..<runs.count {
      let token = row.tokenText(in: runs[index].range)
      if !token.isEmpty, !runs[index].glyphs.isEmpty {
        tokenTexts.append(String(token), firstGlyph: runs[index].glyphs.lowerBound)
      }
      runs[index].range = row.range(of: runs[index].range)
    }
    for index in first.attributeRuns..<attributeRuns.count {
      attributeRuns[index] = row.inText(attributeRuns[index])
    }
    for index in first.attachments..<attachments.count {
      attachments[index].offset = row.offset(of: attachments[index].offset)
    }
    for index in first.rubyRuns..<rubyRuns.count {
      rubyRuns[index].range = row.range(of: rubyRuns[index].range)
    }
  }
}

import Foundation
import GalleyHandles
import GalleyPrimitives
import GalleyText

/// Gathers composed lines into a layout: stacks them, aligns them, and places their glyphs.
struct LayoutBuilder {
  let container: TextContainer
  let fonts: FontEnvironment
  private(set) var runs: [AttributeRun]
  /// What a line may take, in Pango units; `nil` for no limit.
  let width: Int?
  var lines: [TextLine] = []
  var glyphRuns: [GlyphRun] = []
  var glyphs: [PlacedGlyph] = []
  private var keys: [FontKey] = []
  private var keyNumbers: [(font: Int, size: Double, isTurned: Bool)] = []
  private var missing = 0
  private var stack = LineStack()
  /// Lines whose alignment has to wait until the widest one is known.
  private var floatingLines: [(line: Int, advance: Int, settings: ParagraphSettings)] = []
  private var widest = 0
  private var attributeRun = 0
  /// Where grapheme clusters stand, if somebody asked for it.
  var recorder: GraphemeRecorder?
  /// The text's runs that are not plain and are shown, in order of first use, by their numbers.
  var styledRuns: [AttributeRun] = []
  private var styledNumbers: [Int: Int] = [:]
  var attachments: [PlacedAttachment] = []
  var rubyRuns: [GlyphRun] = []
  /// The line of each of ``rubyRuns``.
  var rubyLines: [Int] = []
  /// The annotated pieces of the line at hand: the annotation, and the pen before and behind.
  var rubySpans: [(ruby: Int, from: Int, to: Int)] = []

  init(
    container: TextContainer, fonts: FontEnvironment, runs: [AttributeRun], width: Int?
  ) {
    self.container = container
    self.fonts = fonts
    self.runs = runs
    self.width = width
  }

  var lineCount: Int { lines.count }

  /// Goes on with the attributes of another text.
  mutating func useRuns(_ other: [AttributeRun]) {
    runs = other
    attributeRun = 0
    styledNumbers = [:]
  }

  /// Finds the words of the paragraph whose lines come next, if somebody asked for them.
  mutating func recordWords(
    of bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>, of text: AttributedText
  ) {
    guard recorder != nil, let first = itemizerAttributes(of: text, in: range).first else { return }
    recorder?.words = fonts.words(of: bytes, language: first.language)
  }

  /// Places a line below the last one.
  ///
  /// - Complexity: O(line).
  mutating func append(
    _ line: ComposedLine, of paragraph: ShapedParagraph, isParagraphEnd: Bool,
    slot: LineSlot? = nil
  ) {
    // Short texts then grow nothing.
    if glyphs.isEmpty { glyphs.reserveCapacity(min(paragraph.glyphs.count, 512)) }
    let insets = container.insets.clamped
    let settings = paragraph.settings
    let room = slot.map(\.width) ?? width
    let width = settings.width(room, ofLineFrom: line.scalars.lowerBound)
    let stretch =
      settings.alignment == .justify && !isParagraphEnd
      ? Justification(line, of: paragraph, width: width) : nil
    let advance = stretch.map { _ in width ?? line.advance } ?? line.advance
    let slack = (width ?? line.advance) - advance
    let left =
      (slot?.left ?? 0)
      + paragraph.leftIndent(
        ofLineFrom: line.scalars.lowerBound, room: room, width: width)
      + settings.indent(slack, isRightToLeft: paragraph.isRightToLeft)
    let baseline =
      slot?.baseline
      ?? stack.append(
        ascent: line.ascent, descent: line.descent, from: line.scalars.lowerBound, settings)
    let origin = Point(
      x: insets.left + Double(left) / 1024, y: insets.top + Double(baseline) / 1024)
    let (ascent, descent) = slot?.extents ?? (line.ascent, line.descent)
    let firstRun = glyphRuns.count
    var pen = 0
    for piece in line.pieces {
      let start = Point(x: origin.x + Double(pen) / 1024, y: origin.y)
      let advance =
        placePlainly(piece, of: line, in: paragraph, origin: start, isStretched: stretch != nil)
        ?? place(piece, of: line, in: paragraph, origin: start, stretch: stretch)
      if paragraph.features != nil {
        noteRuby(piece, of: paragraph, from: pen, to: pen + advance)
      }
      pen += advance
    }
    if paragraph.features != nil {
      placeRubies(of: paragraph, origin: origin)
    }
    recorder?.append(line, of: paragraph, stretch: stretch)
    let base = paragraph.range.lowerBound
    let start = paragraph.offsets.isEmpty ? 0 : Int(paragraph.offsets[line.scalars.lowerBound])
    let end = paragraph.offsets.isEmpty ? 0 : Int(paragraph.offsets[line.scalars.upperBound])
    let head = settings.head(ofLineFrom: line.scalars.lowerBound)
    if width == nil { floatingLines.append((lines.count, advance + head, settings)) }
    widest = max(widest, advance + head)
    lines.append(
      TextLine(
        range: base + start..<min(base + end, paragraph.textEnd),
        origin: origin,
        ascent: Double(ascent) / 1024, descent: Double(descent) / 1024,
        advance: Double(advance) / 1024,
        trailingWhitespace: Double(line.trailingWhitespace) / 1024,
        rowIndex: slot?.row ?? lines.count,
        isRightToLeft: paragraph.isRightToLeft, runs: firstRun..<glyphRuns.count))
  }

  /// Places one piece's glyphs where they make one run as they are; returns its advance, or `nil` with
  /// nothing placed where they do not.
  private mutating func placePlainly(
    _ piece: LinePiece, of line: ComposedLine, in paragraph: ShapedParagraph, origin: Point,
    isStretched: Bool
  ) -> Int? {
    guard runs.count == 1, paragraph.features == nil, !isStretched else { return nil }
    let base = UInt32(paragraph.range.lowerBound)
    let end = UInt32(paragraph.textEnd)
    let first = glyphs.count
    var pen = 0
    var missing = 0
    let source = piece.isReshaped ? line.ownGlyphs : paragraph.glyphs
    source.withUnsafeBufferPointer { source in
      for index in piece.glyphs where index != piece.hangingGlyph {
        let glyph = source[index]
        if glyph.id != FontEnvironment.invisible {
          if glyph.id & FontEnvironment.missing != 0 { missing += 1 }
          glyphs.append(
            PlacedGlyph(
              id: glyph.id,
              x: PangoUnits(rawValue: Int32(truncatingIfNeeded: pen) &+ glyph.xOffset),
              y: PangoUnits(rawValue: 0 &- glyph.yOffset &- piece.rise),
              advance: PangoUnits(rawValue: glyph.advance), cluster: min(base + glyph.cluster, end))
          )
        }
        pen += Int(glyph.advance)
      }
    }
    guard pen <= Self.runLimit else {
      glyphs.removeSubrange(first...)
      return nil
    }
    self.missing += missing
    // Plain text without glyphs shows nothing.
    guard glyphs.count > first || (pen > 0 && !runs[0].attributes.isPlain) else { return pen }
    appendRun(
      first..<glyphs.count, look: 0, piece: piece, paragraph: paragraph, origin: origin,
      advance: PangoUnits(rawValue: Int32(pen)))
    return pen
  }

  /// Places one piece's glyphs, a run for each look; returns its advance.
  private mutating func place(
    _ piece: LinePiece, of line: ComposedLine, in paragraph: ShapedParagraph, origin: Point,
    stretch: Justification?
  ) -> Int {
    let item = paragraph.items[piece.item]
    let base = paragraph.range.lowerBound
    let lastByte = max(base, paragraph.textEnd - 1)
    var pen = 0
    var runStart = 0
    seek(min(base + item.bytes.lowerBound, lastByte))
    // By its number: runs are large to copy.
    var look = attributeRun
    let hasLooks = runs.count > 1
    var first = glyphs.count
    func closeRun(_ builder: inout LayoutBuilder) {
      // What shows no glyph may still have a background, or stand for an attachment.
      guard
        builder.glyphs.count > first || (pen > runStart && !builder.runs[look].attributes.isPlain)
      else { return }
      builder.appendRun(
        first..<builder.glyphs.count, look: look, piece: piece, paragraph: paragraph,
        origin: Point(x: origin.x + Double(runStart) / 1024, y: origin.y),
        advance: PangoUnits(rawValue: Int32(pen - runStart)))
    }
    for index in piece.glyphs where index != piece.hangingGlyph {
      let glyph = line.glyph(index, of: piece, in: paragraph)
      let offset = min(base + Int(glyph.cluster), paragraph.textEnd)
      if pen - runStart > Self.runLimit {
        closeRun(&self)
        first = glyphs.count
        runStart = pen
      }
      if hasLooks, !runs[look].range.contains(min(offset, lastByte)) {
        closeRun(&self)
        first = glyphs.count
        runStart = pen
        seek(min(offset, lastByte))
        look = attributeRun
      }
      let extra = stretch?.extra(at: index, of: piece, line: line, paragraph: paragraph) ?? 0
      if item.isRightToLeft { pen += extra }
      let advance = Int(glyph.advance) + (item.isRightToLeft ? 0 : extra)
      if glyph.id == ParagraphFeatures.attachmentGlyph {
        placeAttachment(
          piece, of: paragraph, offset: offset, look: runs[look],
          at: Point(x: origin.x + Double(pen) / 1024, y: origin.y))
      } else if glyph.id != FontEnvironment.invisible {
        if glyph.id & FontEnvironment.missing != 0 { missing += 1 }
        glyphs.append(
          PlacedGlyph(
            id: glyph.id, x: PangoUnits(rawValue: Int32(pen - runStart) + glyph.xOffset),
            y: PangoUnits(rawValue: -glyph.yOffset - piece.rise),
            advance: PangoUnits(rawValue: Int32(advance)), cluster: UInt32(offset)))
      }
      pen += advance
    }
    closeRun(&self)
    return pen
  }

  /// How far a run's glyphs may stand from its origin, in Pango units, which are 32 bits.
  private static let runLimit = 1 << 30

  private mutating func appendRun(
    _ range: Range<Int>, look: Int, piece: LinePiece, paragraph: ShapedParagraph,
    origin: Point, advance: PangoUnits
  ) {
    let base = paragraph.range.lowerBound
    let item = paragraph.items[piece.item]
    let start = Int(paragraph.offsets[piece.scalars.lowerBound])
    let end = Int(paragraph.offsets[piece.scalars.upperBound])
    let bytes = (start + base..<end + base).clamped(to: 0..<paragraph.textEnd)
    glyphRuns.append(
      GlyphRun(
        font: key(
          item.font, size: runs[look].attributes.font.size,
          isTurned: paragraph.isVertical && !item.isUpright), color: runs[look].attributes.color,
        range: runs.count > 1 ? bytes.clamped(to: runs[look].range) : bytes, glyphs: range,
        origin: origin, level: item.level, advance: advance, attributeRun: styledNumber(look)))
  }

  /// The attribute run at a byte of the text; those asked for one after another are near.
  mutating func attributes(at offset: Int) -> AttributeRun {
    seek(offset)
    return runs[attributeRun]
  }

  /// Goes to the attribute run at a byte of the text.
  private mutating func seek(_ offset: Int) {
    while attributeRun > 0, runs[attributeRun].range.lowerBound > offset { attributeRun -= 1 }
    while attributeRun < runs.count - 1, runs[attributeRun].range.upperBound <= offset {
      attributeRun += 1
    }
  }

  /// The number, in the layout's list, of a run of the text; `nil` for plain text.
  private mutating func styledNumber(_ run: Int) -> Int? {
    guard !runs[run].attributes.isPlain else { return nil }
    if let known = styledNumbers[run] { return known }
    styledNumbers[run] = styledRuns.count
    styledRuns.append(runs[run])
    return styledRuns.count - 1
  }

  /// The number of a font at a size in the layout's list.
  mutating func key(_ font: Int, size: Double, isTurned: Bool = false) -> Int {
    if let known = keyNumbers.firstIndex(where: {
      $0.font == font && $0.size == size && $0.isTurned == isTurned
    }) {
      return known
    }
    keyNumbers.append((font, size, isTurned))
    let key = fonts.face(font).key(size: size)
    keys.append(isTurned ? key.turned : key)
    return keys.count - 1
  }

  /// The finished layout.
  mutating func layout(truncatedRange: Range<Int>?) -> TextLayout {
    alignFloatingLines()
    var bounds = lines.first?.rect ?? .zero
    for line in lines { bounds = bounds.union(line.rect) }
    return TextLayout(
      container: container, lines: lines, runs: glyphRuns, glyphs: glyphs, fonts: keys,
      boundingRect: bounds,
      boundingSize: container.boundingSize(of: bounds),
      rowCount: lines.count, truncatedRange: truncatedRange, missingGlyphCount: missing,
      attributeRuns: styledRuns, attachments: attachments, rubyRuns: rubyRuns)
  }

  /// Aligns lines to the widest one, where the container has no width.
  private mutating func alignFloatingLines() {
    var shifts: [Int: Double] = [:]
    for (index, advance, settings) in floatingLines {
      let shift = settings.indent(
        widest - advance, isRightToLeft: lines[index].isRightToLeft)
      guard shift != 0 else { continue }
      let units = Double(shift) / 1024
      lines[index].origin.x += units
      for run in lines[index].runs { glyphRuns[run].origin.x += units }
      shifts[index] = units
    }
    shiftFeatures(shifts)
    floatingLines = []
  }
}

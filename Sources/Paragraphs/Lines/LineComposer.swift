import GalleyHandles
import GalleyPrimitives
import GalleyText

/// Composes lines of glyphs: shapes the text at their ends again if necessary.
struct LineComposer {
  let paragraph: ShapedParagraph
  let text: UnsafeBufferPointer<UInt8>
  let fonts: FontEnvironment
  private(set) var glyphsShaped = 0

  init(_ paragraph: ShapedParagraph, text: UnsafeBufferPointer<UInt8>, fonts: FontEnvironment) {
    self.paragraph = paragraph
    self.text = text
    self.fonts = fonts
  }

  /// Composes the line of `scalars`.
  ///
  /// If it `isWrapped`, the paragraph continues, so the spaces at its end hang and a break in a word shows a hyphen;
  /// else spaces beyond `width` hang. A stop hangs at its end if it is longer than `width`. `elongations` add tatweels within its items.
  ///
  /// - Complexity: O(line).
  mutating func composedLine(
    _ scalars: Range<Int>, isWrapped: Bool, width: Int? = nil, elongations: [Elongation] = []
  ) -> ComposedLine {
    var line = ComposedLine(scalars: scalars)
    guard !scalars.isEmpty else {
      (line.ascent, line.descent) = paragraph.emptyExtents
      return line
    }
    appendPieces(to: &line, isWrapped: isWrapped, elongations)
    spaceBrokenRubies(of: &line)
    measure(&line)
    if isWrapped {
      paragraph.hangSpaces(
        of: &line,
        from: paragraph.flags.hangingStart(before: scalars.upperBound, from: scalars.lowerBound))
      line.advance -= paragraph.blankAdvance(at: scalars.upperBound)
    } else if let width {
      paragraph.hangSpaces(of: &line, from: paragraph.hangingStart(ofLast: line, width: width))
    }
    if !paragraph.hasPlainEdges { trimEdges(of: &line, width: width) }
    paragraph.reorder(&line)
    if let features = paragraph.features, features.isSpaced { trimSpacing(&line, features) }
    return line
  }

  /// Adds the line's pieces; shapes those again whose ends join the text beyond, or show a hyphen or kashidas.
  private mutating func appendPieces(
    to line: inout ComposedLine, isWrapped: Bool, _ elongations: [Elongation]
  ) {
    let (paragraph, end) = (paragraph, line.scalars.upperBound)
    var rest = elongations[...]
    paragraph.appendPieces(to: &line) { index, scalars, line in
      let isAtBreak = isWrapped && scalars.upperBound == end
      let hyphen = isAtBreak && paragraph.flags[end].contains(.hyphen)
      let isClean = paragraph.isClean(scalars.lowerBound) && paragraph.isClean(scalars.upperBound)
      let bytes =
        Int(paragraph.offsets[scalars.lowerBound])..<Int(paragraph.offsets[scalars.upperBound])
      // Both are in reading order.
      let own = rest.prefix { $0.offset < bytes.upperBound }
      rest.removeFirst(own.count)
      guard hyphen || !isClean || !own.isEmpty else { return nil }
      let start = line.ownGlyphs.count
      paragraph.shape(
        index, bytes: bytes, of: text, startsLine: scalars.lowerBound == line.scalars.lowerBound,
        hyphen: hyphen, elongations: Array(own), fonts: fonts, into: &line.ownGlyphs)
      glyphsShaped += line.ownGlyphs.count - start
      return start..<line.ownGlyphs.count
    }
  }

  private func measure(_ line: inout ComposedLine) {
    guard let first = line.pieces.first, let last = line.pieces.last else { return }
    (line.ascent, line.descent) = paragraph.extents(ofItems: first.item...last.item)
    for index in line.pieces.indices {
      line.advance += advance(ofPiece: index, in: &line, before: line.advance)
    }
    var scalar = line.scalars.upperBound
    while scalar > line.scalars.lowerBound, paragraph.flags[scalar - 1].contains(.white) {
      scalar -= 1
      line.trailingWhitespace += paragraph.advance(of: scalar)
    }
  }

  /// The advance of a piece; stretches the glyphs of tabs to their stops.
  private func advance(
    ofPiece number: Int, in line: inout ComposedLine, before position: Int
  ) -> Int {
    let piece = line.pieces[number]
    if paragraph.tabWidth > 0, paragraph.flags[piece.scalars.lowerBound].contains(.tab) {
      return stretchTabs(ofPiece: number, in: &line, from: position)
    }
    var sum = 0
    for index in piece.glyphs { sum += Int(line.glyph(index, of: piece, in: paragraph).advance) }
    return sum
  }

  private func stretchTabs(
    ofPiece number: Int, in line: inout ComposedLine, from position: Int
  ) -> Int {
    let piece = line.pieces[number]
    let start = line.ownGlyphs.count
    var sum = 0
    for index in piece.glyphs {
      var glyph = line.glyph(index, of: piece, in: paragraph)
      let advance = paragraph.tabAdvance(
        of: piece.scalars.lowerBound + (line.ownGlyphs.count - start), at: position + sum,
        lineStart: line.scalars.lowerBound)
      glyph.id = ShapedGlyph.invisible
      glyph.advance = ShapedGlyph.bounded(advance)
      sum += advance
      line.ownGlyphs.append(glyph)
    }
    line.pieces[number].glyphs = start..<line.ownGlyphs.count
    line.pieces[number].isReshaped = true
    return sum
  }

  /// Removes the spaces before the first letter of a line in reading order and behind the last one, and lets punctuation
  /// hang.
  private func trimEdges(of line: inout ComposedLine, width: Int?) {
    let gap = Int32(paragraph.gapAdvance(at: line.scalars.upperBound))
    if gap > 0, let last = line.pieces.indices.last {
      takeOver(&line, last)
      let glyphs = line.pieces[last].glyphs
      let isReversed = paragraph.items[line.pieces[last].item].isRightToLeft
      if let glyph = isReversed ? glyphs.first : glyphs.last {
        line.ownGlyphs[glyph].advance -= gap
        if isReversed { line.ownGlyphs[glyph].xOffset -= gap }
        line.advance -= Int(gap)
      }
    }
    trimHeadGap(of: &line)
    let head = paragraph.headHang(from: line.scalars.lowerBound)
    line.advance -= head
    var tail = 0
    if let hanging = paragraph.tailHang(of: line.scalars),
      !hanging.isConditional || line.advance > width ?? Int.max
    {
      tail = paragraph.advance(of: hanging.scalar)
      line.advance -= tail
    }
    line.hang = paragraph.isRightToLeft ? (tail, head) : (head, tail)
  }

  private func trimHeadGap(of line: inout ComposedLine) {
    let gap = Int32(paragraph.headGap(from: line.scalars.lowerBound))
    guard gap > 0, let first = line.pieces.indices.first else { return }
    takeOver(&line, first)
    let glyphs = line.pieces[first].glyphs
    let isReversed = paragraph.items[line.pieces[first].item].isRightToLeft
    guard let glyph = isReversed ? glyphs.last : glyphs.first else { return }
    line.ownGlyphs[glyph].advance -= gap
    if !isReversed { line.ownGlyphs[glyph].xOffset -= gap }
    line.advance -= Int(gap)
  }

  /// Removes letter spacing, which is only between letters, from the line's ends and the sides of its tabs;
  /// the tabs grow by the same amount.
  private func trimSpacing(_ line: inout ComposedLine, _ features: ParagraphFeatures) {
    func isTab(_ index: Int) -> Bool {
      paragraph.flags[line.pieces[index].scalars.lowerBound].contains(.tab)
    }
    var owed: Int32 = 0
    for index in line.pieces.indices {
      if isTab(index) {
        let glyphs = line.pieces[index].glyphs
        if owed != 0, let last = glyphs.last, line.pieces[index].isReshaped {
          line.ownGlyphs[last].advance += owed
          line.advance += Int(owed)
          owed = 0
        }
        continue
      }
      let (left, right) = features.spacing(ofItem: line.pieces[index].item)
      guard left != 0 || right != 0, !line.pieces[index].glyphs.isEmpty else { continue }
      takeOver(&line, index)
      let (all, glyphs) = (line.pieces[index].glyphs, line.pieces[index].shown)
      let isHangingFirst = glyphs.lowerBound > all.lowerBound
      if index == 0 || isTab(index - 1) || isHangingFirst,
        let first = glyphs.first(where: { line.ownGlyphs[$0].advance != 0 })
      {
        line.ownGlyphs[first].advance -= left
        line.ownGlyphs[first].xOffset -= left
        line.advance -= Int(left)
        owed += left
      }
      let isHangingLast = glyphs.upperBound < all.upperBound
      if index == line.pieces.count - 1 || isTab(index + 1) || isHangingLast,
        let last = glyphs.last(where: { line.ownGlyphs[$0].advance != 0 })
      {
        line.ownGlyphs[last].advance -= right
        line.advance -= Int(right)
        owed += right
      }
    }
  }

  /// Copies the glyphs of a piece to the line's own glyphs, which can be changed.
  func takeOver(_ line: inout ComposedLine, _ index: Int) {
    let piece = line.pieces[index]
    guard !piece.isReshaped else { return }
    let start = line.ownGlyphs.count
    line.ownGlyphs.append(contentsOf: paragraph.glyphs[piece.glyphs])
    line.pieces[index].glyphs = start..<line.ownGlyphs.count
    line.pieces[index].isReshaped = true
    if !piece.hanging.isEmpty {
      let shift = start - piece.glyphs.lowerBound
      line.pieces[index].hanging =
        piece.hanging.lowerBound + shift..<piece.hanging.upperBound + shift
    }
  }
}

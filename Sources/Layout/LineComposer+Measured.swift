import GalleyHandles

/// A line before it has a place: its extents, in Pango units, and what its glyphs are found by.
struct MeasuredLine {
  var scalars: Range<Int>
  var isWrapped: Bool
  var ascent: Int32
  var descent: Int32
  var advance: Int
  var trailingWhitespace: Int
  /// Whether it is of the paragraph's own glyphs, of one item.
  var isOneItem = false
  /// `nil` where the glyphs are the paragraph's own, and none is raised.
  var glyphs: LineGlyphs?
}

/// What the glyphs of a line are found by.
indirect enum LineGlyphs: Sendable {
  /// They are the paragraph's own, but raised by as much, item by item.
  case raised([Int32])
  /// They have been found, since its ends are shaped anew or attributes have a say.
  case composed(ComposedLine)
  /// They are a truncated row's, which is a text of its own.
  case token(SetTokenRow)
}

extension MeasuredLine {
  init(_ line: ComposedLine, glyphs: LineGlyphs) {
    self.init(
      scalars: line.scalars, isWrapped: false, ascent: line.ascent, descent: line.descent,
      advance: line.advance, trailingWhitespace: line.trailingWhitespace, glyphs: glyphs)
  }
}

extension LineComposer {
  /// Measures the line of `scalars`; where it `isWrapped`, the paragraph goes on, so that a last space
  /// hangs and a break in a word shows its hyphen.
  ///
  /// - Complexity: O(items of the line) where the paragraph's glyphs can be parted at the line's ends,
  ///   else O(line).
  mutating func line(_ scalars: Range<Int>, isWrapped: Bool) -> MeasuredLine {
    if let plain = plainLine(scalars, isWrapped: isWrapped) { return plain }
    let line = composedLine(scalars, isWrapped: isWrapped)
    return MeasuredLine(line, glyphs: .composed(line))
  }

  /// The line by what is known of the paragraph; `nil` where the line's ends are shaped anew, or
  /// attributes or tabs have a say.
  private func plainLine(_ scalars: Range<Int>, isWrapped: Bool) -> MeasuredLine? {
    guard !scalars.isEmpty else {
      let (ascent, descent) = paragraph.emptyExtents
      return MeasuredLine(
        scalars: scalars, isWrapped: false, ascent: ascent, descent: descent, advance: 0,
        trailingWhitespace: 0)
    }
    let last = scalars.upperBound - 1
    guard paragraph.features == nil, paragraph.tabWidth == 0,
      !paragraph.isVertical, isClean(scalars.lowerBound), isClean(scalars.upperBound),
      !isWrapped || !paragraph.flags[scalars.upperBound].contains(.hyphen)
    else { return nil }
    var advance = paragraph.pens[scalars.upperBound] - paragraph.pens[scalars.lowerBound]
    var end = scalars.upperBound
    while end > scalars.lowerBound, paragraph.flags[end - 1].contains(.white) { end -= 1 }
    var white = paragraph.pens[scalars.upperBound] - paragraph.pens[end]
    if isWrapped, end <= last {
      guard !paragraph.flags[last].contains(.unsafe) else { return nil }
      advance -= paragraph.advance(of: last)
      white -= paragraph.advance(of: last)
    }
    var line = MeasuredLine(
      scalars: scalars, isWrapped: isWrapped, ascent: 0, descent: 0, advance: advance,
      trailingWhitespace: white)
    stack(&line)
    return line
  }

  /// Finds the extents of the items of a line, and how far each is raised to the first one's baseline.
  private func stack(_ line: inout MeasuredLine) {
    let scalars = line.scalars
    let start = paragraph.item(at: scalars.lowerBound)
    let own = paragraph.extents(ofItem: start, fonts: fonts)
    var (ascent, descent) = (max(0, own.ascent), max(0, own.descent))
    defer { (line.ascent, line.descent) = paragraph.lineExtents(ascent, descent) }
    line.isOneItem = scalars.upperBound <= paragraph.items[start].scalars.upperBound
    guard !line.isOneItem else { return }
    let (font, script) = (paragraph.items[start].font, paragraph.items[start].script)
    let end = paragraph.item(at: scalars.upperBound - 1)
    var rises: [Int32] = []
    var firstBaseline: Int32?
    for index in start + 1...end {
      let (ownFont, ownScript) = (paragraph.items[index].font, paragraph.items[index].script)
      // One that looks as the first one does changes nothing.
      if ownFont == font, ownScript == script { continue }
      let base =
        firstBaseline ?? fonts.baseline(font: font, script: script, tagScript: script)
      firstBaseline = base
      let rise = base - fonts.baseline(font: ownFont, script: ownScript, tagScript: script)
      if rise != 0, rises.isEmpty { rises = Array(repeating: 0, count: end - start + 1) }
      if rise != 0 { rises[index - start] = rise }
      let extents = paragraph.extents(ofItem: index, fonts: fonts)
      ascent = max(ascent, extents.ascent + rise)
      descent = max(descent, extents.descent - rise)
    }
    if !rises.isEmpty { line.glyphs = .raised(rises) }
  }

  /// Whether the paragraph's glyphs can be parted before a scalar as they are.
  private func isClean(_ scalar: Int) -> Bool {
    if scalar == 0 || scalar == paragraph.scalarCount { return true }
    return !paragraph.flags[scalar].contains(.unsafe)
      || paragraph.items[paragraph.item(at: scalar)].scalars.lowerBound == scalar
  }

  /// How far an item is raised so that its script's baseline meets that of the line's first item.
  func rise(of item: TextItem, after first: TextItem) -> Int32 {
    guard item.font != first.font || item.script != first.script else { return 0 }
    return fonts.baseline(font: first.font, script: first.script, tagScript: first.script)
      - fonts.baseline(font: item.font, script: item.script, tagScript: first.script)
  }
}

extension ShapedParagraph {
  /// Finds the pieces of a line of the paragraph's own glyphs, and puts them from left to right.
  ///
  /// - Complexity: O(items of the line × log glyphs).
  func compose(
    _ scalars: Range<Int>, isWrapped: Bool, rises: [Int32], into line: inout ComposedLine
  ) {
    line.scalars = scalars
    line.ownGlyphs.removeAll(keepingCapacity: true)
    line.pieces.removeAll(keepingCapacity: true)
    guard !scalars.isEmpty else { return }
    var index = item(at: scalars.lowerBound)
    while index < items.count, items[index].scalars.lowerBound < scalars.upperBound {
      let own = items[index].scalars.clamped(to: scalars)
      let number = line.pieces.count
      line.pieces.append(
        LinePiece(
          item: index, scalars: own, glyphs: glyphs(ofItem: index, scalars: own),
          isReshaped: false, rise: rises.isEmpty ? 0 : rises[number]))
      index += 1
    }
    if isWrapped { hangLastSpace(of: &line) }
    reorder(&line)
  }

  /// Takes the advance off the line's last white space, where it is a cluster of its own.
  func hangLastSpace(of line: inout ComposedLine) {
    guard let last = line.pieces.last, flags[last.scalars.upperBound - 1].contains(.white)
    else { return }
    let isReversed = items[last.item].isRightToLeft
    guard let edge = isReversed ? last.glyphs.first : last.glyphs.last else { return }
    let glyph = line.glyph(edge, of: last, in: self)
    guard glyph.cluster == UInt32(offsets[last.scalars.upperBound - 1]) else { return }
    line.advance -= Int(glyph.advance)
    line.trailingWhitespace -= Int(glyph.advance)
    line.pieces[line.pieces.count - 1].hangingGlyph = edge
  }

  /// Puts the pieces from left to right.
  ///
  /// - SeeAlso: UAX #9, L2.
  func reorder(_ line: inout ComposedLine) {
    func level(_ piece: LinePiece) -> UInt8 { items[piece.item].level }
    var highest = line.pieces.reduce(0) { max($0, level($1)) }
    while highest > 0 {
      var start = 0
      while start < line.pieces.count {
        guard level(line.pieces[start]) >= highest else {
          start += 1
          continue
        }
        var end = start
        while end < line.pieces.count, level(line.pieces[end]) >= highest { end += 1 }
        line.pieces[start..<end].reverse()
        start = end
      }
      highest -= 1
    }
  }
}

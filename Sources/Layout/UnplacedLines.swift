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
    case nil: paragraph.compose(scalars, isWrapped: isWrapped, rises: [], into: &line)
    case .raised(let rises):
      paragraph.compose(scalars, isWrapped: isWrapped, rises: rises, into: &line)
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
    case nil, .raised: scalars.count
    case .composed(let line): line.pieces.reduce(0) { $0 + $1.glyphs.count }
    case .token(let row): row.paragraph.glyphs.count
    }
  }
}

/// The lines of a layout whose glyphs have no places yet: all that placing them needs, and nothing of
/// the worker that set them.
struct UnplacedLines: Sendable {
  /// The text's attribute runs.
  let looks: [AttributeRun]
  /// What the fonts' numbers stand for.
  var faces: [FontFaceDescription] = []
  private var lines: [SetLine] = []
  /// Whether some glyph may be missing: else none is.
  private(set) var mayMissGlyphs = false

  init(looks: [AttributeRun]) { self.looks = looks }

  mutating func reserve(_ count: Int) { lines.reserveCapacity(count) }

  mutating func append(_ line: SetLine) {
    mayMissGlyphs = mayMissGlyphs || line.mayMissGlyphs
    lines.append(line)
  }

  /// About how much memory it takes: that of the paragraphs.
  var byteCount: Int {
    var sum = lines.count * MemoryLayout<SetLine>.stride
    var last: ShapedParagraph?
    for line in lines where line.paragraph !== last {
      sum += line.paragraph.byteCount
      last = line.paragraph
    }
    return sum
  }

  /// Places all glyphs, of lines whose origins are known; tells the runs of each line.
  ///
  /// - Complexity: O(glyphs).
  func placed(on places: [TextLine]) -> (content: PlacedContent, runs: [Range<Int>]) {
    var placer = LinePlacer(looks: looks, faces: faces)
    placer.reserve(lines.reduce(0) { $0 + $1.glyphCount })
    let runs = zip(lines, places).map { placer.place($0, at: $1.origin) }
    return (placer.content, runs)
  }

  /// How many glyph runs a line will have; `nil` where only placing its glyphs can tell: where
  /// attributes part them, or they reach so far that they have to be parted.
  ///
  /// - Complexity: O(items of the line), but for glyphs that take no room.
  func runCount(of line: SetLine, _ measured: MeasuredLine, advance: Int) -> Int? {
    guard looks.count == 1, line.paragraph.features == nil, advance <= LinePlacer.runLimit else {
      return nil
    }
    // What takes room in one item is one run.
    if measured.isOneItem, measured.advance > 0 { return 1 }
    let paragraph = line.paragraph
    switch line.glyphs {
    case nil, .raised:
      let count = paragraph.widePieceCount(of: line.scalars, isWrapped: line.isWrapped)
      if let count { return count }
    case .composed: break
    case .token: return nil
    }
    var composed = ComposedLine(scalars: 0..<0)
    line.compose(into: &composed)
    return composed.pieces.count { piece in
      var pen = 0
      for index in piece.glyphs where index != piece.hangingGlyph {
        let glyph = composed.glyph(index, of: piece, in: paragraph)
        if glyph.id != FontEnvironment.invisible { return true }
        pen += Int(glyph.advance)
      }
      return pen > 0 && !looks[0].attributes.isPlain
    }
  }
}

extension ShapedParagraph {
  /// The pieces of a line of the paragraph's own glyphs; `nil` where one takes no room, so that it may
  /// have nothing to show.
  fileprivate func widePieceCount(of scalars: Range<Int>, isWrapped: Bool) -> Int? {
    guard !scalars.isEmpty else { return 0 }
    var end = pens[scalars.upperBound]
    if isWrapped, flags[scalars.upperBound - 1].contains(.white) {
      end -= advance(of: scalars.upperBound - 1)
    }
    var index = item(at: scalars.lowerBound)
    var pen = pens[scalars.lowerBound]
    var count = 0
    repeat {
      let next = items[index].scalars.upperBound
      let edge = next < scalars.upperBound ? min(end, pens[next]) : end
      guard edge > pen else { return nil }
      pen = edge
      count += 1
      index += 1
    } while index < items.count && items[index].scalars.lowerBound < scalars.upperBound
    return count
  }

  /// About how much memory it takes.
  fileprivate var byteCount: Int {
    glyphs.count * MemoryLayout<ShapedGlyph>.stride + items.count * MemoryLayout<TextItem>.stride
      + pens.count * (MemoryLayout<Int>.stride + MemoryLayout<Int32>.stride + 2)
  }
}

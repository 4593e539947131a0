package import GalleyHandles
import GalleyText

/// A ruby annotation or an emphasis mark after shaping: one line of small glyphs, in Pango units.
package struct ShapedRuby {
  /// The glyphs of an item.
  package struct Piece {
    package var font: Int
    package var level: UInt8
    /// Whether the item lies on its side in vertical text.
    package var isTurned: Bool
    /// The distance by which it is raised.
    package var rise: Int32
    package var glyphs: [ShapedGlyph]
  }

  /// A cluster: its pens in reading order, and whether it is white space.
  private struct Cluster {
    var start: Int
    var end: Int
    var isBlank: Bool
  }

  /// The annotated bytes, from the paragraph's start.
  package var bytes: Range<Int>
  /// The small text's glyphs, item by item from left to right.
  package private(set) var pieces: [Piece] = []
  package private(set) var advance = 0
  /// Whether it is read from the right.
  private var isRightToLeft = false
  /// The clusters in reading order.
  private var clusters: [Cluster] = []
  /// The pens at which it can be divided, from its start on, and those behind white space.
  private var ends: [Int] = []
  private var wordEnds: [Int] = []
  /// Layout units per em.
  package let size: Double
  /// From the stretch's baseline up to the annotation's, y down: negative above it.
  package let baseline: Int32
  /// The extent of the annotation above the stretch's baseline; 0 for one below the stretch.
  let top: Int32
  /// The extent of the annotation below the stretch's baseline; 0 for one above the stretch.
  let bottom: Int32

  /// Shapes an annotation that is a `distance`, in layout units, beyond its usual place.
  ///
  /// - Complexity: O(annotation).
  init(
    _ ruby: RubyAnnotation, of attributes: TextAttributes, bytes: Range<Int>, isVertical: Bool,
    distance: Double = 0, fonts: FontEnvironment
  ) {
    self.bytes = bytes
    let size = ruby.size(em: attributes.font.size)
    self.size = size
    let place = AnnotationPlace(
      ruby.position, size: size, em: attributes.font.size, distance: distance,
      isVertical: isVertical)
    func units(_ length: Double) -> Int32 { Int32((length * 1024).rounded()) }
    let rise = attributes.baselineOffset
    switch ruby.position {
    case .above:
      baseline = -units(place.baseline + rise)
      (top, bottom) = (units(place.reach), 0)
    case .below:
      baseline = units(place.baseline - rise)
      (top, bottom) = (0, units(place.reach))
    }
    var font = attributes.font
    font.size = size
    let line = String(ruby.text.map { $0.isNewline ? " " : $0 })
    let text = AttributedText(
      line, attributes: TextAttributes(font: font, language: attributes.language))
    shape(text, isVertical: isVertical, fonts: fonts)
  }

  private mutating func shape(_ text: AttributedText, isVertical: Bool, fonts: FontEnvironment) {
    var string = text.string
    string.withUTF8 { bytes in
      var steps = LayoutSteps()
      let direction = BaseDirection(of: bytes) ?? .leftToRight
      isRightToLeft = direction == .rightToLeft
      let itemized = ItemizedParagraph(
        0..<bytes.count, of: text, bytes, direction: direction,
        settings: ParagraphSettings(ParagraphStyle()), isVertical: isVertical, fonts: fonts)
      let paragraph = ShapedParagraph(itemized, fonts: fonts, steps: &steps)
      var composer = LineComposer(paragraph, text: bytes, fonts: fonts)
      let line = composer.composedLine(0..<paragraph.scalarCount, isWrapped: false)
      for piece in line.pieces {
        let item = paragraph.items[piece.item]
        let glyphs = piece.glyphs.map { line.glyph($0, of: piece, in: paragraph) }
        pieces.append(
          Piece(
            font: item.font, level: item.level, isTurned: isVertical && !item.isUpright,
            rise: isVertical ? piece.rise : 0, glyphs: glyphs))
      }
      advance = line.advance
      findClusters(bytes)
    }
  }

  private mutating func findClusters(_ text: UnsafeBufferPointer<UInt8>) {
    var widths: [(cluster: UInt32, width: Int)] = []
    for glyph in pieces.lazy.flatMap(\.glyphs) {
      if let last = widths.indices.last, widths[last].cluster == glyph.cluster {
        widths[last].width += Int(glyph.advance)
      } else {
        widths.append((glyph.cluster, Int(glyph.advance)))
      }
    }
    if isRightToLeft { widths.reverse() }
    var pen = 0
    clusters = widths.map { cluster, width in
      defer { pen += width }
      let isBlank = Int(cluster) < text.count && text[Int(cluster)] == 0x20
      return Cluster(start: pen, end: pen + width, isBlank: isBlank)
    }
    ends = [0] + clusters.map(\.end)
    wordEnds = clusters.filter(\.isBlank).map(\.end)
  }

  /// The pen, in reading order, at which lines divide the annotation where they divide a `share` of its stretch from the
  /// rest, 0 to 1: behind a word, if one ends near the share, else behind the nearest cluster.
  ///
  /// - Complexity: O(log annotation).
  func division(at share: Double) -> Int {
    Self.division(at: share, of: advance, ends: ends, words: wordEnds)
  }

  /// The place that divides a length where a `share` of it ends, 0 to 1: the nearest of `words`, if it is near, else the
  /// nearest of `ends`, both in order.
  ///
  /// - Complexity: O(log ends).
  static func division(at share: Double, of length: Int, ends: [Int], words: [Int]) -> Int {
    guard share > 0, share < 1 else { return share > 0 ? length : 0 }
    let wanted = Int((Double(length) * share).rounded())
    func nearest(_ places: [Int]) -> Int? {
      let next = places.firstIndex(after: { $0 < wanted })
      return [next - 1, next].lazy.filter(places.indices.contains).map { places[$0] }
        .min { abs($0 - wanted) < abs($1 - wanted) }
    }
    if let word = nearest(words), abs(word - wanted) <= length / wordReach { return word }
    return nearest(ends) ?? 0
  }

  /// The part of an annotation, one of so many, within which the end of a word divides it.
  private static let wordReach = 4

  /// The pens of a part of the annotation without white space at its end.
  ///
  /// - Complexity: O(log annotation + blanks).
  func trimmed(_ pens: Range<Int>) -> Range<Int> {
    var end = pens.upperBound
    var next = clusters.firstIndex(after: { $0.end <= end })
    while next > 0, clusters[next - 1].isBlank, clusters[next - 1].start >= pens.lowerBound {
      next -= 1
      end = clusters[next].start
    }
    return pens.lowerBound..<end
  }

  /// The part of the annotation between two pens in reading order.
  ///
  /// - Complexity: O(annotation).
  func part(_ pens: Range<Int>) -> ShapedRuby {
    let own =
      isRightToLeft ? advance - pens.upperBound..<advance - pens.lowerBound : pens
    var (result, pen) = (self, 0)
    (result.pieces, result.advance) = ([], 0)
    for piece in pieces {
      var kept = piece
      kept.glyphs = []
      var rest = piece.glyphs[...]
      while let cluster = rest.first?.cluster {
        let glyphs = rest.prefix { $0.cluster == cluster }
        rest = rest.dropFirst(glyphs.count)
        let width = glyphs.reduce(0) { $0 + Int($1.advance) }
        if own.contains(pen), own.contains(pen + width - 1) || width == 0 {
          kept.glyphs += glyphs
          result.advance += width
        }
        pen += width
      }
      if !kept.glyphs.isEmpty { result.pieces.append(kept) }
    }
    return result
  }
}

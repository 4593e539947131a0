import GalleyHandles
import GalleyPrimitives
import GalleyRaster

/// Some clusters that are written as one piece, in the order of the text.
struct SVGWord {
  var text = ""
  var origin: Point
  var advance = 0.0
  /// The right edge of the first letter, where text from right to left begins; `nil` if that is no letter.
  var right: Double?
  /// The right edge of the last letter, without the space beside it; `nil` if that is no letter.
  var end: Double?
  var count = 0
  var isHidden: Bool
  /// The place of the white space before it in its run; `nil` if there is none.
  var space: Point?
  /// The place of each character along the line, if all are wide, and some advance is not that of a wide character.
  ///
  /// Justification and trimmed punctuation move them, and some viewers ignore the length of a text.
  var places: [Double] = []
  /// Whether the places so far are those of wide characters.
  var isWide = true
  var isMoved = false

  mutating func note(_ cluster: VectorText.Cluster, size: Double) {
    // The last advance of a word moves no character of it.
    isMoved = isMoved || abs(advance - Double(count) * size) > 0.01
    let scalars = cluster.text.unicodeScalars
    isWide =
      isWide && scalars.count == 1 && UnicodeProperties.isWide(scalars.first?.value ?? 0)
    places.append(cluster.origin.x)
  }
}

/// Divides a run into words.
struct SVGWordReader {
  let text: VectorText
  let face: VectorFonts.Face?

  /// The words of the run, and the place of the white space behind the last one.
  ///
  /// White space ends a word and is no part of it.
  func words() -> (words: [SVGWord], lastSpace: Point?) {
    var result: [SVGWord] = []
    var isOpen = false
    var space: Point?
    let order = text.isRightToLeft ? Array(text.clusters.reversed()) : text.clusters
    for cluster in order {
      let isBlank = cluster.text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
      guard !isBlank else {
        if !cluster.text.isEmpty { (isOpen, space) = (false, place(of: cluster, isEnd: false)) }
        continue
      }
      let isAlone = cluster.isHidden || text.isVertical
      if !isOpen || isAlone || result.last?.isHidden ?? true {
        result.append(
          SVGWord(
            origin: cluster.origin, right: rightEdge(of: cluster), isHidden: cluster.isHidden,
            space: space))
      }
      (isOpen, space) = (!isAlone, nil)
      var word = result.removeLast()
      let shown = shownText(of: cluster)
      word.note(cluster, size: text.size)
      word.text += shown
      word.end = face.map { cluster.origin.x + text.width(of: cluster, in: $0) }
      word.advance += cluster.advance
      word.count += 1
      if text.isRightToLeft { word.origin.x = min(word.origin.x, cluster.origin.x) }
      result.append(word)
      if cluster.text.unicodeScalars.last?.properties.isWhitespace == true {
        (isOpen, space) = (false, place(of: cluster, isEnd: true))
      }
    }
    return (result, space)
  }

  /// The right edge of a cluster's widest glyph, without the space beside it.
  private func rightEdge(of cluster: VectorText.Cluster) -> Double? {
    guard let face, !text.isVertical else { return nil }
    func width(_ glyph: VectorText.Glyph) -> Double { face.width(of: glyph.id) * text.size / 1000 }
    return text.glyphs[cluster.glyphs].max { width($0) < width($1) }.map { $0.x + width($0) }
  }

  /// Where a cluster begins or ends in reading order.
  private func place(of cluster: VectorText.Cluster, isEnd: Bool) -> Point {
    let isRight = text.isRightToLeft != isEnd && !text.isVertical
    return Point(x: cluster.origin.x + (isRight ? cluster.advance : 0), y: cluster.origin.y)
  }

  /// The characters of a cluster without the white space that hangs behind a line, and with the hyphen of a break.
  private func shownText(of cluster: VectorText.Cluster) -> String {
    var shown = cluster.text.unicodeScalars
    while let last = shown.last, last.properties.isWhitespace { shown.removeLast() }
    guard shown.last == Self.softHyphen else { return String(shown) }
    shown.removeLast()
    let glyph = text.glyphs[cluster.glyphs].last?.id
    let hyphens: [Unicode.Scalar] = ["\u{2010}", "-"]
    if let glyph, let hyphen = hyphens.first(where: { face?.face.glyph(for: $0) == glyph }) {
      shown.append(hyphen)
    }
    return String(shown)
  }

  private static let softHyphen: Unicode.Scalar = "\u{AD}"
}

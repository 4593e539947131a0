import GalleyHandles
import GalleyPrimitives
import GalleyRaster

/// Writes the text of a run, word by word, each at its place.
///
/// The viewer shapes the words, so that letters join and combine. A word's length is given, so that words do not
/// collide where the viewer has another font.
struct SVGText {
  private let text: VectorText
  private let face: VectorFonts.Face?
  private let linear: (a: Double, b: Double, c: Double, d: Double)
  /// Whether a viewer that shapes the text would choose other glyphs or places: the forms of vertical lines, those of
  /// features, kashidas, which the text does not have, and letters that are mirrored or widened one by one.
  private let drawsGlyphs: Bool
  /// The space between letters; 0 in scripts whose letters join.
  private let spacing: Double

  init(_ text: VectorText, face: VectorFonts.Face?) {
    self.text = text
    self.face = face
    let turn = text.font.transform ?? FontTransform(xx: 1, xy: 0, yx: 0, yy: 1)
    linear = (turn.xx, -turn.yx, -turn.xy, turn.yy)
    let isOther =
      text.isVertical || text.hasFeatures || turn.xx != 1 || turn.yx != 0
      || face.map { text.hasKashidas(of: $0) } ?? false
    drawsGlyphs = isOther && !text.glyphs.isEmpty
    let isSpaced = text.spacing != 0 && (face.map { text.isSpaced(in: $0) } ?? true)
    spacing = isSpaced ? text.spacing : 0
  }

  /// Some clusters that are written as one piece, in the order of the text.
  private struct Word {
    var text = ""
    var origin: Point
    var advance = 0.0
    /// The space behind the last character, which is no part of the word's length.
    var tail = 0.0
    var count = 0
    var isHidden: Bool
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

  func append(to bytes: inout [UInt8]) {
    // Marks of emphasis have glyphs and no text.
    if drawsGlyphs { appendGlyphs(to: &bytes) }
    let words = words
    guard words.contains(where: { !$0.text.isEmpty }) else { return }
    let isTurned = text.isVertical || linear != (1, 0, 0, 1)
    bytes.append("<g")
    appendFont(to: &bytes)
    bytes.append(">")
    for run in words.split(whereSeparator: \.isHidden) where !isTurned {
      bytes.append("<text xml:space=\"preserve\">")
      for (index, word) in run.enumerated() {
        if index > 0 { bytes.append(" ") }
        append(word, as: "tspan", to: &bytes)
      }
      bytes.append("</text>")
    }
    for word in words where word.isHidden || isTurned { append(word, as: "text", to: &bytes) }
    bytes.append("</g>\n")
  }

  /// Appends the outlines of glyphs that a viewer would not choose for the text.
  private func appendGlyphs(to bytes: inout [UInt8]) {
    bytes.append("<g")
    appendPaint(to: &bytes)
    bytes.append(">")
    for glyph in text.glyphs {
      guard let path = face?.face.outline(of: glyph.id, size: text.size), path.isSound else {
        continue
      }
      bytes.append("<path transform=\"matrix(")
      bytes.append(linear.a, linear.b, linear.c, linear.d, glyph.x, glyph.y, digits: 5)
      bytes.append(")\" d=\"")
      bytes.append(steps: path)
      bytes.append("\"/>")
    }
    bytes.append("</g>")
  }

  private func append(_ word: Word, as element: String, to bytes: inout [UInt8]) {
    guard !word.text.isEmpty else { return }
    if word.isWide, word.isMoved, word.count > 1, !text.isRightToLeft {
      for (character, x) in zip(word.text.unicodeScalars, word.places) {
        let own = Word(
          text: String(character), origin: Point(x: x, y: word.origin.y), count: 1,
          isHidden: word.isHidden)
        append(own, as: element, to: &bytes)
      }
      return
    }
    bytes.append("<\(element)")
    // Right-to-left text begins at its right edge.
    let along = text.isRightToLeft ? word.advance : 0
    if element == "text", text.isVertical || linear != (1, 0, 0, 1) {
      bytes.append(" transform=\"matrix(")
      bytes.append(
        linear.a, linear.b, linear.c, linear.d, word.origin.x, word.origin.y, digits: 5)
      bytes.append(")\"")
      if along != 0 { bytes.append(attribute: "x", along) }
    } else {
      bytes.append(attribute: "x", word.origin.x + along)
      bytes.append(attribute: "y", word.origin.y)
      if word.count > 1, !text.isRightToLeft, word.advance > word.tail {
        bytes.append(attribute: "textLength", word.advance - word.tail)
      }
    }
    // Not inherited.
    if text.isRightToLeft { bytes.append(" unicode-bidi=\"bidi-override\"") }
    // SVG 1.1 has no opacity for a part of a text.
    if word.isHidden || drawsGlyphs {
      bytes.append(" fill-opacity=\"0\"")
      if text.outline != nil { bytes.append(" stroke-opacity=\"0\"") }
    }
    bytes.append(">")
    bytes.append(escaped: word.text)
    bytes.append("</\(element)>")
  }

  /// The words of the run; white space ends a word and is no part of it.
  private var words: [Word] {
    var result: [Word] = []
    var isOpen = false
    let order = text.isRightToLeft ? Array(text.clusters.reversed()) : text.clusters
    for cluster in order {
      let isBlank = cluster.text.unicodeScalars.allSatisfy(\.properties.isWhitespace)
      guard !isBlank else {
        if !cluster.text.isEmpty { isOpen = false }
        continue
      }
      let isAlone = cluster.isHidden || text.isVertical
      if !isOpen || isAlone || result.last?.isHidden ?? true {
        result.append(Word(origin: cluster.origin, isHidden: cluster.isHidden))
      }
      isOpen = !isAlone
      var word = result.removeLast()
      let shown = shownText(of: cluster)
      word.note(cluster, size: text.size)
      word.text += shown
      word.tail = space(behind: cluster)
      word.advance += cluster.advance
      word.count += 1
      if text.isRightToLeft { word.origin.x = min(word.origin.x, cluster.origin.x) }
      result.append(word)
      if cluster.text.unicodeScalars.last?.properties.isWhitespace == true { isOpen = false }
    }
    return result
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

  /// The advance of a cluster beyond those of its glyphs, as between scripts; spaced letters keep theirs.
  private func space(behind cluster: VectorText.Cluster) -> Double {
    guard let face, !text.isVertical else { return 0 }
    let space = cluster.advance - text.width(of: cluster, in: face) - spacing
    return space > 0.01 ? space : 0
  }

  private func appendFont(to bytes: inout [UInt8]) {
    let facts = face?.facts
    let family = (facts?.family ?? "sans-serif").filter { !"'\"\\;{}".contains($0) }
    bytes.append(" font-family=\"'")
    bytes.append(escaped: String(family.prefix(128)))
    bytes.append("', sans-serif\"")
    bytes.append(attribute: "font-size", text.size)
    let weight = text.font.isEmboldened ? 700 : facts?.weight ?? 400
    if weight != 400 { bytes.append(" font-weight=\"\(weight)\"") }
    if facts?.isItalic ?? false { bytes.append(" font-style=\"italic\"") }
    if spacing != 0 { bytes.append(attribute: "letter-spacing", spacing) }
    if text.isRightToLeft { bytes.append(" direction=\"rtl\"") }
    if let language = text.language, language.utf8.allSatisfy(Self.isTagByte) {
      bytes.append(" xml:lang=\"\(language.prefix(64))\"")
    }
    appendPaint(to: &bytes)
  }

  private func appendPaint(to bytes: inout [UInt8]) {
    if let fill = text.fill {
      bytes.append(paint: "fill", fill)
    } else {
      bytes.append(" fill=\"none\"")
    }
    guard let outline = text.outline else { return }
    bytes.append(paint: "stroke", outline.color)
    bytes.append(attribute: "stroke-width", outline.width)
    bytes.append(" stroke-linejoin=\"round\"")
  }

  @Sendable private static func isTagByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

extension VectorText {
  /// The advance of a cluster's glyphs in their font, in device pixels.
  fileprivate func width(of cluster: Cluster, in face: VectorFonts.Face) -> Double {
    glyphs[cluster.glyphs].reduce(0) { $0 + face.width(of: $1.id) * size / 1000 }
  }

  /// Whether letters have the space between them that is asked for, at least half of it beside one letter.
  fileprivate func isSpaced(in face: VectorFonts.Face) -> Bool {
    clusters.contains { abs($0.advance - width(of: $0, in: face)) > abs(spacing) / 4 }
  }

  /// Whether a cluster has a tatweel's glyph and no tatweel.
  fileprivate func hasKashidas(of face: VectorFonts.Face) -> Bool {
    guard isRightToLeft else { return false }
    let tatweel: Unicode.Scalar = "\u{640}"
    let glyph = face.face.glyph(for: tatweel)
    return glyph != 0
      && clusters.contains { cluster in
        glyphs[cluster.glyphs].contains { $0.id == glyph }
          && !cluster.text.unicodeScalars.contains(tatweel)
      }
  }
}

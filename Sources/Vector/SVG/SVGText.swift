import GalleyHandles
import GalleyPrimitives
import GalleyRaster

/// Writes the text of a run as a part of its line's text, word by word, each at its place.
///
/// The viewer shapes the words, so that letters join and combine. A word's length is given, so that words do not
/// collide where the viewer has another font.
struct SVGText {
  let text: VectorText
  private let face: VectorFonts.Face?
  private let words: [SVGWord]
  /// The place of the white space behind the last word, or of a run without words; `nil` if there is none.
  private let lastSpace: Point?
  /// The slant of its letters along x; `nil` for upright ones, and in columns, whose letters are drawn as outlines.
  let slant: SVGSlant?
  /// Whether its letters lie on their side in a column.
  private let isTurned: Bool
  /// Whether a viewer that shapes the text would choose other glyphs or places: the forms of vertical lines, those of
  /// features, kashidas, which the text does not have, letters that are mirrored or widened one by one, and places on
  /// the axes of a variable font that have no name, which browsers do not find in installed fonts.
  private let drawsGlyphs: Bool
  /// The space between letters; 0 in scripts whose letters join.
  private let spacing: Double

  init(_ text: VectorText, face: VectorFonts.Face?) {
    self.text = text
    self.face = face
    let turn = text.font.transform ?? FontTransform(xx: 1, xy: 0, yx: 0, yy: 1)
    slant = text.isVertical ? nil : SVGSlant(turn)
    isTurned = text.isVertical && turn.yx != 0
    let isOther =
      text.isVertical || text.hasFeatures || turn.xx != 1 || turn.yx != 0
      || face.map { !$0.facts.isNamed || text.hasKashidas(of: $0) } ?? false
    drawsGlyphs = isOther && !text.glyphs.isEmpty
    let isSpaced = text.spacing != 0 && (face.map { text.isSpaced(in: $0) } ?? true)
    let spacing = isSpaced ? text.spacing : 0
    self.spacing = spacing
    (words, lastSpace) = SVGWordReader(text: text, face: face).words()
  }

  /// Whether it has text; marks of emphasis have glyphs alone.
  var hasWords: Bool { words.contains { !$0.text.isEmpty } }

  /// Appends the words as a part of a line's text.
  ///
  /// `space` is the place of white space before the run; on return, of that behind it. The text of a line that
  /// `isMixed` has parts of both directions.
  func append(spanAfter space: inout Point?, isMixed: Bool, to bytes: inout [UInt8]) {
    guard let first = words.first(where: { !$0.text.isEmpty }) else {
      space = space ?? lastSpace
      return
    }
    let start = space ?? first.space
    bytes.append("<tspan")
    appendFont(to: &bytes)
    bytes.append(">")
    if let start { append(space: start, to: &bytes) }
    var isFirst = true
    for word in words where !word.text.isEmpty {
      if !isFirst, let space = word.space {
        if isMixed || text.isRightToLeft {
          append(space: space, to: &bytes)
        } else {
          bytes.append(" ")
        }
      }
      isFirst = false
      append(word, isMixed: isMixed, to: &bytes)
    }
    bytes.append("</tspan>")
    space = lastSpace
  }

  /// Appends white space at its own place, so that it does not move the words beside it.
  private func append(space: Point, to bytes: inout [UInt8]) {
    let place = slant?.upright(space) ?? space
    bytes.append("<tspan")
    bytes.append(attribute: "x", place.x)
    bytes.append(attribute: "y", place.y)
    bytes.append("> </tspan>")
  }

  /// Appends the outlines of glyphs that a viewer would not choose for the text.
  func appendGlyphs(to bytes: inout [UInt8]) {
    guard drawsGlyphs else { return }
    bytes.append("<g")
    appendPaint(to: &bytes)
    if text.outline == nil, let line = text.drawnLine {
      bytes.append(paint: "stroke", line.color)
      bytes.append(attribute: "stroke-width", line.width)
      bytes.append(" stroke-linejoin=\"round\"")
    }
    bytes.append(">")
    let outlines = face.map { text.outlines(in: $0.face) } ?? []
    for outline in outlines {
      bytes.append("<path transform=\"translate(")
      bytes.append(outline.pen.x, outline.pen.y)
      bytes.append(")\" d=\"")
      bytes.append(steps: outline.path)
      bytes.append("\"/>")
    }
    bytes.append("</g>")
  }

  private func append(_ word: SVGWord, isMixed: Bool, to bytes: inout [UInt8]) {
    guard !word.text.isEmpty else { return }
    if word.isWide, word.isMoved, word.count > 1, !text.isRightToLeft {
      for (character, x) in zip(word.text.unicodeScalars, word.places) {
        let own = SVGWord(
          text: String(character), origin: Point(x: x, y: word.origin.y), count: 1,
          isHidden: word.isHidden)
        append(own, isMixed: isMixed, to: &bytes)
      }
      return
    }
    bytes.append("<tspan")
    // Right-to-left text begins at its right edge.
    let along = text.isRightToLeft ? word.advance : 0
    if text.isVertical {
      bytes.append(attribute: "x", word.origin.x)
      bytes.append(attribute: "y", word.origin.y)
      if isTurned { bytes.append(attribute: "rotate", 90) }
    } else {
      // Viewers have the space between letters behind each one along x, also at the right of the first one here.
      let right = word.right.map { $0 + spacing } ?? word.origin.x + along
      let start = Point(x: text.isRightToLeft ? right : word.origin.x, y: word.origin.y)
      let place = slant?.upright(start) ?? start
      bytes.append(attribute: "x", place.x)
      bytes.append(attribute: "y", place.y)
      // With the space behind the last letter, as viewers measure it.
      let length = word.end.map { $0 + spacing - word.origin.x } ?? word.advance
      if word.count > 1, !text.isRightToLeft, length > 0 {
        bytes.append(attribute: "textLength", length / abs(slant?.a ?? 1))
      }
    }
    // Not inherited.
    if text.isRightToLeft || isMixed { bytes.append(" unicode-bidi=\"bidi-override\"") }
    // SVG 1.1 has no `opacity` for a part of a text.
    if word.isHidden || drawsGlyphs {
      bytes.append(" fill-opacity=\"0\"")
      if text.outline != nil { bytes.append(" stroke-opacity=\"0\"") }
    }
    bytes.append(">")
    bytes.append(escaped: word.text)
    bytes.append("</tspan>")
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
    if let width = facts?.widthName { bytes.append(" font-stretch=\"\(width)\"") }
    if facts?.isItalic ?? false { bytes.append(" font-style=\"italic\"") }
    if spacing != 0 { bytes.append(attribute: "letter-spacing", spacing) }
    if text.isRightToLeft, !text.isVertical { bytes.append(" direction=\"rtl\"") }
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

extension FontFaceFacts {
  /// The name of the width in CSS; `nil` for the normal one.
  fileprivate var widthName: String? {
    let names: [String?] = [
      "ultra-condensed", "extra-condensed", "condensed", "semi-condensed", nil, "semi-expanded",
      "expanded", "extra-expanded", "ultra-expanded",
    ]
    return names.indices.contains(widthClass - 1) ? names[widthClass - 1] : nil
  }
}

extension VectorText {
  /// The advance of a cluster's glyphs in their font, in device pixels.
  func width(of cluster: Cluster, in face: VectorFonts.Face) -> Double {
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

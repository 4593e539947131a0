import GalleyHandles
import GalleyPrimitives
import GalleyRaster

/// Writes the glyphs of a run with the characters that they show.
struct PDFText {
  private let text: VectorText
  private let fonts: PDFFonts
  private let writer: PDFWriter

  init(_ text: VectorText, fonts: PDFFonts, writer: PDFWriter) {
    self.text = text
    self.fonts = fonts
    self.writer = writer
  }

  /// Appends the run to a page's content; returns the numbers of its fonts.
  ///
  /// A font that cannot be embedded is drawn as paths, with hidden text over them.
  func draw(on page: PDFPage) -> [Int] {
    let font = text.glyphs.isEmpty ? nil : fonts.font(text.font, writer: writer)
    if font == nil { drawOutlines(on: page) }
    var used: [Int] = []
    page.save()
    selectPaint(on: page)
    page.emit("BT\n")
    var line = PDFLine(text: text)
    for var cluster in text.clusters {
      // The last cluster of a line has the spaces that the line hides. A reader would find them on the wrong side
      // of a letter that is shown from right to left.
      if let end = cluster.text.lastIndex(where: { !$0.isWhitespace }) {
        cluster.text = String(cluster.text[...end])
      }
      if let font, !cluster.isHidden {
        line.append(cluster, font: font, on: page)
      } else if !cluster.text.isEmpty {
        line.flush(on: page)
        used.append(drawHidden(cluster, on: page))
        line.forgetFont()
      }
    }
    line.flush(on: page)
    page.emit("ET\n")
    page.restore()
    if let font { used.append(font.number) }
    return used
  }

  /// Selects colours, the line along outlines, and whether glyphs are filled, stroked or both.
  private func selectPaint(on page: PDFPage) {
    var mode = 3
    if let fill = text.fill {
      page.select(fill: fill)
      mode = 0
    }
    var width = 0.0
    if let outline = text.outline {
      page.select(stroke: outline.color, setsAlpha: text.fill == nil)
      (mode, width) = (text.fill == nil ? 1 : 2, outline.width)
    } else if text.font.isEmboldened, let fill = text.fill {
      page.select(stroke: fill, setsAlpha: false)
      (mode, width) = (2, text.boldness)
    }
    page.emit { bytes in
      guard mode > 0 else { return }
      bytes.append(width)
      bytes.append(" w 1 J 1 j \(mode) Tr\n")
    }
  }

  /// Adds a cluster that paints nothing; returns its font.
  private func drawHidden(_ cluster: VectorText.Cluster, on page: PDFPage) -> Int {
    let (number, code) = fonts.blank(cluster.text, writer: writer)
    let width = max(0.01, cluster.advance / (PDFFonts.blankWidth * text.size))
    page.emit { bytes in
      bytes.append("/F\(number)")
      bytes.append(text.size)
      bytes.append(" Tf")
      if text.isVertical {
        bytes.append(0, width, 1, 0, cluster.origin.x, cluster.origin.y)
      } else {
        bytes.append(width, 0, 0, -1, cluster.origin.x, cluster.origin.y)
      }
      bytes.append(" Tm <")
      bytes.append(hex: UInt32(code), count: 2)
      bytes.append("> Tj\n")
    }
    return number
  }

  private func drawOutlines(on page: PDFPage) {
    guard !text.glyphs.isEmpty, let face = fonts.source.face(text.font)?.face else { return }
    page.save()
    if let fill = text.fill { page.select(fill: fill) }
    let line = text.drawnLine
    if let line {
      page.select(stroke: line.color, setsAlpha: text.fill == nil)
      page.emit { bytes in
        bytes.append(line.width)
        bytes.append(" w 1 J 1 j\n")
      }
    }
    let paint = line == nil ? "f\n" : text.fill == nil ? "S\n" : "B\n"
    for (path, pen) in text.outlines(in: face) {
      page.save()
      page.emit { bytes in
        bytes.append(1, 0, 0, 1, pen.x, pen.y)
        bytes.append(" cm\n")
      }
      page.append(path)
      page.emit(paint)
      page.restore()
    }
    page.restore()
  }
}

/// Glyphs of one baseline, which are shown together.
private struct PDFLine {
  let text: VectorText
  private var shown: [UInt8] = []
  /// The place after the last glyph, and its baseline.
  private var pen: Point?
  private var font: Int?
  private let linear: (a: Double, b: Double, c: Double, d: Double)
  private let isPlain: Bool
  private let shift: Double

  init(text: VectorText) {
    self.text = text
    let turn = text.font.transform ?? FontTransform(xx: 1, xy: 0, yx: 0, yy: 1)
    linear = (turn.xx, -turn.yx, turn.xy, -turn.yy)
    isPlain = turn.xx == 1 && turn.yx == 0
    // An emboldened outline grows to the right and up only.
    shift = text.font.isEmboldened ? text.boldness / 2 : 0
  }

  /// Shows a cluster: directly if its only glyph always shows this text, else with the text beside it.
  mutating func append(_ cluster: VectorText.Cluster, font: PDFFont, on page: PDFPage) {
    if self.font != font.number {
      flush(on: page)
      self.font = font.number
      page.emit { bytes in
        bytes.append("/F\(font.number)")
        bytes.append(text.size)
        bytes.append(" Tf\n")
      }
    }
    let glyphs = text.glyphs[cluster.glyphs]
    if glyphs.count == 1, let glyph = glyphs.first, font.shows(glyph.id, cluster.text) {
      return append(glyph, font: font, on: page)
    }
    flush(on: page)
    page.emit { bytes in
      bytes.append("/Span << /ActualText ")
      bytes.append(utf16: cluster.text, hasMark: true)
      bytes.append(" >> BDC\n")
    }
    for glyph in glyphs { append(glyph, font: font, on: page) }
    flush(on: page)
    page.emit("EMC\n")
  }

  private mutating func append(_ glyph: VectorText.Glyph, font: PDFFont, on page: PDFPage) {
    let (x, y) = (glyph.x + shift, glyph.y - shift)
    if let pen, isPlain, pen.y == y, abs(x - pen.x) < 100 * text.size {
      let lack = (pen.x - x) / text.size * 1000
      if abs(lack) >= 0.5 {
        shown.append(shown.isEmpty ? "[" : ">")
        shown.append(lack, digits: 0)
        shown.append("<")
        self.pen?.x -= lack.rounded() * text.size / 1000
      }
    } else {
      flush(on: page)
      page.emit { bytes in
        bytes.append(linear.a, linear.b, linear.c, linear.d, digits: 5)
        bytes.append(x, y)
        bytes.append(" Tm\n")
      }
      pen = Point(x: x, y: y)
    }
    if shown.isEmpty { shown.append("[<") }
    shown.append(hex: font.use(glyph.id), count: 4)
    pen?.x += font.width(of: glyph.id) * text.size / 1000
  }

  mutating func forgetFont() { (font, pen) = (nil, nil) }

  mutating func flush(on page: PDFPage) {
    guard !shown.isEmpty else { return }
    shown.append(">] TJ\n")
    page.emit { $0 += shown }
    shown = []
  }
}

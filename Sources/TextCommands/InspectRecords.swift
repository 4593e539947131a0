import Galley
import GalleyCellRendering
import GalleyLayout

/// The record of `galley inspect`.
struct InspectRecord: Encodable {
  var index: Int
  var id: String?
  var language: String?
  var languageSource: RowLanguage.Source?
  var width: Double
  var height: Double
  var scale: Double
  var card: InspectedRect
  var parts: [Part]

  init(_ row: InspectedRow) {
    index = row.index
    id = row.id
    language = row.language?.tag
    languageSource = row.language?.source
    width = row.layout.size.width
    height = row.layout.size.height
    scale = row.layout.scale
    card = InspectedRect(row.layout.card)
    parts = row.layout.parts.map(Part.init)
  }

  struct Part: Encodable {
    var part: String
    var rect: InspectedRect
    var text: InspectedText?
    var image: String?

    init(_ part: CellPart) {
      self.part = part.kind.rawValue
      rect = InspectedRect(part.rect)
      text = part.text.map { InspectedText($0, origin: part.textOrigin) }
      image = part.image?.name
    }
  }
}

/// A rectangle in layout units.
struct InspectedRect: Encodable {
  var x: Double
  var y: Double
  var width: Double
  var height: Double

  init(_ rect: Rect) {
    (x, y, width, height) = (rect.minX, rect.minY, rect.width, rect.height)
  }
}

/// A text's layout, in the cell's coordinates.
struct InspectedText: Encodable {
  var bounds: InspectedRect
  var rowCount: Int
  var isTruncated: Bool
  var truncatedRange: [Int]?
  var missingGlyphs: Int
  var fonts: [InspectedFont]
  var lines: [InspectedLine]
  var attachments: [InspectedAttachment]
  var highlights: [InspectedHighlight]

  /// The record of a layout; unless it `isWhole`, ``lines(of:origin:)`` are written apart.
  init(_ layout: TextLayout, origin: Point, isWhole: Bool = true) {
    bounds = InspectedRect(layout.boundingRect.offset(x: origin.x, y: origin.y))
    rowCount = layout.rowCount
    isTruncated = layout.isTruncated
    truncatedRange = layout.truncatedRange.map { [$0.lowerBound, $0.upperBound] }
    missingGlyphs = layout.missingGlyphCount
    fonts = layout.fonts.map {
      InspectedFont(name: $0.name, path: $0.path, faceIndex: $0.faceIndex, size: $0.size)
    }
    lines = isWhole ? Array(Self.lines(of: layout, origin: origin)) : []
    attachments = layout.attachments.map { InspectedAttachment($0, origin: origin) }
    highlights = layout.highlights.map { InspectedHighlight($0, origin: origin) }
  }

  /// The records of the lines, each made when it is used.
  static func lines(
    of layout: TextLayout, origin: Point
  ) -> LazyMapSequence<[TextLine], InspectedLine> {
    layout.lines.lazy.map { InspectedLine($0, of: layout, origin: origin) }
  }
}

/// An attachment, which replaces a character.
struct InspectedAttachment: Encodable {
  /// The name of the image; `nil` for a box or an empty space.
  var image: String?
  var offset: Int
  var line: Int
  var rect: InspectedRect
  var userInfo: [String: String]

  init(_ placed: PlacedAttachment, origin: Point) {
    if case .image(let name) = placed.attachment.content { image = name }
    offset = placed.offset
    line = placed.line
    rect = InspectedRect(placed.rect.offset(x: origin.x, y: origin.y))
    userInfo = placed.attachment.userInfo
  }
}

/// A range that reacts to a tap, with its rectangles.
struct InspectedHighlight: Encodable {
  var range: [Int]
  var isToken: Bool
  var rects: [InspectedRect]
  var gestures: [String]
  var userInfo: [String: String]
  /// The data of a long press, if they differ.
  var longPressInfo: [String: String]?

  init(_ placed: PlacedHighlight, origin: Point) {
    range = [placed.range.lowerBound, placed.range.upperBound]
    isToken = placed.isToken
    rects = placed.rects.map { InspectedRect($0.offset(x: origin.x, y: origin.y)) }
    gestures = placed.highlight.gestures.names
    userInfo = placed.highlight.userInfo
    longPressInfo = placed.highlight.longPressInfo
  }
}

struct InspectedFont: Encodable {
  var name: String
  var path: String
  var faceIndex: Int
  var size: Double
}

struct InspectedLine: Encodable {
  var row: Int
  var range: [Int]
  var rect: InspectedRect
  var baseline: [Double]
  var ascent: Double
  var descent: Double
  var advance: Double
  var trailingWhitespace: Double
  var isRightToLeft: Bool
  var isVertical: Bool
  var runs: [InspectedRun]

  init(_ line: TextLine, of layout: TextLayout, origin: Point) {
    row = line.rowIndex
    range = [line.range.lowerBound, line.range.upperBound]
    rect = InspectedRect(line.rect.offset(x: origin.x, y: origin.y))
    baseline = [origin.x + line.origin.x, origin.y + line.origin.y]
    ascent = line.ascent
    descent = line.descent
    advance = line.advance
    trailingWhitespace = line.trailingWhitespace
    isRightToLeft = line.isRightToLeft
    isVertical = line.isVertical
    runs = layout.runs[line.runs].map { InspectedRun($0, of: layout, origin: origin) }
  }
}

struct InspectedRun: Encodable {
  var font: Int
  var range: [Int]
  var level: Int
  var color: String
  var clusters: [InspectedCluster]

  init(_ run: GlyphRun, of layout: TextLayout, origin: Point) {
    font = run.font
    range = [run.range.lowerBound, run.range.upperBound]
    level = Int(run.level)
    let channels = [run.color.red, run.color.green, run.color.blue, run.color.alpha]
    color = "#" + channels.map { hexadecimal(UInt8($0)) }.joined()
    clusters = []
    for glyph in layout.glyphs[run.glyphs] {
      let placed = InspectedGlyph(
        id: Int(glyph.id & 0x7FFF_FFFF), x: origin.x + run.origin.x + glyph.x.length,
        y: origin.y + run.origin.y + glyph.y.length, advance: glyph.advance.length,
        isMissing: glyph.missingCharacter != nil)
      if let last = clusters.last, last.offset == Int(glyph.cluster) {
        clusters[clusters.count - 1].glyphs.append(placed)
      } else {
        clusters.append(InspectedCluster(offset: Int(glyph.cluster), glyphs: [placed]))
      }
    }
  }
}

struct InspectedCluster: Encodable {
  var offset: Int
  var glyphs: [InspectedGlyph]
}

struct InspectedGlyph: Encodable {
  var id: Int
  var x: Double
  var y: Double
  var advance: Double
  var isMissing: Bool
}

private func hexadecimal(_ byte: UInt8) -> String {
  let text = String(byte, radix: 16)
  return text.count == 1 ? "0" + text : text
}

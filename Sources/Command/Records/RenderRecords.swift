import Galley

/// A row, in `galley render --json`.
struct RowRecord: Encodable {
  private let row: RenderedRow

  init(_ row: RenderedRow) { self.row = row }

  private enum Key: String, CodingKey {
    case index, id, y, width, height, pixelWidth, pixelHeight, lineCount, isTruncated, repaired
    case language, languageSource
    case missingGlyphs, fonts, files, warnings
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(row.index, forKey: .index)
    // An item without an identifier has null, so that all records have the same keys.
    try container.encode(row.id, forKey: .id)
    try container.encode(row.y, forKey: .y)
    try container.encode(row.width, forKey: .width)
    try container.encode(row.height, forKey: .height)
    try container.encode(row.pixelWidth, forKey: .pixelWidth)
    try container.encode(row.pixelHeight, forKey: .pixelHeight)
    try container.encode(row.language?.tag, forKey: .language)
    try container.encode(row.language?.source, forKey: .languageSource)
    try container.encode(row.lineCount, forKey: .lineCount)
    try container.encode(row.isTruncated, forKey: .isTruncated)
    try container.encode(row.repairCount, forKey: .repaired)
    try container.encode(row.missingGlyphCount, forKey: .missingGlyphs)
    try container.encode(row.fonts, forKey: .fonts)
    try container.encode(row.files, forKey: .files)
    if !row.warnings.isEmpty {
      try container.encode(row.warnings.map(\.message), forKey: .warnings)
    }
  }
}

/// The areas of a row that react to a tap, in `galley render --hit-map`.
struct HitAreasRecord: Encodable {
  var row: Int
  var id: String?
  var width: Double
  var height: Double
  var places: [Place]
  var areas: [Area]

  /// A file that shows the row, and the row's top in it.
  struct Place: Encodable {
    var file: String
    var y: Double
  }

  /// An area, and its rectangles from the row's top-left corner.
  struct Area: Encodable {
    var kind: String
    var part: String?
    var rects: [Rectangle]
    var url: String?
    var description: String?
  }

  /// A rectangle in layout units.
  struct Rectangle: Encodable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    init(_ rect: Rect) {
      (x, y, width, height) = (rect.minX, rect.minY, rect.width, rect.height)
    }
  }

  init(_ row: RenderedRow) {
    self.row = row.index
    id = row.id
    width = row.width
    height = row.height
    places = zip(row.files, row.tops).map { Place(file: $0, y: $1) }
    areas = (row.hitAreas ?? []).map {
      Area(
        kind: $0.kind.rawValue, part: $0.part?.rawValue, rects: $0.rects.map(Rectangle.init),
        url: $0.url, description: $0.description)
    }
  }
}

/// The summary of `galley render --json`.
struct RenderSummaryRecord: Encodable {
  var summary = true
  var rows: Int
  var failed: Int
  var warnings: Int
  var missingGlyphs: Int
  var files: Int
  var bytes: Int
  var pixelWidth: Int
  var pixelHeight: Int
  var megapixels: Double
  var resumed: Int
  var copied: Int
  var existing: Int
  var heightHits: Int
  var heightMisses: Int
  var heightCauses: HeightCauses

  init(_ summary: RenderSummary, options: RenderOptions) {
    rows = summary.rowCount
    failed = summary.failureCount
    warnings = summary.warningCount
    missingGlyphs = summary.missingGlyphCount
    files = summary.fileCount
    bytes = summary.byteCount
    pixelWidth = Int((options.template.width * options.template.scale).rounded())
    pixelHeight = summary.pixelHeight
    megapixels = Double(summary.pixelCount) / 1_000_000
    resumed = summary.resumedCount
    copied = summary.copiedCount
    existing = summary.existingCount
    heightHits = summary.heights.hitCount
    heightMisses = summary.heights.missCount
    heightCauses = HeightCauses(summary.heights)
  }
}

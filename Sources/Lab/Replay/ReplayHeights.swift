import GalleyPrimitives
import GalleyRowHeights
import GalleyTable

/// What is known of the heights of a replayed table's visible rows.
struct ReplayHeights {
  /// Who measures.
  var source: any RowHeightSource
  /// Rows' width, in layout units.
  var width: Double
  /// The fonts' size, as a factor of the theme's.
  var fontFactor = 1.0
  /// Device pixels per layout unit.
  let scale: Double
  /// What the visible rows show.
  var contents: [RowID: RowContent] = [:]
  /// How many heights were measured.
  private(set) var computedCount = 0
  private var cache = RowHeightCache<RowContent>()
  private var places = TableHeights<Int>()
  private var causes: [RowID: RowHeightMiss] = [:]

  init(source: any RowHeightSource, width: Double, scale: Double) {
    self.source = source
    self.width = width
    self.scale = scale
  }

  /// The height of a row in device pixels, looked up by its place, or measured.
  mutating func height(of row: TableRows.Entry) throws -> Int {
    guard let content = contents[row.id] else { throw ReplayError.noRow(row.path) }
    var source = source
    defer { self.source = source }
    let (width, fontFactor, scale) = (width, fontFactor, scale)
    let answer = try places.height(
      .place(.row(row.path)), width: width, scale: scale, in: &cache,
      content: { KeyedContent(content, key: content.key, byteCount: content.byteCount) },
      measure: {
        Double(try source.height(of: $0, width: width, fontFactor: fontFactor)) / scale
      })
    if case .calculated(let cause) = answer.source {
      computedCount += 1
      causes[row.id] = cause
    }
    return Int((answer.height * scale).rounded())
  }

  /// The height that is kept at a place, in device pixels; `nil` if none is.
  mutating func knownHeight(at path: RowPath) -> Int? {
    places.find(.place(.row(path)), width: width, scale: scale, in: &cache)
      .map { Int(($0 * scale).rounded()) }
  }

  /// Why a row's height was last computed.
  func cause(of row: RowID) -> RowHeightMiss? { causes[row] }

  /// Follows an edit.
  mutating func apply(_ map: RowPathMap) { places.apply(map) }

  /// Invalidates the height of a row, and with it that of all equal ones.
  mutating func invalidate(_ path: RowPath) { places.invalidate(.row(path), in: &cache) }

  /// Invalidates everything, since fonts changed.
  mutating func invalidateAll() { cache.invalidateAll() }
}

import GalleyPrimitives
import GalleyRowHeights
import GalleyTable

/// The known heights of a replayed table's visible rows.
struct ReplayHeights {
  /// The source that measures heights.
  var source: any RowHeightSource
  /// The width of rows, in layout units.
  var width: Double
  /// The fonts' size, as a factor of the theme's.
  var fontFactor = 1.0
  /// Device pixels per layout unit.
  let scale: Double
  /// The contents of the visible rows.
  var contents: [RowID: RowContent] = [:]
  /// The number of measured heights.
  private(set) var computedCount = 0
  private var cache = RowHeightCache<RowContent>()
  private var places = TableHeights<Int>()
  private var causes: [RowID: RowHeightMiss] = [:]

  init(source: any RowHeightSource, width: Double, scale: Double) {
    self.source = source
    self.width = width
    self.scale = scale
  }

  /// The height of a row in device pixels: looked up by its path, or measured.
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

  /// The stored height of a path, in device pixels; `nil` without one.
  mutating func knownHeight(at path: RowPath) -> Int? {
    places.find(.place(.row(path)), width: width, scale: scale, in: &cache)
      .map { Int(($0 * scale).rounded()) }
  }

  /// The reason of the last measurement of a row's height.
  func cause(of row: RowID) -> RowHeightMiss? { causes[row] }

  /// Moves heights to the new paths of their rows.
  mutating func apply(_ map: RowPathMap) { places.apply(map) }

  /// Invalidates the height of a row and of all equal rows.
  mutating func invalidate(_ path: RowPath) { places.invalidate(.row(path), in: &cache) }

  /// Invalidates all heights, because the fonts have changed.
  mutating func invalidateAll() { cache.invalidateAll() }
}

public import GalleyCellRendering
import GalleyCells
import GalleyCompositing
public import GalleyPrimitives
public import GalleyTable

/// A row at a point of the viewport.
public struct TableHit: Hashable, Sendable {
  /// The row's identity.
  public let row: RowID
  /// The row's place among the visible rows; while changes wait, edits take ``row`` or `place(of:)`.
  public let place: TablePlace
  /// The point in layout units, from the row's top-left corner.
  public let point: Point

  /// The areas of the row that contain the point, of those that react to a tap; the topmost first.
  ///
  /// Empty from ``LiveView/row(at:)``, which lays out no row.
  public internal(set) var areas: [HitArea] = []
}

extension LiveView {
  /// Returns the visible row at a point of the viewport, in layout units from its top-left corner; `nil` beside
  /// the rows.
  ///
  /// - Complexity: O(log rows).
  public func row(at point: Point) -> TableHit? {
    guard point.x >= 0, point.x < options.rendering.template.width, point.y >= 0,
      point.y * scale < Double(options.frameSize.height)
    else { return nil }
    // While a frame waits for its pictures, the last one is on the screen, even after edits.
    if pinnedOffset != nil, let shown { return row(of: shown, at: point) }
    let rows = table.rows.visible
    guard let path = rows.path(at: pixelOffset + Int(point.y * scale)) else { return nil }
    let top = Double(rows.offset(at: path)) / scale
    return TableHit(
      row: rows.id(at: path), place: TablePlace(path),
      point: Point(x: point.x, y: point.y + Double(pixelOffset) / scale - top))
  }

  /// Returns the row of the last frame at a point of the viewport; `nil` beside the rows, and for a row that is not in
  /// the table any more.
  private func row(of shown: FramePlan, at point: Point) -> TableHit? {
    let y = Int(point.y * scale)
    guard let segment = shown.segments.first(where: { $0.band.contains(y) }),
      let row = segment.row, let first = shown.rows.first,
      displayed.indices.contains(row - first), let path = table.path(of: displayed[row - first].id)
    else { return nil }
    let top = segment.band.lowerBound - (segment.pictureRows?.lowerBound ?? 0)
    return TableHit(
      row: displayed[row - first].id, place: TablePlace(path),
      point: Point(x: point.x, y: point.y - Double(top) / scale))
  }

  /// Returns the visible row at a point of the viewport, and its areas there; `nil` beside the rows.
  ///
  /// The row is laid out on another thread, unless its layout is still in the cache. The answer is about the
  /// content and the offset at the time of the call.
  ///
  /// - Throws: The error of a row that cannot be laid out.
  /// - Complexity: O(log rows + lines and runs of the row's texts).
  public func hit(at point: Point) async throws -> TableHit? {
    guard var hit = row(at: point), let content = table.contents[hit.row] else { return nil }
    let areas = try await Self.areas(of: content.model, in: kit.shop)
    hit.areas = areas.reversed().filter { area in
      area.rects.contains { $0.holds(hit.point) }
    }
    return hit
  }

  @concurrent private static func areas(
    of model: any RowModel, in shop: CellShop
  ) async throws -> [HitArea] {
    try shop.makeRenderer().measure(model.cell).layout.hitAreas
  }
}

extension Rect {
  /// Whether a point is within the rectangle; its left and top edges belong to it.
  fileprivate func holds(_ point: Point) -> Bool {
    (minX..<max(minX, maxX)).contains(point.x) && (minY..<max(minY, maxY)).contains(point.y)
  }
}

package import GalleyCellRendering
import GalleyCells
package import GalleyCompositing
import GalleyFrames
import GalleyLayout
package import GalleyPrimitives
import GalleyRaster
package import GalleyTable
import GalleyText

/// Decides the overlays of each frame.
package struct OverlayState: Sendable {
  let kinds: Set<FeedFrame.Overlay>
  private var rate = FramesPerSecond()
  private var last: FramePlan?

  package init(_ kinds: Set<FeedFrame.Overlay>) { self.kinds = kinds }

  /// Returns the overlays of a frame that is presented at `instant`; `cell` returns the cell of a key.
  package mutating func overlays(
    of plan: FramePlan, ranges: RangeController.Rows, at instant: Duration,
    cell: (ContentKey) -> RowCell?
  ) -> [DrawnOverlay] {
    guard !kinds.isEmpty else { return [] }
    rate.count(at: instant)
    defer { last = plan }
    var overlays: [DrawnOverlay] = []
    for kind in CellOverlay.allCases where kinds.contains(where: { $0.rawValue == kind.rawValue }) {
      overlays.append(.cells(plan.rows(cell: cell), kind))
    }
    if kinds.contains(.damage) { overlays.append(.damage(plan.damage(since: last))) }
    if kinds.contains(.ranges) { overlays.append(.ranges(ranges)) }
    if kinds.contains(.fps), let value = rate.value { overlays.append(.fps(value)) }
    return overlays
  }
}

extension FramePlan {
  /// Returns the rows with a visible picture.
  fileprivate func rows(cell: (ContentKey) -> RowCell?) -> [DrawnOverlay.Row] {
    segments.compactMap { segment in
      guard case .picture(let key, let first) = segment.source, let cell = cell(key) else {
        return nil
      }
      return DrawnOverlay.Row(cell: cell, y: segment.band.lowerBound - first, band: segment.band)
    }
  }
}

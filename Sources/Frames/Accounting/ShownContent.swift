package import GalleyCompositing
import GalleyPrimitives

/// The content that a frame shows: enough to draw the frame again from pictures of the rows.
package struct ShownContent: Hashable, Sendable {
  /// The y in the table of the frame's top, in device pixels.
  package var offset: Int
  /// The pixel rows of the frame that do not show the current picture of their row.
  package var blankBands: [Range<Int>] = []
  /// The share of the screen that shows older pictures of rows.
  package var olderShare = 0.0
  /// The share of the screen that shows the page in place of rows.
  package var pageShare = 0.0

  /// The content of a frame without a blank part.
  package init(offset: Int) { self.offset = offset }

  /// The content of a plan.
  package init(_ plan: FramePlan) {
    offset = plan.offset
    guard plan.isBlank else { return }
    blankBands = plan.segments.filter { !$0.isCurrent }.map(\.band)
    for segment in plan.segments where !segment.isCurrent {
      let share = Double(segment.band.count) / Double(plan.size.height)
      switch segment.source {
      // A picture that fades in is the current one.
      case .picture: if segment.opacity == 255 { olderShare += share }
      case .background: pageShare += share
      case .placeholder: break
      }
    }
  }
}

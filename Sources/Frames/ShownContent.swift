package import GalleyCompositing

/// The content that a frame shows: enough to draw the frame again from pictures of the rows.
package struct ShownContent: Hashable, Sendable {
  /// The y in the table of the frame's top, in device pixels.
  package var offset: Int
  /// The pixel rows of the frame that do not show the current picture of their row.
  package var blankBands: [Range<Int>] = []

  /// The content of a frame without a blank part.
  package init(offset: Int) { self.offset = offset }

  /// The content of a plan.
  package init(_ plan: FramePlan) {
    offset = plan.offset
    guard plan.isBlank else { return }
    blankBands = plan.segments.filter { !$0.isCurrent }.map(\.band)
  }
}

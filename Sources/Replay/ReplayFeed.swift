package import Galley
import GalleyStageBenches

extension RowContent {
  /// The contents of a feed's rows; bad elements are reported and skipped.
  ///
  /// - Throws: ``FeedError``, and the errors of opening the fonts.
  package static func contents(
    of feed: FeedInput, options: RenderOptions, onFailure: (RowFailure) -> Void
  ) throws -> [RowContent] {
    try StageProbe(options).readItems(of: feed, onFailure: onFailure).map {
      .item(ReplayItem($0))
    }
  }
}

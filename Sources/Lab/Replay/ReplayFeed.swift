package import Galley

extension RowContent {
  /// What the rows of a feed show; elements that are no items are told of and passed over.
  ///
  /// - Throws: ``FeedError``, and what opening the fonts throws.
  package static func contents(
    of feed: FeedInput, options: RenderOptions, onFailure: (RowFailure) -> Void
  ) throws -> [RowContent] {
    try StageProbe(options).readItems(of: feed, onFailure: onFailure).map {
      .item(ReplayItem($0))
    }
  }
}

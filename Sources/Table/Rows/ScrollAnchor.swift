public import GalleyPrimitives

/// The row that keeps its position on the screen while rows around it are inserted, removed or
/// resized.
///
/// It is the first visible row whose height is known, and stays the anchor while it is visible, also
/// if all heights are forgotten, as for another width. If
/// no visible row has a known height, or if the table is at its top, it is the first visible row. So
/// the text in view stays still when rows above it turn out taller or shorter than estimated, and
/// scrolling to the top reaches the top.
public struct ScrollAnchor: Hashable, Sendable, Codable {
  /// The row's path.
  public var path: RowPath
  /// The row's ID.
  public var id: RowID
  /// The y of its top on the screen, in device pixels; negative if its top is scrolled out.
  public var screenY: Int

  /// Makes the anchor of row `id` at `path`, whose top is `screenY` below the viewport's.
  public init(path: RowPath, id: RowID, screenY: Int) {
    self.path = path
    self.id = id
    self.screenY = screenY
  }
}

/// When a table asks for the heights of its rows.
public enum HeightAsking: String, Hashable, Sendable, CaseIterable, Codable {
  /// Asks for all rows before the first is shown: `UITableView` without estimated heights.
  case allAtOnce
  /// Asks for a row when it is first shown: estimated heights, and a cache.
  case whenShown
  /// Asks for a row each time it comes into view: estimated heights without a cache, as self-sizing
  /// cells.
  case eachTimeShown
}

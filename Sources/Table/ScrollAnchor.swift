public import GalleyPrimitives

/// The row that stays where it is on the screen while rows around it come, go or change height.
///
/// It is the first visible row whose height is known; if none is, or the table is at its top, the
/// first visible row. So what the user reads stays still when rows above it turn out higher than was
/// estimated, and whoever goes to the top gets there.
public struct ScrollAnchor: Hashable, Sendable, Codable {
  /// Its place.
  public var path: RowPath
  /// Which row it is.
  public var id: RowID
  /// The y of its top on the screen, in device pixels: below 0 where its top is scrolled out.
  public var screenY: Int

  /// The row `id` at `path`, whose top is `screenY` below the viewport's.
  public init(path: RowPath, id: RowID, screenY: Int) {
    self.path = path
    self.id = id
    self.screenY = screenY
  }
}

/// When a table asks how high its rows are.
public enum HeightAsking: String, Hashable, Sendable, CaseIterable, Codable {
  /// All rows, before the first is shown: `UITableView` without estimated heights.
  case allAtOnce
  /// A row when it is shown for the first time: estimated heights, and a cache.
  case whenShown
  /// A row each time it comes into view: estimated heights and no cache, as self-sizing cells.
  case eachTimeShown
}

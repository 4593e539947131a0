import GalleyPrimitives

/// Decides whether more rows shall be fetched, because the viewport comes near the table's end.
///
/// The order of the tests is Texture's: a table that does not fill the viewport always asks.
public struct BatchFetch: Hashable, Sendable {
  /// The screenfuls before the end at which to fetch.
  public var leadingScreens: Double
  /// Whether a fetch is under way.
  public private(set) var isFetching = false

  /// Fetches `leadingScreens` before the end.
  public init(leadingScreens: Double = 2) { self.leadingScreens = leadingScreens }

  /// Whether to fetch now.
  ///
  /// - Parameters:
  ///   - viewport: What is seen, or will be where the scroll comes to rest.
  ///   - totalHeight: The table's height, in device pixels.
  ///   - isForward: Whether the viewport moves towards the end.
  ///   - isVisible: Whether somebody sees the table.
  /// - Returns: Whether it is time.
  public func isDue(
    _ viewport: Viewport, totalHeight: Int, isForward: Bool, isVisible: Bool = true
  ) -> Bool {
    guard !isFetching, leadingScreens > 0, viewport.size.height > 0, viewport.size.width > 0 else {
      return false
    }
    if totalHeight < viewport.size.height { return true }
    guard isVisible, isForward else { return false }
    let remaining = totalHeight - viewport.size.height - viewport.offset
    return Double(remaining) <= Double(viewport.size.height) * leadingScreens
  }

  /// Begins a fetch.
  ///
  /// - Returns: Whether none was under way.
  public mutating func begin() -> Bool {
    defer { isFetching = true }
    return !isFetching
  }

  /// Ends the fetch, whether it brought rows or failed.
  public mutating func end() { isFetching = false }
}

import GalleyPrimitives

/// Decides whether to fetch more rows because the viewport is near the table's end.
///
/// The tests run in Texture's order: a table that does not fill the viewport always fetches.
public struct BatchFetch: Hashable, Sendable {
  /// The distance from the end, in screenfuls, at which to fetch.
  public var leadingScreens: Double
  /// Whether a fetch is under way.
  public private(set) var isFetching = false

  /// Makes a state that fetches `leadingScreens` before the end.
  public init(leadingScreens: Double = 2) { self.leadingScreens = leadingScreens }

  /// Whether a fetch is due now.
  ///
  /// - Parameters:
  ///   - viewport: The viewport, or the viewport at which the scroll will come to rest.
  ///   - totalHeight: The table's height, in device pixels.
  ///   - isForward: Whether the viewport moves towards the end.
  ///   - isVisible: Whether the table is on the screen.
  /// - Returns: Whether to begin a fetch.
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
  /// - Returns: Whether the caller may fetch: false if a fetch is already under way.
  public mutating func begin() -> Bool {
    defer { isFetching = true }
    return !isFetching
  }

  /// Ends the fetch, successful or not.
  public mutating func end() { isFetching = false }
}

import GalleyPrimitives

/// Decides whether to fetch more rows because the viewport is near the table's end.
///
/// The tests run in Texture's order: a table that does not fill the viewport always fetches.
public struct BatchFetch: Hashable, Sendable {
  /// The distance from the end, in screenfuls, at which to fetch.
  public var leadingScreens: Double
  /// The time that a fetch takes: the table fetches as if the viewport had moved on for this time.
  public var leadingTime: Duration
  /// Whether a fetch is under way.
  public private(set) var isFetching = false

  /// Makes a state that fetches `leadingScreens` before the end, and `leadingTime` earlier.
  public init(leadingScreens: Double = 2, leadingTime: Duration = .zero) {
    self.leadingScreens = leadingScreens
    self.leadingTime = leadingTime
  }

  /// Whether a fetch is due now.
  ///
  /// - Parameters:
  ///   - viewport: The viewport, or the viewport at which the scroll will come to rest.
  ///   - totalHeight: The table's height, in device pixels.
  ///   - isForward: Whether the viewport moves towards the end.
  ///   - isVisible: Whether the table is on the screen.
  ///   - velocity: The viewport's velocity towards the end, in device pixels a second.
  /// - Returns: Whether to begin a fetch.
  public func isDue(
    _ viewport: Viewport, totalHeight: Int, isForward: Bool, isVisible: Bool = true,
    velocity: Double = 0
  ) -> Bool {
    guard !isFetching, leadingScreens > 0, viewport.size.height > 0, viewport.size.width > 0 else {
      return false
    }
    if totalHeight < viewport.size.height { return true }
    guard isVisible, isForward else { return false }
    let remaining = totalHeight - viewport.size.height - viewport.offset
    // Most tables have no such time, and a quotient of durations is a division of 128 bits.
    let distance =
      velocity > 0 && leadingTime > .zero ? velocity * (leadingTime / .seconds(1)) : 0
    return Double(remaining) <= Double(viewport.size.height) * leadingScreens + distance
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

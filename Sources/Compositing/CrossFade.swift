public import GalleyPrimitives

/// Decides how opaque pictures are that come in where a placeholder was seen.
///
/// A value without a clock. A picture that was there when its row came into view does not fade, and
/// neither does one that takes an older picture's place. While it fades, a row is not its current
/// picture: the frame is blank there.
public struct CrossFade: Hashable, Sendable {
  /// How many vsyncs a picture is seen faintly; 0 for never.
  public let vsyncCount: Int
  private let interval: Duration
  /// The pictures in whose place a placeholder was seen last.
  private var missing: Set<ContentKey> = []
  /// When pictures that are still faint were seen first.
  private var starts: [ContentKey: Duration] = [:]

  /// A cross-fade over a whole number of refresh intervals: `duration`, rounded up.
  ///
  /// - Precondition: `interval` is positive.
  public init(duration: Duration, interval: Duration) {
    precondition(interval > .zero, "an interval of \(interval)")
    // Beyond a minute nobody waits for a picture.
    let held = min(max(duration, .zero), .seconds(60))
    let count = Int((held / interval).rounded(.up))
    // A duration of whole intervals is not one more by a rounding error.
    vsyncCount = count > 0 && interval * (count - 1) >= held - .nanoseconds(1) ? count - 1 : count
    self.interval = interval
  }

  /// What can be shown for a placement whose picture is there or not, at a frame's vsync.
  ///
  /// - Complexity: O(1).
  public func availability(
    _ availability: Availability, of key: ContentKey, at instant: Duration
  ) -> Availability {
    guard vsyncCount > 0, availability == .ready else { return availability }
    guard let start = starts[key] ?? (missing.contains(key) ? instant : nil) else { return .ready }
    let opacity = opacity(at: instant - start)
    return opacity < 255 ? .fading(opacity: opacity) : .ready
  }

  /// Takes note of what a frame shows.
  ///
  /// - Parameters:
  ///   - plan: The frame.
  ///   - instant: Its vsync.
  ///   - key: The picture that a row should show.
  public mutating func present(
    _ plan: FramePlan, at instant: Duration, key: (_ row: Int) -> ContentKey
  ) {
    guard vsyncCount > 0 else { return }
    let (lastMissing, lastStarts) = (missing, starts)
    var kept: Set<ContentKey> = []
    missing = []
    starts = [:]
    for segment in plan.segments {
      guard let row = segment.row else { continue }
      let key = key(row)
      switch segment.source {
      case .picture where segment.opacity < 255:
        starts[key] = lastStarts[key] ?? (lastMissing.contains(key) ? instant : nil)
      case .picture: if !segment.isCurrent { kept.insert(key) }
      case .placeholder, .background: missing.insert(key)
      }
    }
    missing.subtract(kept)
  }

  /// The opacity some time after a picture was seen first: equal steps, none of them nothing or all.
  private func opacity(at age: Duration) -> UInt8 {
    let share = (age / interval + 1) / Double(vsyncCount + 1)
    guard share < 1 else { return 255 }
    return UInt8(min(254, max(1, (share * 255).rounded())))
  }
}

public import GalleyPrimitives

/// Decides the opacity of pictures that replace a visible placeholder.
///
/// A value without a clock. A picture that was ready when its row came into view does not fade, nor
/// does one that replaces an older picture. While a row fades, it does not show its current
/// picture, so the frame counts as blank there.
public struct CrossFade: Hashable, Sendable {
  /// The number of vsyncs during which a picture is translucent; 0 for no fading.
  public let vsyncCount: Int
  private let interval: Duration
  /// The pictures for which the last frame showed a placeholder.
  private var missing: Set<ContentKey> = []
  /// The first vsync of each picture that is still translucent.
  private var starts: [ContentKey: Duration] = [:]

  /// Makes a cross-fade that lasts a whole number of refresh intervals: `duration`, rounded up.
  ///
  /// - Precondition: `interval` is positive.
  public init(duration: Duration, interval: Duration) {
    precondition(interval > .zero, "the interval \(interval) is not positive")
    // A fade longer than a minute serves no purpose.
    let held = min(max(duration, .zero), .seconds(60))
    let count = Int((held / interval).rounded(.up))
    // A whole number of intervals must not gain one by a rounding error.
    vsyncCount = count > 0 && interval * (count - 1) >= held - .nanoseconds(1) ? count - 1 : count
    self.interval = interval
  }

  /// Returns the state to show for a placement at a frame's vsync.
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

  /// Records the content of a frame.
  ///
  /// - Parameters:
  ///   - plan: The frame.
  ///   - instant: The frame's vsync.
  ///   - key: Returns the key of a row's current picture.
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

  /// Notes that a placeholder of the last frame is that of another key, because its row has been laid out since.
  public mutating func rename(_ old: ContentKey, to new: ContentKey) {
    if missing.remove(old) != nil { missing.insert(new) }
  }

  /// Returns the opacity at a time after a picture's first frame.
  ///
  /// All steps are equal; before the end, it is neither 0 nor 255.
  private func opacity(at age: Duration) -> UInt8 {
    let share = (age / interval + 1) / Double(vsyncCount + 1)
    guard share < 1 else { return 255 }
    return UInt8(min(254, max(1, (share * 255).rounded())))
  }
}

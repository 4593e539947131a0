/// One refresh of the display, whose frame starts at `start` and is due at `target`.
public struct Vsync: Hashable, Sendable {
  /// The refresh's number, from 0.
  public let index: Int
  /// The earliest start of the frame, measured from vsync 0.
  public let start: Duration
  /// The time at which the frame is due: the start of the next vsync.
  public let target: Duration
}

/// The refreshes of a display, and the time that a frame may take.
///
/// Times are exact: vsync n starts at n times the interval, rounded down to an attosecond once.
/// Rounding errors do not add up. A frame that is finished exactly on its target is on time.
public struct FrameBudget: Hashable, Sendable {
  /// The number of refreshes in ``seconds``.
  public let refreshes: Int
  /// The number of seconds that ``refreshes`` take.
  public let seconds: Int
  /// The part of each interval that is not available for frames.
  public let slack: Duration

  /// A display of `hertz` refreshes a second.
  ///
  /// - Precondition: `hertz` is in 1...1,000,000, and `slack` is shorter than an interval.
  public init(hertz: Int, slack: Duration = .zero) {
    self.init(refreshes: hertz, seconds: 1, slack: slack)
  }

  /// A display with a rational rate: 60,000 refreshes in 1,001 seconds are 59.94 Hz.
  ///
  /// - Precondition: Both are in 1...1,000,000, and `slack` is shorter than an interval.
  public init(refreshes: Int, seconds: Int, slack: Duration = .zero) {
    let range = 1...1_000_000
    precondition(
      range.contains(refreshes) && range.contains(seconds), "\(refreshes) in \(seconds) s")
    self.refreshes = refreshes
    self.seconds = seconds
    self.slack = slack
    precondition(slack >= .zero && slack < interval, "a slack of \(slack) in \(interval)")
  }

  /// One refresh interval, rounded down to an attosecond: 16.67 ms at 60 Hz, 8.33 ms at 120 Hz.
  public var interval: Duration { start(of: 1) }

  /// The time a frame's work may take: the interval less the slack.
  public var time: Duration { interval - slack }

  /// The vsync with the number `index`, whose times are at most the longest duration.
  public func vsync(_ index: Int) -> Vsync {
    let index = Int128(index)
    return Vsync(index: Int(index), start: start(of: index), target: start(of: index + 1))
  }

  /// The first vsync that starts at `instant` or later; the last number there is if there is none.
  public func firstVsync(from instant: Duration) -> Int {
    let period = Int128(seconds) * Self.attoseconds
    let (scaled, overflows) = instant.attoseconds.multipliedReportingOverflow(by: Int128(refreshes))
    guard !overflows else { return instant < .zero ? .min : .max }
    // The start is rounded down to whole attoseconds, and `instant` is a whole number of them.
    return Int(clamping: scaled / period + (scaled % period > 0 ? 1 : 0))
  }

  /// The vsyncs that a frame missed if it started on a vsync and finished `elapsed` later.
  ///
  /// Each of these vsyncs had a change to show.
  public func droppedFrames(finishingAfter elapsed: Duration) -> Int {
    max(1, firstVsync(from: elapsed)) - 1
  }

  private static let attoseconds: Int128 = 1_000_000_000_000_000_000

  private func start(of index: Int128) -> Duration {
    let (scaled, overflows) = (index * Int128(seconds))
      .multipliedReportingOverflow(by: Self.attoseconds)
    guard !overflows else { return Duration(attoseconds: index < 0 ? .min : .max) }
    let (quotient, remainder) = scaled.quotientAndRemainder(dividingBy: Int128(refreshes))
    return Duration(attoseconds: quotient - (remainder < 0 ? 1 : 0))
  }
}

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
    // The start is rounded down to whole attoseconds, and `instant` is a whole number of them.
    let (whole, part) = instant.attoseconds.floorDivided(by: Self.attoseconds)
    let (count, rest) = (whole * Int128(refreshes)).floorDivided(by: Int128(seconds))
    let (more, end) = (rest * Self.attoseconds + part * Int128(refreshes))
      .floorDivided(by: Int128(seconds) * Self.attoseconds)
    return Int(clamping: count + more + (end > 0 ? 1 : 0))
  }

  /// The vsyncs that a frame missed if it started on a vsync and finished `elapsed` later.
  ///
  /// Each of these vsyncs had a change to show.
  public func droppedFrames(finishingAfter elapsed: Duration) -> Int {
    max(1, firstVsync(from: elapsed)) - 1
  }

  private static let attoseconds: Int128 = 1_000_000_000_000_000_000

  private func start(of index: Int128) -> Duration {
    let (whole, rest) = (index * Int128(seconds)).floorDivided(by: Int128(refreshes))
    let part = rest * Self.attoseconds / Int128(refreshes)
    // The second at the beginning of time is not whole.
    let (quotient, left) = whole < 0 ? (whole + 1, part - Self.attoseconds) : (whole, part)
    let (time, overflows) = quotient.multipliedReportingOverflow(by: Self.attoseconds)
    let (sum, ends) = time.addingReportingOverflow(left)
    guard !overflows, !ends else { return Duration(attoseconds: index < 0 ? .min : .max) }
    return Duration(attoseconds: sum)
  }
}

extension Int128 {
  /// The quotient, rounded down, and what remains, which is not negative.
  fileprivate func floorDivided(by divisor: Int128) -> (quotient: Int128, remainder: Int128) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// A frame that was handed over complete.
public struct PresentedFrame: Hashable, Sendable {
  /// When everything happened to it.
  public var timings: FrameTimings
  /// The pixels of visible rows that are not their current pictures.
  public var blankArea: Int
  /// The time that the main queue itself worked for it.
  public var work: Duration
  /// Whether it waited for pictures or for room in the pipeline, which is no fault of the host.
  public var waitedFor: DropBlame?

  /// A frame and what is to be counted of it.
  public init(
    timings: FrameTimings, blankArea: Int, work: Duration, waitedFor: DropBlame? = nil
  ) {
    self.timings = timings
    self.blankArea = blankArea
    self.work = work
    self.waitedFor = waitedFor
  }

  /// Who is to blame if the frame is late: what it waited for, the host if its own work stayed within
  /// the budget, and else its longest phase.
  ///
  /// - Parameters:
  ///   - budget: The display's refreshes.
  ///   - end: The end of a scroll that the frame was not finished by: then the phase that was under way
  ///     is to blame instead of the longest one.
  /// - Returns: The stage, or the host.
  public func blame(_ budget: FrameBudget, unfinishedAt end: Duration? = nil) -> DropBlame {
    if let waitedFor { return waitedFor }
    guard work > budget.time else { return .host }
    if let end { return stage(underwayAt: end) }
    func time(_ phase: FramePhase) -> Duration { timings.duration(of: phase) ?? .zero }
    let phases: [(FramePhase, DropBlame)] = [
      (.build, .build), (.raster, .raster), (.composite, .composite), (.present, .encode),
    ]
    return phases.max { time($0.0) < time($1.0) }?.1 ?? .host
  }

  /// The stage that the last event before `instant` began or belongs to.
  private func stage(underwayAt instant: Duration) -> DropBlame {
    let last = FrameEvent.allCases.last { event in
      timings.instant(of: event).map { $0 <= instant } ?? false
    }
    return switch last {
    case nil, .buildStart, .buildEnd: .build
    case .rasterStart, .rasterEnd: .raster
    case .compositeStart: .composite
    case .compositeEnd, .presented: .encode
    }
  }
}

/// The stage that overran where a frame was dropped.
public enum DropBlame: String, Hashable, Sendable, CaseIterable, Codable {
  /// Finding the visible rows, and in sync mode laying them out.
  case build
  /// Making pictures: in sync mode, or where frames wait for them.
  case raster
  /// Assembling the frame.
  case composite
  /// Encoding and writing: the pipeline was full.
  case encode
  /// The machine was busy elsewhere: our own work stayed within the budget.
  case host
}

/// What the user saw of a vsync.
public enum VsyncOutcome: Character, Hashable, Sendable, CaseIterable {
  /// A new frame, all of whose visible rows are current.
  case presented = "P"
  /// A new frame in which part of a visible row is not its current picture.
  case blank = "B"
  /// The last frame again, though the offset or the content had changed.
  case dropped = "D"
  /// The last frame again, and rightly.
  case unchanged = "."
}

/// Counts presented, dropped, blank and late frames, vsync by vsync.
///
/// A vsync is *dropped* if the offset or the content had changed and no newer frame was handed over
/// by its target. A frame is *late* if it was handed over after the target of the vsync it was made
/// for; it is then shown at a later one. A *blank* frame counts with its area as long as it is shown.
///
/// *Hitch* time is the time without a new frame that was due: from the target of a late frame's own
/// vsync, or of the first vsync that was dropped, until the next frame is handed over, the content needs
/// no new frame any more, or the scroll ends. ``finish(underway:)`` counts the last of it.
public struct FrameLedger: Hashable, Sendable {
  /// The display's refreshes.
  public let budget: FrameBudget
  /// What the user saw of each vsync so far.
  public private(set) var outcomes: [VsyncOutcome] = []
  /// Frames handed over in time for some vsync, blank and late ones included.
  public private(set) var presentedCount = 0
  /// Presented frames in which part of a visible row was not its current picture.
  public private(set) var blankCount = 0
  /// Presented frames that missed the target of their own vsync.
  public private(set) var lateCount = 0
  /// Vsyncs for which something new was due and nothing new was there.
  public private(set) var droppedCount = 0
  /// The time without a new frame, past the target at which one was due.
  public private(set) var hitch = Duration.zero
  /// The longest time without a new frame, past the target at which one was due.
  public private(set) var longestHitch = Duration.zero
  /// The blank area of what was shown, summed over vsyncs.
  public private(set) var blankPixelVsyncs = 0

  private var shownBlankArea = 0
  private var droppedCounts: [DropBlame: Int] = [:]
  /// Dropped vsyncs whose frame has not come yet: no stage is blamed so far.
  private var unblamed: [Int] = []
  /// The target of the first vsync that was dropped since the last new frame.
  private var hitchStart: Duration?
  /// The instant until which hitch time is counted.
  private var hitchEnd = Duration.zero

  /// A ledger for a display.
  public init(budget: FrameBudget) { self.budget = budget }

  /// Accounts for the next vsync.
  ///
  /// - Parameters:
  ///   - vsync: The vsync's number.
  ///   - hasChanged: Whether, at its start, the offset or the content differed from what was shown.
  ///   - frame: The newest frame that was handed over after the last vsync's target, and by this one's;
  ///     `nil` if there was none.
  ///   - blame: Why nothing came, where no frame is under way that would tell once it has come.
  /// - Returns: What the user saw.
  /// - Throws: ``FrameError/vsyncOutOfOrder(closed:expected:)`` and ``FrameError/notNew(frameOf:at:)``.
  @discardableResult public mutating func close(
    _ vsync: Int, hasChanged: Bool, newest frame: PresentedFrame?, blame: DropBlame? = nil
  ) throws(FrameError) -> VsyncOutcome {
    guard vsync == outcomes.count else {
      throw .vsyncOutOfOrder(closed: vsync, expected: outcomes.count)
    }
    let outcome: VsyncOutcome
    if let frame {
      try count(frame, at: vsync)
      outcome = frame.blankArea > 0 ? .blank : .presented
    } else {
      outcome = hasChanged ? .dropped : .unchanged
    }
    switch outcome {
    case .dropped:
      droppedCount += 1
      if let blame { droppedCounts[blame, default: 0] += 1 } else { unblamed.append(vsync) }
      hitchStart = hitchStart ?? budget.vsync(vsync).target
    case .unchanged: endHitch(at: budget.vsync(vsync).start)
    case .presented, .blank: break
    }
    blankPixelVsyncs += shownBlankArea
    outcomes.append(outcome)
    return outcome
  }

  private mutating func count(_ frame: PresentedFrame, at vsync: Int) throws(FrameError) {
    let now = budget.vsync(vsync)
    guard let presented = frame.timings.presented, presented <= now.target,
      presented > now.start || frame.timings.vsync.index == vsync
    else { throw .notNew(frameOf: frame.timings.vsync.index, at: vsync) }
    presentedCount += 1
    shownBlankArea = frame.blankArea
    if frame.blankArea > 0 { blankCount += 1 }
    blame(frame.blame(budget), from: frame.timings.vsync.index)
    endHitch(of: frame.timings.vsync, at: presented)
    if frame.timings.isLate { lateCount += 1 }
  }

  /// Ends the account at the last vsync's target.
  ///
  /// Vsyncs that were dropped without a frame so far get their blame, and the time without a new frame
  /// counts as hitch until the end. Called once, after the last vsync.
  ///
  /// - Parameter frame: The frame that was begun and not handed over by then; `nil` if there is none.
  public mutating func finish(underway frame: PresentedFrame? = nil) {
    let end = elapsed
    blame(
      frame?.blame(budget, unfinishedAt: end) ?? .host,
      from: frame?.timings.vsync.index ?? outcomes.count)
    endHitch(of: frame?.timings.vsync, at: end)
  }

  /// Blames `stage` for the vsyncs that were dropped from `first` on, and the host for those before:
  /// no frame was under way then.
  private mutating func blame(_ stage: DropBlame, from first: Int) {
    for vsync in unblamed { droppedCounts[vsync >= first ? stage : .host, default: 0] += 1 }
    unblamed = []
  }

  /// Counts the time until `instant` since a frame was due: that of `own`, or one that was dropped.
  private mutating func endHitch(of own: Vsync? = nil, at instant: Duration) {
    guard var due = hitchStart ?? own?.target else { return }
    if let own { due = min(due, own.target) }
    hitchStart = nil
    guard instant > due else { return }
    longestHitch = max(longestHitch, instant - due)
    hitch += max(.zero, instant - max(due, hitchEnd))
    hitchEnd = max(hitchEnd, instant)
  }
}

extension FrameLedger {
  /// The dropped vsyncs for which `blame` is to blame; those of a frame that has not come yet are in
  /// no such count before ``finish(underway:)``.
  public func droppedCount(of blame: DropBlame) -> Int { droppedCounts[blame] ?? 0 }

  /// Dropped frames of which our own work stayed within the budget: the machine was busy elsewhere.
  public var hostDroppedCount: Int { droppedCount(of: .host) }

  /// The vsyncs accounted for.
  public var vsyncCount: Int { outcomes.count }

  /// The vsyncs that rightly showed the last frame again.
  public var unchangedCount: Int { outcomes.count { $0 == .unchanged } }

  /// One character a vsync: P presented, B presented blank, D dropped, a full stop for unchanged.
  public var timeline: String { String(outcomes.map(\.rawValue)) }

  /// The time accounted for.
  public var elapsed: Duration { budget.vsync(vsyncCount).start }

  /// Milliseconds of hitch in a second; 0 before the first vsync.
  public var hitchRatio: Double { vsyncCount == 0 ? 0 : 1000 * (hitch / elapsed) }

  /// The frames a second from which on scrolling counts as smooth, by the custom of applications that
  /// show the rate in a label.
  public static let smoothRate = 55.0

  /// For each second that is over, at how many refreshes a second the user saw what was due: all that
  /// were not dropped.
  ///
  /// The label of that custom counts how often the main queue was called, and so misses what comes late.
  public var ratesBySecond: [Double] {
    let count = max(1, budget.firstVsync(from: .seconds(1)))
    let time = budget.vsync(count).start / .seconds(1)
    return stride(from: 0, through: vsyncCount - count, by: count).map { first in
      Double(outcomes[first..<first + count].count { $0 != .dropped }) / time
    }
  }

  /// The blank area times the time it was shown, in pixels times seconds.
  public var blankPixelSeconds: Double {
    Double(blankPixelVsyncs) * Double(budget.seconds) / Double(budget.refreshes)
  }
}

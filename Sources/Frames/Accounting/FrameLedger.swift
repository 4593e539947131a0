/// A complete frame that was handed over.
public struct PresentedFrame: Hashable, Sendable {
  /// The times of the frame's events.
  public var timings: FrameTimings
  /// The number of visible pixels that do not show the current picture of their row.
  public var blankArea: Int
  /// The time that the main queue worked for the frame.
  public var work: Duration
  /// The stage that the frame waited for: pictures, or a free slot of the pipeline; `nil` if it did
  /// not wait.
  public var waitedFor: DropBlame?
  /// Of a frame that waited, the time in which a worker had a task and did not run, because the host ran other
  /// programs.
  public var stall = Duration.zero
  /// The content that it shows; `nil` if that is not recorded.
  package var content: ShownContent?

  /// A frame and its figures.
  public init(
    timings: FrameTimings, blankArea: Int, work: Duration, waitedFor: DropBlame? = nil
  ) {
    self.timings = timings
    self.blankArea = blankArea
    self.work = work
    self.waitedFor = waitedFor
  }

  /// The stage to blame if the frame is late.
  ///
  /// If the frame waited, the stage it waited for. Otherwise the host, if the main queue's own work
  /// stayed within the budget, and else the longest phase.
  ///
  /// - Parameters:
  ///   - budget: The display's refreshes.
  ///   - end: The end of a scroll at which the frame was not finished: then the phase at that time
  ///     counts instead of the longest one.
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

  /// The instant at which the frame would have been handed over on a machine without other programs; `nil` of a frame
  /// that waited and whose workers had a processor.
  var ownEnd: Duration? {
    if waitedFor == nil { return timings.vsync.start + work }
    return stall > .zero ? timings.presented.map { $0 - stall } : nil
  }

  /// The stage of the last event before `instant`.
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

/// The stage that exceeded the budget of a dropped frame.
public enum DropBlame: String, Hashable, Sendable, CaseIterable, Codable {
  /// Finding the visible rows, and in sync mode laying them out.
  case build
  /// Making pictures, in sync mode or when frames wait for them.
  case raster
  /// Assembling the frame.
  case composite
  /// Encoding and writing: the pipeline was full.
  case encode
  /// The machine ran other programs: without them, the frame would have been handed over before.
  case host
}

/// The frame that the user saw at a vsync.
public enum VsyncOutcome: Character, Hashable, Sendable, CaseIterable {
  /// A new frame whose visible rows all have their current pictures.
  case presented = "P"
  /// A new frame in which a part of a visible row is not its current picture.
  case blank = "B"
  /// The previous frame, though the offset or the content had changed.
  case dropped = "D"
  /// The previous frame, and nothing had changed.
  case unchanged = "."
}

/// Counts presented, dropped, blank and late frames, vsync by vsync.
///
/// A vsync is *dropped* if the offset or the content had changed and no newer frame was handed over
/// by its target. A frame is *late* if it was handed over after the target of its own vsync; a
/// later vsync shows it. A *blank* frame counts with its area as long as it is shown.
///
/// *Hitch* time is the time in which a new frame was due and missing. It starts at the target of a
/// late frame's own vsync, or of the first dropped vsync. It ends when the next frame is handed
/// over, when the content needs no new frame any more, or at the end of the scroll.
/// ``finish(underway:)`` counts the last hitch.
public struct FrameLedger: Hashable, Sendable {
  /// The display's refreshes.
  public let budget: FrameBudget
  /// The outcome of each vsync so far.
  public private(set) var outcomes: [VsyncOutcome] = []
  /// Frames handed over in time for a vsync, blank and late ones included.
  public private(set) var presentedCount = 0
  /// Presented frames in which a part of a visible row was not its current picture.
  public private(set) var blankCount = 0
  /// Presented frames that missed the target of their own vsync.
  public private(set) var lateCount = 0
  /// Vsyncs with a change to show and without a new frame.
  public private(set) var droppedCount = 0
  /// The time in which a new frame was due and missing.
  public private(set) var hitch = Duration.zero
  /// The longest time in which a new frame was due and missing.
  public private(set) var longestHitch = Duration.zero
  /// The blank area of the shown frames, summed over vsyncs.
  public private(set) var blankPixelVsyncs = 0

  private var shownBlankArea = 0
  private var blames: [Int: DropBlame] = [:]
  /// Dropped vsyncs whose frame has not come yet, and which are not blamed on a stage yet.
  private var unblamed: [Int] = []
  /// The target of the first vsync that was dropped since the last new frame.
  private var hitchStart: Duration?
  /// The time up to which hitch time is counted.
  private var hitchEnd = Duration.zero

  /// A ledger for a display.
  public init(budget: FrameBudget) { self.budget = budget }

  /// Adds the next vsync.
  ///
  /// - Parameters:
  ///   - vsync: The number of the vsync.
  ///   - hasChanged: Whether, at its start, the offset or the content differed from the shown
  ///     frame.
  ///   - frame: The newest frame that the last vsync did not show, handed over between this one's
  ///     start and target; `nil` if there is none.
  ///   - blame: The stage to blame if there is no new frame, and none under way that would show it
  ///     later.
  /// - Returns: The outcome for the user.
  /// - Throws: ``FrameError/vsyncOutOfOrder(closed:expected:)`` and
  ///   ``FrameError/notNew(frameOf:at:)``.
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
      if let blame { blames[vsync] = blame } else { unblamed.append(vsync) }
      hitchStart = hitchStart ?? budget.vsync(vsync).target
    case .unchanged: endHitch(at: budget.vsync(vsync).start)
    case .presented, .blank: break
    }
    blankPixelVsyncs += shownBlankArea
    outcomes.append(outcome)
    #if GALLEY_INVARIANTS
      checkInvariants()
    #endif
    return outcome
  }

  private mutating func count(_ frame: PresentedFrame, at vsync: Int) throws(FrameError) {
    let now = budget.vsync(vsync)
    guard let presented = frame.timings.presented, presented >= now.start, presented <= now.target
    else { throw .notNew(frameOf: frame.timings.vsync.index, at: vsync) }
    presentedCount += 1
    shownBlankArea = frame.blankArea
    if frame.blankArea > 0 { blankCount += 1 }
    blame(frame.blame(budget), frame)
    endHitch(of: frame.timings.vsync, at: presented)
    if frame.timings.isLate { lateCount += 1 }
  }

  /// Ends the account at the last vsync's target.
  ///
  /// Blames a stage for each dropped vsync that has none yet, and counts the time without a new
  /// frame as hitch. Call it once, after the last vsync.
  ///
  /// - Parameter frame: The frame that has begun and is not handed over; `nil` if there is none.
  public mutating func finish(underway frame: PresentedFrame? = nil) {
    let end = elapsed
    blame(frame?.blame(budget, unfinishedAt: end) ?? .host, frame)
    endHitch(of: frame?.timings.vsync, at: end)
    #if GALLEY_INVARIANTS
      checkInvariants()
      precondition(unblamed.isEmpty, "each dropped vsync has a cause at the end")
    #endif
  }

  #if GALLEY_INVARIANTS
    /// Checks that the counts are those of the outcomes, and that each dropped vsync has a cause or waits for one.
    private func checkInvariants() {
      func count(_ outcome: VsyncOutcome) -> Int { outcomes.count { $0 == outcome } }
      precondition(droppedCount == count(.dropped), "dropped vsyncs add up")
      precondition(blankCount == count(.blank), "blank frames add up")
      precondition(presentedCount == count(.presented) + blankCount, "frames add up")
      precondition(0...presentedCount ~= lateCount, "a late frame was presented")
      let caused = Set(blames.keys).union(unblamed)
      precondition(caused.count == blames.count + unblamed.count, "a vsync has one cause")
      precondition(
        caused.count == droppedCount && caused.allSatisfy { outcomes[$0] == .dropped },
        "causes are those of the dropped vsyncs")
      precondition(longestHitch >= .zero && longestHitch <= hitch, "hitches add up")
    }
  #endif

  /// Blames `stage` for the dropped vsyncs from that of `frame` until the frame's own work ended, and the host for
  /// earlier and later ones.
  private mutating func blame(_ stage: DropBlame, _ frame: PresentedFrame?) {
    let first = frame?.timings.vsync.index ?? outcomes.count
    let end = frame?.ownEnd
    for vsync in unblamed {
      let isOwn = vsync >= first && end.map { $0 > budget.vsync(vsync).target } ?? true
      blames[vsync] = isOwn ? stage : .host
    }
    unblamed = []
  }

  /// Counts the hitch until `instant`, from the target of `own` or of the first dropped vsync.
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
  /// The number of dropped vsyncs that `blame` caused.
  ///
  /// Those of a frame that has not come yet are added by ``finish(underway:)``.
  ///
  /// - Complexity: O(dropped vsyncs).
  public func droppedCount(of blame: DropBlame) -> Int { blames.values.count { $0 == blame } }

  /// The cause of a dropped vsync; `nil` of any other vsync, and until the frame has come or
  /// ``finish(underway:)`` was called.
  public func blame(ofVsync vsync: Int) -> DropBlame? { blames[vsync] }

  /// Dropped frames that the work of the scroll itself would not have dropped, because the machine ran other
  /// programs.
  public var hostDroppedCount: Int { droppedCount(of: .host) }

  /// The number of vsyncs so far.
  public var vsyncCount: Int { outcomes.count }

  /// The vsyncs that showed the previous frame when nothing had changed.
  public var unchangedCount: Int { outcomes.count { $0 == .unchanged } }

  /// One character a vsync: P presented, B presented blank, D dropped, a full stop for unchanged.
  public var timeline: String { String(outcomes.map(\.rawValue)) }

  /// The time of all vsyncs so far.
  public var elapsed: Duration { budget.vsync(vsyncCount).start }

  /// Milliseconds of hitch for each second; 0 before the first vsync.
  public var hitchRatio: Double { vsyncCount == 0 ? 0 : 1000 * (hitch / elapsed) }

  /// The lowest rate of smooth scrolling, in frames a second: 55 of 60 refreshes, and 110 of 120.
  ///
  /// Applications that show the rate in a label use this value at 60 Hz.
  public var smoothRate: Double {
    Double(budget.refreshes) / Double(budget.seconds) * 55 / 60
  }

  /// For each complete second, the refreshes a second that were not dropped.
  ///
  /// The labels of applications count calls of the main queue, and do not see late frames.
  public var ratesBySecond: [Double] {
    let count = budget.firstVsync(from: .seconds(1))
    let time = budget.vsync(count).start / .seconds(1)
    return stride(from: 0, through: vsyncCount - count, by: count).map { first in
      Double(outcomes[first..<first + count].count { $0 != .dropped }) / time
    }
  }

  /// The blank area multiplied by the time it was shown, in pixel seconds.
  public var blankPixelSeconds: Double {
    Double(blankPixelVsyncs) * Double(budget.seconds) / Double(budget.refreshes)
  }
}

import GalleyCellRendering
import GalleyCells
package import GalleyFrames
import GalleyLive
import GalleyPictures

/// A scroll on the real clock: one pass for each vsync, at its absolute time.
@MainActor
package struct LiveRun {
  /// The counts of frames so far.
  package private(set) var ledger: FrameLedger
  /// Every vsync.
  package private(set) var records: [ScrollRecord] = []
  /// The durations from a frame's vsync to its presentation.
  package private(set) var frameTimes: [Duration] = []
  /// The processor time of the main queue for each vsync.
  package private(set) var mainTimes: [Duration] = []
  /// The instant of vsync 0 on the steady clock.
  private(set) var epoch = SteadyClock.now

  private let player: any LivePlayer
  private let output: FrameOutput?
  private let options: ScrollOptions
  private var shownBlankArea = 0
  /// The number of the new frame's file at each vsync, if it is written.
  private var fileNumbers: [Int?] = []
  /// The frame that waits for its pictures; `nil` if none waits.
  private var waiting: Waiting?
  /// The offset of the visible frame; `nil` before the first.
  private var seenOffset: Int?
  /// A frame that is presented after the last vsync's target.
  private var unfinished: PresentedFrame?

  private struct Waiting {
    var timings: FrameTimings
    var work = Duration.zero

    var frame: PresentedFrame {
      PresentedFrame(timings: timings, blankArea: 0, work: work, waitedFor: .raster)
    }
  }

  /// Makes a scroll of `player`.
  package init(_ player: any LivePlayer) { self.init(player, nil) }

  init(_ player: any LivePlayer, _ output: FrameOutput?) {
    self.player = player
    self.output = output
    options = player.options
    ledger = FrameLedger(budget: options.budget)
  }

  /// Plays all vsyncs.
  ///
  /// - Throws: An error of drawing or writing, or `CancellationError`.
  package mutating func play() async throws {
    // Memory for records is reserved, so that no frame allocates it.
    records.reserveCapacity(min(options.vsyncLimit, 1 << 14))
    // The first vsync is a little later, so that it is not delayed.
    epoch = SteadyClock.now + .milliseconds(20)
    while ledger.vsyncCount < options.vsyncLimit {
      let next = options.budget.vsync(ledger.vsyncCount)
      try await Task.sleep(for: max(.zero, next.start - now), tolerance: .zero)
      let vsync = options.budget.vsync(
        max(next.index, options.budget.firstVsync(from: now) - 1))
      // The main queue did not run during these vsyncs, because of other work of the host.
      let seen = seenOffset
      try closeMissed(until: vsync.index, blame: waiting == nil ? .host : .raster) { $0 != seen }
      guard ledger.vsyncCount < options.vsyncLimit else { break }
      let isAtRest = try play(vsync)
      if options.duration == nil, isAtRest { break }
    }
    ledger.finish(underway: unfinished ?? waiting?.frame)
    // File names are made here, when no frame is timed.
    for (index, number) in fileNumbers.enumerated() {
      records[index].file = number.flatMap { output?.path($0) }
    }
  }

  private var now: Duration { SteadyClock.now - epoch }

  /// Makes the frame of a vsync; returns whether the scroll is at its end.
  private mutating func play(_ vsync: Vsync) throws -> Bool {
    let limit = player.offsetLimit
    let offset = options.script.offset(
      after: vsync.start, scale: options.rendering.template.scale, limit: limit)
    player.scroll(toPixel: offset)
    let slot = output?.makeSlot()
    if let output, slot == nil {
      if let error = output.error { throw error }
      // The pipeline is full, so no frame can be made, and the last one stays. At rest no frame is due.
      try close(
        vsync.index, at: offset, newest: nil, hasChanged: player.needsFrame, blame: .encode)
      return false
    }
    let cpu = ThreadClock.now
    var timings = FrameTimings(vsync: vsync)
    var instant = vsync.start
    let epoch = epoch
    let pass = try player.pass { event in
      instant = max(instant, SteadyClock.now - epoch)
      try timings.record(event, at: instant)
    }
    var number: Int?
    if let frame = pass.frame, let output, let slot {
      let next = output.nextNumber()
      output.write(frame, as: next, slot: slot)
      number = next
    }
    try timings.record(.presented, at: max(instant, now))
    let work = ThreadClock.now - cpu
    mainTimes.append(work)
    try finish(pass, timings, work, file: number, offset: offset)
    return pass.isPresented && pass.blankArea == 0
      && options.script.end(limit: limit) == pass.offset
  }

  /// Accounts for the result of a pass.
  private mutating func finish(
    _ pass: LivePass, _ timings: FrameTimings, _ work: Duration, file: Int?, offset: Int
  ) throws {
    var timings = timings
    var presented = PresentedFrame(
      timings: timings, blankArea: pass.blankArea, work: work)
    if pass.isWaiting {
      if waiting == nil { waiting = Waiting(timings: timings) }
      waiting?.work += work
    } else if let waited = waiting, pass.isPresented {
      timings = try waited.timings.waiting(until: timings)
      presented = PresentedFrame(
        timings: timings, blankArea: presented.blankArea, work: waited.work + work,
        waitedFor: .raster)
      waiting = nil
    }
    guard pass.isPresented, let end = timings.presented else {
      try close(
        ledger.vsyncCount, at: offset, newest: nil, hasChanged: pass.hasChanged,
        blame: pass.isWaiting ? .raster : nil)
      return
    }
    frameTimes.append(timings.total ?? .zero)
    // The frame is shown at the first vsync whose target it meets. Until then the last frame is visible.
    // Vsyncs with another offset are dropped; if the content at the last offset is new, all are.
    let shownAt = max(ledger.vsyncCount, options.budget.firstVsync(from: end) - 1)
    let seen = seenOffset
    try closeMissed(until: shownAt, blame: nil) { $0 != seen || pass.offset == seen }
    guard ledger.vsyncCount < options.vsyncLimit else {
      unfinished = presented
      return
    }
    try close(shownAt, at: offset, newest: presented, hasChanged: true, file: file)
    seenOffset = pass.offset
  }

  /// Closes vsyncs without a frame; `hasChanged` returns whether a frame was due for an offset.
  private mutating func closeMissed(
    until index: Int, blame: DropBlame?, hasChanged: (Int) -> Bool
  ) throws {
    while ledger.vsyncCount < min(index, options.vsyncLimit) {
      let missed = options.budget.vsync(ledger.vsyncCount)
      let offset = options.script.offset(
        after: missed.start, scale: options.rendering.template.scale, limit: player.offsetLimit)
      try close(
        missed.index, at: offset, newest: nil, hasChanged: hasChanged(offset), blame: blame)
    }
  }

  private mutating func close(
    _ index: Int, at offset: Int, newest: PresentedFrame?, hasChanged: Bool,
    blame: DropBlame? = nil, file: Int? = nil
  ) throws {
    let outcome = try ledger.close(index, hasChanged: hasChanged, newest: newest, blame: blame)
    shownBlankArea = newest?.blankArea ?? shownBlankArea
    records.append(
      ScrollRecord(
        vsync: index, offset: Double(offset) / options.rendering.template.scale,
        outcome: outcome, timings: newest?.timings, blankArea: shownBlankArea))
    fileNumbers.append(file)
  }
}

extension FrameTimings {
  /// Returns the timings of a frame that began with these, and was completed in a later pass.
  fileprivate func waiting(until last: FrameTimings) throws -> FrameTimings {
    var timings = FrameTimings(vsync: vsync)
    for event in FrameEvent.allCases {
      let source = event <= .rasterStart ? self : last
      guard let instant = source.instant(of: event) else { continue }
      try timings.record(event, at: instant)
    }
    return timings
  }
}

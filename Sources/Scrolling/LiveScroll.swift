import GalleyCellRendering
import GalleyCells
import GalleyFrameAssembly
package import GalleyFrames
package import GalleyLive
import GalleyTrials

/// The account of a scroll in which a table makes one pass for each vsync.
///
/// It reads the time from its vsyncs alone.
@MainActor
package final class LiveScroll: VsyncPlayer {
  package private(set) var ledger: FrameLedger
  package var account: ScrollAccount
  package let options: ScrollOptions

  private let player: any LivePlayer
  private let output: FrameOutput?
  private let vsyncs: any VsyncSource
  /// The frame that waits for its pictures; `nil` if none waits.
  private var waiting: Waiting?
  /// The number of presented frames.
  private var frameCount = 0
  /// The offset of the visible frame; `nil` before the first.
  private var seenOffset: Int?
  /// A frame that is presented after the last vsync's target.
  private var unfinished: PresentedFrame?
  /// The end of the last pass, and the main queue's processor time at it; `nil` before the first.
  private var lastPass: (end: Duration, work: Duration)?

  private struct Waiting {
    var timings: FrameTimings
    var work = Duration.zero
    /// The stalls of the workers before the frame.
    var stalls: [Int: Duration]

    var frame: PresentedFrame {
      PresentedFrame(timings: timings, blankArea: 0, work: work, waitedFor: .raster)
    }
  }

  /// Makes a scroll of `player`, whose frames are not written.
  package convenience init(_ player: any LivePlayer, vsyncs: any VsyncSource) {
    self.init(player, nil, vsyncs: vsyncs)
  }

  init(_ player: any LivePlayer, _ output: FrameOutput?, vsyncs: any VsyncSource) {
    self.player = player
    self.output = output
    self.vsyncs = vsyncs
    options = player.options
    ledger = FrameLedger(budget: options.budget)
    account = ScrollAccount(options)
  }

  package var writtenCount: Int? { output?.writtenCount }

  package func path(ofFrame number: Int) -> String? { output?.path(number) }

  package func play(_ vsync: Vsync) throws -> Bool {
    // The main queue made no pass during earlier vsyncs.
    let seen = seenOffset
    // If a frame waits, it is not known yet whether its pictures or the host were late. If none does, the host was,
    // but for the time of the main queue's own work since the last pass.
    let due = options.budget.vsync(ledger.vsyncCount).start
    let end = lastPass.map { max($0.end, due) + vsyncs.processorTime - $0.work }
    try closeMissed(
      until: vsync.index,
      blame: { [waiting] missed in
        guard waiting == nil else { return nil }
        return end.map { $0 > missed.target } ?? false ? .build : .host
      }, hasChanged: { $0 != seen })
    defer { lastPass = (vsyncs.now, vsyncs.processorTime) }
    guard ledger.vsyncCount < options.vsyncLimit else { return false }
    let limit = player.offsetLimit
    let offset = offset(at: vsync, limit: limit)
    player.scroll(toPixel: offset)
    let slot = output?.makeSlot()
    if let output, slot == nil {
      if let error = output.error { throw error }
      // The pipeline is full, so no frame can be made, and the last one stays. At rest no frame is due.
      try close(
        vsync.index, at: offset, newest: nil, hasChanged: player.needsFrame, blame: .encode)
      return false
    }
    let workStart = vsyncs.processorTime
    var timings = FrameTimings(vsync: vsync)
    var instant = vsync.start
    let pass = try player.pass { [vsyncs] event in
      instant = max(instant, vsyncs.now)
      try timings.record(event, at: instant)
    }
    if pass.isPresented {
      let pause = options.faults.pause(ofFrame: frameCount)
      if pause > .zero { vsyncs.work(for: pause) }
      frameCount += 1
    }
    var number: Int?
    if let frame = pass.frame, let output, let slot {
      let next = output.nextNumber()
      output.write(frame, as: next, slot: slot)
      number = next
    }
    try timings.record(.presented, at: max(instant, vsyncs.now))
    let work = vsyncs.processorTime - workStart
    account.mainTimes.append(work)
    try finish(pass, timings, work, file: number, offset: offset)
    return pass.isPresented && pass.blankArea == 0
      && options.script.end(limit: limit) == pass.offset
  }

  package func finish() async throws {
    ledger.finish(underway: unfinished ?? waiting?.frame)
    try await output?.finish()
  }

  package func close() async {
    await player.close()
    await output?.close()
  }

  private func offset(at vsync: Vsync, limit: Int) -> Int {
    options.script.offset(
      after: vsync.start, scale: options.rendering.template.scale, limit: limit)
  }

  /// Accounts for the result of a pass.
  private func finish(
    _ pass: LivePass, _ timings: FrameTimings, _ work: Duration, file: Int?, offset: Int
  ) throws {
    var timings = timings
    var presented = PresentedFrame(
      timings: timings, blankArea: pass.blankArea, work: work)
    let content = pass.frame.map { ShownContent($0.plan) } ?? ShownContent(offset: pass.offset)
    presented.content = content
    if pass.isWaiting {
      if waiting == nil { waiting = Waiting(timings: timings, stalls: player.workerStalls) }
      waiting?.work += work
    } else if let waited = waiting, pass.isPresented {
      timings = try waited.timings.waiting(until: timings)
      presented = PresentedFrame(
        timings: timings, blankArea: presented.blankArea, work: waited.work + work,
        waitedFor: .raster)
      presented.content = content
      presented.stall = stall(of: waited)
      waiting = nil
    }
    guard pass.isPresented, let end = timings.presented else {
      try close(
        ledger.vsyncCount, at: offset, newest: nil, hasChanged: pass.hasChanged)
      return
    }
    account.frameTimes.append(timings.total ?? .zero)
    // The frame is shown at the first vsync whose target it meets. Until then the last frame is visible.
    // Vsyncs with another offset are dropped; if the content at the last offset is new, all are.
    let shownAt = max(ledger.vsyncCount, options.budget.firstVsync(from: end) - 1)
    let seen = seenOffset
    try closeMissed(until: shownAt) { $0 != seen || pass.offset == seen }
    guard ledger.vsyncCount < options.vsyncLimit else {
      unfinished = presented
      return
    }
    try close(shownAt, at: offset, newest: presented, hasChanged: true, file: file)
    seenOffset = pass.offset
  }

  /// The longest time, since a frame began to wait, in which a worker had a task and did not run.
  private func stall(of waited: Waiting) -> Duration {
    player.workerStalls.map { $0.value - (waited.stalls[$0.key] ?? .zero) }.max() ?? .zero
  }

  /// Closes vsyncs without a frame; `hasChanged` returns whether a frame was due for an offset.
  private func closeMissed(
    until index: Int, blame: (Vsync) -> DropBlame? = { _ in nil }, hasChanged: (Int) -> Bool
  ) throws {
    while ledger.vsyncCount < min(index, options.vsyncLimit) {
      let missed = options.budget.vsync(ledger.vsyncCount)
      let offset = offset(at: missed, limit: player.offsetLimit)
      try close(
        missed.index, at: offset, newest: nil, hasChanged: hasChanged(offset), blame: blame(missed))
    }
  }

  private func close(
    _ index: Int, at offset: Int, newest: PresentedFrame?, hasChanged: Bool,
    blame: DropBlame? = nil, file: Int? = nil
  ) throws {
    let outcome = try ledger.close(index, hasChanged: hasChanged, newest: newest, blame: blame)
    account.close(index, at: offset, outcome, newest: newest, file: file)
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

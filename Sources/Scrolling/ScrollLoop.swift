package import GalleyFrames
package import GalleyLive

/// Plays the vsyncs of a scroll, and accounts for each of them.
@MainActor
package protocol VsyncPlayer: AnyObject {
  /// The settings of the scroll.
  var options: ScrollOptions { get }
  /// The counts of frames so far.
  var ledger: FrameLedger { get }
  /// The records and times of the vsyncs so far.
  var account: ScrollAccount { get set }
  /// The number of frames that are written; `nil` if frames are not written.
  var writtenCount: Int? { get }

  /// Plays a vsync: closes it, and all vsyncs that have passed before it or during its frame.
  ///
  /// - Returns: Whether the scroll is complete, at its end.
  func play(_ vsync: Vsync) async throws -> Bool

  /// Ends the account after the last vsync, and waits until all frames are written.
  func finish() async throws

  /// Supersedes all work under way, and waits for its end.
  func close() async

  /// Returns the path of a frame's file.
  func path(ofFrame number: Int) -> String?
}

/// The loop of a scroll over vsyncs, on any clock.
@MainActor
package struct ScrollLoop<Player: VsyncPlayer> {
  /// The player of vsyncs, with the account.
  package let player: Player
  private let vsyncs: any VsyncSource

  /// Makes a loop, which has not begun.
  package init(_ player: Player, vsyncs: any VsyncSource) {
    self.player = player
    self.vsyncs = vsyncs
  }

  /// Plays all vsyncs, and closes the player, also after an error.
  ///
  /// - Parameter onRecord: Called for each vsync, in order, after the file of its frame is written; if
  ///   vsyncs are timed, after the last vsync, so that the calls take no time of a frame.
  /// - Throws: An error of drawing or writing, of `onRecord`, or `CancellationError`.
  package func play(onRecord: (FeedScroll.Record) throws -> Void = { _ in }) async throws {
    do {
      try await playAll(onRecord: onRecord)
    } catch {
      await player.close()
      throw error
    }
    await player.close()
  }

  private func playAll(onRecord: (FeedScroll.Record) throws -> Void) async throws {
    let (budget, limit) = (player.options.budget, player.options.vsyncLimit)
    while player.ledger.vsyncCount < limit {
      let next = budget.vsync(player.ledger.vsyncCount)
      try await vsyncs.wait(for: next)
      // The main queue may have come too late for some vsyncs.
      let vsync = budget.vsync(max(next.index, budget.firstVsync(from: vsyncs.now) - 1))
      let isAtEnd = try await player.play(vsync)
      if !vsyncs.isTimed { try report(onRecord) }
      if player.options.duration == nil, isAtEnd { break }
    }
    try await player.finish()
    try report(onRecord)
  }

  /// Reports the records whose files are written.
  private func report(_ onRecord: (FeedScroll.Record) throws -> Void) throws {
    try player.account.records.takeAll(
      written: player.writtenCount, path: player.path(ofFrame:), onRecord)
  }
}

extension ScrollLoop<LiveScroll> {
  /// Makes a scroll of `player` on the real clock, from now on.
  package init(live player: any LivePlayer) {
    let vsyncs = TimedVsyncs(player.options.frameClock)
    self.init(LiveScroll(player, vsyncs: vsyncs), vsyncs: vsyncs)
  }
}

import GalleyCellRendering
import GalleyCompositing
import GalleyFrameAssembly
import GalleyFrames
import GalleyLive
import GalleyPrimitives
import GalleySimulation
import GalleyTable

/// The account of a simulated scroll, of whose plans real frames may be made.
@MainActor
final class SimulatedScroll: VsyncPlayer {
  var account: ScrollAccount
  let options: ScrollOptions
  private(set) var run: SimulationRun

  private let pictures: FramePictures?
  private var overlays: OverlayState
  /// The offset at which the scroll ends, in device pixels.
  private let end: Int?

  init(_ run: SimulationRun, _ options: ScrollOptions, _ pictures: FramePictures?) {
    self.run = run
    self.options = options
    self.pictures = pictures
    account = ScrollAccount(options)
    overlays = OverlayState(options.overlays)
    end = options.script.end(limit: max(0, run.table.totalHeight - options.frameSize.height))
  }

  var ledger: FrameLedger { run.ledger }

  var writtenCount: Int? { pictures?.output.writtenCount }

  func path(ofFrame number: Int) -> String? { pictures?.output.path(number) }

  /// Makes the simulated frame of a vsync, and its picture if it is presented.
  func play(_ vsync: Vsync) async throws -> Bool {
    let played = try run.play()
    if let frame = played.frame {
      account.frameTimes.append(frame.timings.total ?? .zero)
      account.mainTimes.append(frame.work)
    }
    var file: Int?
    if let pictures {
      if let plan = played.plan {
        let drawn = overlays.overlays(
          of: plan, ranges: run.rangeRows, at: played.frame?.timings.presented ?? .zero,
          cell: pictures.cell)
        file = try await pictures.present(plan, overlays: drawn)
      }
      try pictures.prepare(run.wantedPictures)
    }
    account.close(
      played.vsync.index, at: played.offset, played.outcome, newest: played.frame, file: file)
    return played.plan.map { $0.offset == end && !$0.isBlank } ?? false
  }

  func finish() async throws {
    if let frame = run.unfinishedFrame { account.mainTimes.append(frame.work) }
    _ = run.finish()
    try await pictures?.finish()
  }

  func close() async { await pictures?.close() }
}

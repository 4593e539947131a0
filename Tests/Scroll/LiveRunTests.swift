import Foundation
import Galley
import GalleyFrames
import GalleyWorkers
import TestSupport
import Testing

@testable import GalleyCellRendering
@testable import GalleyLive
@testable import GalleyPictures
@testable import GalleyScrolling

/// Plays passes that take a time of their own.
@MainActor
private final class SlowPlayer: LivePlayer {
  let options: ScrollOptions
  let offsetLimit = 1 << 20
  private(set) var shownOffset: Int?
  private(set) var passCount = 0
  /// How long each pass takes.
  var time = Duration.zero
  /// Whether the pass takes the processor's time, and does not only wait.
  var isBusy = false
  /// The number of the pass from which on there are pictures.
  var firstWholePass = 1
  private var offset = 0

  init(_ options: ScrollOptions) { self.options = options }

  var needsFrame: Bool { offset != shownOffset }

  func scroll(toPixel pixels: Int) { offset = pixels }

  func pass(_ record: (FrameEvent) throws -> Void) throws -> LivePass {
    passCount += 1
    for event in FrameEvent.allCases where event < .presented {
      try record(event)
      guard event == .rasterStart else { continue }
      if isBusy {
        let end = ThreadClock.now + time
        while ThreadClock.now < end {}
      } else if time > .zero {
        Thread.sleep(forTimeInterval: time / .seconds(1))
      }
    }
    var pass = LivePass()
    pass.offset = offset
    pass.hasChanged = needsFrame
    pass.isWaiting = pass.hasChanged && passCount < firstWholePass
    pass.isPresented = pass.hasChanged && !pass.isWaiting
    if pass.isPresented { shownOffset = offset }
    return pass
  }
}

@MainActor
@Suite("LiveRun", .timeLimit(.minutes(15)))
struct LiveRunTests {
  /// A scroll at 100 Hz, of 20 vsyncs unless `duration` says otherwise.
  private func player(
    speed: Double = 1000, duration: Duration = .milliseconds(200)
  ) throws -> SlowPlayer {
    SlowPlayer(
      try ScrollOptions(script: .constant(speed: speed), hertz: 100, duration: duration))
  }

  /// Plays scrolls until one meets `condition`, at most 50.
  ///
  /// A busy machine may call the main queue only when a scroll of 200 ms is over.
  private func play(
    speed: Double = 1000, duration: Duration = .milliseconds(200),
    until condition: (SlowPlayer, FrameLedger) -> Bool, _ change: (SlowPlayer) -> Void
  ) async throws -> LiveRun {
    for _ in 0..<50 {
      let player = try player(speed: speed, duration: duration)
      change(player)
      var run = LiveRun(player)
      try await run.play()
      if condition(player, run.ledger) { return run }
    }
    throw NoScroll()
  }

  /// No scroll met the condition of a test.
  private struct NoScroll: Error {}

  @Test("charges a frame that is not finished when the scroll ends", arguments: [false, true])
  func unfinished(isBusy: Bool) async throws {
    let run = try await play(until: { player, _ in player.passCount > 0 }) {
      $0.time = .milliseconds(300)
      $0.isBusy = isBusy
    }
    let ledger = run.ledger
    #expect(ledger.timeline == String(repeating: "D", count: 20))
    #expect(ledger.hitch == .milliseconds(190) && ledger.longestHitch == .milliseconds(190))
    // A pass that only waits for the machine is blamed on the host.
    #expect(ledger.droppedCount(of: isBusy ? .raster : .host) > 0)
    #expect(ledger.droppedCount(of: .raster) + ledger.droppedCount(of: .host) == 20)
  }

  @Test("charges a frame that waits for its pictures when the scroll ends")
  func waits() async throws {
    let run = try await play(until: { player, _ in player.passCount > 0 }) {
      $0.firstWholePass = .max
    }
    #expect(run.ledger.presentedCount == 0 && run.ledger.droppedCount == 20)
    #expect(run.ledger.hitch == .milliseconds(190))
    let blamed = DropBlame.allCases.reduce(0) { $0 + run.ledger.droppedCount(of: $1) }
    #expect(blamed == 20)
    #expect(run.ledger.droppedCount(of: .raster) > 0)
  }

  @Test("counts the time of a frame from the pass in which its pictures were missing")
  func waitsForPictures() async throws {
    // Long enough for five passes, however seldom a busy machine calls the main queue.
    let run = try await play(duration: .seconds(3), until: { $1.presentedCount > 0 }) {
      $0.firstWholePass = 5
    }
    // Four passes wait, and each vsync without a frame is dropped.
    #expect(run.ledger.timeline.hasPrefix("DDDD"))
    #expect(run.ledger.droppedCount(of: .raster) >= 4)
    #expect(try #require(run.frameTimes.first) >= .milliseconds(40))
    #expect(run.ledger.hitch >= .milliseconds(30))
  }

  @Test("counts the first vsync as dropped if its frame is late, also at rest")
  func late() async throws {
    let run = try await play(speed: 0, until: { $1.presentedCount > 0 }) {
      $0.time = .milliseconds(45)
    }
    let timeline = run.ledger.timeline
    #expect(timeline.hasPrefix("DDDD"))
    let shown = try #require(timeline.firstIndex(of: "P"))
    #expect(timeline[shown...].dropFirst().allSatisfy { $0 == "." })
    #expect(timeline[..<shown].allSatisfy { $0 == "D" })
    #expect(run.ledger.hitch >= .milliseconds(35))
  }

  @Test("drops nothing at rest while the pipeline is full, and each vsync that moves")
  func fullPipeline() async throws {
    let folder = try TestFolder()
    let shop = try CellShop(RenderOptions())
    var encodeDrops = 0
    for speed in [0.0] + Array(repeating: 1000, count: 50) where encodeDrops == 0 {
      let output = try FrameOutput(
        folder: folder.path, shop: shop, isDurable: false, depth: 1, signal: Signal())
      let player = try player(speed: speed)
      // The first frame is shown before the pipeline is full.
      player.scroll(toPixel: 0)
      _ = try player.pass { _ in }
      let slot = FullPipeline(output)
      var run = LiveRun(player, output)
      try await run.play()
      let ledger = run.ledger
      if speed == 0 {
        #expect(ledger.droppedCount == ledger.hostDroppedCount)
      } else {
        encodeDrops = ledger.droppedCount(of: .encode)
        #expect(ledger.droppedCount >= 19)
        #expect(ledger.droppedCount == encodeDrops + ledger.hostDroppedCount)
      }
      slot.release()
      await output.close()
    }
    #expect(encodeDrops > 0)
  }
}

/// Holds the only slot of an output.
@MainActor
private final class FullPipeline {
  private var slot: FrameSlot<FrameOutput.FrameFile>?

  init(_ output: FrameOutput) { slot = output.makeSlot() }

  func release() { slot = nil }
}

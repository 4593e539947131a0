import Foundation
import GalleyFrames
import GalleyWorkers
import TestSupport
import Testing

@testable import Galley

/// Plays passes that take a time of their own.
@MainActor
private final class SlowPlayer: LivePlayer {
  let options: ScrollOptions
  let offsetLimit = 1 << 20
  private(set) var shownOffset: Int?
  /// A busy machine may call the main queue only when the scroll is over: then there was no pass.
  private(set) var passCount = 0
  /// How long each pass takes.
  var time = Duration.zero
  /// Whether the pass takes the processor's time, and does not only wait.
  var isBusy = false
  /// Whether no picture ever comes.
  var isWaiting = false
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
    pass.isWaiting = pass.hasChanged && isWaiting
    pass.isPresented = pass.hasChanged && !isWaiting
    if pass.isPresented { shownOffset = offset }
    return pass
  }
}

@MainActor
@Suite("LiveRun", .timeLimit(.minutes(15)))
struct LiveRunTests {
  /// A scroll of 20 vsyncs at 100 Hz.
  private func player(speed: Double = 1000) throws -> SlowPlayer {
    SlowPlayer(
      try ScrollOptions(
        script: .constant(speed: speed), hertz: 100, duration: .milliseconds(200)))
  }

  @Test("charges a frame that is not finished when the scroll ends", arguments: [false, true])
  func unfinished(isBusy: Bool) async throws {
    let player = try player()
    player.time = .milliseconds(300)
    player.isBusy = isBusy
    var run = LiveRun(player)
    try await run.play()
    let ledger = run.ledger
    #expect(ledger.timeline == String(repeating: "D", count: 20))
    #expect(ledger.hitch == .milliseconds(190) && ledger.longestHitch == .milliseconds(190))
    // What only waited for the machine is the host's fault.
    let stage = isBusy ? DropBlame.raster : .host
    let early = ledger.droppedCount(of: .host)
    #expect(ledger.droppedCount(of: stage) > 0 || player.passCount == 0)
    #expect(ledger.droppedCount(of: .raster) + early == 20)
  }

  @Test("charges a frame that waits for its pictures when the scroll ends")
  func waits() async throws {
    let player = try player()
    player.isWaiting = true
    var run = LiveRun(player)
    try await run.play()
    #expect(run.ledger.presentedCount == 0 && run.ledger.droppedCount == 20)
    #expect(run.ledger.hitch == .milliseconds(190))
    let blamed = DropBlame.allCases.reduce(0) { $0 + run.ledger.droppedCount(of: $1) }
    #expect(blamed == 20)
    #expect(run.ledger.droppedCount(of: .raster) > 0 || player.passCount == 0)
  }

  @Test("counts the first vsync as dropped where its frame comes late, also at rest")
  func late() async throws {
    let player = try player(speed: 0)
    player.time = .milliseconds(45)
    var run = LiveRun(player)
    try await run.play()
    let timeline = run.ledger.timeline
    #expect(timeline.hasPrefix("DDDD"))
    if let shown = timeline.firstIndex(of: "P") {
      #expect(timeline[shown...].dropFirst().allSatisfy { $0 == "." })
      #expect(timeline[..<shown].allSatisfy { $0 == "D" })
    }
    #expect(run.ledger.hitch >= .milliseconds(35))
  }

  @Test("drops nothing at rest while the pipeline is full, and each vsync that moves")
  func fullPipeline() async throws {
    let folder = try TestFolder()
    let shop = try CellShop(RenderOptions())
    for speed in [0.0, 1000] {
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
        #expect(ledger.droppedCount >= 19)
        #expect(ledger.droppedCount == ledger.droppedCount(of: .encode) + ledger.hostDroppedCount)
      }
      slot.release()
      await output.close()
    }
  }
}

/// Holds the only slot of an output.
@MainActor
private final class FullPipeline {
  private var slot: FrameSlot<FrameOutput.FrameFile>?

  init(_ output: FrameOutput) { slot = output.makeSlot() }

  func release() { slot = nil }
}

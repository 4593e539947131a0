import Galley
import GalleyFrames
import GalleySimulation
import GalleyWorkers
import TestSupport
import Testing

@testable import GalleyCellRendering
@testable import GalleyLive
@testable import GalleyPictures
@testable import GalleyScrolling

/// A table whose passes take a time of their own on the virtual clock.
@MainActor
private final class SlowPlayer: LivePlayer {
  let options: ScrollOptions
  let offsetLimit = 1 << 20
  private(set) var shownOffset: Int?
  private(set) var passCount = 0
  private(set) var closeCount = 0
  /// The time of each pass.
  var time = Duration.zero
  /// Whether a pass takes the processor's time, and does not only wait.
  var isBusy = false
  /// The number of the first pass in which all pictures are complete.
  var firstWholePass = 1
  /// The time in which a worker did not run before the first whole pass.
  var stall = Duration.zero
  /// The number of the pass that fails.
  var failingPass = 0
  private let vsyncs: VirtualVsyncs
  private var offset = 0

  init(_ options: ScrollOptions, _ vsyncs: VirtualVsyncs) {
    self.options = options
    self.vsyncs = vsyncs
  }

  struct Failure: Error {}

  var needsFrame: Bool { offset != shownOffset }

  func scroll(toPixel pixels: Int) { offset = pixels }

  func pass(_ record: (FrameEvent) throws -> Void) throws -> LivePass {
    passCount += 1
    for event in FrameEvent.allCases where event < .presented {
      try record(event)
      if event == .rasterStart { vsyncs.advance(by: time, isWork: isBusy) }
    }
    if passCount == failingPass { throw Failure() }
    var pass = LivePass()
    pass.offset = offset
    pass.hasChanged = needsFrame
    pass.isWaiting = pass.hasChanged && passCount < firstWholePass
    pass.isPresented = pass.hasChanged && !pass.isWaiting
    if pass.isPresented { shownOffset = offset }
    return pass
  }

  var workerStalls: [Int: Duration] { passCount >= firstWholePass ? [0: stall] : [:] }

  func close() async { closeCount += 1 }
}

/// A scroll of 20 vsyncs at 100 Hz, and the account that the definitions ask for.
private struct Timeline: CustomTestStringConvertible, Sendable {
  var why: String
  var speed = 1000.0
  /// The milliseconds of each pass.
  var time = 0
  var isBusy = true
  var firstWholePass = 1
  /// The milliseconds in which a worker had a task and did not run, before that pass.
  var stall = 0
  /// The milliseconds in which the host runs other programs before vsync 3.
  var pause = 0
  /// Whether the main queue works in the pause instead, for Galley.
  var worksInPause = false
  var timeline: String
  var hitch = 0
  var blames: [DropBlame: Int] = [:]

  var testDescription: String { why }

  static let all = [
    Timeline(why: "passes take no time", timeline: "PPPPPPPPPPPPPPPPPPPP"),
    Timeline(why: "nothing moves", speed: 0, timeline: "P..................."),
    Timeline(why: "a pass takes exactly a vsync", time: 10, timeline: "PPPPPPPPPPPPPPPPPPPP"),
    // A frame of 15 ms shows at every second vsync, 5 ms late.
    Timeline(
      why: "a pass takes a vsync and a half", time: 15, timeline: "DPDPDPDPDPDPDPDPDPDP", hitch: 50,
      blames: [.raster: 10]),
    Timeline(
      why: "the machine delays each pass", time: 15, isBusy: false,
      timeline: "DPDPDPDPDPDPDPDPDPDP", hitch: 50, blames: [.host: 10]),
    Timeline(
      why: "the first frame is late, and nothing moves", speed: 0, time: 45,
      timeline: "DDDDP...............", hitch: 35, blames: [.raster: 4]),
    Timeline(
      why: "the frame is not finished at the end", time: 300, timeline: "DDDDDDDDDDDDDDDDDDDD",
      hitch: 190, blames: [.raster: 20]),
    Timeline(
      why: "the host delays the frame beyond the end", time: 300, isBusy: false,
      timeline: "DDDDDDDDDDDDDDDDDDDD", hitch: 190, blames: [.host: 20]),
    Timeline(
      why: "no frame gets its pictures", firstWholePass: .max, timeline: "DDDDDDDDDDDDDDDDDDDD",
      hitch: 190, blames: [.raster: 20]),
    Timeline(
      why: "the first frame gets its pictures in pass 5", firstWholePass: 5,
      timeline: "DDDDPPPPPPPPPPPPPPPP", hitch: 30, blames: [.raster: 4]),
    Timeline(
      why: "a worker did not run for three vsyncs, without which the pictures were in time",
      firstWholePass: 5, stall: 30, timeline: "DDDDPPPPPPPPPPPPPPPP", hitch: 30,
      blames: [.host: 4]),
    Timeline(
      why: "a worker did not run for a while, and the pictures were late anyway, by a vsync",
      firstWholePass: 5, stall: 29, timeline: "DDDDPPPPPPPPPPPPPPPP", hitch: 30,
      blames: [.raster: 1, .host: 3]),
    Timeline(
      why: "the main queue does not run for three vsyncs", pause: 31,
      timeline: "PPPDDDPPPPPPPPPPPPPP", hitch: 21, blames: [.host: 3]),
    Timeline(
      why: "the main queue works between passes for three vsyncs", pause: 31, worksInPause: true,
      timeline: "PPPDDDPPPPPPPPPPPPPP", hitch: 21, blames: [.build: 3]),
  ]
}

@MainActor
@Suite("LiveScroll", .timeLimit(.minutes(15)))
struct LiveScrollTests {
  private func options(speed: Double = 1000) throws -> ScrollOptions {
    try ScrollOptions(
      script: .constant(speed: speed), hertz: 100, duration: .milliseconds(200))
  }

  @Test("the account of vsyncs is that of the definitions", arguments: Timeline.all)
  private func accounts(scroll: Timeline) async throws {
    let vsyncs = PausedVsyncs(
      Duration.milliseconds(scroll.pause), isWork: scroll.worksInPause)
    let player = SlowPlayer(try options(speed: scroll.speed), vsyncs.virtual)
    player.time = .milliseconds(scroll.time)
    player.isBusy = scroll.isBusy
    player.firstWholePass = scroll.firstWholePass
    player.stall = .milliseconds(scroll.stall)
    let loop = ScrollLoop(LiveScroll(player, vsyncs: vsyncs), vsyncs: vsyncs)
    var records: [FeedScroll.Record] = []
    try await loop.play { records.append($0) }
    let ledger = loop.player.ledger
    #expect(ledger.timeline == scroll.timeline)
    #expect(ledger.hitch == .milliseconds(scroll.hitch))
    for blame in DropBlame.allCases {
      #expect(ledger.droppedCount(of: blame) == scroll.blames[blame] ?? 0, "\(blame)")
    }
    #expect(records.map(\.vsync) == Array(0..<20))
    #expect(records.map(\.outcome) == ledger.outcomes)
    let times = loop.player.account
    #expect(times.mainTimes.count == player.passCount)
    #expect(times.mainTimes.allSatisfy { $0 == (scroll.isBusy ? player.time : .zero) })
    #expect(player.closeCount == 1)
  }

  @Test("the time of a frame counts from the pass in which its pictures were missing")
  func waitsForPictures() async throws {
    let vsyncs = VirtualVsyncs()
    let player = SlowPlayer(try options(), vsyncs)
    player.firstWholePass = 5
    let loop = ScrollLoop(LiveScroll(player, vsyncs: vsyncs), vsyncs: vsyncs)
    try await loop.play()
    #expect(loop.player.account.frameTimes.first == .milliseconds(40))
    #expect(loop.player.account.frameTimes.dropFirst().allSatisfy { $0 == .zero })
  }

  @Test("an error of a pass ends the scroll, and closes the table")
  func fails() async throws {
    let vsyncs = VirtualVsyncs()
    let player = SlowPlayer(try options(), vsyncs)
    player.failingPass = 7
    let loop = ScrollLoop(LiveScroll(player, vsyncs: vsyncs), vsyncs: vsyncs)
    await #expect(throws: SlowPlayer.Failure.self) { try await loop.play() }
    #expect(loop.player.ledger.timeline == "PPPPPP" && player.closeCount == 1)
  }

  @Test("cancellation ends the scroll, and closes the table", arguments: [false, true])
  func cancels(isTimed: Bool) async throws {
    let virtual = VirtualVsyncs()
    let player = SlowPlayer(try options(), virtual)
    let vsyncs: any VsyncSource = isTimed ? TimedVsyncs() : virtual
    let task = Task {
      let loop = ScrollLoop(LiveScroll(player, vsyncs: vsyncs), vsyncs: vsyncs)
      try await loop.play()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(player.closeCount == 1 && player.passCount == 0)
  }

  @Test("a full pipeline drops each vsync that moves, and none at rest", arguments: [0.0, 1000])
  func fullPipeline(speed: Double) async throws {
    let folder = try TestFolder()
    let shop = try CellShop(RenderOptions())
    let output = try FrameOutput(
      folder: folder.path, shop: shop, isDurable: false, depth: 1, signal: Signal())
    let vsyncs = VirtualVsyncs()
    let player = SlowPlayer(try options(speed: speed), vsyncs)
    // The first frame is shown before the pipeline is full.
    player.scroll(toPixel: 0)
    _ = try player.pass { _ in }
    let slot = FullPipeline(output)
    let live = LiveScroll(player, output, vsyncs: vsyncs)
    for index in 0..<20 { _ = try live.play(live.options.budget.vsync(index)) }
    let moved = speed == 0 ? 0 : 19
    #expect(live.ledger.droppedCount == moved)
    #expect(live.ledger.droppedCount(of: .encode) == moved)
    slot.release()
    await live.close()
  }

  @Test("a table on a virtual clock shows each vsync in sync mode, as the simulation does")
  func sameAsSimulation() async throws {
    let vsyncs = VirtualVsyncs()
    var options = try viewOptions {
      $0.rendering.mode = .sync
      $0.script = .constant(speed: 777)
      $0.crossFade = .milliseconds(100)
      $0.frameClock = vsyncs.clock
    }
    options.costModel = try CostModel(
      json: #"{"layout":{},"raster":{},"encode":{},"build":{},"composite":{}}"#.utf8)
    let view = try await FeedView(options)
    try await view.insertLaidOut(items(0..<60), at: 0)
    let loop = ScrollLoop(LiveScroll(view, vsyncs: vsyncs), vsyncs: vsyncs)
    var records: [FeedScroll.Record] = []
    try await loop.play { records.append($0) }
    let simulated = SimulatedScroll(
      SimulationRun(FrameSimulation(view.table, options)), options, nil)
    for record in records { _ = try await simulated.play(options.budget.vsync(record.vsync)) }
    #expect(records.count > 20)
    #expect(simulated.ledger == loop.player.ledger)
    #expect(simulated.account.frameTimes == loop.player.account.frameTimes)
    #expect(loop.player.account.mainTimes.allSatisfy { $0 == .zero })
  }
}

/// Virtual vsyncs, before one of which the host does not run for a time.
@MainActor
private final class PausedVsyncs: VsyncSource {
  let virtual = VirtualVsyncs()
  private let pause: Duration
  private let isWork: Bool

  init(_ pause: Duration, isWork: Bool) { (self.pause, self.isWork) = (pause, isWork) }

  var now: Duration { virtual.now }
  var processorTime: Duration { virtual.processorTime }
  var isTimed: Bool { true }

  func work(for duration: Duration) { virtual.work(for: duration) }

  func wait(for vsync: Vsync) async throws {
    try await virtual.wait(for: vsync)
    if vsync.index == 3 { virtual.advance(by: pause, isWork: isWork) }
  }
}

/// Holds the only slot of an output.
@MainActor
private final class FullPipeline {
  private var slot: FrameSlot<FrameOutput.FrameFile>?

  init(_ output: FrameOutput) { slot = output.makeSlot() }

  func release() { slot = nil }
}

package import Galley
import GalleyCells
import GalleyFeedItems
import GalleyFrames
import GalleyLive
import GalleyPrimitives
import GalleyScrolling
import GalleyStageBenches
import GalleyTable

/// A fling through a live table whose rows nothing has laid out before, while rows are inserted at the top.
///
/// Each row has a text of its own, and an estimated height until a worker has laid it out.
@MainActor
package struct FlingBench {
  /// The settings of the table and of the fling.
  package var options: ScrollOptions
  /// The number of rows at the start.
  package var rowCount: Int
  /// The number of rows that are inserted at the top in each second.
  package var insertCount: Int
  private let items: [FeedItem]

  /// A bench of a table that repeats `items`, each time with other words.
  ///
  /// - Precondition: `items` is not empty.
  package init(_ items: [FeedItem], options: ScrollOptions, rowCount: Int, insertCount: Int) {
    self.items = items
    self.options = options
    self.rowCount = max(1, rowCount)
    self.insertCount = max(0, insertCount)
  }

  /// Plays the fling.
  ///
  /// On the virtual clock, each vsync comes as soon as the workers have ended what the pass before has asked for, so
  /// that the result depends neither on the machine nor on its load.
  ///
  /// - Throws: As `TableView.init(_:item:)`, and the error of a worker.
  package func run() async throws -> FlingResult {
    var options = options
    options.rendering.mode = .async
    let virtual = options.clock == .virtual ? VirtualVsyncs() : nil
    if let virtual { options.frameClock = virtual.clock }
    let view = try await TableView<Int>(options) { [items] in
      items[$0 % items.count].marked($0)
    }
    let rows = try view.insert(Array(0..<rowCount), at: 0)
    view.prepareRun()
    let vsyncs: any VsyncSource =
      virtual.map { WorkedVsyncs($0, view) } ?? TimedVsyncs(options.frameClock)
    let player = FlingPlayer(view, vsyncs: vsyncs, insertCount: insertCount)
    view.delegate = player
    let scroll = LiveScroll(player, vsyncs: vsyncs)
    let load = HostLoad.now
    try await ScrollLoop(scroll, vsyncs: vsyncs).play()
    var counts = player.counts
    counts.coldRowCount = rows.count
    var run = BenchRun(
      scroll.ledger, mainTimes: OrderStatistics(scroll.account.mainTimes),
      frameTimes: OrderStatistics(scroll.account.frameTimes), options: options)
    run.foreignShare = load.foreignShare(on: options.clock)
    return FlingResult(run: run, blank: scroll.ledger.blankCount, counts: counts)
  }
}

/// The figures of a fling.
package struct FlingResult: Hashable, Sendable, Encodable {
  /// The figures of the frames.
  package var run: BenchRun
  /// The presented frames of which a part was blank.
  package var blank: Int
  /// The rows on the screen.
  package var counts: FlingCounts
}

/// The rows that a fling has shown, and how they have moved.
package struct FlingCounts: Hashable, Sendable, Encodable {
  /// The rows at the start, none of which was laid out.
  package var coldRowCount = 0
  /// The rows that were inserted at the top.
  package var insertedCount = 0
  /// The rows that were told to be displayed, and those that were told to be displayed no longer.
  package var displayedCount = 0
  package var endedCount = 0
  /// The frames after which the topmost row that was read, because its height was known in the frame before, had
  /// not moved exactly as the viewport.
  package var jumpCount = 0
  /// The frames after which another such row had not moved as the viewport: a row between both got its height.
  package var shiftCount = 0
  /// The rows that were laid out, and those of them whose height was known from a row of equal content.
  package var laidOutCount = 0
  package var reusedCount = 0
  /// The surfaces of pictures in fresh memory, those in memory of earlier pictures, and the largest number at a time.
  package var surfaceCount = 0
  package var reusedSurfaceCount = 0
  package var mostSurfaceCount = 0
  /// The device pixels by which the viewport has moved.
  package var distance = 0
}

/// Virtual vsyncs before which the workers of a view end their work.
@MainActor
private final class WorkedVsyncs: VsyncSource {
  private let vsyncs: VirtualVsyncs
  private let view: LiveView

  init(_ vsyncs: VirtualVsyncs, _ view: LiveView) {
    self.vsyncs = vsyncs
    self.view = view
  }

  var now: Duration { vsyncs.now }
  var processorTime: Duration { vsyncs.processorTime }
  var isTimed: Bool { false }
  func work(for duration: Duration) { vsyncs.work(for: duration) }

  func wait(for vsync: Vsync) async throws {
    await view.finishWork()
    try await vsyncs.wait(for: vsync)
  }
}

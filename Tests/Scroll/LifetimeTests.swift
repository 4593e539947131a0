import Dispatch
import Galley
import GalleyFeedItems
import GalleyFrames
import GalleyPrimitives
import GalleyScrolling
import GalleyTable
import GalleyTrials
import GalleyWorkers
import TestSupport
import Testing

@testable import GalleyCellRendering
@testable import GalleyLive
@testable import GalleyPictures

@MainActor
@Suite("A view's end", .timeLimit(.minutes(15)))
struct LifetimeTests {
  private func busyView(_ log: DisplayLog) async throws -> FeedView {
    let view = try await FeedView(viewOptions())
    view.delegate = log
    try await view.insertLaidOut(items(0..<300), at: 0)
    _ = try await view.settle()
    view.offset = 5000
    _ = try view.makeFrame()
    return view
  }

  /// Returns the number of frames that an ended stream still has; `nil` if the stream has not ended.
  ///
  /// An ended stream ends its loop as soon as the main queue has run what waits; this needs no time limit.
  private func frameCount(of stream: AsyncStream<FeedFrame>) async -> Int? {
    var count = 0
    var hasEnded = false
    let task = Task {
      for await _ in stream { count += 1 }
      hasEnded = true
    }
    for _ in 0..<1000 where !hasEnded { await Task.yield() }
    task.cancel()
    return hasEnded ? count : nil
  }

  @Test("close ends streams, requests and displayed rows, and waits for the workers")
  func closes() async throws {
    let log = DisplayLog()
    let view = try await busyView(log)
    let stream = view.frames
    await view.close()
    #expect(await frameCount(of: stream) == 0 && log.displayed.isEmpty)
    #expect(view.statistics.requests.openCount == 0 && view.store.isIdle && view.layouter.isIdle)
    #expect(try view.makeFrame() == nil && view.isClosed)
    #expect(await frameCount(of: view.frames) == 0)
    await #expect(throws: CancellationError.self) { try await view.settle() }
    await view.close()
  }

  /// Virtual vsyncs of which one never comes.
  private final class FailingVsyncs: VsyncSource {
    struct Fault: Error {}
    let vsyncs = VirtualVsyncs()

    var now: Duration { vsyncs.now }
    var processorTime: Duration { vsyncs.processorTime }
    var isTimed: Bool { false }
    func work(for duration: Duration) { vsyncs.work(for: duration) }

    func wait(for vsync: Vsync) async throws {
      guard vsync.index < 3 else { throw Fault() }
      try await vsyncs.wait(for: vsync)
    }
  }

  @Test("an error in the midst of a live run ends the streams, requests and workers of its view")
  func errorOfRun() async throws {
    let log = DisplayLog()
    let vsyncs = FailingVsyncs()
    var options = try viewOptions()
    options.frameClock = vsyncs.vsyncs.clock
    var view: FeedView? = try await FeedView(options)
    weak let pool = view?.pool
    let stream = try #require(view?.frames)
    do {
      let view = try #require(view)
      view.delegate = log
      try view.insert(items(0..<300), at: 0)
      view.prepareRun()
      let loop = ScrollLoop(LiveScroll(view, vsyncs: vsyncs), vsyncs: vsyncs)
      await #expect(throws: FailingVsyncs.Fault.self) { try await loop.play() }
      #expect(view.isClosed && view.store.isIdle && view.layouter.isIdle)
      #expect(view.statistics.layouts.startedCount > 0 && view.statistics.layouts.openCount == 0)
      #expect(view.statistics.requests.openCount == 0)
    }
    #expect(await frameCount(of: stream) != nil)
    #expect(log.displayed.isEmpty && log.begun.count > 0)
    view = nil
    try await waitUntil { pool == nil }
  }

  @Test("a released view ends its stream and its displayed rows, and leaves no request")
  func released() async throws {
    let log = DisplayLog()
    var view: FeedView? = try await busyView(log)
    let store = try #require(view?.store)
    let stream = try #require(view?.frames)
    weak let released = view
    view = nil
    #expect(released == nil)
    #expect(await frameCount(of: stream) != nil)
    #expect(log.displayed.isEmpty && log.begun.count == log.ended.count)
    #expect(store.waiting.count == 0)
    // Tasks under way end at their next check point.
    try await waitUntil {
      store.takeMade()
      return store.isIdle
    }
    #expect(store.ledger.openCount == 0)
  }

  @Test("a released view does not wait for its workers")
  func releasedWhileBusy() async throws {
    // A cell that takes until the view is gone; ten minutes, if its release waits for the worker.
    let gate = DispatchSemaphore(value: 0)
    let (begun, ended) = (Monitor(false), Monitor(false))
    var view: TableView<Int>? = try await TableView<Int>(viewOptions()) { number in
      begun.withLock { $0 = true }
      _ = gate.wait(timeout: .now() + 600)
      ended.withLock { $0 = true }
      return RowCell(FeedItem(title: "\(number)"))
    }
    try view?.insert([1], at: 0)
    _ = try view?.makeFrame()
    try await waitUntil { begun.withLock { $0 } }
    view = nil
    #expect(!ended.withLock { $0 })
    for _ in 0..<8 { gate.signal() }
    try await waitUntil { ended.withLock { $0 } }
  }

  @Test("a closed view has its workers free their fonts, and so do new options")
  func freesResources() async throws {
    // Each worker's resources have one.
    final class Token: Sendable {}
    let tokens = Monitor<[WeakToken]>([])
    struct WeakToken: Sendable { weak let token: Token? }
    var options = try viewOptions()
    options.heightTrial = HeightTrial(demand: HeightDemand(.key, .template)) {
      let token = Token()
      tokens.withLock { $0.append(WeakToken(token: token)) }
      return { _, _ in withExtendedLifetime(token) {} }
    }
    let view = try await FeedView(options)
    try view.insert(items(0..<60), at: 0)
    _ = try await view.settle()
    func liveCount() -> Int { tokens.withLock { $0.count { $0.token != nil } } }
    #expect(liveCount() > 0)
    try await view.change(viewOptions { $0.rendering.template.width = 280 })
    // The new options have no trial.
    try await waitUntil { liveCount() == 0 }
    try await view.change(options)
    _ = try await view.settle()
    #expect(liveCount() > 0)
    await view.close()
    try await waitUntil { liveCount() == 0 }
    #expect(view.isClosed)
  }

  /// Work for many rows, in the midst of which a view ends.
  enum ManyRows: CaseIterable {
    case layouts, allLayouts, pictures
  }

  @Test("a closed or released view has no further rows made", arguments: ManyRows.allCases)
  func ended(work: ManyRows) async throws {
    // The first cell waits until the view is gone.
    let gate = DispatchSemaphore(value: 0)
    let begun = Monitor(0)
    let isOpen = Monitor(work == .pictures)
    final class Cells: Sendable {}
    var cells: Cells? = Cells()
    weak let lastCells = cells
    var options = try viewOptions()
    options.pictureWorkerCount = 1
    var view: TableView<Int>? = try await TableView<Int>(options) { [cells] number in
      if !isOpen.withLock({ $0 }) {
        begun.withLock { $0 += 1 }
        gate.wait()
      }
      return withExtendedLifetime(cells) { RowCell(FeedItem(title: "\(number)")) }
    }
    cells = nil
    try view?.insert(Array(0..<200), at: 0)
    func begin() async throws { try await waitUntil { begun.withLock { $0 } > 0 } }
    switch work {
    case .allLayouts:
      let view = try #require(view)
      let all = Task { try await view.layOutRows() }
      try await begin()
      let end = Task { await view.close() }
      try await waitUntil { view.isClosed }
      for _ in 0..<200 { gate.signal() }
      await end.value
      await #expect(throws: CancellationError.self) { try await all.value }
    case .pictures:
      try await view?.layOutRows()
      isOpen.withLock { $0 = false }
      _ = try view?.makeFrame()
      try await begin()
    case .layouts:
      _ = try view?.makeFrame()
      try await begin()
    }
    view = nil
    for _ in 0..<200 { gate.signal() }
    // The rows to make have them, as long as a worker has one left.
    try await waitUntil { lastCells == nil }
    #expect(begun.withLock { $0 } == 1)
  }

  @Test("fonts of a new view are read on another queue than the main one")
  func initializes() async throws {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    #expect(DispatchQueue.getSpecific(key: key) == true)
    var options = try viewOptions()
    let wasMain = Monitor<Bool?>(nil)
    // The clock is read first right after the fonts.
    options.frameClock = FrameClock(
      now: {
        wasMain.withLock { $0 = $0 ?? (DispatchQueue.getSpecific(key: key) ?? false) }
        return .zero
      }, threadTime: { .zero })
    let view = try await FeedView(options)
    #expect(wasMain.withLock { $0 } == false)
    await view.close()
  }

  @Test("settle ends when its task is cancelled, also while it waits")
  func cancelled() async throws {
    // No result wakes it: the first cell waits until the task has ended.
    let gate = DispatchSemaphore(value: 0)
    let begun = Monitor(false)
    let view = try await TableView<Int>(viewOptions()) { number in
      begun.withLock { $0 = true }
      gate.wait()
      return RowCell(FeedItem(title: "\(number)"))
    }
    try view.insert(Array(0..<100), at: 0)
    var error: (any Error)?
    let task = Task {
      do { _ = try await view.settle() } catch let failure { error = failure }
    }
    try await waitUntil { begun.withLock { $0 } }
    task.cancel()
    for _ in 0..<1000 where error == nil { await Task.yield() }
    #expect(error is CancellationError)
    for _ in 0..<200 { gate.signal() }
    await task.value
    await view.close()
  }

  @Test("close ends a settle that waits")
  func closeEndsSettle() async throws {
    let view = try await FeedView(viewOptions())
    try view.insert(items(0..<100), at: 0)
    let task = Task { _ = try await view.settle() }
    await Task.yield()
    await view.close()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

@MainActor
@Suite("Fetched rows", .timeLimit(.minutes(15)))
struct FetchTests {
  private struct Refused: Error {}

  @Test("an error ends asking until it is tried again, and an empty answer does not")
  func errors() async throws {
    let view = try await FeedView(viewOptions())
    let log = DisplayLog()
    view.delegate = log
    var answers: [FeedView.FetchedRows?] = [
      .rows(items(0..<3)), .rows([]), nil, .rows(items(3..<6)), .end, .rows(items(6..<9)),
    ]
    view.fetchRows = {
      guard let answer = answers.removeFirst() else { throw Refused() }
      return answer
    }
    func settle() async throws {
      repeat {
        _ = try await view.settle()
        try await waitUntil { !view.isFetching }
      } while try view.makeFrame() != nil
    }
    try await settle()
    // The empty answer: it is asked for again after a change.
    #expect(view.rowCount == 3 && answers.count == 4)
    try view.move(0, to: 1)
    try await settle()
    #expect(log.errors.count == 1 && view.fetchError is Refused && answers.count == 3)
    try view.move(0, to: 1)
    try await settle()
    #expect(answers.count == 3)
    view.retryFetch()
    try await waitUntil { !view.isFetching }
    #expect(view.rowCount == 6 && view.fetchError == nil)
    view.offset = 10_000
    try await settle()
    #expect(answers.count == 1)
    view.offset = 0
    try await settle()
    #expect(answers.count == 1 && view.rowCount == 6)
  }
}

import Galley
import GalleyFeedItems
import GalleyPrimitives
import GalleyRandomness
import GalleyTable
import GalleyWorkers
import TestSupport

@testable import GalleyFrameAssembly
@testable import GalleyLive

/// What happens beside the steps of a random script: fetched rows, listeners, and a delegate that acts.
@MainActor
struct FuzzWork {
  /// Draws what happens in other tasks and while the delegate is told, so that it takes no number of a step.
  var random = SeededGenerator(seed: 0)
  /// The rows of answers that are not in the naive list yet.
  var answers: [[Int]] = []
  /// Whether the delegate may act, and how often it has in this script.
  var mayAct = false
  var actCount = 0
  /// Whether the delegate has scrolled since the anchor row was noted.
  var hasScrolled = false
  var isHidden = false
  var listeners: [Listener] = []
  /// A change of the options that is under way, and the look that it brings.
  var change: (task: Task<Void, any Error>, look: FuzzLook)?

  /// A task that takes frames.
  @MainActor
  final class Listener {
    private(set) var count = 0
    private(set) var task: Task<Void, Never>?
    /// Whether the view has settled since, so that it must have given a frame.
    var hasSettled = false

    init(_ frames: AsyncStream<FeedFrame>) {
      task = Task { [weak self] in for await _ in frames { self?.count += 1 } }
    }
  }

  struct NoAnswer: Error {}
}

extension LiveFuzz {
  /// Lets the view fetch rows, and its delegate act.
  func prepareWork() {
    view.fetchRows = { [weak self] in try await self?.answer() ?? .end }
    log.onTold = { [weak self] in self?.act() }
  }

  /// The answer to a request for more rows: some, none at the moment, an error, or the end.
  private func answer() async throws -> FeedView.FetchedRows {
    if work.random.below(3) == 0 { await Task.yield() }
    switch work.random.below(8) {
    case 0: throw FuzzWork.NoAnswer()
    case 1: return .end
    case 2, 3:
      let numbers = (0..<1 + work.random.below(2)).map { _ in work.random.below(FuzzItem.count) }
      work.answers.append(numbers)
      return .rows(numbers.map(FuzzItem.item))
    default: return .rows([])
    }
  }

  /// Takes the fetched rows that the view has got since the last call.
  func adoptFetched() {
    while view.rowCount > naive.rowCount, !work.answers.isEmpty {
      let numbers = work.answers.removeFirst()
      sought = nil
      if naive.sections.isEmpty { naive.sections.append(NaiveSections.Section()) }
      let section = naive.sections.count - 1
      note("fetched \(numbers)")
      for number in numbers {
        let path = RowPath(section: section, row: naive.sections[section].rows.count)
        guard let id = view.id(at: path) else {
          faults.append("no fetched row at \(path)")
          return
        }
        naive.sections[section].rows.append(NaiveSections.Row(id: id, number: number))
      }
    }
  }

  /// Runs a pass of the view, in which the delegate may act.
  func whileTold(_ body: () throws -> Void) rethrows {
    work.mayAct = true
    defer { work.mayAct = false }
    try body()
  }

  /// Settles the view, whose delegate may act.
  func settle() async throws -> FeedFrame {
    work.mayAct = true
    defer {
      work.mayAct = false
      work.actCount = 0
    }
    let frame = try await view.settle()
    for listener in work.listeners { listener.hasSettled = true }
    return frame
  }

  /// Scrolls, edits or makes a frame, while the view tells its delegate.
  private func act() {
    guard work.mayAct, work.actCount < 3, work.random.below(8) == 0 else { return }
    work.actCount += 1
    adoptFetched()
    let steps = random
    random = work.random
    defer {
      work.random = random
      random = steps
    }
    do {
      script.begin(view)
      let action = random.below(3)
      if action < 2 { sought = nil }
      switch action {
      case 0:
        let distance = random.below(300) - 120
        note("while told: scroll by \(distance)")
        work.hasScrolled = true
        view.offset += Double(distance)
      case 1:
        note("while told:")
        _ = try edit()
        moved.formUnion(naive.lastMoved)
      default:
        note("while told: frame")
        _ = try view.makeFrame()
      }
      script.end(view, naive, look, isScroll: action == 0)
    } catch { faults.append("while told: \(error)") }
  }

  func randomLook() -> FuzzLook {
    FuzzLook(width: FuzzLook.widths[random.below(2)], fontFactor: [1, 1.4][random.below(2)])
  }

  /// Makes one step that changes no row; returns whether the anchor row may move on the screen.
  func workStep() async throws -> Bool {
    switch random.below(7) {
    case 0:
      note("tracking: \(!view.isTracking)")
      view.isTracking.toggle()
    case 1 where work.listeners.count < 4:
      note("listen to frames")
      work.listeners.append(FuzzWork.Listener(view.frames))
    case 1:
      note("a listener ends")
      work.listeners.remove(at: random.below(work.listeners.count)).task?.cancel()
    case 2:
      note("hit")
      try await hit()
    case 3:
      note("retry to fetch")
      view.retryFetch()
    case 4:
      note("hide")
      work.isHidden = true
      view.reduceMemory(isVisible: false)
    case 5 where work.isHidden:
      note("show")
      work.isHidden = false
      view.restoreMemory()
    case 5 where work.change == nil && random.below(Effort.count(12, full: 6)) == 0:
      let look = randomLook()
      note("look \(look) while the view works")
      work.change = (Task { [view, base] in try await view.change(look.options(base)) }, look)
    default:
      note("empty changes")
      try view.perform([], row: { _ in FuzzItem.item(0) })
    }
    return false
  }

  /// Waits for the change of options that is under way.
  func finishChange() async throws {
    guard let change = work.change else { return }
    work.change = nil
    sought = nil
    try await change.task.value
    adoptFetched()
    script.begin(view)
    look = change.look
    script.end(view, naive, look, isScroll: false)
  }

  /// Asks for the areas at a point; the answer is about the row that was there at the time of the call.
  private func hit() async throws {
    let point = Point(
      x: Double(random.below(look.width + 10)) - 5, y: Double(random.below(Self.height + 10)) - 5)
    let row = view.row(at: point)
    if view.pinnedOffset != nil, view.shown != nil, !view.hasUntoldRows, let row,
      !log.displayed.contains(row.row)
    {
      faults.append("hit row \(row.row.number), which the last frame does not show")
    }
    let hit = try await view.hit(at: point)
    if hit?.row != row?.row || hit?.place != row?.place || hit?.point != row?.point {
      faults.append("hit \(String(describing: hit)), not \(String(describing: row))")
    }
  }

  /// Closes the view, half of the time in the midst of work; each row ends being displayed, and each request, listener
  /// and task has ended.
  func end() async throws {
    try await finishChange()
    var tasks: [Task<Void, any Error>] = []
    if seed % 2 == 0 {
      view.offset += 700
      _ = try view.makeFrame()
      tasks = [
        Task { [view] in _ = try await view.settle() },
        Task { [view] in try await view.layOutRows() },
        Task { [view, base, look] in try await view.change(look.options(base)) },
        Task { [view] in _ = try await view.hit(at: Point(x: 10, y: 10)) },
      ]
      for _ in 0..<seed % 5 { await Task.yield() }
    }
    await view.close()
    for task in tasks {
      if case .failure(let error) = await task.result, !(error is CancellationError) {
        faults.append("a task of the closed view ended with \(error)")
      }
    }
    for listener in work.listeners {
      await listener.task?.value
      if listener.hasSettled, listener.count == 0 { faults.append("a listener got no frame") }
    }
    if try view.makeFrame() != nil { faults.append("a closed view makes a frame") }
    if !view.frameContinuations.isEmpty { faults.append("a closed view has listeners") }
    if !log.displayed.isEmpty { faults.append("\(log.displayed.count) rows are displayed") }
    faults += log.faults
    let statistics = view.statistics
    for requests in [statistics.requests, statistics.layouts] where requests.openCount != 0 {
      faults.append("requests: \(requests)")
    }
    if statistics.mostWaitingCount > 1024 { faults.append("\(statistics.mostWaitingCount) waited") }
  }
}

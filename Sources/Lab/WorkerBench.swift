import Galley
import GalleyFeed
import GalleyWorkers

/// Layout and raster by several workers, each with its share of the rows: one worker after the other,
/// and all at a time.
///
/// Both do the same work with the same caches, so that the quotient tells what workers cost one another,
/// and nothing else: the time in which a worker could run but other programs had the processors does not
/// count either.
struct WorkerBench {
  private let shop: StageShop
  private let items: [FeedItem]
  private let workerCount: Int

  /// A bench of `items`.
  ///
  /// - Throws: As ``FeedRenderer/init(_:)``.
  init(_ items: [FeedItem], options: RenderOptions, workerCount: Int) throws {
    shop = try StageShop(options)
    self.items = items
    self.workerCount = workerCount
  }

  /// What a worker took for its share in a pass.
  private struct Share: Sendable {
    var layoutAlone = Duration.zero
    var layoutTogether = Duration.zero
    var rasterAlone = Duration.zero
    var rasterTogether = Duration.zero
    var pixelCount = 0
  }

  /// What the workers tell of, and how often one of them has come to a meeting.
  private struct State: Sendable {
    var arrivals = 0
    var passes: [[Share]]
    var ended = 0
    var failure: (any Error)?
  }

  /// Takes `count` passes after one that does not count; a stage lasts until its last worker is done.
  func run(passes count: Int) throws -> [StageResult] {
    let state = Monitor(State(passes: Array(repeating: [], count: count + 1)))
    let threads = (0..<workerCount).map { WorkerThread(name: "bench \($0)") }
    for (index, thread) in threads.enumerated() {
      thread.perform { [shop, items, workerCount] in
        do {
          let probe = try StageProbe(shop)
          for pass in 0...count {
            let meeting = Meeting(state: state, index: index, workerCount: workerCount)
            let share = try Self.take(pass, of: items, with: probe, meeting: meeting)
            state.withLock { $0.passes[pass].append(share) }
          }
        } catch {
          // The others must not wait for this one.
          state.notifyingWithLock {
            $0.failure = error
            $0.arrivals = .max / 2
          }
        }
        state.notifyingWithLock { $0.ended += 1 }
      }
    }
    let ended = state.wait { $0.ended == workerCount ? $0 : nil }
    if let failure = ended.failure { throw failure }
    return results(ended.passes.dropFirst().map { $0 })
  }

  /// One of the workers, where they wait for one another.
  private struct Meeting {
    let state: Monitor<State>
    let index: Int
    let workerCount: Int

    /// Waits until all workers have come as often as this one.
    func wait() {
      let target = state.notifyingWithLock { state in
        state.arrivals += 1
        return (state.arrivals + workerCount - 1) / workerCount * workerCount
      }
      state.wait { $0.arrivals >= target ? () : nil }
    }

    /// How long `body` takes while the others wait, worker after worker.
    func measureAlone(_ body: () throws -> Void) rethrows -> Duration {
      var time = Duration.zero
      for turn in 0..<workerCount {
        wait()
        if turn == index { time = try ThreadTime.measureUndisturbed(body) }
      }
      return time
    }

    /// How long `body` takes beside the others.
    func measureTogether(_ body: () throws -> Void) rethrows -> Duration {
      wait()
      return try ThreadTime.measureUndisturbed(body)
    }
  }

  private static func take(
    _ pass: Int, of items: [FeedItem], with probe: StageProbe, meeting: Meeting
  ) throws -> Share {
    var share = Share()
    var rows: [ProbedRow] = []
    let mine = stride(from: meeting.index, to: items.count, by: meeting.workerCount)
      .map { items[$0] }
    rows.reserveCapacity(mine.count)
    // Each text is new each time, and all fonts are known.
    let first = mine.map { $0.marked(2 * pass) }
    let second = mine.map { $0.marked(2 * pass + 1) }
    share.layoutAlone = try meeting.measureAlone {
      for item in first { rows.append(try probe.set(item)) }
    }
    rows.removeAll(keepingCapacity: true)
    share.layoutTogether = try meeting.measureTogether {
      for item in second { rows.append(try probe.set(item)) }
    }
    let rasterize = { for row in rows { try probe.rasterize(row) { _, _, _ in } } }
    share.rasterAlone = try meeting.measureAlone(rasterize)
    share.rasterTogether = try meeting.measureTogether(rasterize)
    share.pixelCount = rows.reduce(0) { $0 + $1.pixelCount }
    meeting.wait()
    return share
  }

  private func results(_ passes: [[Share]]) -> [StageResult] {
    let megapixels = Double(passes[0].reduce(0) { $0 + $1.pixelCount }) / 1_000_000
    func sum(_ path: KeyPath<Share, Duration>) -> [Duration] {
      passes.map { shares in shares.reduce(.zero) { $0 + $1[keyPath: path] } }
    }
    func longest(_ path: KeyPath<Share, Duration>) -> [Duration] {
      passes.map { shares in shares.map { $0[keyPath: path] }.max() ?? .zero }
    }
    let rows = StageResult.Counter("rows", items.count)
    let pixels = StageResult.Counter("megapixels", megapixels)
    func layout(_ name: String, _ times: [Duration]) -> StageResult {
      StageResult(
        stage: "layout \(name)", unit: "µs/row",
        samples: times.map { $0 / .microseconds(1) / Double(items.count) }, counters: [rows])
    }
    func raster(_ name: String, _ times: [Duration]) -> StageResult {
      StageResult(
        stage: "raster \(name)", unit: "ms/Mpx",
        samples: times.map { $0 / .milliseconds(1) / megapixels }, counters: [rows, pixels])
    }
    return [
      layout("1 worker", sum(\.layoutAlone)),
      layout("\(workerCount) workers", longest(\.layoutTogether)),
      raster("1 worker", sum(\.rasterAlone)),
      raster("\(workerCount) workers", longest(\.rasterTogether)),
    ]
  }
}

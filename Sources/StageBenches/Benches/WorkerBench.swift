import Galley
import GalleyFeedItems
import GalleyPrimitives
import GalleyWorkers

/// Layout and raster by several workers, each with its share of the rows: one after another, and
/// all at the same time.
///
/// Both do the same work with the same caches, so the quotient shows only what workers cost each
/// other. They take many short runs, alternately alone and together. Other programs disturb few of
/// these runs, and the median of the quotients ignores them.
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

  /// The rows of a worker's run, which lasts a few milliseconds.
  private static let turnLength = 48

  /// A worker's runs over the same rows, without the other workers and beside them.
  private struct Share: Sendable {
    var alone = ThreadTime.Turn()
    var together = ThreadTime.Turn()
    var rowCount = 0
    var pixelCount = 0
  }

  /// A worker's shares of a pass, run after run.
  private struct Shares: Sendable {
    var layout: [Share] = []
    var raster: [Share] = []
  }

  /// The workers' results, and the number of meetings that each worker has reached.
  private struct State: Sendable {
    var arrivals = 0
    var passes: [[Shares]]
    var ended = 0
    var failure: (any Error)?
  }

  /// Takes one pass that does not count, and then `count` passes.
  func run(passes count: Int) throws -> [StageResult] {
    let state = Monitor(State(passes: Array(repeating: [], count: count + 1)))
    let threads = try (0..<workerCount).map { try WorkerThread(name: "bench \($0)") }
    for (index, thread) in threads.enumerated() {
      thread.perform { [shop, items, workerCount] in
        do {
          let probe = try StageProbe(shop)
          for pass in 0...count {
            let meeting = Meeting(state: state, index: index, workerCount: workerCount)
            let shares = try Self.take(pass, of: items, with: probe, meeting: meeting)
            state.withLock { $0.passes[pass].append(shares) }
          }
        } catch {
          // The other workers must not wait for this one.
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

  /// A point at which one of the workers waits for the others.
  private struct Meeting {
    let state: Monitor<State>
    let index: Int
    let workerCount: Int

    /// Waits until all workers have reached this meeting.
    func wait() {
      let target = state.notifyingWithLock { state in
        state.arrivals += 1
        return (state.arrivals + workerCount - 1) / workerCount * workerCount
      }
      state.wait { $0.arrivals >= target ? () : nil }
    }

    /// Runs `body` while the other workers wait, worker after worker.
    func takeAlone(_ body: () throws -> Void) rethrows -> ThreadTime.Turn {
      var result = ThreadTime.Turn()
      for turn in 0..<workerCount {
        wait()
        if turn == index { result = try ThreadTime.turn(body) }
      }
      return result
    }

    /// Runs `body` beside the other workers.
    func takeTogether(_ body: () throws -> Void) rethrows -> ThreadTime.Turn {
      wait()
      return try ThreadTime.turn(body)
    }

    /// A share of `rows`, run twice: `alone` and `together`; their order alternates with `turn`.
    func share(
      turn: Int, rowCount: Int, alone: () throws -> Void, together: () throws -> Void
    ) rethrows -> Share {
      var share = Share(rowCount: rowCount)
      if turn % 2 == 0 { share.alone = try takeAlone(alone) }
      share.together = try takeTogether(together)
      if turn % 2 == 1 { share.alone = try takeAlone(alone) }
      return share
    }
  }

  private static func take(
    _ pass: Int, of items: [FeedItem], with probe: StageProbe, meeting: Meeting
  ) throws -> Shares {
    var shares = Shares()
    let mine =
      items.count < meeting.workerCount
      ? items
      : stride(from: meeting.index, to: items.count, by: meeting.workerCount).map { items[$0] }
    // All workers take the same number of runs, or one would wait for ever.
    let turnCount = max(1, (items.count / meeting.workerCount + turnLength - 1) / turnLength)
    for turn in 0..<turnCount {
      let some = mine.dropFirst(turn * turnLength).prefix(turnLength)
      // Each text is new, and all fonts are open.
      let first = some.map { $0.marked(2 * pass) }
      let second = some.map { $0.marked(2 * pass + 1) }
      var rows: [ProbedRow] = []
      rows.reserveCapacity(2 * some.count)
      shares.layout.append(
        try meeting.share(turn: turn, rowCount: some.count) {
          for item in first { rows.append(try probe.set(item)) }
        } together: {
          for item in second { rows.append(try probe.set(item)) }
        })
      rows.removeFirst(some.count)
      let rasterize = { for row in rows { try probe.rasterize(row) { _, _, _ in } } }
      // The first drawing makes masks that the second one would find.
      try rasterize()
      var share = try meeting.share(
        turn: turn, rowCount: some.count, alone: rasterize, together: rasterize)
      share.pixelCount = rows.reduce(0) { $0 + $1.pixelCount }
      shares.raster.append(share)
    }
    meeting.wait()
    return shares
  }

  private func results(_ passes: [[Shares]]) -> [StageResult] {
    // The runs that the workers took at the same time.
    func turns(_ path: KeyPath<Shares, [Share]>) -> [[Share]] {
      passes.flatMap { pass in
        pass[0][keyPath: path].indices.map { turn in pass.map { $0[keyPath: path][turn] } }
      }
    }
    let pixelCount = passes[0].reduce(0) { $0 + $1.raster.reduce(0) { $0 + $1.pixelCount } }
    let rows = StageResult.Counter("rows", items.count)
    let pixels = StageResult.Counter("megapixels", Double(pixelCount) / 1_000_000)
    return results("layout", unit: "µs/row", turns(\.layout), counters: [rows]) { share, duration in
      duration / .microseconds(share.rowCount)
    }
      + results("raster", unit: "ms/Mpx", turns(\.raster), counters: [rows, pixels]) {
        share, duration in
        duration / .milliseconds(1) / (Double(share.pixelCount) / 1_000_000)
      }
  }

  /// The results of one stage; `figure` converts the duration of a share.
  private func results(
    _ stage: String, unit: String, _ turns: [[Share]], counters: [StageResult.Counter],
    figure: (Share, Duration) -> Double
  ) -> [StageResult] {
    let undisturbed = turns.filter(Self.isUndisturbed)
    // On a busy machine, too few runs are undisturbed, and all of them count.
    let turns = undisturbed.count >= 5 ? undisturbed : turns
    let alone = turns.map { shares in
      shares.reduce(0) { $0 + figure($1, $1.alone.duration) } / Double(shares.count)
    }
    let gains = turns.map(Self.gain)
    let together = zip(alone, gains).map { $0 / $1 }
    return [
      StageResult(
        stage: "\(stage) 1 worker", unit: unit, samples: alone, counters: counters),
      StageResult(
        stage: "\(stage) \(workerCount) workers", unit: unit, samples: together,
        counters: counters),
      StageResult(
        stage: "\(stage) \(workerCount) workers over 1", unit: "×", samples: gains,
        counters: counters),
    ]
  }

  /// The factor by which all workers together are faster than one: their number, if they do not
  /// slow each other down.
  private static func gain(_ shares: [Share]) -> Double {
    shares.reduce(0) { $0 + $1.alone.duration / $1.together.duration }
  }

  /// Whether the workers were really alone or together for nine tenths of their runs.
  private static func isUndisturbed(_ shares: [Share]) -> Bool {
    guard shares.allSatisfy({ $0.alone.isUndisturbed && $0.together.isUndisturbed }),
      let start = shares.map(\.together.start).max(), let end = shares.map(\.together.end).min()
    else { return false }
    return shares.allSatisfy { (end - start) * 10 > ($0.together.end - $0.together.start) * 9 }
  }
}

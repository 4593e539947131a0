import Galley
import GalleyFeed
import GalleyWorkers

/// Layout and raster by several workers, each with its share of the rows: one worker after the other,
/// and all at a time.
///
/// Both do the same work with the same caches, so that the quotient tells what workers cost one another,
/// and nothing else. They take many short turns, alone and together by turns: what other programs do to
/// a turn spares most of the others, and the middle one of all quotients does not see it.
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

  /// The rows of a worker's turn, which lasts a few milliseconds.
  private static let turnLength = 48

  /// What a worker took for some rows, without the others and beside them.
  private struct Share: Sendable {
    var alone = ThreadTime.Turn()
    var together = ThreadTime.Turn()
    var rowCount = 0
    var pixelCount = 0
  }

  /// A worker's shares of a pass, turn after turn.
  private struct Shares: Sendable {
    var layout: [Share] = []
    var raster: [Share] = []
  }

  /// What the workers tell of, and how often one of them has come to a meeting.
  private struct State: Sendable {
    var arrivals = 0
    var passes: [[Shares]]
    var ended = 0
    var failure: (any Error)?
  }

  /// Takes `count` passes after one that does not count.
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

    /// The turn in which this worker does `body` while the others wait, worker after worker.
    func takeAlone(_ body: () throws -> Void) rethrows -> ThreadTime.Turn {
      var result = ThreadTime.Turn()
      for turn in 0..<workerCount {
        wait()
        if turn == index { result = try ThreadTime.turn(body) }
      }
      return result
    }

    /// The turn in which this worker does `body` beside the others.
    func takeTogether(_ body: () throws -> Void) rethrows -> ThreadTime.Turn {
      wait()
      return try ThreadTime.turn(body)
    }

    /// A share of `rows`, done twice: `alone` and `together`; which comes first alternates with `turn`.
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
    // As many turns for each worker, or one would wait for ever.
    let turnCount = max(1, (items.count / meeting.workerCount + turnLength - 1) / turnLength)
    for turn in 0..<turnCount {
      let some = mine.dropFirst(turn * turnLength).prefix(turnLength)
      // Each text is new each time, and all fonts are known.
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
      // What is drawn first makes masks, which the other turn would find.
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
    // The turns that the workers took at the same time.
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

  /// The results of one stage; `figure` is what a duration is for a share.
  private func results(
    _ stage: String, unit: String, _ turns: [[Share]], counters: [StageResult.Counter],
    figure: (Share, Duration) -> Double
  ) -> [StageResult] {
    let undisturbed = turns.filter(Self.isUndisturbed)
    // On a machine that is never left to us, all turns have to do.
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

  /// How many times the rows of one worker all of them do in its time: as many as there are, if they do
  /// not hold one another up.
  private static func gain(_ shares: [Share]) -> Double {
    shares.reduce(0) { $0 + $1.alone.duration / $1.together.duration }
  }

  /// Whether workers really were alone or together for nine tenths of their turns.
  private static func isUndisturbed(_ shares: [Share]) -> Bool {
    guard shares.allSatisfy({ $0.alone.isUndisturbed && $0.together.isUndisturbed }),
      let start = shares.map(\.together.start).max(), let end = shares.map(\.together.end).min()
    else { return false }
    return shares.allSatisfy { (end - start) * 10 > ($0.together.end - $0.together.start) * 9 }
  }
}

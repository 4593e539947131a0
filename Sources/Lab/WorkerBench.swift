import Galley
import GalleyFeed
import GalleyWorkers

/// Layout and raster by several workers at a time, each with its share of the rows.
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
    var layout = Duration.zero
    var raster = Duration.zero
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
            Self.meet(workerCount, in: state)
            let share = try Self.take(
              pass, of: items, by: index, workerCount: workerCount, probe: probe, state: state)
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

  /// Waits until all workers have come as often as this one.
  private static func meet(_ workerCount: Int, in state: Monitor<State>) {
    let target = state.notifyingWithLock { state in
      state.arrivals += 1
      return (state.arrivals + workerCount - 1) / workerCount * workerCount
    }
    state.wait { $0.arrivals >= target ? () : nil }
  }

  private static func take(
    _ pass: Int, of items: [FeedItem], by index: Int, workerCount: Int, probe: StageProbe,
    state: Monitor<State>
  ) throws -> Share {
    var share = Share()
    var rows: [ProbedRow] = []
    let mine = stride(from: index, to: items.count, by: workerCount)
      .map { items[$0].marked(pass) }
    share.layout = try ContinuousClock().measure {
      for item in mine { rows.append(try probe.set(item)) }
    }
    Self.meet(workerCount, in: state)
    share.raster = try ContinuousClock().measure {
      for row in rows { try probe.rasterize(row) { _, _, _ in } }
    }
    share.pixelCount = rows.reduce(0) { $0 + $1.pixelCount }
    return share
  }

  private func results(_ passes: [[Share]]) -> [StageResult] {
    let megapixels = Double(passes[0].reduce(0) { $0 + $1.pixelCount }) / 1_000_000
    func slowest(_ shares: [Share], _ path: KeyPath<Share, Duration>) -> Duration {
      shares.map { $0[keyPath: path] }.max() ?? .zero
    }
    return [
      StageResult(
        stage: "layout \(workerCount) workers", unit: "µs/row",
        samples: passes.map { slowest($0, \.layout) / .microseconds(1) / Double(items.count) },
        counters: [.init("rows", items.count)]),
      StageResult(
        stage: "raster \(workerCount) workers", unit: "ms/Mpx",
        samples: passes.map { slowest($0, \.raster) / .milliseconds(1) / megapixels },
        counters: [.init("rows", items.count), .init("megapixels", megapixels)]),
    ]
  }
}

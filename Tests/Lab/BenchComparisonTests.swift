import Foundation
import GalleyFrames
import GalleyLab
import GalleyPrimitives
import Testing

@Suite("BenchComparison", .timeLimit(.minutes(15)))
struct BenchComparisonTests {
  /// A run that began at an instant, with the times of its rows and its stalls.
  private func run(
    _ began: Double? = nil, layout: Double = 40, stalls: Int? = nil
  ) throws -> BenchRun {
    let text = """
      {"mainMs":[1],"fps":60,"frameDurationCpuMs":{},"frameOverrunMs":{},"hitchMsPerSecond":0,"vsyncs":60,\
      "presented":60,"dropped":0,"hostDropped":0,"droppedBy":{},"blankPixelSeconds":0,"blankShare":0,\
      "wastedWorkRatio":0,"heightsAsked":100,"cacheHits":90}
      """
    var run = try JSONDecoder().decode(BenchRun.self, from: Data(text.utf8))
    (run.began, run.rowLayoutUs) = (began, layout)
    (run.stallCount, run.stallFrames) = (stalls, stalls == nil ? nil : 1000)
    return run
  }

  private func change(
    _ before: [BenchRun], _ after: [BenchRun], _ metric: BenchMetric
  ) throws -> (isInTurns: Bool, change: BenchComparison.Change) {
    let comparison = BenchComparison(
      [BenchResult(cell: .sync(), runs: before)], [BenchResult(cell: .sync(), runs: after)],
      metrics: [metric])
    return (comparison.isInTurns, try #require(comparison.changes.first))
  }

  @Test(
    "finds a growth of 5 % on a machine that slows down by a half, if the runs were made in turns")
  func pairs() throws {
    // The machine takes longer from run to run; which of both is first changes.
    let speeds = [1.0, 1.1, 1.22, 1.28, 1.41, 1.5]
    func runs(_ factor: Double, isFirst: Bool) throws -> [BenchRun] {
      try speeds.enumerated().map { round, speed in
        let isEarly = isFirst == (round % 2 == 0)
        let noise = 1 + 0.002 * Double((round + (isFirst ? 0 : 2)) % 3 - 1)
        return try run(
          Double(round * 10) + (isEarly ? 0 : 5), layout: 40 * speed * factor * noise)
      }
    }
    let before = try runs(1, isFirst: true)
    let slower = try change(before, runs(1.05, isFirst: false), .layout)
    #expect(slower.isInTurns && slower.change.fails(over: 0.01))
    let equal = try change(before, runs(1.001, isFirst: false), .layout)
    #expect(equal.isInTurns && !equal.change.fails(over: 0))
    // By their spread alone, the runs do not tell.
    let spread = BenchSpread(
      before.compactMap(\.rowLayoutUs), try runs(1.05, isFirst: false).compactMap(\.rowLayoutUs),
      risk: 0.01)
    #expect(spread.difference < spread.detectable)
  }

  @Test("compares the processes of a pair that measured rows, if they were started in turns")
  func processes() throws {
    // Of two rounds the runs do not tell 5 %, but their twenty pairs do, on a machine that slows down in each round.
    func runs(_ factor: Double, startsAt: (Int, Int) -> Double) throws -> [BenchRun] {
      try (0..<2).map { round in
        var run = try run(Double(1000 * round) + startsAt(round, 0))
        let rows = (0..<10).map { number in
          let noise = 1 + 0.01 * Double((7 * number + Int(100 * factor)) % 5 - 2)
          let time = 40 * factor * noise * (1 + 0.05 * Double(number) + 0.3 * Double(round))
          return RowTimes(
            layoutUs: time, rasterUs: 2 * time,
            began: Double(1000 * round + 10 * number) + startsAt(round, number) + 1)
        }
        run.noteRows(rows)
        return run
      }
    }
    let before = try runs(1) { ($0 + $1).isMultiple(of: 2) ? 0 : 5 }
    let after = try runs(1.05) { ($0 + $1).isMultiple(of: 2) ? 5 : 0 }
    for metric in [BenchMetric.layout, .raster] {
      let found = try change(before, after, metric).change
      #expect(found.fails(over: 0.01), "\(found)")
      #expect(abs(found.after / found.before - 1.05) < 0.01)
      #expect(
        try !change(before, runs(1) { ($0 + $1).isMultiple(of: 2) ? 5 : 0 }, metric).change.fails(
          over: 0))
    }
    // Processes that were not started in turns: the means of the runs are compared.
    let later = try runs(1.05) { _, number in Double(900 - 10 * number) }
    let unsure = try change(before, later, .layout)
    #expect(unsure.isInTurns && !unsure.change.fails(over: 0.01))
  }

  @Test(
    "tells times of pairs apart, though other programs slow most pairs down, and a process of some more than the other"
  )
  func disturbedProcesses() {
    func time(_ seed: Int, _ number: Int) -> Double {
      let noise = Double((seed * number + seed) % 17) / 17
      return 46 + 1.38 * noise
    }
    func limit(_ growth: Double, pairCount: Int, risk: Double) -> PairedTimes {
      let pairs = (0..<pairCount).map { (number: Int) -> (before: Double, after: Double) in
        let slowness = 1 + 0.6 * Double(number * 5 % 8) / 8
        let one = number % 10 == 3 ? 1.5 : 1
        return (time(7, number) * slowness * one, time(11, number) * slowness * growth)
      }
      return PairedTimes(pairs: pairs, risk: risk)
    }
    let grown = limit(1.05, pairCount: 40, risk: 2e-4)
    #expect(grown.after - grown.before > grown.detectable, "\(grown)")
    #expect(abs(grown.after / grown.before - 1.05) < 0.02, "\(grown)")
    let equal = limit(1, pairCount: 40, risk: 2e-4)
    #expect(abs(equal.after - equal.before) < equal.detectable, "\(equal)")
    // Six pairs have too few exchanges for this risk.
    let few = limit(1.5, pairCount: 6, risk: 2e-4)
    #expect(few.after - few.before <= few.detectable + 1e-9, "\(few)")
  }

  @Test("knows whether runs were made in turns")
  func turns() throws {
    func isInTurns(_ old: [Double?], _ new: [Double?]) throws -> Bool {
      try change(old.map { try run($0) }, new.map { try run($0) }, .layout).isInTurns
    }
    #expect(try isInTurns([0, 30, 40], [10, 20, 50]))
    // One bench after the other, a round in which both runs are before, and a missing run.
    #expect(try !isInTurns([0, 10, 20], [30, 40, 50]))
    #expect(try !isInTurns([0, 10, 40], [20, 30, 50]))
    #expect(try !isInTurns([0, 20], [10, 30, 40]))
    #expect(try !isInTurns([0], [10]))
    #expect(try !isInTurns([nil, nil], [nil, nil]))
  }

  @Test("tells stalls from chance by their number, also if all runs have equal numbers")
  func stalls() throws {
    func fails(_ before: [Int], _ after: [Int]) throws -> Bool {
      func runs(_ counts: [Int], at start: Double) throws -> [BenchRun] {
        try counts.enumerated().map {
          try run(start + 10 * Double($0.offset), stalls: $0.element)
        }
      }
      return try change(runs(before, at: 0), runs(after, at: 5), .stalls).change.fails(over: 0.01)
    }
    let none = [0, 0, 0, 0, 0]
    #expect(try fails(none, [10, 10, 10, 10, 10]) && fails([1, 0, 2, 0, 1], [10, 11, 9, 10, 12]))
    // Five events are too few for a risk of one in a hundred, and a burst in one run is the host's.
    #expect(try !fails(none, [1, 1, 1, 1, 1]) && !fails(none, [40, 0, 0, 0, 0]))
    #expect(try !fails(none, none) && !fails([3, 2, 4, 3, 3], [4, 3, 3, 2, 5]))
  }

  @Test(
    "tells dropped frames from chance by their number, though each round has the same difference")
  func drops() throws {
    func runs(_ dropped: Int, at start: Double) throws -> [BenchRun] {
      try (0..<3).map { round in
        var run = try run(start + 10 * Double(round))
        (run.vsyncs, run.presented, run.dropped) = (120, 120 - dropped, dropped)
        (run.fps, run.hitchMsPerSecond) = (60 - Double(dropped) / 2, 1000 * Double(dropped) / 120)
        return run
      }
    }
    for metric in [BenchMetric.dropped, .hitch, .fps] {
      let few = try change(runs(3, at: 0), runs(4, at: 5), metric).change
      #expect(few.loss > 0 && !few.fails(over: 0), "\(few)")
      let many = try change(runs(3, at: 0), runs(20, at: 5), metric).change
      #expect(many.fails(over: 0.01), "\(many)")
    }
  }

  @Test(
    "tells frames that come late by a few milliseconds from chance, though whole refreshes could not be told"
  )
  func shortHitches() throws {
    func runs(_ dropped: Int, late milliseconds: Double, at start: Double) throws -> [BenchRun] {
      try (0..<8).map { round in
        var run = try run(start + 10 * Double(round))
        (run.vsyncs, run.presented, run.dropped) = (120, 120 - dropped, dropped)
        // Two seconds at 60 Hz.
        run.fps = 60 - Double(dropped) / 2
        run.hitchMsPerSecond =
          Double(dropped) * (milliseconds + 0.01 * Double(round % 3)) / 2
        return run
      }
    }
    let later = try change(runs(10, late: 2, at: 0), runs(10, late: 5, at: 5), .hitch).change
    #expect(later.fails(over: 0.01), "\(later)")
    let equal = try change(runs(10, late: 2, at: 0), runs(11, late: 2, at: 5), .hitch).change
    #expect(!equal.fails(over: 0.01), "\(equal)")
  }

  @Test("compares a percentile in turns only if a run has enough frames for it")
  func percentiles() throws {
    func results(_ frames: Int, at start: Double) throws -> [BenchResult] {
      let runs = try (0..<4).map { round in
        var run = try run(start + 10 * Double(round))
        run.mainMs = Array(repeating: 1, count: frames)
        for name in ["p50", "p95", "p99"] { run.frameDurationCpuMs[name] = 1 }
        return run
      }
      return [BenchResult(cell: .sync(), runs: runs)]
    }
    let metrics = [BenchMetric.p50, .p95, .p99, .slowest]
    for (frames, compared) in [(100, 4), (99, 2), (20, 2), (19, 1)] {
      let comparison = BenchComparison(
        try results(frames, at: 0), try results(120, at: 5), metrics: metrics)
      #expect(comparison.changes.map(\.metric) == Array(metrics.prefix(compared)))
      #expect(Set(comparison.tooShort.keys) == Set(metrics.dropFirst(compared)))
      #expect(
        comparison.tooShort.values.allSatisfy { $0.leastFrames == frames && $0.cellCount == 1 })
    }
    // The virtual clock has no chance.
    let single = [BenchResult(cell: .sync(), runs: [try run()])]
    #expect(BenchComparison(single, single, metrics: [.p99]).changes.count == 1)
  }

  @Test(
    "the limit of a count is that of the exact test",
    arguments: [
      // 8 of 8 events have a probability of 1/256, which is less than 0.005; 7 of 7 have 1/128.
      (0, 0.007), (7, 0.007), (8, 0.006),
      // 16 or more of 20 events have a probability of 0.0059, 17 or more 0.0013.
      (20, 0.012),
    ])
  func counts(count: Int, limit: Double) {
    let spread = CountSpread(count: count, among: (1000, 1000), risk: 0.01)
    #expect(abs(spread.detectable - limit) < 1e-9, "\(spread.detectable)")
  }
}

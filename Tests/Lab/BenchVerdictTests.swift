import Galley
import GalleyFrames
import GalleyLive
import GalleyPrimitives
import Testing

@testable import GalleyLab

@MainActor
@Suite("BenchVerdict", .timeLimit(.minutes(15)))
struct BenchVerdictTests {
  @Test("gives no verdict if other programs had more than a twentieth of the processors")
  func busy() async throws {
    let bench = try ScrollBenchTests.bench(.virtual)
    let result = try await bench.measure(.sync())
    let proof = try await bench.prove(placeCount: 1)
    func names(_ shares: [Double?]) -> [String] {
      var result = result
      result.runs = shares.map { share in
        var run = result.runs[0]
        run.foreignShare = share
        return run
      }
      return BenchVerdict(
        [result], cells: [.sync()], models: [:], proof: proof, options: bench.options
      ).refusals.map(\.name).filter { $0 == "hostWasBusy" }
    }
    #expect(names([nil]) == [] && names([0.02, 0.07]) == [])
    #expect(names([0.02, 0.2]) == ["hostWasBusy"])
    // Load during one scroll of several is not that of all.
    var quiet = result.runs[0]
    quiet.foreignShare = 0
    var loaded = quiet
    loaded.foreignShare = 0.15
    #expect(BenchRules.busyHost([[quiet], [quiet], [quiet], [loaded]])?.name == "hostWasBusy")
    loaded.foreignShare = 0.08
    #expect(BenchRules.busyHost([[quiet], [quiet], [quiet], [loaded]]) == nil)
  }

  @Test("finds no hitch time of dropped frames that chance explains, and marks disturbed scrolls")
  func rareDrops() async throws {
    let bench = try ScrollBenchTests.bench(.real)
    var run = try await ScrollBenchTests.bench(.virtual).measure(.sync()).runs[0]
    (run.vsyncs, run.presented, run.dropped, run.hostDropped) = (120, 119, 1, 0)
    run.hitchMsPerSecond = 8
    var smooth = run
    (smooth.presented, smooth.dropped, smooth.hitchMsPerSecond) = (120, 0, 0)
    let waiting = BenchCell.async(1, .wait)
    func verdict(_ sync: BenchRun) async throws -> BenchVerdict {
      let results = [
        BenchResult(cell: .sync(), runs: Array(repeating: sync, count: 5)),
        BenchResult(cell: waiting, runs: Array(repeating: smooth, count: 5)),
      ]
      return BenchVerdict(
        results, cells: [.sync(), waiting], models: [:],
        proof: try await ScrollBenchTests.bench(.virtual).prove(placeCount: 1),
        options: bench.options)
    }
    let rare = try await verdict(run)
    #expect(rare.differences.map(\.growth.isFound) == [false, false])
    #expect(!BenchTable.markdown(rare).contains(BenchTable.mark))
    (run.dropped, run.presented, run.hitchMsPerSecond) = (20, 100, 160)
    #expect(try await verdict(run).differences.map(\.growth.isFound) == [true, true])
    (run.dropped, run.hostDropped) = (20, 15)
    let table = BenchTable.markdown(try await verdict(run))
    #expect(table.contains("sync†") && table.contains("†: other programs"))
  }

  @Test("knows how much of the processors this process did not use")
  func load() async throws {
    let start = HostLoad.now
    let until = ContinuousClock.now + .milliseconds(400)
    while ContinuousClock.now < until {}
    let shares = try #require(HostLoad.now.shares(since: start))
    // Tests that run beside this one are of this process too.
    #expect((0...1).contains(shares.busy) && (0...1).contains(shares.stolen))
    #expect(shares.busy + shares.stolen < 1)
  }

  @Test("measures combinations in rounds, and says what async changes")
  func rounds() async throws {
    var options = try ScrollBenchTests.bench(.real).options
    options.duration = .milliseconds(50)
    let bench = ScrollBench(
      .bytes(BenchFeed.jsonLines(rowCount: 10, seed: 3)), options: options, repeatCount: 2,
      workerLimit: 2)
    bench.rowMeasurement = .apart
    let cells: [BenchCell] = [.sync(), .async(1, .wait)]
    var (order, ended): ([BenchCell], [BenchCell]) = ([], [])
    let results = try await bench.measure(cells) {
      order.append($0)
    } end: {
      ended.append($0.cell)
    }
    #expect(order == cells + cells && ended == cells && results.map(\.cell) == cells)
    #expect(results.allSatisfy { $0.runs.count == 2 })
    let verdict = BenchVerdict(
      results, cells: cells, models: [:], proof: try await bench.prove(placeCount: 1),
      options: options)
    #expect(verdict.differences.map(\.metric) == ["dropped", "hitch"])
    #expect(verdict.refusals.contains { $0.name == "tooFewRounds" })
    #expect(
      verdict.lines.contains { $0.hasPrefix("cold, sync → async that waits: dropped frames") })
  }
}

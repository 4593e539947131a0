import Foundation
import GalleyFrames
import TestSupport
import Testing

@Suite("Schedules of the live pipeline", .timeLimit(.minutes(60)))
struct LiveScheduleTests {
  /// `GALLEY_SEED=N` plays one schedule alone.
  private static let seeds: Range<UInt64> = {
    if let seed = ProcessInfo.processInfo.environment["GALLEY_SEED"].flatMap({ UInt64($0) }) {
      return seed..<seed + 1
    }
    return 0..<UInt64(Effort.count(500, full: 1_000_000))
  }()

  @Test("settle on the table's rows, each laid out and with its picture, in any order of work")
  func schedules() async throws {
    let costs = try CostModel.committed()
    let failures = await withTaskGroup(of: [String].self) { group in
      for worker in 0..<2 as Range<UInt64> {
        group.addTask {
          var failures: [String] = []
          for seed in Self.seeds where seed % 2 == worker && failures.count < 3 {
            var schedule = LiveSchedule(seed: seed, costs: costs)
            do { try schedule.play() } catch {
              failures.append("GALLEY_SEED=\(seed) repeats it: \(error)")
            }
          }
          return failures
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(failures == [])
  }

  @Test("are the same for a seed each time", arguments: 0..<20 as Range<UInt64>)
  func repeated(seed: UInt64) throws {
    let costs = try CostModel.committed()
    let traces = try (0..<2).map { _ in
      var schedule = LiveSchedule(seed: seed, costs: costs)
      try schedule.play()
      return schedule.trace
    }
    #expect(traces[0] == traces[1] && traces[0] != 0)
  }
}

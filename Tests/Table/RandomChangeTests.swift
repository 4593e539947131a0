import Foundation
import GalleyReplay
import GalleyTable
import TestSupport
import Testing

@Suite("Random change sets", .timeLimit(.minutes(15)))
struct RandomChangeTests {
  /// The number of change sets: all with `make soak`.
  private static let count =
    Effort.count(3_000, full: 1_000_000)

  /// Counts of change sets by result.
  private struct Tally {
    var made = 0
    var refused = 0
    var failure: String?
  }

  @Test("change the table as they change nested arrays, or not at all")
  func changes() async {
    let workers = 2
    let tallies = await withTaskGroup(of: Tally.self) { group in
      for worker in 0..<workers {
        group.addTask {
          var tally = Tally()
          var seed = UInt64(worker)
          while tally.made + tally.refused < Self.count / workers, tally.failure == nil {
            Self.playScript(seed: seed, into: &tally)
            seed += UInt64(workers)
          }
          return tally
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    for tally in tallies { #expect(tally.failure == nil) }
    let made = tallies.reduce(0) { $0 + $1.made }
    let refused = tallies.reduce(0) { $0 + $1.refused }
    #expect(made > Self.count / 2 && refused > Self.count / 10)
    print("\((made + refused).formatted(.number.locale(Locale(identifier: "en_US")))) change sets")
  }

  /// Plays a script of ten change sets.
  private static func playScript(seed: UInt64, into tally: inout Tally) {
    var random = RandomSteps(seed: seed)
    var script = random.script()
    var run = ReplayRun(
      script, feed: script.heights.map { .blank(height: $0) }, heights: BlankHeights(scale: 1),
      width: 375, scale: 1, isChecked: true)
    func take(_ step: ReplayStep) -> Bool {
      script.steps.append(step)
      do {
        let refusal = try run.take(step)
        if case .change = step.action {
          if refusal == nil { tally.made += 1 } else { tally.refused += 1 }
        }
        return true
      } catch {
        tally.failure =
          "seed \(seed), step \(script.steps.count - 1): \(error). To see it, write this to a file "
          + "and run galley replay FILE --check --scale 1:\n\(script.json)"
        return false
      }
    }
    guard take(random.load()) else { return }
    for index in 0..<10 {
      guard take(random.change(run.table.pending.rowCounts)) else { return }
      if index % 3 == 2, !take(random.pause()) { return }
    }
  }
}

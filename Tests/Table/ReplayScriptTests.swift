import Foundation
import Galley
import GalleyPrimitives
import GalleyReplay
import GalleyTable
import TestSupport
import Testing

@Suite("Replay scripts", .timeLimit(.minutes(15)))
struct ReplayScriptTests {
  @Test("are equal after writing and reading", arguments: 0..<100 as Range<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var random = RandomSteps(seed: seed)
    var script = random.script()
    script.steps = [random.load()]
    for _ in 0..<5 {
      var change = random.change([3, 2, 0, 7])
      change.isRefused = seed % 2 == 0
      script.steps += [change, random.pause()]
    }
    script.steps.append(ReplayStep(.invalidate([RowPath(section: 0, row: 1)])))
    #expect(try ReplayScript(json: Data(script.json.utf8)) == script)
    #expect(script.json.split(separator: "\n").count == script.steps.count + 2)
  }

  @Test("of random steps take the same steps again", arguments: [true, false])
  func again(hasFeed: Bool) throws {
    func play(_ steps: inout ReplaySteps) throws -> [ReplayState] {
      var run = ReplayRun(
        steps.script, feed: (1...23).map { .blank(height: Double($0)) },
        heights: BlankHeights(scale: 1), width: 375, scale: 1, isChecked: true)
      var states: [ReplayState] = []
      while let step = steps.next(after: run.table.pending.rowCounts) {
        steps.finish(isRefused: try run.take(step) != nil)
        let (all, seen) = (run.state(.all), run.state(.visible))
        let screen = all.offset..<all.offset + all.viewport
        let visible = all.rows.filter {
          $0.height > 0 && $0.y < screen.upperBound && $0.y + $0.height > screen.lowerBound
        }
        #expect(seen.rows.filter { $0.height > 0 } == visible)
        #expect(run.state(.none).rows.isEmpty)
        states.append(all)
      }
      return states
    }
    for seed in 0..<30 as Range<UInt64> {
      var random = ReplaySteps(random: 40, seed: seed, hasFeed: hasFeed)
      let states = try play(&random)
      #expect(states.count == 40 && random.script.heights.isEmpty == hasFeed)
      #expect(!random.script.steps.filter(\.isRefused).isEmpty)
      var script = ReplaySteps(try ReplayScript(json: Data(random.script.json.utf8)))
      #expect(script.script == random.script)
      #expect(try play(&script) == states, "seed \(seed)")
    }
  }

  @Test("report the position of an error")
  func errors() {
    for (json, place) in [
      (#"{"steps":[{"load":[1]},{"lod":[1]}]}"#, "steps[1]"),
      (#"{"steps":[{"batch":[{"delete":["0-1"]}]}]}"#, "steps[0].batch[0].delete[0]"),
      (#"{"steps":[{"load":[-3]}]}"#, "steps[0].load"), (#"{"steps":{}}"#, "steps"),
      (#"{"width":3,"steps":[]}"#, "width"), (#"{"asking":"never","steps":[]}"#, "asking"),
      (#"{"steps":[{"insert":["0:0"],"items":[1,2]}]}"#, "steps[0].items"),
      (#"{"steps":[{"insert":["0:0"],"items":[{"titel":"x"}]}]}"#, "steps[0].items[0]"),
      ("{}", ""), ("[", ""), ("", ""),
    ] {
      do {
        _ = try ReplayScript(json: Data(json.utf8))
        Issue.record("\(json) is a script")
      } catch {
        #expect(error.place == place, "\(json): \(error)")
        #expect(!error.problem.isEmpty && !"\(error)".contains("\n"))
      }
    }
  }

  @Test("detect a table with a different result")
  func difference() throws {
    var script = ReplayScript()
    script.heights = [10, 20, 30]
    // The naive table does not receive the extra row that this step loads.
    var run = ReplayRun(
      script, feed: script.heights.map { .blank(height: $0) }, heights: UnsteadyHeights(),
      width: 375,
      scale: 1, isChecked: true)
    #expect(throws: ReplayError.self) { _ = try run.take(ReplayStep(.load([3]))) }
  }

  /// Heights that differ on each call.
  private struct UnsteadyHeights: RowHeightSource {
    private var count = 0

    mutating func height(of content: RowContent, width: Double, fontFactor: Double) -> Int {
      count += 1
      return count
    }
  }
}

@Suite("A scroll through a whole feed", .timeLimit(.minutes(15)))
struct CachedScrollTests {
  @Test(
    "computes each distinct height once, for any number of requests", arguments: ["everyday.jsonl"])
  func cachedScroll(name: String) throws {
    let options = RenderOptions(mode: .sync)
    let feed = try RowContent.contents(of: .path(Repository.feed(name)), options: options) {
      Issue.record("\($0.message)")
    }
    let rowCount = 3 * feed.count
    for asking in HeightAsking.allCases {
      var script = ReplayScript()
      script.asking = asking
      var run = ReplayRun(
        script, feed: feed, heights: CellHeights(options), width: 375, scale: 2, isChecked: true)
      _ = try run.take(ReplayStep(.load([rowCount])))
      // Down to the end, and up again.
      for length in [600.0, -600] {
        for _ in 0..<(rowCount / 2) { _ = try run.take(ReplayStep(.scroll(by: length))) }
      }
      let state = run.state(.all)
      print(
        "\(name), \(asking): \(rowCount) rows, \(Set(feed).count) distinct, "
          + "\(state.questions) heights asked for, \(state.computed) computed")
      #expect(state.computed == Set(feed).count)
      #expect(state.rows.allSatisfy { $0.isKnown })
      #expect(
        asking == .eachTimeShown ? state.questions > rowCount : state.questions == rowCount)
    }
  }
}

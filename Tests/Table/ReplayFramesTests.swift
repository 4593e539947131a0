import Galley
import GalleyReplay
import TestSupport
import Testing

/// Pictures of a table that random changes, scrolls and rotations have made.
@Suite("Replayed frames", .timeLimit(.minutes(15)))
struct ReplayFramesTests {
  private static let contents: [RowContent] = (0..<23).map { number in
    let words = ["harbour", "tide", "ferry", "مرحبا", "港", "rope"]
    var item = FeedItem(title: number % 5 == 0 ? nil : "Note \(number)")
    item.body = (0..<number % 7).map { words[(number + $0) % words.count] }.joined(separator: " ")
    item.author = number % 3 == 0 ? "A. Writer" : nil
    return .item(ReplayItem(item))
  }

  private static func options() -> RenderOptions {
    RenderOptions(template: CellTemplate(width: 375, scale: 1))
  }

  /// Takes a step of random numbers, with contents of the feed, and a small viewport.
  private static func played(_ step: ReplayStep, _ isHigh: Bool) -> ReplayStep {
    var step = step
    if case .rotate(let width, _) = step.action {
      step.action = .rotate(width: width, viewport: isHigh ? 500 : 120)
    }
    for (path, _) in step.contents { step.contents[path] = .feed(path.row * 7 + path.section) }
    for (path, _) in step.reloaded { step.reloaded[path] = .feed(path.row * 5 + path.section + 1) }
    return step
  }

  @Test("are those of new tables in sync mode, byte for byte")
  @MainActor
  func random() async throws {
    for seed in 0..<UInt64(Effort.count(10, full: 1_000)) {
      var random = RandomSteps(seed: seed)
      var script = random.script()
      // A high viewport has rows above its anchor.
      let isHigh = seed % 2 == 1
      script.viewport = isHigh ? 600 : 160
      script.heights = []
      var run = ReplayRun(
        script, feed: Self.contents, heights: CellHeights(Self.options()), width: 375, scale: 1,
        isChecked: true)
      let frames = try await ReplayFrames(Self.options(), of: run)
      for number in 0..<(isHigh ? 24 : 8) {
        let step: ReplayStep =
          switch number {
          case 0: random.load()
          case 3, 5: random.pause()
          case 8..<24 where number % 3 > 0: random.pause()
          default: random.change(run.table.pending.rowCounts)
          }
        script.steps.append(Self.played(step, isHigh))
        do {
          let refusal = try run.take(Self.played(step, isHigh))
          _ = try await frames.take(Self.played(step, isHigh), of: run, refusal: refusal)
        } catch {
          Issue.record("seed \(seed), step \(number): \(error)\n\(script.json)")
          return
        }
      }
      await frames.close()
    }
  }
}

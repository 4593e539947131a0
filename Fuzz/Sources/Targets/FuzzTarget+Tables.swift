import Foundation
import GalleyPrimitives
import GalleyReplay
import GalleyTable

extension FuzzTarget {
  /// Sections and a change set → the table that the naive table becomes, or the same refusal.
  static let changes = FuzzTarget(name: "changes") {
    { bytes in
      var input = InputReader(bytes)
      var script = ReplayScript()
      script.viewport = Double(10 + Int(input.byte()))
      script.heights = [10, 0, 35]
      var run = ReplayRun(
        script, feed: script.heights.map { .blank(height: $0) }, heights: BlankHeights(scale: 1),
        width: 100, scale: 1, isChecked: true)
      _ = try run.take(
        ReplayStep(.load((0..<input.number(below: 5)).map { _ in input.number(below: 12) })))
      var stepCount = 0
      while input.hasMore, stepCount < 6 {
        var step: ReplayStep
        switch input.number(below: 8) {
        case 0: step = ReplayStep(.commit)
        case 1: step = ReplayStep(.scroll(by: Double(Int(input.byte()) * 4 - 512)))
        default:
          let changes = (0..<input.number(below: 10)).map { _ in change(&input) }
          step = ReplayStep(.change(ReplayBatch(changes.map { .change($0) })))
          step.waits = input.number(below: 4) == 0
        }
        // A difference from the naive table is thrown.
        _ = try run.take(step)
        stepCount += 1
      }
    }
  }

  private static func change(_ input: inout InputReader) -> ChangeSet.Change {
    func path() -> RowPath {
      RowPath(section: input.number(below: 7) - 1, row: input.number(below: 15) - 1)
    }
    switch input.number(below: 8) {
    case 0: return .insertRow(path())
    case 1: return .deleteRow(path())
    case 2: return .moveRow(from: path(), to: path())
    case 3: return .reloadRow(path())
    case 4: return .insertSection(input.number(below: 7) - 1, rowCount: input.number(below: 6) - 1)
    case 5: return .deleteSection(input.number(below: 7) - 1)
    case 6: return .moveSection(from: input.number(below: 7) - 1, to: input.number(below: 7) - 1)
    default: return .reloadSection(input.number(below: 7) - 1, rowCount: input.number(below: 6) - 1)
    }
  }

  /// Two snapshots → changes that turn one into the other.
  static let snapshots = FuzzTarget(name: "snapshots") {
    { bytes in
      var input = InputReader(bytes)
      guard let old = snapshot(&input), let new = snapshot(&input) else { return }
      let difference = new.difference(from: old)
      try BrokenPromise.check(
        try old.applying(difference) == new, "changes between snapshots give another table")
    }
  }

  private static func snapshot(_ input: inout InputReader) -> TableSnapshot<Int>? {
    let sections = (0..<input.number(below: 5)).map { _ in
      TableSnapshot<Int>.Section(
        id: input.number(below: 6),
        rows: (0..<input.number(below: 10)).map { _ in
          TableSnapshot<Int>.Row(
            id: input.number(below: 24),
            content: ContentKey(high: 0, low: UInt64(input.number(below: 3))))
        })
    }
    return try? TableSnapshot(sections)
  }

  /// A script of `galley replay`, compared with the naive table if it is small.
  static let replay = FuzzTarget(name: "replay") {
    { bytes in
      guard let script = try? ReplayScript(json: Data(bytes)) else { return }
      try BrokenPromise.check(
        (try? ReplayScript(json: Data(script.json.utf8))) == script,
        "a script differs after it was written")
      let isSmall = script.steps.allSatisfy { step in
        guard case .load(let counts) = step.action else { return true }
        return counts.reduce(0, +) <= 300
      }
      guard isSmall, script.steps.count <= 40 else { return }
      var run = ReplayRun(
        script, feed: [.blank(height: 20)], heights: BlankHeights(scale: 1), width: 100, scale: 1,
        isChecked: true)
      for step in script.steps {
        do { _ = try run.take(step) } catch ReplayError.noRow { return }
      }
    }
  }
}

package import Galley
import GalleyFeedItems
import GalleyLive
import GalleyPrimitives
import GalleyRandomness
import GalleyTable

/// Times the main queue of a live table with many rows, which scrolls while each frame inserts a row at the top.
///
/// The workers make pictures at the same time. The times are processor times of the main queue: of the insertion,
/// and of the pass that makes the frame.
@MainActor
package struct LiveTableBench {
  /// The number of frames that do not count, in which the first pictures are made.
  private static let warmUpCount = 60
  private static let frameCount = 600
  /// The device pixels by which the viewport moves at each frame.
  private static let step = 20
  private static let editCount = 600
  /// The number of timed snapshots, and of changes between two.
  private static let snapshotCount = 3
  private static let changeCount = 30

  private let view: TableView<Int>
  private let rowCount: Int
  private let bytesPerRow: Double
  /// The memory of the process before the first row.
  private let bytesBefore: Int
  private let appending: Duration

  /// Makes a table of `rowCount` rows, with the contents of `items` in turn.
  ///
  /// - Throws: As `TableView.init(_:item:)`.
  package init(_ items: [FeedItem], options: RenderOptions, rowCount: Int) async throws {
    self.rowCount = rowCount
    var rendering = options
    rendering.mode = .async
    let view = try await TableView<Int>(ScrollOptions(rendering: rendering)) {
      items[$0 % items.count]
    }
    bytesBefore = TableBench.residentBytes
    appending = try ThreadTime.measure {
      _ = try view.insert(Array(0..<rowCount), at: 0)
    }
    bytesPerRow = Double(max(0, TableBench.residentBytes - bytesBefore)) / Double(rowCount)
    self.view = view
  }

  /// Scrolls from the middle of the table, at 120 frames a second, and then edits it.
  ///
  /// - Throws: The error of a worker.
  package func run() async throws -> [StageResult] {
    let results = try await scroll() + edits()
    let bytes = Double(max(0, TableBench.residentBytes - bytesBefore)) / Double(rowCount)
    let shown = try snapshots()
    let all = Double(max(0, TableBench.residentBytes - bytesBefore)) / Double(rowCount)
    await view.close()
    let counters: [StageResult.Counter] = [.init("tableRows", rowCount)]
    return results + shown + [
      StageResult(
        stage: "live append", unit: "ns/row",
        samples: [appending / .nanoseconds(1) / Double(rowCount)], counters: counters),
      StageResult(
        stage: "live memory", unit: "B/row", samples: [bytesPerRow], counters: counters),
      StageResult(
        stage: "live memory, edited", unit: "B/row", samples: [bytes], counters: counters),
      StageResult(
        stage: "live memory, snapshots", unit: "B/row", samples: [all], counters: counters),
    ]
  }

  /// Deletes, moves and reloads rows anywhere in the table.
  private func edits() throws -> [StageResult] {
    var random = SeededGenerator(seed: 1)
    func time(_ stage: String, _ edit: (Int) throws -> Void) throws -> StageResult {
      var samples: [Double] = []
      for _ in 0..<Self.editCount {
        let row = random.below(view.rowCount)
        let start = ThreadTime.now
        try edit(row)
        samples.append((ThreadTime.now - start).microseconds)
      }
      return StageResult(
        stage: stage, unit: "µs/edit", samples: samples,
        counters: [.init("edits", Self.editCount), .init("tableRows", rowCount)])
    }
    var targets = SeededGenerator(seed: 2)
    return [
      try time("live delete") { try view.remove($0..<$0 + 1) },
      try time("live move") { try view.move($0, to: targets.below(view.rowCount)) },
      try time("live reload") { try view.reload($0, with: $0 + 1) },
    ]
  }

  /// Shows snapshots of all rows, each with a few changes from the one before.
  private func snapshots() throws -> [StageResult] {
    var random = SeededGenerator(seed: 3)
    var rows = (0..<rowCount).map {
      TableSnapshot<Int>.Row(id: $0, content: ContentKey(high: 0, low: UInt64($0)))
    }
    var samples: [Double] = []
    for number in 0...Self.snapshotCount {
      for change in 0..<Self.changeCount {
        let row = random.below(rows.count)
        switch change % 3 {
        case 0: rows.remove(at: row)
        case 1:
          let id = rowCount + number * Self.changeCount + change
          rows.insert(
            TableSnapshot.Row(id: id, content: ContentKey(high: 0, low: UInt64(id))), at: row)
        default: rows[row].content.high += 1
        }
      }
      let snapshot = try TableSnapshot([TableSnapshot<Int>.Section(id: 0, rows: rows)])
      let time = try ThreadTime.measure { try view.apply(snapshot) { $0 } }
      // The first one replaces all rows.
      if number > 0 { samples.append(time / .nanoseconds(1) / Double(rowCount)) }
    }
    return [
      StageResult(
        stage: "live snapshot", unit: "ns/row", samples: samples,
        counters: [.init("changes", Self.changeCount), .init("tableRows", rowCount)])
    ]
  }

  private func scroll() async throws -> [StageResult] {
    view.prepareRun()
    view.scroll(toPixel: view.offsetLimit / 2)
    var (inserts, passes, frames): ([Double], [Double], [Double]) = ([], [], [])
    for frame in 0..<Self.warmUpCount + Self.frameCount {
      let start = ThreadTime.now
      try view.insert([frame], at: 0)
      let insertion = ThreadTime.now - start
      view.scroll(toPixel: view.pixelOffset + Self.step)
      try view.makeFrame()
      let pass = ThreadTime.now - start - insertion
      if frame >= Self.warmUpCount {
        inserts.append(insertion.microseconds)
        passes.append(pass.microseconds)
        frames.append((insertion + pass).microseconds)
      }
      try await Task.sleep(for: .microseconds(8333))
    }
    let counters: [StageResult.Counter] = [
      .init("frames", Self.frameCount), .init("tableRows", rowCount),
    ]
    func result(_ stage: String, _ samples: [Double]) -> StageResult {
      StageResult(stage: stage, unit: "µs/frame", samples: samples, counters: counters)
    }
    frames.sort()
    return [
      result("live insert", inserts), result("live pass", passes), result("live frame", frames),
      result("live frame p99", [frames[Self.frameCount * 99 / 100]]),
    ]
  }
}

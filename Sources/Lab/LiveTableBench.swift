package import Galley
import GalleyFeed
import GalleyLive
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

  private let view: TableView<Int>
  private let rowCount: Int
  private let bytesPerRow: Double
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
    let before = TableBench.residentBytes
    appending = try ThreadTime.measure {
      _ = try view.insert(Array(0..<rowCount), at: 0)
    }
    bytesPerRow = Double(max(0, TableBench.residentBytes - before)) / Double(rowCount)
    self.view = view
  }

  /// Scrolls from the middle of the table, at 120 frames a second.
  ///
  /// - Throws: The error of a worker.
  package func run() async throws -> [StageResult] {
    view.prepareRun()
    view.scroll(toPixel: view.offsetLimit / 2)
    var (inserts, passes, frames): ([Double], [Double], [Double]) = ([], [], [])
    for frame in 0..<Self.warmUpCount + Self.frameCount {
      let insertion = try ThreadTime.measure { _ = try view.insert([frame], at: 0) }
      let pass = try ThreadTime.measure {
        view.scroll(toPixel: view.pixelOffset + Self.step)
        _ = try view.makeFrame()
      }
      if frame >= Self.warmUpCount {
        inserts.append(insertion.microseconds)
        passes.append(pass.microseconds)
        frames.append((insertion + pass).microseconds)
      }
      try await Task.sleep(for: .microseconds(8333))
    }
    await view.close()
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
      StageResult(
        stage: "live append", unit: "ns/row",
        samples: [appending / .nanoseconds(1) / Double(rowCount)],
        counters: [.init("tableRows", rowCount)]),
      StageResult(
        stage: "live memory", unit: "B/row", samples: [bytesPerRow],
        counters: [.init("tableRows", rowCount)]),
    ]
  }
}

import Foundation
import GalleyFrames
import GalleyLive
import GalleyPrimitives

extension FeedScroll {
  /// The same scroll in mode sync and in mode async, and whether both show the same.
  ///
  /// ``FeedScroll/compareModes(rowCount:workerCounts:offsetCount:repeatCount:cell:)`` makes it. Its description is a table
  /// with a line for each scroll, and the ``refusals``.
  public struct ModeComparison: Sendable {
    /// The runs of a scroll in one mode.
    public struct Scroll: Sendable {
      /// The accounts of all runs, in their order; on the virtual clock they are equal.
      public let runs: [FeedScroll.Summary]
      /// The account of the run with the median number of dropped frames: dropped and blank frames, hitch, and the times
      /// of the main queue.
      public let summary: FeedScroll.Summary
      /// The share of the screen and of the time of all runs in which a row did not show its current picture, 0 to 1.
      public let blankShare: Double

      /// - Precondition: There is a run.
      init(_ runs: [FeedScroll.Summary], options: ScrollOptions) {
        self.runs = runs
        summary = runs.sorted { $0.ownDroppedCount < $1.ownDroppedCount }[(runs.count - 1) / 2]
        let size = options.frameSize
        let time = runs.reduce(0) { $0 + $1.frames.elapsed / .seconds(1) }
        let screen = Double(size.width * size.height) * time
        blankShare =
          screen > 0 ? runs.reduce(0) { $0 + $1.frames.blankPixelSeconds } / screen : 0
      }

      /// The smallest and the largest number of frames that a run dropped, without those that the host took.
      public var droppedCounts: ClosedRange<Int> {
        let counts = runs.map(\.ownDroppedCount)
        return (counts.min() ?? 0)...(counts.max() ?? 0)
      }
    }

    /// A frame of mode async that is not that of mode sync.
    public struct Difference: Hashable, Sendable {
      /// The y of the viewport's top, in layout units.
      public let offset: Double
      /// The number of workers.
      public let workerCount: Int
    }

    /// The scroll in mode sync.
    public let sync: Scroll
    /// The scrolls in mode async, by their number of workers.
    public let async: [Scroll]
    /// The offsets at which frames were compared, in layout units.
    public let offsets: [Double]
    /// The frames that differ; empty if both modes show the same at each offset, with each number of workers.
    public let differences: [Difference]
    /// Whether the times are those of the real clock.
    let isMeasured: Bool

    /// Whether all frames are equal, byte for byte.
    public var isEqual: Bool { differences.isEmpty }

    /// Returns the offsets at which the frames of mode async are not those of mode sync.
    static func differences(
      of frames: [[UInt8]], from expected: [[UInt8]], at offsets: [Double], workerCount: Int
    ) -> [Difference] {
      zip(offsets, zip(frames, expected)).filter { $1.0 != $1.1 }.map { offset, _ in
        Difference(offset: offset, workerCount: workerCount)
      }
    }
  }
}

extension FeedScroll.ModeComparison: CustomStringConvertible {
  /// A table with a line for each scroll, and a line about the compared frames.
  public var description: String {
    let heads = [
      "mode", "workers", "vsyncs", "presented", "dropped", "by host", "hitch ms/s", "blank %",
      "main P50 ms", "main P99 ms",
    ]
    let lines = [heads] + ([sync] + async).map(\.words)
    let widths = heads.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let table = lines.map { line in
      zip(line, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }
        .joined(separator: "  ")
    }
    let refusals = refusals.map { "No verdict: \($0)." }
    return (table + [equalityWords] + refusals).joined(separator: "\n")
  }

  private var equalityWords: String {
    let count = offsets.count.counted("offset")
    guard !isEqual else {
      return "At \(count) the frames of mode async equal those of mode sync, byte for byte."
    }
    let places = differences.map {
      String(format: "%g", $0.offset) + " with " + $0.workerCount.counted("worker")
    }
    return "Of \(count), frames differ at " + places.joined(separator: ", ") + "."
  }
}

extension FeedScroll.Summary {
  /// The number of dropped frames, without those that the host took.
  fileprivate var ownDroppedCount: Int { frames.droppedCount - frames.hostDroppedCount }
}

extension FeedScroll.ModeComparison.Scroll {
  /// The columns of the table.
  fileprivate var words: [String] {
    func milliseconds(_ percent: Int) -> String {
      let time = summary.mainTimes.percentile(percent) ?? .zero
      return String(format: "%.3f", time / .milliseconds(1))
    }
    let (frames, isSync) = (summary.frames, summary.mode == .sync)
    let counts = droppedCounts
    let spread = counts.count > 1 ? " (\(counts.lowerBound)…\(counts.upperBound))" : ""
    return [
      summary.mode.rawValue, isSync ? "-" : "\(summary.workerCount)", "\(frames.vsyncCount)",
      "\(frames.presentedCount)", "\(summary.ownDroppedCount)" + spread,
      "\(frames.hostDroppedCount)",
      String(format: "%.2f", frames.hitchRatio), String(format: "%.2f", 100 * blankShare),
      milliseconds(50), milliseconds(99),
    ]
  }
}

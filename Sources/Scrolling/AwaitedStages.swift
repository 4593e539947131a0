package import GalleyFrames

/// The stages of rows for which the frames of a scroll waited.
package struct AwaitedStages: Sendable {
  private var spans: [Int: WorkSpan] = [:]

  /// Finds them for all vsyncs.
  ///
  /// - Parameters:
  ///   - records: The vsyncs, in order.
  ///   - work: The stages of the workers, and of the main queue in sync mode.
  ///   - budget: The display's refreshes.
  /// - Complexity: O(work × log work + vsyncs × (log work + stages during a frame)).
  package init(_ records: [FeedScroll.Record], _ work: [WorkSpan], budget: FrameBudget) {
    let ends = work.filter { !$0.isWasted }.sorted { $0.end < $1.end }
    var next: WorkSpan?
    var first = Int.max
    // Backwards, because a dropped vsync waited for what its frame, which comes later, waited for.
    for record in records.reversed() {
      if let timings = record.timings, let presented = timings.presented {
        next = Self.awaited(by: timings, ends)
        first = timings.vsync.index
        if record.blankArea > 0, let due = Self.first(after: presented, ends) {
          // A frame that does not wait lacks the picture that is finished next.
          spans[record.vsync] = due
        } else if let next, timings.isLate || Self.hasWaited(timings) {
          spans[record.vsync] = next
        }
      } else if record.outcome == .dropped {
        let target = budget.vsync(record.vsync).target
        spans[record.vsync] = record.vsync >= first ? next : Self.first(after: target, ends)
      }
    }
  }

  /// The stage for which the frame of a vsync waited; of a frame that does not wait and is partly blank, the stage
  /// that it lacked; `nil` if it lacked none.
  package func stage(ofVsync vsync: Int) -> WorkSpan? { spans[vsync] }

  private static func hasWaited(_ timings: FrameTimings) -> Bool {
    timings.duration(of: .raster) ?? .zero > .zero
  }

  /// Of the stages that ended during a frame, the last one if workers made them, and the longest one of the
  /// main queue.
  private static func awaited(by timings: FrameTimings, _ ends: [WorkSpan]) -> WorkSpan? {
    guard let from = timings.instant(of: .buildStart), let to = timings.instant(of: .rasterEnd)
    else { return nil }
    let during = ends[
      index(after: from, ends)..<max(index(after: from, ends), index(after: to, ends))]
    if let longest = during.filter(\.isOfMainQueue).max(by: { $0.duration < $1.duration }) {
      return longest
    }
    return hasWaited(timings) ? during.last : nil
  }

  private static func first(after instant: Duration, _ ends: [WorkSpan]) -> WorkSpan? {
    let index = index(after: instant, ends)
    return index < ends.count ? ends[index] : nil
  }

  /// The index of the first stage that ended after `instant`.
  private static func index(after instant: Duration, _ ends: [WorkSpan]) -> Int {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ends[middle].end > instant { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension WorkSpan {
  /// The stage and its row.
  package var words: String {
    stage.rawValue + (item.map { " of row \($0)" } ?? " of an unknown row")
  }
}

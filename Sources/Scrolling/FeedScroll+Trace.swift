public import Foundation
public import GalleyFrames
import GalleyPrimitives

extension FeedScroll {
  /// A scroll as a trace for the viewers of browsers and Perfetto.
  ///
  /// There are tracks for the main queue, its idle time between frames, the outcome of each vsync, the time with
  /// blank area, and each worker, and there are counters. A second process has a track for each row, with its
  /// stages. A frame that waited or is late names the stage of the row that it waited for. Events of one track nest. The main queue's track has the number of the
  /// process, by which viewers identify the main thread. Times are microseconds since vsync 0, or since an earlier
  /// event: Perfetto drops events before 0.
  ///
  /// - SeeAlso: Trace Event Format, <https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU>.
  public struct Trace: Sendable {
    private var events: [Event] = []
    /// The instant of time 0 of the trace.
    private let origin: Duration

    private struct Event: Encodable, Sendable {
      var name: String
      var cat: String?
      var ph: String
      var ts: Double
      var dur: Double?
      var pid = 1
      var tid: Int
      var args: [String: Argument]?
    }

    private enum Track {
      static let main = 1
      static let idle = 2
      static let vsyncs = 3
      static let blank = 4
      static let worker = 5
      /// There are at most 64 workers.
      static let rows = 100
    }

    private enum Argument: Encodable, Sendable {
      case text(String)
      case number(Double)

      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        }
      }
    }

    /// Makes the trace of a scroll's vsyncs, and of the spans of its workers, if they are recorded.
    public init(_ records: [FeedScroll.Record], spans: [WorkSpan], budget: FrameBudget) {
      origin = min(.zero, spans.lazy.map(\.start).min() ?? .zero)
      name(process: "galley", at: Track.main)
      name(Track.main, "main queue")
      name(Track.idle, "idle")
      name(Track.vsyncs, "vsyncs")
      name(Track.blank, "blank")
      let workers = Set(spans.map(\.worker)).filter { $0 != WorkSpan.mainQueue }.sorted()
      for worker in workers {
        name(Track.worker + worker, "worker \(worker)")
      }
      let work = unframedWork(records, spans, budget)
      addIdle(records, work, budget)
      let awaited = AwaitedStages(records, spans, budget: budget)
      for record in records {
        addFrame(record, awaited.stage(ofVsync: record.vsync))
        addVsync(record, budget, awaited.stage(ofVsync: record.vsync))
      }
      for (name, work) in work {
        add(name, "main", from: work.lowerBound, to: work.upperBound, on: Track.main)
      }
      addBlank(records, budget)
      addRows(spans)
      var busy: [(at: Duration, by: Double)] = []
      for span in spans where !span.isOfMainQueue {
        add(
          span.stage.rawValue, "worker", from: span.start, to: span.end,
          on: Track.worker + span.worker,
          [
            "picture": .text("\(span.key)"), "wasted": .number(span.isWasted ? 1 : 0),
            "item": .number(Double(span.item ?? -1)),
          ])
        busy += [(span.start, 1), (span.end, -1)]
      }
      var count = 0.0
      for change in busy.sorted(by: { ($0.at, $0.by) < ($1.at, $1.by) }) {
        count += change.by
        addCounter("busy workers", count, at: change.at)
      }
    }

    /// Encodes the trace as JSON.
    ///
    /// - Throws: `EncodingError`.
    public func json() throws -> Data {
      struct Document: Encodable {
        var displayTimeUnit = "ms"
        var traceEvents: [Event]
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return try encoder.encode(Document(traceEvents: events))
    }

    /// Names a process at one of its tracks: no track is in two processes.
    private mutating func name(process: String, at track: Int) {
      events.append(
        Event(name: "process_name", ph: "M", ts: 0, tid: track, args: ["name": .text(process)]))
    }

    private mutating func name(_ track: Int, _ name: String) {
      events.append(
        Event(name: "thread_name", ph: "M", ts: 0, tid: track, args: ["name": .text(name)]))
      events.append(
        Event(
          name: "thread_sort_index", ph: "M", ts: 0, tid: track,
          args: ["sort_index": .number(Double(track))]))
    }

    private mutating func add(
      _ name: String, _ category: String, from start: Duration, to end: Duration, on track: Int,
      _ arguments: [String: Argument] = [:]
    ) {
      // Both ends are rounded in the same way, so that events that nest in time nest in the trace.
      let (from, to) = ((start - origin).microseconds, (end - origin).microseconds)
      events.append(
        Event(
          name: name, cat: category, ph: "X", ts: from, dur: max(0, to - from), tid: track,
          args: arguments.isEmpty ? nil : arguments))
    }

    private mutating func addCounter(_ name: String, _ value: Double, at instant: Duration) {
      events.append(
        Event(
          name: name, ph: "C", ts: (instant - origin).microseconds, tid: Track.main,
          args: ["value": .number(value)]))
    }

    private mutating func addFrame(_ record: FeedScroll.Record, _ awaited: WorkSpan?) {
      guard let timings = record.timings, let start = timings.instant(of: .buildStart),
        let end = timings.presented
      else { return }
      var arguments: [String: Argument] = [
        "offset": .number(record.offset), "blankArea": .number(Double(record.blankArea)),
        "hitchMs": .number(timings.hitch / .milliseconds(1)),
      ]
      if let awaited { arguments["waitedFor"] = .text(awaited.words) }
      add(
        "frame \(timings.vsync.index)", "main", from: start, to: end, on: Track.main, arguments)
      let phases: [(String, FrameEvent, FrameEvent)] = [
        ("build", .buildStart, .buildEnd), ("raster", .rasterStart, .rasterEnd),
        ("composite", .compositeStart, .compositeEnd), ("present", .compositeEnd, .presented),
      ]
      for (name, first, last) in phases {
        guard let from = timings.instant(of: first), let to = timings.instant(of: last), to > from
        else { continue }
        add(name, "main", from: from, to: to, on: Track.main)
      }
    }

    /// The times of the frames that were handed over.
    private static func frames(_ records: [FeedScroll.Record]) -> [Range<Duration>] {
      records.compactMap(\.timings).compactMap { timings in
        guard let start = timings.instant(of: .buildStart), let end = timings.presented,
          start <= end
        else { return nil }
        return start..<end
      }
    }

    /// The work of the main queue outside of the frames that were handed over, with names.
    ///
    /// A frame that is not handed over before the end of the script has no times of its own, but it has all of the work
    /// since the last frame, and keeps the main queue until the end.
    private func unframedWork(
      _ records: [FeedScroll.Record], _ spans: [WorkSpan], _ budget: FrameBudget
    ) -> [(name: String, work: Range<Duration>)] {
      let frames = Self.frames(records)
      let last = frames.map(\.upperBound).max() ?? .zero
      let end = records.last.map { budget.vsync($0.vsync).target } ?? .zero
      let outside = spans.filter { span in
        span.isOfMainQueue && span.start >= .zero && span.start < span.end
          && !frames.contains { $0.lowerBound <= span.start && span.start < $0.upperBound }
      }
      var work = outside.map { ($0.stage.rawValue, $0.start..<$0.end) }
      // It begins with its vsync, before the first stage of a row.
      let missing = records.reversed().prefix { $0.outcome == .dropped }
      if let first = missing.last, let stage = outside.map(\.start).filter({ $0 >= last }).min(),
        stage < end
      {
        let start = min(stage, max(last, budget.vsync(first.vsync).start))
        let stop = max(end, outside.map(\.end).max() ?? end)
        work.insert(("unfinished frame", start..<stop), at: 0)
      }
      return work
    }

    /// Adds the main queue's idle time between frames and other work.
    private mutating func addIdle(
      _ records: [FeedScroll.Record], _ work: [(name: String, work: Range<Duration>)],
      _ budget: FrameBudget
    ) {
      var free = Duration.zero
      let busy = Self.frames(records) + work.map(\.work)
      for time in busy.sorted(by: { $0.lowerBound < $1.lowerBound }) {
        if time.lowerBound > free {
          add("idle", "idle", from: free, to: time.lowerBound, on: Track.idle)
        }
        free = max(free, time.upperBound)
      }
      guard let last = records.last else { return }
      let end = budget.vsync(last.vsync).target
      if end > free { add("idle", "idle", from: free, to: end, on: Track.idle) }
    }

    /// Adds the times in which a part of the screen is blank.
    private mutating func addBlank(_ records: [FeedScroll.Record], _ budget: FrameBudget) {
      var start: Duration?
      for record in records {
        let vsync = budget.vsync(record.vsync)
        if record.blankArea > 0 {
          start = start ?? vsync.target
        } else if let from = start {
          add("blank", "blank", from: from, to: vsync.target, on: Track.blank)
          start = nil
        }
      }
      if let start, let last = records.last {
        add("blank", "blank", from: start, to: budget.vsync(last.vsync).target, on: Track.blank)
      }
    }

    /// Adds a process with a track for each row.
    private mutating func addRows(_ spans: [WorkSpan]) {
      guard !spans.isEmpty else { return }
      let first = events.count
      name(process: "rows", at: Track.rows)
      // Two workers may draw parts of one row at the same time, and events of a track nest.
      let workers = Dictionary(grouping: spans.filter { $0.item != nil }) { $0.item ?? 0 }
        .mapValues { Set($0.map(\.worker)).sorted() }
      var tracks: [[Int]: Int] = [:]
      for (item, workers) in workers.sorted(by: { $0.key < $1.key }) {
        for worker in workers {
          let track = Track.rows + tracks.count
          tracks[[item, worker]] = track
          name(track, "row \(item)" + (workers.count > 1 ? ", worker \(worker)" : ""))
        }
      }
      for span in spans {
        guard let item = span.item, let track = tracks[[item, span.worker]] else { continue }
        let place = span.isOfMainQueue ? "main queue" : "worker \(span.worker)"
        add(
          span.stage.rawValue, "row", from: span.start, to: span.end, on: track,
          ["on": .text(place), "wasted": .number(span.isWasted ? 1 : 0)])
      }
      for index in first..<events.count { events[index].pid = 2 }
    }

    private mutating func addVsync(
      _ record: FeedScroll.Record, _ budget: FrameBudget, _ awaited: WorkSpan?
    ) {
      let vsync = budget.vsync(record.vsync)
      var arguments: [String: Argument] = ["vsync": .number(Double(record.vsync))]
      if let awaited { arguments["waitedFor"] = .text(awaited.words) }
      add(
        "\(record.outcome)", "vsync", from: vsync.start, to: vsync.target, on: Track.vsyncs,
        arguments)
      addCounter("blank pixels", Double(record.blankArea), at: vsync.target)
    }
  }
}

extension Duration {
  /// This duration in microseconds, rounded to nanoseconds.
  fileprivate var microseconds: Double { (self / .nanoseconds(1)).rounded() / 1000 }
}

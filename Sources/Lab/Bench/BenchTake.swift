package import GalleyFrames
package import GalleyScrolling

/// The first run of a combination, vsync by vsync.
package struct BenchTake: Sendable {
  /// The vsyncs.
  package var records: [FeedScroll.Record]
  /// The causes of dropped vsyncs.
  package var blames: [Int: DropBlame]
  /// The stages of the workers; empty without workers.
  package var spans: [WorkSpan]

  /// A take.
  package init(
    _ records: [FeedScroll.Record], blames: [Int: DropBlame] = [:], spans: [WorkSpan] = []
  ) {
    self.records = records
    self.blames = blames
    self.spans = spans
  }

  /// A take of a scroll whose ledger is finished.
  init(_ records: [FeedScroll.Record], _ ledger: FrameLedger, spans: [WorkSpan] = []) {
    self.records = records
    self.spans = spans
    blames = [:]
    for record in records { blames[record.vsync] = ledger.blame(ofVsync: record.vsync) }
  }

  /// The time of the longest frame.
  var longestTime: Duration { records.lazy.compactMap { $0.timings?.total }.max() ?? .zero }

  /// Whether the host caused a dropped vsync.
  func isByHost(_ record: FeedScroll.Record) -> Bool { blames[record.vsync] == .host }

  /// The numbers of vsyncs by outcome, and the dropped ones by their cause.
  var words: String {
    let host = records.count { $0.outcome == .dropped && isByHost($0) }
    let counts = VsyncOutcome.allCases.map { outcome in
      (records.count { $0.outcome == outcome } - (outcome == .dropped ? host : 0), outcome.words)
    }
    return (counts + [(host, "dropped by the host")]).filter { $0.0 > 0 }
      .map { "\($0.0) \($0.1)" }.joined(separator: " · ")
  }
}

extension VsyncOutcome {
  /// The outcome in one word.
  var words: String {
    switch self {
    case .presented: "presented"
    case .blank: "partly blank"
    case .dropped: "dropped"
    case .unchanged: "unchanged"
    }
  }
}

import Galley
import TestSupport

/// A scroll that was played to its end, and all that it reported.
@MainActor
struct Scroll {
  var records: [FeedScroll.Record] = []
  var failures: [RowFailure] = []
  var summary: FeedScroll.Summary
  var folder: TestFolder

  /// Scrolls `feed` and writes frames to a folder of their own, unless told not to.
  init(
    _ feed: FeedInput, hasFrames: Bool = true, _ change: (inout ScrollOptions) -> Void = { _ in }
  ) async throws {
    let folder = try TestFolder()
    var options = try ScrollOptions(
      rendering: RenderOptions(workerCount: 2), frameFolder: hasFrames ? folder.path : nil)
    change(&options)
    var records: [FeedScroll.Record] = []
    var failures: [RowFailure] = []
    summary = try await FeedScroll(options).run(feed) { event in
      switch event {
      case .vsync(let record): records.append(record)
      case .failure(let failure): failures.append(failure)
      case .warning: break
      }
    }
    self.records = records
    self.failures = failures
    self.folder = folder
  }

  /// One character a vsync.
  var timeline: String { String(records.map(\.outcome.rawValue)) }

  /// The bytes of the frame that came new at a vsync.
  func frame(_ vsync: Int) throws -> [UInt8]? {
    try records[vsync].file.map { try TestFolder.bytes(at: $0) }
  }
}

/// What `body` throws; `nil` if it does not.
@MainActor
func failure(of body: @MainActor () async throws -> Void) async -> (any Error)? {
  do {
    try await body()
    return nil
  } catch { return error }
}

/// Records that wait until the files of their frames are written.
struct RecordQueue {
  private var records: [(record: FeedScroll.Record, file: Int?)] = []
  /// The number of files in the records so far.
  private var fileCount = 0

  mutating func reserveCapacity(_ count: Int) { records.reserveCapacity(count) }

  /// Adds a record, with the number of its file.
  mutating func append(_ record: FeedScroll.Record, file: Int?) { records.append((record, file)) }

  /// Removes the records whose files are written, in order; `written` is `nil` without files.
  ///
  /// The names of files are made here, when no frame is timed.
  mutating func takeAll(
    written: Int?, path: (Int) -> String?, _ body: (FeedScroll.Record) throws -> Void
  ) rethrows {
    var count = 0
    defer { records.removeFirst(count) }
    for (record, file) in records {
      var record = record
      if let file {
        guard fileCount < written ?? .max else { return }
        fileCount += 1
        record.file = path(file)
      }
      count += 1
      try body(record)
    }
  }
}

/// Records that wait until the files of their frames are written.
struct RecordQueue {
  private var records: [ScrollRecord] = []
  /// The number of files in the records so far.
  private var fileCount = 0

  mutating func append(_ record: ScrollRecord) { records.append(record) }

  /// Removes the records whose files are written, in order; `written` is `nil` without files.
  mutating func takeAll(written: Int?, _ body: (ScrollRecord) throws -> Void) rethrows {
    var count = 0
    defer { records.removeFirst(count) }
    for record in records {
      if record.file != nil {
        guard fileCount < written ?? .max else { return }
        fileCount += 1
      }
      try body(record)
      count += 1
    }
  }
}

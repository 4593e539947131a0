/// Reads the elements of a feed in batches, and skips rows outside a range.
package final class BatchReader {
  private let reader: FeedReader
  private let rows: Range<Int>
  private let batchSize: Int
  private var position = 0
  private var failure: (any Error)?

  /// Makes a reader of batches of at most `batchSize` elements; `nil` for `rows` reads all rows.
  package init(_ reader: FeedReader, rows: Range<Int>?, batchSize: Int) {
    self.reader = reader
    self.rows = rows ?? 0..<Int.max
    self.batchSize = batchSize
  }

  /// Returns the next batch; `nil` at the end.
  ///
  /// If the feed breaks off within a batch, this returns the elements before the fault, and the next call
  /// throws.
  package func next() throws -> [FeedElement]? {
    if let failure { throw failure }
    var batch: [FeedElement] = []
    do {
      while batch.count < batchSize, position < rows.upperBound, let element = try reader.next() {
        if rows.contains(position) { batch.append(element) }
        position += 1
      }
    } catch {
      guard !batch.isEmpty else { throw error }
      failure = error
    }
    return batch.isEmpty ? nil : batch
  }
}

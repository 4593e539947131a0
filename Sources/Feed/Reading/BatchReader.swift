package import GalleyFeedItems

/// Reads the elements of a feed in batches, and skips rows outside a range or of other shards.
package final class BatchReader {
  private let reader: FeedReader
  private let rows: Range<Int>
  private let bytes: Range<Int>
  private let batchSize: Int
  private let includes: ((FeedElement) -> Bool)?
  private var position = 0
  private var hasEnded = false
  private var failure: (any Error)?

  /// Makes a reader of batches of at most `batchSize` elements.
  ///
  /// - Parameters:
  ///   - reader: The feed, of which nothing is read yet.
  ///   - rows: The indexes of elements; `nil` for all.
  ///   - bytes: The offsets of elements in the feed; `nil` for all.
  ///   - batchSize: The largest number of elements of a batch.
  ///   - includes: Whether an element of these ranges is read; `nil` for all.
  package init(
    _ reader: FeedReader, rows: Range<Int>?, bytes: Range<Int>? = nil, batchSize: Int,
    includes: ((FeedElement) -> Bool)? = nil
  ) {
    self.reader = reader
    self.rows = rows ?? 0..<Int.max
    self.bytes = bytes ?? 0..<Int.max
    self.batchSize = batchSize
    self.includes = includes
  }

  /// Returns the next element; `nil` at the end.
  package func nextElement() throws -> FeedElement? {
    if position == 0, bytes.lowerBound > 0 {
      try reader.passLines(before: bytes.lowerBound)
      position = reader.elementCount
    }
    while !hasEnded, position < rows.upperBound, let element = try reader.next() {
      position += 1
      if element.byteOffset >= bytes.upperBound { break }
      if rows.contains(position - 1), element.byteOffset >= bytes.lowerBound,
        includes?(element) ?? true
      {
        return element
      }
    }
    hasEnded = true
    return nil
  }

  /// Returns the next batch; `nil` at the end.
  ///
  /// If the feed breaks off within a batch, this returns the elements before the fault, and the next call
  /// throws.
  package func next() throws -> [FeedElement]? {
    if let failure { throw failure }
    var batch: [FeedElement] = []
    do {
      while batch.count < batchSize, let element = try nextElement() { batch.append(element) }
    } catch {
      guard !batch.isEmpty else { throw error }
      failure = error
    }
    return batch.isEmpty ? nil : batch
  }
}

extension FeedElement {
  /// The offset of the element's first byte in the feed.
  package var byteOffset: Int {
    switch self {
    case .item(let item): item.byteOffset
    case .bad(let error): error.byteOffset
    }
  }
}

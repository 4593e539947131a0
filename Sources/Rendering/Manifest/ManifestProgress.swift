import GalleyFiles

/// How far a run has come, by its manifest.
package struct ManifestProgress: Sendable {
  /// The rows of the manifest, failures included.
  package private(set) var rowCount = 0
  /// The failures.
  package private(set) var failureCount = 0
  /// Whether the run is complete.
  package private(set) var isComplete = false
  /// The rows of the range that was asked for, of which the feed may have fewer; `nil` if it has no end.
  package private(set) var rowLimit: Int?
  /// The bytes of the run's part of the feed, and those before its last row; `nil` if the length of the part is not
  /// known.
  package private(set) var feedBytes: (done: Int, total: Int)?
  /// The shard; `nil` for all of the feed.
  package let shard: ManifestHead.Part?

  /// Reads the manifest at `path`.
  ///
  /// - Throws: ``BulkError/unreadableManifest(path:message:)``.
  /// - Complexity: O(lines).
  package init(path: String) throws(BulkError) {
    guard let manifest = try ManifestReader(path: path) else {
      throw .unreadableManifest(path: path, message: ManifestReader.absence(at: path))
    }
    shard = manifest.head.shard
    let head = manifest.head
    var (first, last): (Int?, Int) = (nil, 0)
    while let row = try manifest.next() {
      rowCount += 1
      if row.error != nil { failureCount += 1 }
      if first == nil { first = row.byteOffset }
      last = row.byteOffset
    }
    isComplete = manifest.isComplete
    if let end = head.endRow {
      rowLimit = max(rowCount, Self.count(from: head.firstRow ?? 0, to: end))
      return
    }
    let start = shard?.firstByte ?? (head.firstRow == nil ? 0 : first ?? 0)
    guard let end = shard?.endByte ?? head.feedBytes, start >= 0, end >= start else {
      return
    }
    let total = end - start
    feedBytes = (isComplete ? total : min(total, max(0, last - start)), total)
  }

  /// The numbers of a range, which an edited manifest may have turned around.
  private static func count(from first: Int, to end: Int) -> Int {
    let (count, overflows) = end.subtractingReportingOverflow(first)
    return overflows ? 0 : max(0, count)
  }
}

import GalleyFiles

/// How far a run has come, by its manifest.
package struct ManifestProgress: Sendable {
  /// The rows of the manifest, failures included.
  package private(set) var rowCount = 0
  /// The failures.
  package private(set) var failureCount = 0
  /// Whether the run is complete.
  package private(set) var isComplete = false
  /// The bytes of the run's part of the feed, and those before the end of the last row; `nil` if the length of
  /// the feed is not known.
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
    var last = 0
    while let row = try manifest.next() {
      rowCount += 1
      if row.error != nil { failureCount += 1 }
      last = row.byteOffset
    }
    isComplete = manifest.isComplete
    let start = shard?.firstByte ?? 0
    guard let end = shard?.endByte ?? manifest.head.feedBytes, start >= 0, end >= start else {
      return
    }
    let total = end - start
    feedBytes = (isComplete ? total : min(total, max(0, last - start)), total)
  }
}

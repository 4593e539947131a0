import HeapModule

/// The rows of several manifests, in the order of the feed.
///
/// A manifest is open from its first row to its last, so that of ranges of rows one is open at a time.
struct RowOrder {
  /// An open manifest and its next row.
  private struct Open: Comparable {
    var row: ManifestRow
    var manifest: ManifestReader

    static func < (left: Open, right: Open) -> Bool { left.row.index < right.row.index }
    static func == (left: Open, right: Open) -> Bool { left.row.index == right.row.index }
  }

  /// The manifests without a last line, of those that were read to their end.
  private(set) var incompletePaths: [String] = []
  /// The manifests that are not open yet, by their first rows, the last one first.
  private var waiting: [(first: Int, path: String)] = []
  private var open = Heap<Open>()

  init(_ paths: [String]) throws(BulkError) {
    for path in paths {
      let manifest = try Self.reader(of: path)
      if let first = try manifest.next() {
        waiting.append((first.index, path))
      } else if !manifest.isComplete {
        incompletePaths.append(path)
      }
    }
    waiting.sort { $0.first > $1.first }
  }

  /// The next row; rows of one index follow each other.
  ///
  /// - Complexity: O(log open manifests).
  mutating func next() throws(BulkError) -> ManifestRow? {
    while let last = waiting.last, open.min.map({ last.first <= $0.row.index }) ?? true {
      waiting.removeLast()
      try push(Self.reader(of: last.path))
    }
    guard let least = open.popMin() else { return nil }
    try push(least.manifest)
    return least.row
  }

  /// Opens a manifest, whose head was read before.
  private static func reader(of path: String) throws(BulkError) -> ManifestReader {
    guard let manifest = try ManifestReader(path: path) else {
      throw .unreadableManifest(path: path, message: ManifestReader.absence(at: path))
    }
    return manifest
  }

  private mutating func push(_ manifest: ManifestReader) throws(BulkError) {
    if let row = try manifest.next() {
      open.insert(Open(row: row, manifest: manifest))
    } else if !manifest.isComplete {
      incompletePaths.append(manifest.path)
    }
  }
}

import GalleyFiles
import GalleyPrimitives

/// Appends the lines of a manifest, in step with the pictures.
final class ManifestWriter {
  /// The sums of all lines, those of an earlier run included.
  private(set) var totals: ManifestTotals
  private var file: AppendedFile?
  private var lines: [UInt8] = []
  private var waitingCount = 0
  private let isDurable: Bool
  /// The path of a manifest that this run has made, and that has no line yet.
  private var emptyPath: String?

  /// The lines that may wait for the disk at a time.
  private static let durableCount = 512

  /// Starts a manifest, or opens one that a later call of ``resume(after:)`` continues.
  ///
  /// - Throws: ``BulkError/manifestExists(path:)``, ``BulkError/manifestInUse(path:)``, or `FileError`.
  init(path: String, head: ManifestHead, isNew: Bool, durable: Bool) throws {
    isDurable = durable
    totals = ManifestTotals(warningCount: head.warnings?.count ?? 0)
    do throws(FileError) {
      file = try AppendedFile(path, isNew ? .new : .continued)
    } catch {
      switch error {
      case .cannotCreate(_, FileError.exists):
        // A link that leads nowhere has no stamp.
        guard FileStamp(path: path)?.isRegular ?? true else {
          throw FileError.cannotCreate(path: path, errno: FileError.notRegular)
        }
        throw BulkError.manifestExists(path: path)
      case .cannotCreate(_, FileError.inUse): throw BulkError.manifestInUse(path: path)
      default: throw error
      }
    }
    lines = try head.line()
    if isNew { emptyPath = path }
  }

  /// A run that ends before its first line, because its output cannot be made, leaves no manifest.
  deinit { emptyPath.map(removeFile) }

  /// Continues the manifest after its first `byteCount` bytes, the head among them.
  func resume(after byteCount: Int) throws(FileError) {
    if byteCount > 0 { lines = [] }
    try file?.cut(to: byteCount)
  }

  /// Counts a row of an earlier run.
  func pass(_ row: ManifestRow) { totals.add(row) }

  /// Adds a row.
  func add(_ row: ManifestRow) {
    row.append(to: &lines)
    totals.add(row)
    waitingCount += 1
  }

  /// Whether the lines should be written: their pictures have to be, before.
  var isDue: Bool { !isDurable || waitingCount >= Self.durableCount }

  /// Writes the lines so far.
  func flush() throws(FileError) {
    emptyPath = nil
    try file?.append(lines)
    lines.removeAll(keepingCapacity: true)
    waitingCount = 0
    try file?.flush(durable: isDurable)
  }

  /// Writes the last line, and waits until the disk has it.
  func finish() throws(FileError) {
    emptyPath = nil
    lines += totals.line
    try file?.append(lines)
    try file?.flush(durable: true)
    file = nil
  }
}

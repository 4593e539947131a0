import GalleyArchives
import GalleyCellRendering
import GalleyCells
import GalleyFiles
import GalleyPrimitives

/// Writes card pictures to tar archives.
final class ArchiveSink: RowSink {
  private var writer: ArchiveWriter
  private(set) var written = WrittenFiles()

  init(_ archives: ArchiveSet, isDurable: Bool, guarded: GuardedInputs) throws {
    writer = ArchiveWriter(archives, durable: isDurable)
    for path in [writer.path, writer.path + ArchiveSet.partSuffix] { try guarded.check(path) }
    if let index = archives.indexPath { try guarded.check(index) }
    try writer.check()
  }

  /// Takes note of a picture that an earlier process has written.
  func pass(_ slice: ArchiveSlice) -> Bool { writer.pass(slice) }

  /// Whether the archives of the pictures that were passed are all complete.
  var endsWithPassed: Bool { writer.endsWithPassed }

  /// The path of the archive of the last picture that was passed.
  var path: String { writer.path }

  /// Continues after the pictures that were passed.
  func resume() throws(FileError) { try writer.resume() }

  func consume(_ row: FinishedRow) throws -> RowFiles {
    guard case .picture(let picture) = row.output, let name = row.placed.card?.name else {
      return RowFiles(paths: [])
    }
    let slice = try writer.append(name, picture.bytes)
    let size = row.row.layout.pixelSize
    written.byteCount += picture.bytes.count
    written.pixelCount += size.width * size.height
    return RowFiles(paths: [slice.archive], slice: slice)
  }

  func flush() throws { try writer.flush() }

  func finish() throws {
    try writer.finish()
    written.fileCount = writer.shards.count
  }
}

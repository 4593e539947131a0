import GalleyArchives
import GalleyCellRendering
import GalleyCells
import GalleyFiles
import GalleyPrimitives

/// Writes card pictures to tar archives.
final class ArchiveSink: RowSink {
  private var writer: ArchiveWriter
  private(set) var written = WrittenFiles()

  init(_ archives: ArchiveSet, keepsOthers: Bool, isDurable: Bool, guarded: GuardedInputs) throws {
    writer = ArchiveWriter(archives, durable: isDurable, keepsOthers: keepsOthers)
    for path in [writer.path, writer.path + ArchiveSet.partSuffix] { try guarded.check(path) }
    if let index = archives.indexPath { try guarded.check(index) }
    try Self.explaining { try writer.check() }
  }

  /// Why no file in an archive can have this name; `nil` if one can.
  @Sendable static func refusal(ofName name: String) -> String? {
    do throws(TarError) { _ = try TarEntry(name: name, byteCount: 0) } catch { return "\(error)" }
    return nil
  }

  /// Takes note of a picture that an earlier process has written.
  func pass(_ slice: ArchiveSlice, name: String) -> Bool { writer.pass(slice, name: name) }

  /// Whether the archives of the pictures that were passed are all complete.
  var endsWithPassed: Bool { writer.endsWithPassed }

  /// The path of the archive of the last picture that was passed.
  var path: String { writer.path }

  /// Writes the index of the archives of the pictures that were passed, if it is not there.
  func restoreIndex() throws(FileError) { try writer.restoreIndex() }

  /// Continues after the pictures that were passed, which `manifest` describes.
  func resume(of manifest: String) throws {
    do throws(FileError) { try writer.resume() } catch {
      guard case .writeFailed(let path, FileError.missingData) = error else { throw error }
      throw BulkError.lostArchive(path: path, manifest: manifest)
    }
  }

  /// Calls `body`, and gives the failure about an archive that exists its words.
  private static func explaining<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch FileError.cannotCreate(let path, FileError.exists) {
      throw BulkError.archiveExists(path: path)
    }
  }

  func consume(_ row: FinishedRow) throws -> RowFiles {
    guard case .picture(let picture) = row.output, let name = row.placed.card?.name else {
      return RowFiles(paths: [])
    }
    let slice = try Self.explaining { try writer.append(name, picture.bytes) }
    let size = row.row.layout.pixelSize
    written.byteCount += picture.bytes.count
    written.pixelCount += size.width * size.height
    return RowFiles(paths: [slice.archive], slice: slice)
  }

  func flush() throws { try writer.flush() }

  func finish() throws {
    try Self.explaining { try writer.finish() }
    written.fileCount = writer.shards.count
  }
}

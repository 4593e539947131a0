import GalleyArchives
import GalleyFiles
import GalleyHandles
import GalleyPNG
import GalleyPrimitives

/// The receiver of finished rows, in the feed's order: one tall picture, pages, cards, or archives of cards.
protocol RowSink {
  /// Takes the next row, and returns the files that show a part of it.
  mutating func consume(_ row: FinishedRow) throws -> RowFiles
  /// Writes the pictures so far, so that a later process finds them.
  mutating func flush() throws
  /// Completes the last file.
  mutating func finish() throws
  /// The counts of the written files so far.
  var written: WrittenFiles { get }
}

extension RowSink {
  mutating func flush() {}
}

/// The files that show a part of a row.
struct RowFiles {
  var paths: [String]
  /// The place of the picture in an archive.
  var slice: ArchiveSlice?
}

/// The counts of written files.
struct WrittenFiles: Hashable, Sendable {
  var fileCount = 0
  var byteCount = 0
  var pixelCount = 0
  /// The pages of documents.
  var pageCount = 0

  mutating func add(bytes: Int, width: Int, rows: Int) {
    fileCount += 1
    byteCount += bytes
    pixelCount += width * rows
  }
}

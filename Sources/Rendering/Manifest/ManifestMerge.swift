package import GalleyArchives
import GalleyFiles
import GalleyHandles
import GalleyPrimitives
import Glibc

/// Merges the manifests of shards to that of one run, and their archives to those of one run.
///
/// The lines are in the order of the feed, and the bytes are those that one machine writes. Nothing is written
/// unless all shards are there, complete, of equal settings, and have each row once.
package struct ManifestMerge {
  /// A manifest of a shard; there may be more of them than files that a process may open.
  private struct Manifest {
    var path: String
    var head: ManifestHead
  }

  private let manifests: [Manifest]
  private var totals: ManifestTotals
  private let checksFiles: Bool
  private var problems: [String] = []
  private var archives: [String: RandomAccessFile] = [:]
  /// The archives of the shards.
  private var sources: Set<String> = []

  /// The largest number of problems in a message.
  private static let problemLimit = 20

  /// Reads the heads of the manifests at `paths`.
  ///
  /// - Parameters:
  ///   - paths: The manifests, in any order.
  ///   - checksFiles: Whether each file of a row is read and compared with its digest.
  /// - Throws: ``BulkError``.
  package init(_ paths: [String], checksFiles: Bool) throws(BulkError) {
    var manifests: [Manifest] = []
    for path in paths {
      // It is read several times, which a pipe does not allow.
      if let stamp = FileStamp(path: path), !stamp.isRegular {
        throw .unreadableManifest(path: path, message: systemMessage(FileError.notRegular))
      }
      guard let manifest = try ManifestReader(path: path) else {
        throw .unreadableManifest(path: path, message: ManifestReader.absence(at: path))
      }
      manifests.append(Manifest(path: path, head: manifest.head))
    }
    self.manifests = manifests
    self.checksFiles = checksFiles
    totals = ManifestTotals(warningCount: manifests.first?.head.warnings?.count ?? 0)
    try Self.check(manifests)
  }

  /// Whether the pictures are in archives.
  package var hasArchives: Bool { manifests.first?.head.archives != nil }

  /// The size of archives in the shards; `nil` if it is not limited.
  package var archiveByteLimit: Int? { manifests.first?.head.archiveBytes }

  /// Compares settings, and finds missing and doubled shards.
  private static func check(_ manifests: [Manifest]) throws(BulkError) {
    var problems: [String] = []
    guard let first = manifests.first else { return }
    let count = first.head.shard?.count
    var numbers: [Int: String] = [:]
    for manifest in manifests {
      var (mine, other) = (manifest.head, first.head)
      if mine.shard?.count != count || mine.shard?.by != other.shard?.by {
        problems.append(
          "\(manifest.path) is shard \(mine.shard?.words ?? "none"), and \(first.path) is "
            + "\(other.shard?.words ?? "none")")
      }
      if let number = mine.shard?.number {
        if let path = numbers[number] {
          problems.append("shard \(number) is there twice: \(path) and \(manifest.path)")
        }
        numbers[number] = manifest.path
      }
      (mine.shard, other.shard) = (nil, nil)
      (mine.archives, other.archives) = (
        mine.archives.map { _ in "" }, other.archives.map { _ in "" }
      )
      if let difference = mine.difference(from: other) {
        problems.append("\(manifest.path) is that of another run than \(first.path): \(difference)")
      }
    }
    if let count {
      // The count may be any number, so the search ends with the message.
      for number in 1...max(1, count) where numbers[number] == nil {
        guard problems.count < problemLimit else { break }
        problems.append("shard \(number)/\(count) is missing")
      }
    }
    guard problems.isEmpty else { throw .cannotMerge(Array(problems.prefix(problemLimit))) }
  }

  /// Writes the manifest of all rows to `path`, and their pictures to `archives`, if they are in archives.
  ///
  /// - Returns: The sums of all rows.
  /// - Throws: ``BulkError``, `FileError`, or `TarError`.
  /// - Complexity: O(rows + bytes of archives); with shards by content, O(rows × log shards).
  package mutating func write(
    _ path: String, archives set: ArchiveSet?, durable: Bool
  ) throws -> ManifestTotals {
    // The first pass changes nothing.
    try scan()
    if let set, let source = sources.sorted().first(where: { set.mayReplace($0) }) {
      throw BulkError.cannotMerge(["\(source) is an archive of a shard, and would be replaced"])
    }
    if let identity = FileIdentity(existingPath: path), let source = try source(identity) {
      throw BulkError.cannotMerge(["\(path) is \(source), and would be replaced"])
    }
    var output = try AtomicFile(path)
    guard var head = manifests.first?.head else { return totals }
    head.shard = nil
    head.archives = set?.text
    head.archiveBytes = set.flatMap { $0.isNumbered ? $0.byteLimit : nil }
    try output.write(head.line())
    var writer = set.map { ArchiveWriter($0, durable: durable, isWhole: true) }
    try writer?.check()
    do {
      try copy(to: &output, &writer)
      try output.write(totals.line)
      try output.flush()
      // A pipe may refuse the bytes: it gets them before archives have their names.
      if output.isStream {
        try output.commit(durable: durable)
        try Self.finish(&writer)
      } else {
        // An interruption comes before the first archive has its name or after the manifest has its.
        TemporaryFiles.shared.beginEnding()
        defer { TemporaryFiles.shared.endEnding() }
        try writer?.finish()
        try output.commit(durable: durable)
      }
    } catch {
      writer?.abandon()
      throw error
    }
    return totals
  }

  private static func finish(_ writer: inout ArchiveWriter?) throws {
    TemporaryFiles.shared.beginEnding()
    defer { TemporaryFiles.shared.endEnding() }
    try writer?.finish()
  }

  /// Describes the file of the shards that `identity` is; `nil` if it is none of them.
  ///
  /// - Complexity: O(rows) if the pictures are single files.
  private func source(_ identity: FileIdentity) throws -> String? {
    if let archive = sources.first(where: { FileIdentity(existingPath: $0) == identity }) {
      return "the archive \(archive) of a shard"
    }
    for manifest in manifests {
      let archives = manifest.head.archives.flatMap { ArchiveSet($0) }
      if let index = archives?.indexPath, FileIdentity(existingPath: index) == identity {
        return "the index \(index) of a shard"
      }
    }
    guard !hasArchives else { return nil }
    var order = try RowOrder(manifests.map(\.path))
    while let row = try order.next() {
      if let file = row.file, FileIdentity(existingPath: file) == identity {
        return "the picture of row \(row.index)"
      }
    }
    return nil
  }

  /// Copies all rows and their pictures.
  private mutating func copy(
    to output: inout AtomicFile, _ writer: inout ArchiveWriter?
  ) throws {
    var order = try RowOrder(manifests.map(\.path))
    while var row = try order.next() {
      if row.slice != nil {
        let slice = try writer?.append(row.file ?? "", try wholePicture(of: row))
        (row.archive, row.offset) = (slice?.archive, slice?.offset)
      }
      var line: [UInt8] = []
      row.append(to: &line)
      try output.write(line)
      totals.add(row)
    }
  }

  /// Finds missing and doubled rows, shards that are not complete, and pictures that are damaged.
  private mutating func scan() throws {
    var order = try RowOrder(manifests.map(\.path))
    var expected = manifests.first?.head.firstRow ?? 0
    // Each shard has seen only its own identifiers.
    let names = (manifests.first?.head.names).flatMap { PictureNames($0) }
    // A run on one machine may number its names, and then it is merged alone.
    var book = manifests.count > 1 ? names.map { NameBook($0, numbers: false) } : nil
    while let row = try order.next() {
      // The other rows are read for runs that are not complete, which may be the cause.
      guard problems.count < Self.problemLimit else { continue }
      if row.index > expected {
        problems.append(
          row.index == expected + 1
            ? "row \(expected) is missing" : "rows \(expected) to \(row.index - 1) are missing")
      } else if row.index < expected {
        problems.append("row \(row.index) is there twice")
      }
      expected = max(expected, row.index + 1)
      if let archive = row.archive { sources.insert(archive) }
      if let file = row.file {
        do throws(NameBook.Refusal) { _ = try book?.claim(file, index: row.index) } catch {
          guard case .taken(_, let index) = error else { continue }
          problems.append("rows \(index) and \(row.index) have one name: \(file)")
        }
      }
      guard checksFiles, row.error == nil else { continue }
      do { _ = try picture(of: row) } catch { problems.append("row \(row.index): \(error)") }
    }
    let incomplete = order.incompletePaths.prefix(Self.problemLimit)
      .map { "\($0) is not complete: continue its run with --resume" }
    guard incomplete.isEmpty, problems.isEmpty else {
      throw BulkError.cannotMerge(incomplete + problems)
    }
  }

  /// The bytes of a row's picture.
  private mutating func wholePicture(of row: ManifestRow) throws(BulkError) -> [UInt8] {
    do { return try picture(of: row) } catch {
      throw .cannotMerge(["row \(row.index): \(error); --check-files finds all before it writes"])
    }
  }

  /// The bytes of a row's picture, which are those that its line describes.
  private mutating func picture(of row: ManifestRow) throws(DamagedPicture) -> [UInt8] {
    let path = row.archive ?? row.file ?? ""
    let name = row.archive == nil ? path : "\(path) (\(row.file ?? ""))"
    var bytes: [UInt8]?
    do throws(ReadFailure) {
      bytes =
        if let slice = row.slice { try content(of: row, at: slice) } else {
          try readFile(path, byteLimit: row.bytes ?? 0)
        }
    } catch  where error.errno == EFBIG {
      throw DamagedPicture(name: name, reason: "its bytes are not those of the manifest")
    } catch {
      throw DamagedPicture(name: name, reason: systemMessage(error.errno))
    }
    guard let bytes else {
      throw DamagedPicture(
        name: name,
        reason: row.slice == nil
          ? "it is not there" : "the archive has another file at byte \(row.slice?.offset ?? 0)")
    }
    let digest = bytes.withUnsafeBytes { ContentKey(hashing: $0) }
    guard bytes.count == row.bytes, row.digest == "\(digest)" else {
      throw DamagedPicture(name: name, reason: "its bytes are not those of the manifest")
    }
    return bytes
  }

  /// The bytes of a picture in an archive, with the header that its line describes; `nil` for another header.
  private mutating func content(
    of row: ManifestRow, at slice: ArchiveSlice
  ) throws(ReadFailure) -> [UInt8]? {
    let header = TarEntry.blockSize
    let entry = try archive(slice.archive).bytes(
      at: slice.offset - header, count: header + slice.byteCount)
    let expected = try? TarEntry(name: row.file ?? "", byteCount: slice.byteCount).header
    guard let expected, entry.starts(with: expected) else { return nil }
    return Array(entry[header...])
  }

  /// An open archive; at most some are open at a time.
  private mutating func archive(_ path: String) throws(ReadFailure) -> RandomAccessFile {
    if let known = archives[path] { return known }
    if archives.count >= 64 { archives.removeAll() }
    let file = try RandomAccessFile(path: path)
    archives[path] = file
    return file
  }

  /// Why a picture cannot be merged.
  private struct DamagedPicture: Error, CustomStringConvertible {
    var name: String
    var reason: String

    var description: String { "\(name): \(reason)" }
  }
}

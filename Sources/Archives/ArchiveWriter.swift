package import GalleyFiles

/// The place of a file's content in an archive.
package struct ArchiveSlice: Hashable, Sendable {
  /// The path of the archive.
  package var archive: String
  /// The offset of the content, in bytes.
  package var offset: Int
  /// The bytes of the content.
  package var byteCount: Int

  /// Makes a slice.
  package init(archive: String, offset: Int, byteCount: Int) {
    self.archive = archive
    self.offset = offset
    self.byteCount = byteCount
  }

  /// The end of the entry: the content and the zeros that fill its last block.
  package var end: Int {
    let block = TarEntry.blockSize
    return offset + (byteCount + block - 1) / block * block
  }
}

/// Writes files to a row of tar archives, each of a limited size.
///
/// An archive that is not complete has the name of the archive and a suffix, so that a later process can
/// continue it. A file goes to the next archive if its entry does not fit into the current one; an archive has
/// at least one file.
package struct ArchiveWriter: ~Copyable, Sendable {
  /// The archives that are complete, with their files and bytes, and the current one.
  package private(set) var shards: [ArchiveShard] = []
  private let archives: ArchiveSet
  private let isDurable: Bool
  private var current: AppendedFile?
  /// The lock of the first archive when it is complete: a second process must not write these archives.
  private var firstLock: FileLock?
  private var fileCount = 0
  /// The number of archives that this writer has begun; others of these names belong to other processes.
  private var begunCount = 0
  /// Whether archives get their names together at the end, or are removed together.
  private let isWhole: Bool
  /// Whether an archive that exists, and is not of the files that were passed, is an error.
  private var keepsOthers: Bool

  /// Makes a writer; without a file there is no archive.
  ///
  /// - Parameters:
  ///   - archives: The names and the sizes.
  ///   - durable: Whether to wait until the disk has the bytes.
  ///   - isWhole: Whether all archives get their names at ``finish()``, and ``abandon()`` removes them; for a
  ///     writer that no later process continues.
  ///   - keepsOthers: Whether an archive that exists is an error with ``FileError/exists``, or is replaced.
  package init(
    _ archives: ArchiveSet, durable: Bool, isWhole: Bool = false, keepsOthers: Bool = false
  ) {
    self.archives = archives
    isDurable = durable
    self.isWhole = isWhole
    self.keepsOthers = keepsOthers
  }

  /// The path of the current archive, or of the next one.
  package var path: String { archives.path(shards.count) }

  /// The path of the current archive until it is complete.
  private var growingPath: String { growing(path) }

  private func growing(_ path: String) -> String {
    path + (isWhole ? ArchiveSet.mergeSuffix : ArchiveSet.partSuffix)
  }

  /// Checks whether the first archive can be made and no other process writes it, and leaves nothing there.
  package func check() throws(FileError) {
    try checkRename(to: archives.path(0))
    if let index = archives.indexPath { try checkRename(to: index) }
    _ = try FileLock(path: archives.path(0))
    let part = growing(archives.path(0))
    if fileExists(part) {
      _ = try AppendedFile(part, .continued, followsLinks: false)
    } else {
      try checkOutput(part)
    }
  }

  /// Checks that a complete archive can have the name `path`.
  private func checkName(_ path: String) throws(FileError) {
    try checkRename(to: path)
    if keepsOthers, fileExists(path) {
      throw .cannotCreate(path: path, errno: FileError.exists)
    }
  }

  /// Whether the archives that were passed end with the current one, and all are there.
  package var endsWithPassed: Bool {
    FileStamp(path: path).map { $0.byteCount == passedEnd + endSize } ?? false
  }

  /// Writes the index of the archives that were passed, which are complete, if it is not there.
  ///
  /// - Throws: ``FileError``.
  package mutating func restoreIndex() throws(FileError) {
    guard let index = archives.indexPath, !fileExists(index) else { return }
    let last = ArchiveShard(path: path, fileCount: fileCount, byteCount: passedEnd + endSize)
    try file(ofIndex: index, shards + [last]).commit(durable: isDurable)
  }

  /// Takes note of a file that an earlier process has written, in the order of the files.
  ///
  /// - Returns: Whether the file can be where it is said to be.
  package mutating func pass(_ slice: ArchiveSlice, name: String) -> Bool {
    if slice.archive != path {
      let byteCount = passedEnd + endSize
      guard fileCount > 0, let stamp = FileStamp(path: path), stamp.byteCount == byteCount else {
        return false
      }
      shards.append(ArchiveShard(path: path, fileCount: fileCount, byteCount: byteCount))
      (fileCount, passedEnd) = (0, 0)
    }
    guard slice.archive == path, slice.offset == passedEnd + TarEntry.blockSize else {
      return false
    }
    lastSlice = (slice, name)
    passedEnd = slice.end
    fileCount += 1
    // These archives are those of the run that goes on, and so are those that follow.
    keepsOthers = false
    return true
  }

  private var passedEnd = 0
  /// The last file that was passed, and its name.
  private var lastSlice: (slice: ArchiveSlice, name: String)?
  private var endSize: Int { TarEntry.end.count }

  /// Continues after the files that were passed.
  ///
  /// - Throws: ``FileError`` if the archive has fewer bytes.
  package mutating func resume() throws(FileError) {
    guard fileCount > 0 else { return }
    if !shards.isEmpty { firstLock = try FileLock(path: archives.path(0)) }
    let part = growingPath
    // An archive may have ended before the manifest had all of its lines; that of another run is not continued.
    if !fileExists(part), hasLastFile, let stamp = FileStamp(path: path),
      stamp.byteCount > passedEnd + endSize
    {
      try AppendedFile.reopen(path, as: part)
    }
    // An archive with its final name is complete, and only its successor was not begun.
    if fileExists(part) {
      current = try AppendedFile(part, .continued, followsLinks: false)
      try current?.cut(to: passedEnd)
    } else {
      guard let stamp = FileStamp(path: path), stamp.byteCount == passedEnd + endSize else {
        throw .writeFailed(path: path, errno: FileError.missingData)
      }
      shards.append(ArchiveShard(path: path, fileCount: fileCount, byteCount: passedEnd + endSize))
      fileCount = 0
    }
  }

  /// Whether the complete archive has the header of the last file that was passed, at its place.
  private var hasLastFile: Bool {
    guard let (slice, name) = lastSlice,
      let header = try? TarEntry(name: name, byteCount: slice.byteCount).header,
      let file = try? RandomAccessFile(path: path),
      let found = try? file.bytes(at: slice.offset - TarEntry.blockSize, count: header.count)
    else { return false }
    return found == header
  }

  /// Appends a file.
  ///
  /// - Throws: ``TarError`` or ``FileError``.
  package mutating func append(_ name: String, _ bytes: [UInt8]) throws -> ArchiveSlice {
    let entry = try TarEntry(name: name, byteCount: bytes.count)
    if let size = current?.byteCount, size + entry.storedByteCount + endSize > archives.byteLimit {
      try close()
    }
    if current == nil { try begin() }
    try current?.append(entry.header)
    let offset = current?.byteCount ?? 0
    try current?.append(bytes)
    try current?.append(zeros: entry.storedByteCount - TarEntry.blockSize - bytes.count)
    fileCount += 1
    return ArchiveSlice(archive: path, offset: offset, byteCount: bytes.count)
  }

  /// Writes the buffer, so that a later process finds all files so far.
  package mutating func flush() throws(FileError) { try current?.flush(durable: isDurable) }

  /// Completes the last archive, and writes the index.
  ///
  /// Without a file there is one empty archive.
  package mutating func finish() throws {
    if current == nil, shards.isEmpty { try begin() }
    try close()
    // The index may fail; then no archive of a whole set has its name.
    let index = try archives.indexPath.map { path throws(FileError) in
      try file(ofIndex: path, shards)
    }
    if isWhole {
      for shard in shards { try checkName(shard.path) }
      _ = try FileLock(path: archives.path(0))
      try TemporaryFiles.shared.rename(shards.map { (growing($0.path), $0.path) })
    }
    try index?.commit(durable: isDurable)
  }

  /// The index of `shards`, which is not committed yet.
  private func file(ofIndex path: String, _ shards: [ArchiveShard]) throws(FileError) -> AtomicFile
  {
    var file = try AtomicFile(path)
    try file.write(ArchiveShard.index(shards, at: path))
    try file.flush()
    return file
  }

  private mutating func begin() throws(FileError) {
    try checkName(path)
    let path = path
    let growingPath = growingPath
    if isWhole {
      try TemporaryFiles.shared.add(path: growingPath) { () throws(FileError) in
        current = try AppendedFile(growingPath, .emptied, followsLinks: false)
      }
    } else {
      current = try AppendedFile(growingPath, .emptied, followsLinks: false)
    }
    begunCount = shards.count + 1
    // Another process may have completed the archive before this one had the lock.
    do throws(FileError) {
      try checkName(path)
      if shards.isEmpty { _ = try FileLock(path: path) }
    } catch {
      current = nil
      removeFile(growingPath)
      throw error
    }
  }

  /// Removes the archives so far, none of which has its name.
  ///
  /// - Precondition: The writer gives all archives their names at the end.
  package mutating func abandon() {
    precondition(isWhole, "archives that have their names are removed")
    current = nil
    for number in 0..<begunCount {
      TemporaryFiles.shared.abandon(path: growing(archives.path(number)))
    }
  }

  private mutating func close() throws(FileError) {
    guard var file = current.take() else { return }
    try file.append(TarEntry.end)
    shards.append(
      ArchiveShard(path: path, fileCount: fileCount, byteCount: file.byteCount))
    fileCount = 0
    if isWhole { return try file.flush(durable: isDurable) }
    let lock = try file.finish(renamedTo: shards[shards.count - 1].path, durable: isDurable)
    if shards.count == 1 { firstLock = consume lock }
  }
}

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
/// An archive that is not complete has the name of the archive and `.part`, so that a later process can
/// continue it. A file goes to the next archive if its entry does not fit into the current one; an archive has
/// at least one file.
package struct ArchiveWriter: ~Copyable, Sendable {
  /// The archives that are complete, with their files and bytes, and the current one.
  package private(set) var shards: [ArchiveShard] = []
  private let archives: ArchiveSet
  private let isDurable: Bool
  private var current: AppendedFile?
  private var fileCount = 0
  /// The number of archives that this writer has begun; others of these names belong to other processes.
  private var begunCount = 0
  /// Whether archives get their names together at the end, or are removed together.
  private let isWhole: Bool

  /// Makes a writer; without a file there is no archive.
  ///
  /// - Parameters:
  ///   - archives: The names and the sizes.
  ///   - durable: Whether to wait until the disk has the bytes.
  ///   - isWhole: Whether all archives get their names at ``finish()``, and ``abandon()`` removes them; for a
  ///     writer that no later process continues.
  package init(_ archives: ArchiveSet, durable: Bool, isWhole: Bool = false) {
    self.archives = archives
    isDurable = durable
    self.isWhole = isWhole
  }

  /// The path of the current archive, or of the next one.
  package var path: String { archives.path(shards.count) }

  /// Checks whether the first archive can be made and no other process writes it, and leaves nothing there.
  package func check() throws(FileError) {
    let part = archives.path(0) + ArchiveSet.partSuffix
    if fileExists(part) {
      _ = try AppendedFile(part, .continued)
    } else {
      try checkOutput(part)
    }
  }

  /// Whether the archives that were passed end with the current one, and all are there.
  package var endsWithPassed: Bool {
    guard fileCount > 0 else { return true }
    return FileStamp(path: path).map { $0.byteCount == passedEnd + endSize } ?? false
  }

  /// Takes note of a file that an earlier process has written, in the order of the files.
  ///
  /// - Returns: Whether the file can be where it is said to be.
  package mutating func pass(_ slice: ArchiveSlice) -> Bool {
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
    passedEnd = slice.end
    fileCount += 1
    return true
  }

  private var passedEnd = 0
  private var endSize: Int { TarEntry.end.count }

  /// Continues after the files that were passed.
  ///
  /// - Throws: ``FileError`` if the archive has fewer bytes.
  package mutating func resume() throws(FileError) {
    guard fileCount > 0 else { return }
    let part = path + ArchiveSet.partSuffix
    // An archive may have ended before the manifest had all of its lines.
    if !fileExists(part), let stamp = FileStamp(path: path), stamp.byteCount > passedEnd + endSize {
      try AppendedFile.reopen(path, as: part)
    }
    // An archive with its final name is complete, and only its successor was not begun.
    if fileExists(part) {
      current = try AppendedFile(part, .continued)
      try current?.cut(to: passedEnd)
    } else {
      guard let stamp = FileStamp(path: path), stamp.byteCount == passedEnd + endSize else {
        throw .writeFailed(path: path, errno: FileError.missingData)
      }
      shards.append(ArchiveShard(path: path, fileCount: fileCount, byteCount: passedEnd + endSize))
      fileCount = 0
    }
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
    if isWhole {
      for shard in shards {
        try AppendedFile.reopen(shard.path + ArchiveSet.partSuffix, as: shard.path)
      }
    }
    guard let index = archives.indexPath else { return }
    var file = try AtomicFile(index)
    try file.write(ArchiveShard.index(shards))
    try file.commit(durable: isDurable)
  }

  private mutating func begin() throws(FileError) {
    current = try AppendedFile(path + ArchiveSet.partSuffix, .emptied)
    begunCount = shards.count + 1
  }

  /// Removes the archives so far, none of which has its name.
  ///
  /// - Precondition: The writer gives all archives their names at the end.
  package mutating func abandon() {
    precondition(isWhole, "archives that have their names are removed")
    current = nil
    for number in 0..<begunCount { removeFile(archives.path(number) + ArchiveSet.partSuffix) }
  }

  private mutating func close() throws(FileError) {
    guard var file = current.take() else { return }
    try file.append(TarEntry.end)
    shards.append(
      ArchiveShard(path: path, fileCount: fileCount, byteCount: file.byteCount))
    fileCount = 0
    if isWhole { return try file.flush(durable: isDurable) }
    try file.finish(renamedTo: shards[shards.count - 1].path, durable: isDurable)
  }
}

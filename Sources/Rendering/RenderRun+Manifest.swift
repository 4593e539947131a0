package import GalleyCellRendering
import GalleyArchives
import GalleyCells
package import GalleyFeed
package import GalleyFeedItems
import GalleyFiles
import GalleyPrimitives

extension RenderRun {
  /// Starts the manifest, or continues it after the rows of an earlier run, which `batches` then has passed.
  ///
  /// - Parameters:
  ///   - bulk: The settings of the manifest.
  ///   - output: The output.
  ///   - options: The settings of pictures.
  ///   - feed: The feed's length and the part of it that is read, in bytes.
  ///   - batches: The feed, of which nothing is read yet.
  /// - Returns: Whether there may be more rows.
  /// - Throws: ``BulkError``, `FileError`, or an error of the feed.
  /// - Complexity: O(1), and O(rows) of an earlier run, without layout.
  package mutating func begin(
    _ bulk: BulkOptions, output: RenderOutput, options: RenderOptions,
    feed: (byteCount: Int?, part: Range<Int>?), batches: BatchReader
  ) throws -> Bool {
    guard let path = bulk.manifest, case .pictures(let maker) = kind, let keys = maker.keys else {
      return true
    }
    let head = head(bulk, output, options, feed: feed, keys: keys)
    let isNew = !bulk.continues
    let manifest = try ManifestWriter(
      path: path, head: head, isNew: isNew, durable: options.isDurable)
    self.manifest = manifest
    guarded.keep(path)
    guard !isNew else { return true }
    guard let earlier = try ManifestReader(path: path) else {
      // Only the beginning of a first line may be there.
      let bytes = (try? readFile(path, byteLimit: 1 << 20)) ?? []
      guard try head.line().starts(with: bytes) else {
        throw BulkError.unreadableManifest(path: path, message: "it is no manifest")
      }
      try manifest.resume(after: 0)
      return true
    }
    if let difference = head.difference(from: earlier.head) {
      throw BulkError.otherRun(path: path, difference: difference)
    }
    while let row = try earlier.next() {
      try pass(row, of: batches, maker, manifest: path)
      manifest.pass(row)
      summary.add(row)
    }
    if earlier.isComplete {
      self.manifest = nil
      guard let archives = sink as? ArchiveSink else { return false }
      guard archives.endsWithPassed else {
        throw BulkError.lostArchive(path: archives.path, manifest: path)
      }
      try archives.restoreIndex()
      return false
    }
    try (sink as? ArchiveSink)?.resume(of: path)
    try manifest.resume(after: earlier.byteCount)
    return true
  }

  /// The summary of a run that an earlier process has completed.
  package func completedSummary() -> RenderSummary {
    var summary = summary
    summary.pixelHeight = placer.bottom
    return summary
  }

  private func head(
    _ bulk: BulkOptions, _ output: RenderOutput, _ options: RenderOptions,
    feed: (byteCount: Int?, part: Range<Int>?), keys: PictureKeys
  ) -> ManifestHead {
    let warnings = shop.fontWarnings.map { "\($0)" }
    var head: ManifestHead
    switch output {
    case .archives(let archives, let names):
      head = ManifestHead(keys: keys, names: names, warnings: warnings)
      head.archives = archives.text
      head.archiveBytes = archives.isNumbered ? archives.byteLimit : nil
    case .cards(let names): head = ManifestHead(keys: keys, names: names, warnings: warnings)
    case .tall, .standardOutput, .pages, .pagedDocument:
      preconditionFailure("a manifest is about card pictures")
    }
    head.sameNames = bulk.numbersNames ? "number" : nil
    head.feedBytes = feed.byteCount
    head.firstRow = options.rows?.lowerBound
    head.endRow = options.rows.flatMap { $0.upperBound == .max ? nil : $0.upperBound }
    if let shard = bulk.shard {
      head.shard = ManifestHead.Part(
        number: shard.number, count: shard.count, by: shard.division,
        firstByte: feed.part?.lowerBound,
        endByte: feed.part.flatMap { $0.upperBound == .max ? nil : $0.upperBound })
    }
    return head
  }

  /// Checks that the next element of the feed is that of `row`, and takes note of its name and place.
  private mutating func pass(
    _ row: ManifestRow, of batches: BatchReader, _ maker: CardMaker, manifest: String
  ) throws {
    func check(_ holds: Bool, _ difference: @autoclosure () -> String) throws(BulkError) {
      guard !holds else { return }
      throw .changedRow(index: row.index, manifest: manifest, difference: difference())
    }
    switch try batches.nextElement() {
    case nil: try check(false, "which the feed does not have")
    case .bad(let error):
      try check(
        error.index == row.index && row.error == "\(error)", "but element \(error.index): \(error)")
    case .item(let item):
      try check(
        item.index == row.index && item.byteOffset == row.byteOffset,
        "but row \(item.index) at byte \(item.byteOffset)")
      try check(
        row.error != nil || row.id == item.id, "but its identifier is \(item.id ?? "not there")")
      guard let file = row.file else {
        // It has no picture and no name.
        try check(row.error != nil && row.key == nil, "which has no file there")
        return
      }
      let content = try shop.source.content(of: item).content
      let key = maker.key(cell: shop.keys.key(content), content: content)
      try check(row.key == nil || row.key == "\(key)", "whose content key is \(key)")
      let name = try? book?.claim(index: item.index, id: item.id, key: key)
      try check(name == file, "whose file is \(name ?? "none")")
    }
    if let slice = row.slice, let archives = sink as? ArchiveSink,
      !archives.pass(slice, name: row.file ?? "")
    {
      throw BulkError.lostArchive(path: archives.path, manifest: manifest)
    }
    if let height = row.pixelHeight { _ = placer.place(height: height) }
  }
}

extension BulkOptions {
  /// The elements of the feed that belong to the shard; `nil` if all do that are in its range of bytes.
  package func includes(_ shop: CellShop) -> ((FeedElement) -> Bool)? {
    guard let shard, shard.division == .content else { return nil }
    return { element in
      switch element {
      case .bad(let error): error.index % shard.count == shard.number - 1
      case .item(let item):
        // A row without a cell fails in the shard of its index.
        ((try? shop.source.content(of: item)).map { shop.keys.key($0.content).high }
          ?? UInt64(item.index)) % UInt64(shard.count) == UInt64(shard.number - 1)
      }
    }
  }

  /// The range of bytes in which the elements of the shard begin; `nil` for all.
  ///
  /// - Throws: ``BulkError/unmeasuredFeed``, or an error of the feed.
  /// - Complexity: O(1), and O(bytes) for a feed that is compressed.
  package func part(of feed: FeedInput, _ options: RenderOptions) throws -> Range<Int>? {
    guard let shard, shard.division == .bytes else { return nil }
    guard feed.isRepeatable else { throw BulkError.unmeasuredFeed }
    let reader = try feed.reader(format: options.format, limits: options.limits)
    return shard.byteRange(of: try reader.measuredByteCount())
  }
}

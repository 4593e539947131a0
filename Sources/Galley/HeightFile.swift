import GalleyFeed
import GalleyFiles
import GalleyHandles
import GalleyLayout
import GalleyPrimitives
import GalleyRowHeights
import Glibc

/// Heights on disk, so that the next process knows the rows of this one.
///
/// What is read is either whole or nothing: a file that is damaged, foreign or too large is an empty
/// cache, and ``damage`` says so; one that is not a height cache at all is left alone.
///
/// ``save()`` adds to what the file then holds, and replaces it whole, so several processes may use
/// one file; where two save at the same moment, one's new heights may be lost, and never more. Heights
/// that were made with other fonts, font files, libraries, or another build of the program are not
/// found.
public final class HeightFile: Sendable {
  /// Where the file is, or will be.
  public let path: String
  /// Why what is at the path is not used, in words for people; `nil` if it is, or if there is nothing.
  public let damage: String?

  private struct Changes {
    var used: Set<HeightKey> = []
    var added: [HeightKey: StoredHeight] = [:]
  }

  private let byteLimit: Int
  private let isReplaceable: Bool
  private let stored: StoredHeights
  private let changes = Monitor(Changes())

  /// Reads the file at `path`, if there is one.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - byteLimit: The most bytes of it, on disk; what was used longest ago makes room.
  /// - Throws: ``HeightFileError/unusable(path:message:)`` where there can be no such file, so that a
  ///   run does not find out at its end.
  public init(path: String, byteLimit: Int = 16 << 20) throws(HeightFileError) {
    self.path = path
    self.byteLimit = byteLimit
    // Whether the folder takes a file: it is removed with the value.
    do { _ = try AtomicFile(path) } catch {
      throw .unusable(path: path, message: "\(error)")
    }
    let countLimit = StoredHeights.countLimit(byteLimit: byteLimit)
    do {
      let known = try Self.read(path, byteLimit: byteLimit, countLimit: countLimit)
      stored = known ?? StoredHeights(seed: .random(in: 0 ... .max), countLimit: countLimit)
      damage = nil
      isReplaceable = true
    } catch {
      guard case .unreadable(_, let message, let isReplaceable) = error else { throw error }
      stored = StoredHeights(seed: .random(in: 0 ... .max), countLimit: countLimit)
      self.isReplaceable = isReplaceable
      damage = "\(path) \(message): " + (isReplaceable ? "it starts anew" : "it is left alone")
    }
  }

  /// How many heights the file held.
  public var storedCount: Int { stored.count }

  /// How many heights ``save()`` will add.
  public var addedCount: Int { changes.withLock { $0.added.count } }

  /// Writes what was added and what was used, beside what the file holds by now.
  ///
  /// A file that was no height cache when it was read is left alone, without an error; one that has
  /// become something else since is left alone too.
  ///
  /// - Throws: ``HeightFileError/cannotSave(path:message:)``; the file is then as it was.
  /// - Complexity: O(n log n) for n stored heights.
  public func save() throws(HeightFileError) {
    let changes = changes.withLock { $0 }
    // Where nothing is new, the file is written only to remember what was used.
    guard isReplaceable, !changes.added.isEmpty || !changes.used.isEmpty && stored.isNearlyFull
    else { return }
    // Another process may have saved in between; keys of another seed are of no use.
    var heights = stored
    do {
      let latest = try Self.read(path, byteLimit: byteLimit, countLimit: stored.countLimit)
      if let latest, latest.seed == stored.seed { heights = latest }
    } catch {
      guard case .unreadable(_, _, isReplaceable: true) = error else {
        throw .cannotSave(path: path, message: "it is no longer a height cache")
      }
    }
    heights.update(used: changes.used, added: changes.added)
    do {
      var file = try AtomicFile(path)
      try file.write(heights.bytes { ContentKey(hashing: $0) })
      try file.commit(durable: false)
    } catch {
      throw .cannotSave(path: path, message: "\(error)")
    }
  }

  private static func read(
    _ path: String, byteLimit: Int, countLimit: Int
  ) throws(HeightFileError) -> StoredHeights? {
    let bytes: [UInt8]?
    do { bytes = try readFile(path, byteLimit: byteLimit) } catch {
      guard error.errno == EFBIG else {
        throw .unusable(path: path, message: systemMessage(error.errno))
      }
      throw .unreadable(
        path: path, message: "has more than \(byteLimit) bytes", isReplaceable: false)
    }
    guard let bytes, !bytes.isEmpty else { return nil }
    do {
      return try StoredHeights(bytes: bytes, countLimit: countLimit) { ContentKey(hashing: $0) }
    } catch {
      throw .unreadable(path: path, message: "\(error)", isReplaceable: error != .foreign)
    }
  }
}

extension HeightFile {
  /// Looks heights up for one set of fonts.
  struct Keys: Sendable {
    fileprivate let versions: ContentKey

    /// Keys of what is in use now: this program, its libraries, these font files.
    init(library: FontLibrary) {
      var text = LibraryVersion.all.map { "\($0.name) \($0.version)" }
      for path in ["/proc/self/exe"] + library.configuration.paths {
        text.append("\(path) \(FileStamp(path: path).map { "\($0)" } ?? "")")
      }
      self.init(versions: text.joined(separator: "\n"))
    }

    init(versions: String) {
      self.versions = Array(versions.utf8).withUnsafeBytes { ContentKey(hashing: $0) }
    }
  }

  /// The key under which the height of a content is stored.
  ///
  /// - Parameters:
  ///   - bytes: All that the height depends on besides.
  ///   - keys: The versions.
  ///   - width: The row's width, in layout units.
  ///   - scale: Device pixels per layout unit.
  /// - Returns: The key.
  func key(_ bytes: [UInt8], _ keys: Keys, width: Double, scale: Double) -> HeightKey {
    var bytes = bytes
    for half in [keys.versions.high, keys.versions.low] {
      withUnsafeBytes(of: half.littleEndian) { bytes.append(contentsOf: $0) }
    }
    let content = bytes.withUnsafeBytes { ContentKey(hashing: $0, seed: stored.seed) }
    return HeightKey(content: content, width: width, scale: scale)
  }

  /// What the file knew under a key when it was read.
  func find(_ key: HeightKey) -> StoredHeight? {
    guard let height = stored[key] else { return nil }
    changes.withLock { _ = $0.used.insert(key) }
    return height
  }

  /// Remembers a height to be saved.
  func add(_ height: StoredHeight, for key: HeightKey) {
    changes.withLock { changes in
      guard changes.added.count < stored.countLimit else { return }
      changes.added[key] = height
    }
  }
}

extension CellRenderer {
  /// The height of an item's row, from a file or else measured and added to it.
  func measureHeight(
    _ item: FeedItem, keptIn file: HeightFile, _ keys: HeightFile.Keys
  ) throws -> RowMeasurement {
    let (content, warnings) = shop.source.content(of: item)
    let template = shop.template
    let key = file.key(
      shop.keys.bytes(of: content), keys, width: template.width, scale: template.scale)
    if let stored = file.find(key) {
      return RowMeasurement(
        item, stored, width: template.width,
        warnings: warnings
          + .about(
            content, missingGlyphCount: stored.missingGlyphCount, itemRepairCount: item.repairCount,
            cellRepairCount: stored.repairCount))
    }
    let measured = try measure(item)
    var row = RowMeasurement(measured)
    file.add(
      StoredHeight(
        height: row.height, lineCount: row.lineCount, missingGlyphCount: row.missingGlyphCount,
        repairCount: measured.layout.repairCount, isTruncated: measured.layout.isTruncated),
      for: key)
    row.lines = []
    return row
  }
}

extension RowMeasurement {
  /// What is told of a row of which a file knows the height.
  fileprivate init(
    _ item: FeedItem, _ stored: StoredHeight, width: Double, warnings: [RowWarning]
  ) {
    let repairCount = item.repairCount + stored.repairCount
    self.init(
      index: item.index, id: item.id, width: width, height: stored.height, lines: [],
      lineCount: stored.lineCount, heightSource: .stored,
      isTruncated: stored.isTruncated || !item.cutFields.isEmpty, repairCount: repairCount,
      missingGlyphCount: stored.missingGlyphCount,
      warnings: warnings)
  }
}

/// Why a file of heights cannot be used.
public enum HeightFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// No file can be made at the path.
  case unusable(path: String, message: String)
  /// What is there cannot be read; it is taken for an empty cache.
  case unreadable(path: String, message: String, isReplaceable: Bool)
  /// It could not be written.
  case cannotSave(path: String, message: String)

  /// One line that names the file.
  public var description: String {
    switch self {
    case .unusable(let path, let message): "height cache \(path): \(message)"
    case .unreadable(let path, let message, _): "height cache \(path) \(message)"
    case .cannotSave(let path, let message): "height cache \(path): \(message)"
    }
  }
}

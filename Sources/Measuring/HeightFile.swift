import GalleyFeedItems
import GalleyFiles
package import GalleyFonts
import GalleyHandles
import GalleyLibraryVersions
import GalleyPrimitives
import GalleyRowHeights
import Glibc

/// Heights on disk, which a later process finds again.
///
/// A file is used as a whole or not at all. A damaged, foreign or too large file counts as an empty cache,
/// and ``damage`` has the reason; a file that is not a height cache is not replaced.
///
/// ``save()`` merges the new heights with the current contents of the file and replaces it, so several
/// processes may share a file. If two processes save at the same time, the new heights of one may be lost.
/// Heights of other fonts, font files, libraries or builds of the program are not found.
public final class HeightFile: Sendable {
  /// The path of the file, which need not exist yet.
  public let path: String
  /// The reason why the file at the path is not used; `nil` if it is used, or if there is none.
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
  ///   - byteLimit: The maximum size on disk; the least recently used heights are evicted.
  /// - Throws: ``HeightFileError/unusable(path:message:)`` if no file can be made at the path, before a run
  ///   begins.
  public init(path: String, byteLimit: Int = 16 << 20) throws(HeightFileError) {
    self.path = path
    self.byteLimit = byteLimit
    // Tests that the folder accepts a file; the file is removed together with the value.
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

  /// The number of heights in the file.
  public var storedCount: Int { stored.count }

  /// The number of heights that ``save()`` will add.
  public var addedCount: Int { changes.withLock { $0.added.count } }

  /// Merges added heights and uses into the current contents of the file.
  ///
  /// A file that was not a height cache when it was read is not replaced, without an error. A file that has
  /// become something else since then is not replaced either.
  ///
  /// - Throws: ``HeightFileError/cannotSave(path:message:)``; the file is then unchanged.
  /// - Complexity: O(n log n) for n stored heights.
  public func save() throws(HeightFileError) {
    let changes = changes.withLock { $0 }
    // Without new heights, the file is only written to record uses.
    guard isReplaceable, !changes.added.isEmpty || !changes.used.isEmpty && stored.isNearlyFull
    else { return }
    // Another process may have saved meanwhile; its keys are useless if its seed differs.
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
  /// The keys of heights for one set of versions.
  package struct Keys: Sendable {
    fileprivate let versions: ContentKey

    /// Makes the keys for this program, its libraries and its font files.
    package init(library: FontLibrary) {
      var text = LibraryVersion.all.map { "\($0.name) \($0.version)" }
      for path in ["/proc/self/exe"] + library.configuration.paths {
        text.append("\(path) \(FileStamp(path: path).map { "\($0)" } ?? "")")
      }
      self.init(versions: text.joined(separator: "\n"))
    }

    package init(versions: String) {
      self.versions = Array(versions.utf8).withUnsafeBytes { ContentKey(hashing: $0) }
    }
  }

  /// Returns the key of a content's height.
  ///
  /// - Parameters:
  ///   - bytes: All other inputs of the height.
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

  /// Returns the height that the file had for a key when it was read.
  func find(_ key: HeightKey) -> StoredHeight? {
    guard let height = stored[key] else { return nil }
    changes.withLock { _ = $0.used.insert(key) }
    return height
  }

  /// Adds a height, to be saved.
  func add(_ height: StoredHeight, for key: HeightKey) {
    changes.withLock { changes in
      guard changes.added.count < stored.countLimit else { return }
      changes.added[key] = height
    }
  }
}

import GalleyFiles

/// The settings of a run of many rows: its manifest, its share of the feed, and the pictures it need not draw.
///
/// They apply to card pictures, in files or in archives.
public struct BulkOptions: Hashable, Sendable {
  /// The manifest, a line for each row; `nil` for none.
  public var manifest: String?
  /// Whether the run continues the manifest of an earlier run that was interrupted, if there is one.
  public var resumes = false
  /// Whether the picture of a row whose file exists is not drawn.
  public var skipsExisting = false
  /// Whether rows with one name are numbered; otherwise all but the first are failures.
  public var numbersNames = false
  /// Whether archives of earlier runs are replaced; otherwise an archive that exists is an error, unless the run
  /// continues the manifest that describes it.
  public var replacesArchives = true
  /// The part of the feed that is rendered; `nil` for all rows.
  public var shard: Shard?
  /// A folder of pictures by content, which runs and machines share; `nil` for none.
  public var pictureCache: String?
  /// The bytes of the pictures in the folder after which old ones are removed.
  public var pictureCacheByteLimit = 4 << 30

  /// Makes settings of a run without a manifest, of all rows.
  public init() {}

  /// Whether there is a manifest of an earlier run, and this run continues it.
  var continues: Bool { resumes && manifest.map(fileExists) ?? false }
}

extension BulkOptions {
  /// One of several parts of a feed, which different machines may render.
  public struct Shard: Hashable, Sendable {
    /// The division of the feed.
    public enum Division: String, Hashable, Sendable, Codable, CaseIterable {
      /// Ranges of rows with about as many bytes each; the feed is a file.
      case bytes
      /// Equal contents are in one shard.
      case content
    }

    /// The number of this part, from 1.
    public let number: Int
    /// The number of parts.
    public let count: Int
    /// The division.
    public let division: Division

    /// The largest number of parts.
    public static let countLimit = 1_000_000

    /// Makes part `number` of `count`; `nil` unless the number is 1 to `count`, which is at most ``countLimit``.
    public init?(_ number: Int, of count: Int, by division: Division = .bytes) {
      guard 1...Self.countLimit ~= count, 1...count ~= number else { return nil }
      self.number = number
      self.count = count
      self.division = division
    }

    /// The elements that begin in the result belong to this part of a feed of `byteCount` bytes.
    package func byteRange(of byteCount: Int) -> Range<Int> {
      func bound(_ number: Int) -> Int {
        let (whole, rest) = byteCount.quotientAndRemainder(dividingBy: count)
        return whole * number + rest * number / count
      }
      return bound(number - 1)..<(number == count ? .max : bound(number))
    }
  }
}

/// The reason why a run of many rows cannot begin or continue.
public enum BulkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The manifest exists, and the run does not continue it.
  case manifestExists(path: String)
  /// The manifest is written by another process.
  case manifestInUse(path: String)
  /// The manifest cannot be read.
  case unreadableManifest(path: String, message: String)
  /// The manifest is that of a run with other settings.
  case otherRun(path: String, difference: String)
  /// The feed or the settings have changed since a row was rendered.
  case changedRow(index: Int, manifest: String, difference: String)
  /// An archive of another run exists, and is not replaced.
  case archiveExists(path: String)
  /// An archive of the manifest is not there as it was written.
  case lostArchive(path: String, manifest: String)
  /// A stream cannot be divided by bytes.
  case unmeasuredFeed
  /// The folder of pictures cannot be used.
  case unusableCache(path: String, errno: Int32)
  /// Manifests cannot be merged.
  case cannotMerge([String])

  /// What happened, and the way out.
  public var description: String {
    switch self {
    case .manifestExists(let path):
      "the manifest \(path) exists: --resume continues it, and another name starts anew"
    case .manifestInUse(let path): "the manifest \(path) is in use by another process"
    case .unreadableManifest(let path, let message): "the manifest \(path): \(message)"
    case .otherRun(let path, let difference):
      "the manifest \(path) is that of another run: \(difference)"
    case .changedRow(let index, let manifest, let difference):
      """
      row \(index) is not that of the manifest \(manifest), \(difference): the feed or its images have \
      changed, start anew
      """
    case .archiveExists(let path):
      "the archive \(path) exists: with {shard} in the name, each shard has archives of its own"
    case .lostArchive(let path, let manifest):
      "the archive \(path) of the manifest \(manifest) is missing or has another length: start anew"
    case .unmeasuredFeed:
      "a stream has no known length: save the feed to a file, or use --shard-by content"
    case .unusableCache(let path, let code):
      "the picture cache \(path) cannot be used: \(systemMessage(code))"
    case .cannotMerge(let problems): problems.joined(separator: "; ")
    }
  }
}

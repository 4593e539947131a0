public import GalleyPrimitives

/// The stored values of a row: its height, and the counts reported with it.
public struct StoredHeight: Hashable, Sendable {
  /// The row's height, in layout units.
  public var height: Double
  /// The number of lines in all texts of the row.
  public var lineCount: Int
  /// The number of characters that no font has.
  public var missingGlyphCount: Int
  /// The number of repaired characters.
  public var repairCount: Int
  /// Whether some text is cut off.
  public var isTruncated: Bool

  /// Makes the values of a row of this height.
  public init(
    height: Double, lineCount: Int = 0, missingGlyphCount: Int = 0, repairCount: Int = 0,
    isTruncated: Bool = false
  ) {
    self.height = height
    self.lineCount = lineCount
    self.missingGlyphCount = missingGlyphCount
    self.repairCount = repairCount
    self.isTruncated = isTruncated
  }
}

/// Heights that outlive the process: the values, and the bytes of their file.
///
/// There is no content to compare, so the key must be sufficient: 128 bits, hashed with the file's
/// own random ``seed``, so that a feed of equal keys cannot be prepared. A key also covers the
/// versions of all that a height depends on; entries of other versions are never found, and are
/// evicted in time.
///
/// All numbers in the file are little-endian. It has a head of 32 bytes (`GALLEYH1`, seed, age,
/// number of entries), 64 bytes per entry in the order of keys, and a checksum of all these bytes.
public struct StoredHeights: Hashable, Sendable {
  /// The seed of the keys' hash.
  public let seed: UInt64
  /// The maximum number of entries.
  public let countLimit: Int
  /// The number of times heights were saved.
  public private(set) var age: UInt32
  private var entries: [HeightKey: Entry] = [:]

  private struct Entry: Hashable {
    var height: StoredHeight
    /// The age at the last use.
    var lastUse: UInt32
  }

  static let magic = Array("GALLEYH1".utf8)
  static let headByteCount = 32
  static let entryByteCount = 64
  static let checksumByteCount = 16

  /// Makes an empty value whose keys are hashed with `seed`.
  public init(seed: UInt64, countLimit: Int) {
    self.seed = seed
    self.countLimit = max(1, countLimit)
    age = 0
  }

  /// Returns the maximum number of entries in a file of this many bytes.
  public static func countLimit(byteLimit: Int) -> Int {
    max(1, (max(0, byteLimit) - headByteCount - checksumByteCount) / entryByteCount)
  }

  /// Whether evictions are near, so that the last use of entries should be recorded.
  public var isNearlyFull: Bool { entries.count > countLimit / 2 }

  /// The number of entries.
  public var count: Int { entries.count }

  /// The stored values of a key.
  public subscript(key: HeightKey) -> StoredHeight? { entries[key]?.height }

  /// Records the used entries, adds new ones, and evicts the entries used longest ago if there are
  /// too many.
  ///
  /// Heights below 0 and numbers that are not finite are not added.
  ///
  /// - Complexity: O(n log n).
  public mutating func update(used: Set<HeightKey>, added: [HeightKey: StoredHeight]) {
    age &+= 1
    for key in used { entries[key]?.lastUse = age }
    for (key, height) in added where Self.isSound(height.height, key) {
      entries[key] = Entry(height: height, lastUse: age)
    }
    guard entries.count > countLimit else { return }
    // Among entries of equal age the keys decide, so that the result depends on the runs alone.
    let kept = entries.sorted {
      $0.value.lastUse != $1.value.lastUse
        ? $0.value.lastUse > $1.value.lastUse : $0.key.isBefore($1.key)
    }
    entries = Dictionary(uniqueKeysWithValues: kept.prefix(countLimit).map { ($0.key, $0.value) })
  }

  /// Whether a row can have a height at a width and a scale.
  fileprivate static func isSound(_ height: Double, _ key: HeightKey) -> Bool {
    height.isFinite && height >= 0 && key.width.isFinite && key.scale.isFinite
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - countLimit: The maximum number of entries to keep at the next update.
  ///   - checksum: The checksum function with which the file was written.
  /// - Throws: ``StoredHeightsError`` if any byte differs from the written file.
  public init(
    bytes: [UInt8], countLimit: Int, checksum: (UnsafeRawBufferPointer) -> ContentKey
  ) throws(StoredHeightsError) {
    guard bytes.starts(with: Self.magic) else {
      let isOurs = Self.magic.dropLast().elementsEqual(bytes.prefix(Self.magic.count - 1))
      throw isOurs ? .otherFormat : .foreign
    }
    let payload = bytes.count - Self.checksumByteCount
    guard payload >= Self.headByteCount else { throw .damaged }
    let sum = bytes.withUnsafeBytes { checksum(UnsafeRawBufferPointer(rebasing: $0[..<payload])) }
    var reader = LittleEndianReader(bytes: bytes, offset: payload)
    guard reader.next() == sum.high, reader.next() == sum.low else { throw .damaged }
    reader.offset = Self.magic.count
    self.init(seed: reader.next(), countLimit: countLimit)
    age = UInt32(truncatingIfNeeded: reader.next())
    let count = (payload - Self.headByteCount) / Self.entryByteCount
    guard reader.next() == UInt64(count),
      payload == Self.headByteCount + count * Self.entryByteCount
    else { throw .damaged }
    entries.reserveCapacity(count)
    for _ in 0..<count {
      guard let (key, entry) = reader.nextEntry() else { throw .damaged }
      entries[key] = Entry(height: entry.height, lastUse: entry.lastUse)
    }
  }

  /// Returns the bytes of the file; equal heights give equal bytes.
  public func bytes(checksum: (UnsafeRawBufferPointer) -> ContentKey) -> [UInt8] {
    var bytes = Self.magic
    bytes.reserveCapacity(
      Self.headByteCount + entries.count * Self.entryByteCount + Self.checksumByteCount)
    func append(_ number: UInt64) {
      withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }
    append(seed)
    append(UInt64(age))
    append(UInt64(entries.count))
    for (key, entry) in entries.sorted(by: { $0.key.isBefore($1.key) }) {
      append(key.content.high)
      append(key.content.low)
      append(key.width.bitPattern)
      append(key.scale.bitPattern)
      append(entry.height.height.bitPattern)
      append(UInt64(UInt32(clamping: entry.height.lineCount)))
      append(UInt64(UInt32(clamping: entry.height.missingGlyphCount)))
      append(
        UInt64(UInt32(clamping: min(entry.height.repairCount, 0x7FFF_FFFF))) << 33
          | UInt64(entry.lastUse) << 1 | (entry.height.isTruncated ? 1 : 0))
    }
    let sum = bytes.withUnsafeBytes(checksum)
    append(sum.high)
    append(sum.low)
    return bytes
  }
}

/// Why a file of heights cannot be used.
public enum StoredHeightsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file has another type.
  case foreign
  /// The file has another version of the format.
  case otherFormat
  /// The file was changed after it was written, or is incomplete.
  case damaged

  /// The second half of a message that begins with the file's name.
  public var description: String {
    switch self {
    case .foreign: "is no height cache"
    case .otherFormat: "is of another version"
    case .damaged: "is damaged"
    }
  }
}

/// Reads numbers in sequence; the caller guarantees that the bytes exist.
private struct LittleEndianReader {
  let bytes: [UInt8]
  var offset: Int

  mutating func next() -> UInt64 {
    defer { offset += 8 }
    return bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }

  /// Returns the next entry; `nil` if its numbers are not valid for a row.
  mutating func nextEntry() -> (HeightKey, (height: StoredHeight, lastUse: UInt32))? {
    let content = ContentKey(high: next(), low: next())
    let key = HeightKey(
      content: content, width: Double(bitPattern: next()), scale: Double(bitPattern: next()))
    let height = Double(bitPattern: next())
    let (lines, glyphs, rest) = (next(), next(), next())
    guard StoredHeights.isSound(height, key), lines <= UInt32.max, glyphs <= UInt32.max
    else { return nil }
    let stored = StoredHeight(
      height: height, lineCount: Int(lines), missingGlyphCount: Int(glyphs),
      repairCount: Int(rest >> 33), isTruncated: rest & 1 == 1)
    return (key, (stored, UInt32(truncatingIfNeeded: rest >> 1)))
  }
}

extension HeightKey {
  /// Defines an order of keys that is the same in each process.
  fileprivate func isBefore(_ other: HeightKey) -> Bool {
    (content.high, content.low, width.bitPattern, scale.bitPattern)
      < (other.content.high, other.content.low, other.width.bitPattern, other.scale.bitPattern)
  }
}

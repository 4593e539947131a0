public import GalleyPrimitives

/// What is stored of a row: its height, and what is told of the row beside it.
public struct StoredHeight: Hashable, Sendable {
  /// The row's height, in layout units.
  public var height: Double
  /// The lines of all its texts.
  public var lineCount: Int
  /// The characters that no font has.
  public var missingGlyphCount: Int
  /// The characters that were repaired.
  public var repairCount: Int
  /// Whether some text is not shown.
  public var isTruncated: Bool

  /// A row of a height.
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

/// Heights that outlive the process, as a value: what they are, and the bytes of their file.
///
/// There is no content to compare, so the key has to be enough: 128 bits, hashed with the file's own
/// ``seed``, which was drawn at random, so that nobody can prepare a feed of equal keys. A key also
/// holds the versions of all that a height depends on; heights of others are never found, and make
/// room in time.
///
/// All numbers of the file are little-endian: a head of 32 bytes (`GALLEYH1`, seed, age, number of
/// entries), an entry of 64 bytes each in the order of keys, and a checksum of all that.
public struct StoredHeights: Hashable, Sendable {
  /// What keys are hashed with.
  public let seed: UInt64
  /// The most entries.
  public let countLimit: Int
  /// How many times heights were saved.
  public private(set) var age: UInt32
  private var entries: [HeightKey: Entry] = [:]

  private struct Entry: Hashable {
    var height: StoredHeight
    /// The age at which it was used last.
    var lastUse: UInt32
  }

  static let magic = Array("GALLEYH1".utf8)
  static let headByteCount = 32
  static let entryByteCount = 64
  static let checksumByteCount = 16

  /// No heights, with keys to be hashed with `seed`.
  public init(seed: UInt64, countLimit: Int) {
    self.seed = seed
    self.countLimit = max(1, countLimit)
    age = 0
  }

  /// The most entries of a file of so many bytes.
  public static func countLimit(byteLimit: Int) -> Int {
    max(1, (byteLimit - headByteCount - checksumByteCount) / entryByteCount)
  }

  /// Whether it matters soon which entries were used last.
  public var isNearlyFull: Bool { entries.count > countLimit / 2 }

  /// The number of entries.
  public var count: Int { entries.count }

  /// What is known under a key.
  public subscript(key: HeightKey) -> StoredHeight? { entries[key]?.height }

  /// Adds what a run has used and made, and gives up what was used longest ago where there are too
  /// many.
  ///
  /// - Complexity: O(n log n).
  public mutating func update(used: Set<HeightKey>, added: [HeightKey: StoredHeight]) {
    age &+= 1
    for key in used { entries[key]?.lastUse = age }
    for (key, height) in added { entries[key] = Entry(height: height, lastUse: age) }
    guard entries.count > countLimit else { return }
    // Of equally old ones the keys decide, so that what is kept depends on the runs alone.
    let kept = entries.sorted {
      $0.value.lastUse != $1.value.lastUse
        ? $0.value.lastUse > $1.value.lastUse : $0.key.isBefore($1.key)
    }
    entries = Dictionary(uniqueKeysWithValues: kept.prefix(countLimit).map { ($0.key, $0.value) })
  }

  /// Reads the bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - countLimit: The most entries to keep at the next update.
  ///   - checksum: The checksum that the file was made with.
  /// - Throws: ``StoredHeightsError``, where anything at all is not as it was written.
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

  /// The bytes of the file: the same for the same heights.
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
      append(UInt64(clamping: entry.height.lineCount))
      append(UInt64(clamping: entry.height.missingGlyphCount))
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
  /// It is no such file.
  case foreign
  /// It is of another version of the format.
  case otherFormat
  /// It was changed after it was written, or is not whole.
  case damaged

  /// What people are told of the file.
  public var description: String {
    switch self {
    case .foreign: "is no height cache"
    case .otherFormat: "is of another version"
    case .damaged: "is damaged"
    }
  }
}

/// Reads numbers one after another; the caller knows that they are there.
private struct LittleEndianReader {
  let bytes: [UInt8]
  var offset: Int

  mutating func next() -> UInt64 {
    defer { offset += 8 }
    return bytes.withUnsafeBytes {
      UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
  }

  /// `nil` where the numbers are none that a row has.
  mutating func nextEntry() -> (HeightKey, (height: StoredHeight, lastUse: UInt32))? {
    let content = ContentKey(high: next(), low: next())
    let key = HeightKey(
      content: content, width: Double(bitPattern: next()), scale: Double(bitPattern: next()))
    let height = Double(bitPattern: next())
    let (lines, glyphs, rest) = (next(), next(), next())
    guard height.isFinite, height >= 0, key.width.isFinite, key.scale.isFinite,
      lines <= UInt32.max, glyphs <= UInt32.max
    else { return nil }
    let stored = StoredHeight(
      height: height, lineCount: Int(lines), missingGlyphCount: Int(glyphs),
      repairCount: Int(rest >> 33), isTruncated: rest & 1 == 1)
    return (key, (stored, UInt32(truncatingIfNeeded: rest >> 1)))
  }
}

extension HeightKey {
  /// An order of keys that is the same in each process.
  fileprivate func isBefore(_ other: HeightKey) -> Bool {
    (content.high, content.low, width.bitPattern, scale.bitPattern)
      < (other.content.high, other.content.low, other.width.bitPattern, other.scale.bitPattern)
  }
}

import Glibc

/// What was found out before about pieces of text: their glyphs, or where they may be broken.
///
/// Two generations: when the younger one is full, the older is dropped, so memory is bounded and
/// what is used stays. A hit compares the bytes, whatever the hash says; a look-up tries a few
/// places and no more, so that a feed made to collide costs misses, not time.
struct PieceCache<Element: BitwiseCopyable>: ~Copyable {
  private var young: Generation
  private var old: Generation
  private let byteLimit: Int

  /// A cache whose generations take about `byteLimit` bytes each.
  init(byteLimit: Int) {
    self.byteLimit = byteLimit
    young = Generation()
    old = Generation()
  }

  /// Appends what is known of a piece, as it was kept, and returns the place that it was kept with;
  /// `nil` if nothing is known.
  ///
  /// `plan` is what the answer depends on beside the piece.
  ///
  /// - Complexity: O(piece).
  mutating func append(
    _ piece: UnsafeBufferPointer<UInt8>, plan: Int, to target: inout [Element]
  ) -> Int? {
    let hash = Self.hash(piece, plan: plan)
    if let entry = young.find(piece, hash: hash, plan: plan) {
      return young.append(entry, to: &target)
    }
    guard let entry = old.find(piece, hash: hash, plan: plan) else { return nil }
    let start = target.count
    let place = old.append(entry, to: &target)
    insert(piece, hash: hash, plan: plan, place: place, target[start...])
    return place
  }

  /// Keeps what was found out about a piece that stands at `place`.
  mutating func insert(
    _ piece: UnsafeBufferPointer<UInt8>, plan: Int, place: Int, _ elements: ArraySlice<Element>
  ) {
    insert(piece, hash: Self.hash(piece, plan: plan), plan: plan, place: place, elements)
  }

  private mutating func insert(
    _ piece: UnsafeBufferPointer<UInt8>, hash: UInt32, plan: Int, place: Int,
    _ elements: ArraySlice<Element>
  ) {
    if young.byteCount >= byteLimit {
      swap(&young, &old)
      young.removeAll()
    }
    young.insert(piece, hash: hash, plan: plan, place: place, elements)
  }

  /// FNV-1a's idea over words of eight bytes, with the high bits folded in at the end.
  private static func hash(_ piece: UnsafeBufferPointer<UInt8>, plan: Int) -> UInt32 {
    var hash = (0xCBF2_9CE4_8422_2325 ^ UInt64(plan)) &* 0x9E37_79B9_7F4A_7C15
    var offset = 0
    let bytes = UnsafeRawBufferPointer(piece)
    while offset + 8 <= bytes.count {
      let word = bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
      offset += 8
    }
    var word: UInt64 = UInt64(bytes.count)
    while offset < bytes.count {
      word = word << 8 | UInt64(bytes[offset])
      offset += 1
    }
    hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}

extension PieceCache {
  /// A piece that is known, or a place for one.
  private struct Entry {
    var hash: UInt32 = 0
    var plan: Int32 = 0
    var place: Int32 = 0
    /// Where its record begins.
    var start: UInt32 = 0
    /// How many bytes the piece has; none where nothing is known.
    var byteCount: UInt16 = 0
    /// How many elements follow them.
    var count: UInt16 = 0
  }

  /// An open-addressed table of entries, and their records: a piece's bytes, then its elements.
  ///
  /// A hit finds the caches cold, mostly: all that it looks at are the entry and the record.
  private struct Generation: ~Copyable {
    private var entries = [Entry](repeating: Entry(), count: 512)
    private var entryCount = 0
    // Records, `recordByteCount` bytes of them; grown by `insert`, freed with the generation.
    private var records = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16)
    private var capacity = 4096
    private var recordByteCount = 0
    private static var probes: Int { 8 }

    deinit { records.deallocate() }

    /// What is known takes so much; the table has room for more.
    var byteCount: Int { recordByteCount + entryCount * MemoryLayout<Entry>.stride }

    mutating func removeAll() {
      for index in entries.indices { entries[index].byteCount = 0 }
      (entryCount, recordByteCount) = (0, 0)
    }

    func find(_ piece: UnsafeBufferPointer<UInt8>, hash: UInt32, plan: Int) -> Int? {
      let mask = entries.count - 1
      var index = Int(truncatingIfNeeded: hash) & mask
      for _ in 0..<Self.probes {
        let entry = entries[index]
        guard entry.byteCount > 0 else { return nil }
        if entry.hash == hash, entry.plan == plan, entry.byteCount == piece.count,
          let bytes = piece.baseAddress, memcmp(records + Int(entry.start), bytes, piece.count) == 0
        {
          return index
        }
        index = (index + 1) & mask
      }
      return nil
    }

    func append(_ index: Int, to target: inout [Element]) -> Int {
      let entry = entries[index]
      let first = records + Int(entry.start) + Self.padded(Int(entry.byteCount))
      let count = Int(entry.count)
      target.append(
        contentsOf: UnsafeBufferPointer(
          start: first.bindMemory(to: Element.self, capacity: count), count: count))
      return Int(entry.place)
    }

    /// How many bytes stand before the elements of a piece of so many.
    private static func padded(_ byteCount: Int) -> Int {
      let mask = MemoryLayout<Element>.alignment - 1
      return (byteCount + mask) & ~mask
    }

    mutating func insert(
      _ piece: UnsafeBufferPointer<UInt8>, hash: UInt32, plan: Int, place: Int,
      _ new: ArraySlice<Element>
    ) {
      // What is longer seldom comes again.
      guard let bytes = piece.baseAddress, 1...Int(UInt16.max) ~= piece.count,
        new.count <= Int(UInt16.max)
      else { return }
      if 8 * entryCount >= 5 * entries.count { grow() }
      guard let index = free(hash) else { return }
      let first = Self.padded(piece.count)
      reserve(first + new.count * MemoryLayout<Element>.stride)
      let record = records + recordByteCount
      record.copyMemory(from: bytes, byteCount: piece.count)
      new.withUnsafeBytes { elements in
        guard let elements = elements.baseAddress else { return }
        (record + first).copyMemory(
          from: elements, byteCount: new.count * MemoryLayout<Element>.stride)
      }
      entries[index] = Entry(
        hash: hash, plan: Int32(plan), place: Int32(place), start: UInt32(recordByteCount),
        byteCount: UInt16(piece.count), count: UInt16(new.count))
      entryCount += 1
      recordByteCount += first + new.count * MemoryLayout<Element>.stride
    }

    /// Makes room for a record of so many bytes.
    private mutating func reserve(_ byteCount: Int) {
      guard recordByteCount + byteCount > capacity else { return }
      capacity = max(2 * capacity, recordByteCount + byteCount)
      let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
      larger.copyMemory(from: records, byteCount: recordByteCount)
      records.deallocate()
      records = larger
    }

    /// A place for a piece; `nil` where those that it may stand at are taken.
    private func free(_ hash: UInt32) -> Int? {
      let mask = entries.count - 1
      var index = Int(truncatingIfNeeded: hash) & mask
      for _ in 0..<Self.probes {
        if entries[index].byteCount == 0 { return index }
        index = (index + 1) & mask
      }
      return nil
    }

    private mutating func grow() {
      let old = entries
      entries = [Entry](repeating: Entry(), count: 2 * old.count)
      for entry in old where entry.byteCount > 0 {
        // One that finds no place is only found out again.
        if let index = free(entry.hash) { entries[index] = entry }
      }
    }
  }
}

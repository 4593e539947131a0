import Glibc

/// Results for pieces of text, found by the bytes of a piece: its glyphs, or its line breaks.
///
/// Entries live in two generations. When the young one is full, the old one is evicted and the young one takes
/// its place, so that memory is bounded and used entries stay. A hit compares the bytes. A look-up tries a few
/// slots only, so that a feed made to collide causes misses and no work.
///
/// The result is an array of trivial elements with an alignment of at most 4. The cache copies its bytes and
/// does not know its type: code of a generic cache would not be specialized in the modules that use it.
@usableFromInline
package struct PieceCache: ~Copyable {
  private var young = Generation()
  private var old = Generation()
  private let byteLimit: Int
  #if GALLEY_INVARIANTS
    private var checks = InvariantChecks()
  #endif

  /// A result in the cache.
  @usableFromInline
  package struct Found {
    /// The first byte of the elements; valid until the next call of the cache.
    @usableFromInline package let start: UnsafeRawPointer
    @usableFromInline package let byteCount: Int
    /// The place in its text of the piece whose result was stored.
    package let place: Int

    /// The elements, which were stored with this type.
    @inlinable @inline(__always) package func elements<Element: BitwiseCopyable>(
      as type: Element.Type
    ) -> UnsafeBufferPointer<Element> {
      let count = byteCount / MemoryLayout<Element>.stride
      return UnsafeBufferPointer(
        start: start.bindMemory(to: type, capacity: count), count: count)
    }
  }

  /// A cache whose generations have about `byteLimit` bytes each.
  package init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The result for a piece; `nil` if it is not stored.
  ///
  /// `plan` is the number of everything else that the result depends on.
  ///
  /// - Complexity: O(piece).
  package mutating func find(_ piece: UnsafeBufferPointer<UInt8>, plan: Int) -> Found? {
    let hash = Self.hash(piece, plan: plan)
    if let found = young.find(piece, hash: hash, plan: plan) { return found }
    guard let found = old.find(piece, hash: hash, plan: plan) else { return nil }
    return insert(piece, hash: hash, plan: plan, found) ?? found
  }

  /// Stores the result for a piece at `place` in its text.
  package mutating func insert(
    _ piece: UnsafeBufferPointer<UInt8>, plan: Int, place: Int, _ elements: UnsafeRawBufferPointer
  ) {
    guard let start = elements.baseAddress else { return }
    _ = insert(
      piece, hash: Self.hash(piece, plan: plan), plan: plan,
      Found(start: start, byteCount: elements.count, place: place))
  }

  /// Stores a result, which may lie in the old generation.
  ///
  /// If that generation is evicted here and becomes the young one, the result moves to its start: towards
  /// lower addresses, so that it is not overwritten before it is copied.
  private mutating func insert(
    _ piece: UnsafeBufferPointer<UInt8>, hash: UInt32, plan: Int, _ result: Found
  ) -> Found? {
    if young.byteCount >= byteLimit {
      swap(&young, &old)
      young.removeAll()
    }
    #if GALLEY_INVARIANTS
      defer { if checks.isDue(count: young.recordCount + old.recordCount) { checkInvariants() } }
    #endif
    return young.insert(piece, hash: hash, plan: plan, result)
  }

  /// The numbers of stored results in the young and the old generation.
  package var counts: (young: Int, old: Int) { (young.recordCount, old.recordCount) }

  /// FNV-1a's scheme over words of eight bytes, with the high bits folded in at the end.
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
  /// A slot of the table.
  private struct Slot {
    var hash: UInt32 = 0
    /// The offset of the piece's record; 0 if the slot is free.
    var record: UInt32 = 0
  }

  /// The start of a record; the bytes of the piece follow, then the elements.
  private struct Header: BitwiseCopyable {
    let plan: Int32
    let place: Int32
    let pieceByteCount: UInt16
    let elementByteCount: UInt16
  }

  /// An open-addressed table of slots, and the records that the slots refer to.
  ///
  /// Most look-ups find neither in the processor's caches: they touch one small slot and one record.
  private struct Generation: ~Copyable {
    // Allocated here and replaced by `grow`; freed with the generation. The number of slots is a power of 2.
    private var slots = Self.makeSlots(512)
    private(set) var recordCount = 0
    // Records, replaced by `reserve`, freed with the generation. No record begins at 0.
    private var records = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16)
    private var capacity = 4096
    private var end = firstRecord
    private static var firstRecord: Int { 16 }
    private static var probes: Int { 8 }
    /// Headers and elements begin at multiples of it.
    private static var alignment: Int { 4 }

    deinit {
      slots.deallocate()
      records.deallocate()
    }

    private static func makeSlots(_ count: Int) -> UnsafeMutableBufferPointer<Slot> {
      let slots = UnsafeMutableBufferPointer<Slot>.allocate(capacity: count)
      slots.initialize(repeating: Slot())
      return slots
    }

    /// The bytes of the records and their slots, without spare room.
    var byteCount: Int { end - Self.firstRecord + recordCount * MemoryLayout<Slot>.stride }

    mutating func removeAll() {
      slots.update(repeating: Slot())
      (recordCount, end) = (0, Self.firstRecord)
    }

    func find(_ piece: UnsafeBufferPointer<UInt8>, hash: UInt32, plan: Int) -> Found? {
      let mask = slots.count - 1
      var index = Int(truncatingIfNeeded: hash) & mask
      for _ in 0..<Self.probes {
        let slot = slots[index]
        guard slot.record > 0 else { return nil }
        if slot.hash == hash, let found = result(at: Int(slot.record), of: piece, plan: plan) {
          return found
        }
        index = (index + 1) & mask
      }
      return nil
    }

    /// The result in the record at `start`; `nil` if that is of another piece.
    private func result(
      at start: Int, of piece: UnsafeBufferPointer<UInt8>, plan: Int
    ) -> Found? {
      let header = records.load(fromByteOffset: start, as: Header.self)
      guard header.plan == plan, header.pieceByteCount == piece.count,
        let bytes = piece.baseAddress,
        memcmp(records + start + MemoryLayout<Header>.size, bytes, piece.count) == 0
      else { return nil }
      return Found(
        start: records + start + Self.elementOffset(piece.count),
        byteCount: Int(header.elementByteCount), place: Int(header.place))
    }

    /// The offset of the elements in the record of a piece of `byteCount` bytes.
    private static func elementOffset(_ byteCount: Int) -> Int {
      padded(MemoryLayout<Header>.size + byteCount)
    }

    private static func padded(_ byteCount: Int) -> Int {
      (byteCount + alignment - 1) & ~(alignment - 1)
    }

    /// Stores a result and returns the copy; `nil` if the piece or the result is too long, or if all slots are
    /// taken that the piece may have.
    mutating func insert(
      _ piece: UnsafeBufferPointer<UInt8>, hash: UInt32, plan: Int, _ result: Found
    ) -> Found? {
      // A longer piece seldom comes again.
      guard let bytes = piece.baseAddress, 1...Int(UInt16.max) ~= piece.count,
        result.byteCount <= Int(UInt16.max)
      else { return nil }
      if 8 * recordCount >= 5 * slots.count { grow() }
      guard let index = freeSlot(hash) else { return nil }
      let first = Self.elementOffset(piece.count)
      let size = Self.padded(first + result.byteCount)
      reserve(size)
      let record = records + end
      record.storeBytes(
        of: Header(
          plan: Int32(plan), place: Int32(result.place), pieceByteCount: UInt16(piece.count),
          elementByteCount: UInt16(result.byteCount)), as: Header.self)
      (record + MemoryLayout<Header>.size).copyMemory(from: bytes, byteCount: piece.count)
      (record + first).copyMemory(from: result.start, byteCount: result.byteCount)
      slots[index] = Slot(hash: hash, record: UInt32(end))
      recordCount += 1
      end += size
      return Found(
        start: record + first, byteCount: result.byteCount, place: result.place)
    }

    /// Makes room for a record of `byteCount` bytes.
    private mutating func reserve(_ byteCount: Int) {
      guard end + byteCount > capacity else { return }
      capacity = max(2 * capacity, end + byteCount)
      let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
      larger.copyMemory(from: records, byteCount: end)
      records.deallocate()
      records = larger
    }

    /// A free slot for a piece; `nil` if all slots are taken that it may have.
    private func freeSlot(_ hash: UInt32) -> Int? {
      let mask = slots.count - 1
      var index = Int(truncatingIfNeeded: hash) & mask
      for _ in 0..<Self.probes {
        if slots[index].record == 0 { return index }
        index = (index + 1) & mask
      }
      return nil
    }

    private mutating func grow() {
      let old = slots
      slots = Self.makeSlots(2 * old.count)
      for slot in old where slot.record > 0 {
        // A record without a slot is a miss later.
        if let index = freeSlot(slot.hash) { slots[index] = slot }
      }
      old.deallocate()
    }

    #if GALLEY_INVARIANTS
      /// Checks that each used slot has the hash of a whole record, and that its search finds it.
      func checkInvariants() {
        precondition(slots.count.nonzeroBitCount == 1, "the number of slots is a power of 2")
        precondition(Self.firstRecord...capacity ~= end, "records end in their memory")
        let mask = slots.count - 1
        var used = 0
        for (index, slot) in slots.enumerated() where slot.record > 0 {
          used += 1
          let start = Int(slot.record)
          precondition(
            start >= Self.firstRecord && start + MemoryLayout<Header>.size <= end,
            "a slot refers to a record")
          let header = records.load(fromByteOffset: start, as: Header.self)
          let byteCount = Int(header.pieceByteCount)
          precondition(
            start + Self.elementOffset(byteCount) + Int(header.elementByteCount) <= end,
            "a record is whole")
          let bytes = records + start + MemoryLayout<Header>.size
          let piece = UnsafeBufferPointer(
            start: UnsafePointer(bytes.assumingMemoryBound(to: UInt8.self)), count: byteCount)
          precondition(
            PieceCache.hash(piece, plan: Int(header.plan)) == slot.hash, "a slot has its hash")
          let home = Int(truncatingIfNeeded: slot.hash)
          let distance = (index - home) & mask
          precondition(distance < Self.probes, "a search reaches the slot")
          precondition(
            (0..<distance).allSatisfy { slots[(home + $0) & mask].record > 0 },
            "no free slot ends the search before")
        }
        precondition(used <= recordCount, "each slot has a record of its own")
      }
    #endif
  }
}

#if GALLEY_INVARIANTS
  extension PieceCache {
    /// Checks the invariants between two calls: both tables are whole, and the young one stays in bounds.
    ///
    /// - Complexity: O(slots).
    private func checkInvariants() {
      young.checkInvariants()
      old.checkInvariants()
      let longest = 2 * (Int(UInt16.max) + 64)
      precondition(
        young.byteCount < byteLimit + longest, "the young generation stays in bounds")
    }
  }
#endif

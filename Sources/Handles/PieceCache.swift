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
    if let record = young.find(piece, hash: hash, plan: plan) {
      return young.append(record, to: &target)
    }
    guard let record = old.find(piece, hash: hash, plan: plan) else { return nil }
    let start = target.count
    let place = old.append(record, to: &target)
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
  /// A place of the table.
  private struct Slot {
    var hash: UInt32 = 0
    /// Where the record begins of the piece that has this place; 0 where none has.
    var record: UInt32 = 0
  }

  /// What a record begins with; the piece's bytes follow, then the elements.
  private struct Header: BitwiseCopyable {
    let plan: Int32
    let place: Int32
    let byteCount: UInt16
    let count: UInt16
  }

  /// An open-addressed table of slots, and the records that they tell of.
  ///
  /// A look-up finds the caches cold, mostly: all that it looks at are a small slot and the record.
  private struct Generation: ~Copyable {
    private var slots = [Slot](repeating: Slot(), count: 512)
    private var recordCount = 0
    // Records, grown by `insert`, freed with the generation. None begins at 0.
    private var records = UnsafeMutableRawPointer.allocate(byteCount: 4096, alignment: 16)
    private var capacity = 4096
    private var end = firstRecord
    private static var firstRecord: Int { 16 }
    private static var probes: Int { 8 }

    deinit { records.deallocate() }

    /// What is known takes so much; the table has room for more.
    var byteCount: Int { end - Self.firstRecord + recordCount * MemoryLayout<Slot>.stride }

    mutating func removeAll() {
      for index in slots.indices { slots[index].record = 0 }
      (recordCount, end) = (0, Self.firstRecord)
    }

    /// Where the record of a piece begins; `nil` where nothing is known of it.
    func find(_ piece: UnsafeBufferPointer<UInt8>, hash: UInt32, plan: Int) -> Int? {
      let mask = slots.count - 1
      var index = Int(truncatingIfNeeded: hash) & mask
      for _ in 0..<Self.probes {
        let slot = slots[index]
        guard slot.record > 0 else { return nil }
        if slot.hash == hash, isRecord(Int(slot.record), of: piece, plan: plan) {
          return Int(slot.record)
        }
        index = (index + 1) & mask
      }
      return nil
    }

    private func isRecord(
      _ start: Int, of piece: UnsafeBufferPointer<UInt8>, plan: Int
    ) -> Bool {
      let header = header(at: start)
      guard header.plan == plan, header.byteCount == piece.count, let bytes = piece.baseAddress
      else { return false }
      return memcmp(records + start + MemoryLayout<Header>.size, bytes, piece.count) == 0
    }

    private func header(at start: Int) -> Header {
      records.load(fromByteOffset: start, as: Header.self)
    }

    /// Appends a record's elements, and returns the place that they were kept with.
    func append(_ start: Int, to target: inout [Element]) -> Int {
      let header = header(at: start)
      let first = records + start + Self.elementOffset(Int(header.byteCount))
      let count = Int(header.count)
      target.append(
        contentsOf: UnsafeBufferPointer(
          start: first.bindMemory(to: Element.self, capacity: count), count: count))
      return Int(header.place)
    }

    /// How far into a record the elements begin of a piece of so many bytes.
    private static func elementOffset(_ byteCount: Int) -> Int {
      padded(MemoryLayout<Header>.size + byteCount)
    }

    /// A length that keeps headers and elements aligned.
    private static func padded(_ byteCount: Int) -> Int {
      let mask = max(MemoryLayout<Header>.alignment, MemoryLayout<Element>.alignment) - 1
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
      if 8 * recordCount >= 5 * slots.count { grow() }
      guard let index = free(hash) else { return }
      let first = Self.elementOffset(piece.count)
      let size = Self.padded(first + new.count * MemoryLayout<Element>.stride)
      reserve(size)
      let record = records + end
      record.storeBytes(
        of: Header(
          plan: Int32(plan), place: Int32(place), byteCount: UInt16(piece.count),
          count: UInt16(new.count)), as: Header.self)
      (record + MemoryLayout<Header>.size).copyMemory(from: bytes, byteCount: piece.count)
      new.withUnsafeBytes { elements in
        guard let elements = elements.baseAddress else { return }
        (record + first).copyMemory(
          from: elements, byteCount: new.count * MemoryLayout<Element>.stride)
      }
      slots[index] = Slot(hash: hash, record: UInt32(end))
      recordCount += 1
      end += size
    }

    /// Makes room for a record of so many bytes.
    private mutating func reserve(_ byteCount: Int) {
      guard end + byteCount > capacity else { return }
      capacity = max(2 * capacity, end + byteCount)
      let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
      larger.copyMemory(from: records, byteCount: end)
      records.deallocate()
      records = larger
    }

    /// A place for a piece; `nil` where those that it may stand at are taken.
    private func free(_ hash: UInt32) -> Int? {
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
      slots = [Slot](repeating: Slot(), count: 2 * old.count)
      for slot in old where slot.record > 0 {
        // One that finds no place is only found out again.
        if let index = free(slot.hash) { slots[index] = slot }
      }
    }
  }
}

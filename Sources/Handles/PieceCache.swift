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
    _ piece: UnsafeBufferPointer<UInt8>, hash: UInt64, plan: Int, place: Int,
    _ elements: ArraySlice<Element>
  ) {
    if young.byteCount >= byteLimit {
      swap(&young, &old)
      young.removeAll()
    }
    young.insert(piece, hash: hash, plan: plan, place: place, elements)
  }

  /// FNV-1a's idea over words of eight bytes, with the high bits folded in at the end.
  private static func hash(_ piece: UnsafeBufferPointer<UInt8>, plan: Int) -> UInt64 {
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
    return hash ^ hash >> 32
  }
}

extension PieceCache {
  private struct Entry {
    var hash: UInt64
    var plan: Int32
    var place: Int32
    var firstByte: Int32
    var byteCount: Int32
    var first: Int32
    var count: Int32
  }

  /// An open-addressed table of entries, with all their bytes and elements in two arrays.
  private struct Generation: ~Copyable {
    // An entry's number plus one, or 0; at most half of them are taken.
    private var slots: [Int32]
    private var entries: [Entry] = []
    private var bytes: [UInt8] = []
    private var elements: [Element] = []
    private static var probes: Int { 8 }

    init() { slots = [Int32](repeating: 0, count: 512) }

    var byteCount: Int {
      bytes.count + elements.count * MemoryLayout<Element>.stride
        + entries.count * MemoryLayout<Entry>.stride + slots.count * 4
    }

    mutating func removeAll() {
      for index in slots.indices { slots[index] = 0 }
      entries.removeAll(keepingCapacity: true)
      bytes.removeAll(keepingCapacity: true)
      elements.removeAll(keepingCapacity: true)
    }

    func find(_ piece: UnsafeBufferPointer<UInt8>, hash: UInt64, plan: Int) -> Int? {
      let mask = slots.count - 1
      var slot = Int(truncatingIfNeeded: hash) & mask
      for _ in 0..<Self.probes {
        let index = Int(slots[slot]) - 1
        guard index >= 0 else { return nil }
        let entry = entries[index]
        if entry.hash == hash, entry.plan == plan, entry.byteCount == piece.count,
          isEqual(entry, piece)
        {
          return index
        }
        slot = (slot + 1) & mask
      }
      return nil
    }

    private func isEqual(_ entry: Entry, _ piece: UnsafeBufferPointer<UInt8>) -> Bool {
      bytes.withUnsafeBufferPointer { bytes in
        guard let known = bytes.baseAddress, let asked = piece.baseAddress else { return false }
        return memcmp(known + Int(entry.firstByte), asked, piece.count) == 0
      }
    }

    func append(_ index: Int, to target: inout [Element]) -> Int {
      let entry = entries[index]
      target.append(contentsOf: elements[Int(entry.first)..<Int(entry.first + entry.count)])
      return Int(entry.place)
    }

    mutating func insert(
      _ piece: UnsafeBufferPointer<UInt8>, hash: UInt64, plan: Int, place: Int,
      _ new: ArraySlice<Element>
    ) {
      if 2 * entries.count >= slots.count { grow() }
      let mask = slots.count - 1
      var slot = Int(truncatingIfNeeded: hash) & mask
      for _ in 0..<Self.probes {
        if slots[slot] == 0 {
          slots[slot] = Int32(entries.count + 1)
          entries.append(
            Entry(
              hash: hash, plan: Int32(plan), place: Int32(place), firstByte: Int32(bytes.count),
              byteCount: Int32(piece.count), first: Int32(elements.count), count: Int32(new.count)))
          bytes.append(contentsOf: piece)
          elements.append(contentsOf: new)
          return
        }
        slot = (slot + 1) & mask
      }
    }

    private mutating func grow() {
      slots = [Int32](repeating: 0, count: 2 * slots.count)
      let mask = slots.count - 1
      for (index, entry) in entries.enumerated() {
        var slot = Int(truncatingIfNeeded: entry.hash) & mask
        // One that finds no place is only shaped again.
        for _ in 0..<Self.probes {
          if slots[slot] == 0 {
            slots[slot] = Int32(index + 1)
            break
          }
          slot = (slot + 1) & mask
        }
      }
    }
  }
}

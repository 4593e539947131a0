public import GalleyPrimitives

/// The heights of rows by content.
///
/// A hit also compares the content, because a hostile feed may hold contents with equal keys; the
/// cache then keeps both. Eviction uses the clock algorithm: an entry that was used since the hand
/// last passed it is spared once. Evictions depend on the calls alone, never on hash seeds.
///
/// A value: ``SharedRowHeights`` shares it between workers.
///
/// - SeeAlso: Corbató, "A Paging Experiment with the Multics System", 1968.
public struct RowHeightCache<Content: Equatable & Sendable>: Sendable {
  /// The limits of the cache.
  public let limits: RowHeightLimits
  /// The counts so far.
  public internal(set) var statistics = RowHeightStatistics()
  /// The number of entries.
  public private(set) var count = 0
  /// The number of bytes, with the callers' figures for their contents.
  public private(set) var byteCount = 0

  // Look-ups are inlinable: an unspecialized hit takes three times as long.
  @usableFromInline var heads: [ContentKey: Int32] = [:]
  @usableFromInline var slots: [Slot] = []
  private var free: [Int32] = []
  private var hand = 0
  private var lost = LostEntries()
  /// The number of the next entry; numbers are never reused.
  private var nextStamp: UInt64 = 0
  /// All entries with lower numbers were invalidated together.
  private var invalidatedBelow: UInt64 = 0

  /// The bytes of an entry without its content.
  static var overhead: Int { MemoryLayout<Slot>.stride + 2 * MemoryLayout<ContentKey>.stride }

  /// The maximum number of entries per content key; more widths or colliding contents evict the
  /// oldest.
  private static var chainLimit: Int { 8 }

  /// Makes an empty cache.
  public init(limits: RowHeightLimits = RowHeightLimits()) { self.limits = limits }

  /// Returns the height of `content` in layout units; `nil` if it is not known.
  ///
  /// - Complexity: O(1), and one comparison of equal contents.
  @inlinable
  public mutating func height(for key: HeightKey, content: Content) -> Double? {
    guard let slot = find(key, content) else {
      countMiss(missCause(key, content))
      return nil
    }
    countHit(slot)
    return slots[slot].height
  }

  /// Returns the height of the content behind `binding` at a width and a scale, without the
  /// content.
  ///
  /// `nil` if it is not known. This is not counted as a miss: look up by content next.
  ///
  /// - Complexity: O(1); one comparison of equal contents if the width differs from the last one.
  public mutating func height(
    at binding: inout HeightBinding, width: Double, scale: Double
  ) -> Double? {
    guard let slot = slot(of: binding, width: width, scale: scale) else { return nil }
    binding = HeightBinding(slot: slot, stamp: slots[slot].stamp)
    countHit(slot)
    return slots[slot].height
  }

  /// Whether the height of the content behind `binding` is known at a width and a scale.
  ///
  /// Counts nothing.
  public func knows(_ binding: HeightBinding, width: Double, scale: Double) -> Bool {
    slot(of: binding, width: width, scale: scale) != nil
  }

  /// The slot of the content behind `binding` at a width and a scale; `nil` if there is none.
  private func slot(of binding: HeightBinding, width: Double, scale: Double) -> Int? {
    guard let known = slot(of: binding) else { return nil }
    var key = slots[known].key
    key.width = width
    key.scale = scale
    guard key != slots[known].key else { return known }
    return slots[known].content.flatMap { find(key, $0) }
  }

  /// Returns the binding of a content's entry; `nil` if there is none.
  public func binding(for key: HeightKey, content: Content) -> HeightBinding? {
    find(key, content).map { HeightBinding(slot: $0, stamp: slots[$0].stamp) }
  }

  /// Returns the content key behind `binding`; `nil` if the entry was removed.
  public func contentKey(of binding: HeightBinding) -> ContentKey? {
    slot(of: binding).map { slots[$0].key.content }
  }

  /// Stores the height of `content`, in layout units.
  ///
  /// - Parameters:
  ///   - height: The row's height.
  ///   - key: The inputs of the height.
  ///   - content: The content from which the key was made.
  ///   - contentByteCount: The memory of `content` beyond its own size, in bytes.
  /// - Returns: A binding to the entry; `nil` if the entry alone exceeds the byte limit.
  /// - Complexity: O(1), amortized.
  @discardableResult public mutating func insert(
    _ height: Double, for key: HeightKey, content: Content, contentByteCount: Int
  ) -> HeightBinding? {
    if let slot = find(key, content) {
      slots[slot].height = height
      return HeightBinding(slot: slot, stamp: slots[slot].stamp)
    }
    let bytes = Self.overhead + contentByteCount
    guard bytes <= limits.byteCount else {
      statistics.refusalCount += 1
      return nil
    }
    while count >= limits.count || byteCount + bytes > limits.byteCount { evictOne() }
    boundChain(of: key.content)
    let head = heads[key.content] ?? -1
    let entry = Slot(
      key: key, content: content, height: height, byteCount: bytes, next: head, stamp: nextStamp)
    nextStamp += 1
    let slot: Int
    if let reused = free.popLast() {
      slot = Int(reused)
      slots[slot] = entry
    } else {
      slot = slots.count
      slots.append(entry)
    }
    heads[key.content] = Int32(slot)
    count += 1
    byteCount += bytes
    return HeightBinding(slot: slot, stamp: nextStamp - 1)
  }

  /// Invalidates the heights of a content at all widths and scales; returns their number.
  @discardableResult public mutating func invalidate(_ content: ContentKey) -> Int {
    var removed = 0
    while let head = heads[content] {
      remove(Int(head), cause: .invalidated)
      removed += 1
    }
    return removed
  }

  /// Invalidates all heights, as after a change of fonts or theme.
  ///
  /// - Complexity: O(count).
  public mutating func invalidateAll() {
    for slot in slots where slot.content != nil {
      lost.remember(slot.key.fingerprint, .invalidated)
    }
    invalidatedBelow = nextStamp
    heads = [:]
    slots = []
    free = []
    hand = 0
    count = 0
    byteCount = 0
  }
}

extension RowHeightCache {
  /// An entry, or a free slot.
  @usableFromInline struct Slot: Sendable {
    @usableFromInline var key: HeightKey
    /// `nil` in a free slot.
    @usableFromInline var content: Content?
    @usableFromInline var height: Double
    @usableFromInline var byteCount: Int
    /// The next entry with the same content key; −1 at the end.
    @usableFromInline var next: Int32
    /// The entry's number, which shows whether a binding still refers to it.
    @usableFromInline var stamp: UInt64
    /// Whether the entry was used since the hand last passed it.
    var isUsed = false
  }

  @inlinable
  func find(_ key: HeightKey, _ content: Content) -> Int? {
    var next = heads[key.content] ?? -1
    while next >= 0 {
      let slot = Int(next)
      if slots[slot].key.width == key.width, slots[slot].key.scale == key.scale,
        slots[slot].content == content
      {
        return slot
      }
      next = slots[slot].next
    }
    return nil
  }

  @usableFromInline
  mutating func countHit(_ slot: Int) {
    statistics.hitCount += 1
    slots[slot].isUsed = true
  }

  @usableFromInline
  mutating func countMiss(_ cause: RowHeightMiss) { statistics.countMiss(cause) }

  /// Returns the slot of the entry behind `binding`, while the entry exists.
  private func slot(of binding: HeightBinding) -> Int? {
    let slot = Int(binding.slot)
    guard slots.indices.contains(slot), slots[slot].stamp == binding.stamp,
      slots[slot].content != nil
    else { return nil }
    return slot
  }

  /// Looks `content` up, and counts the result.
  ///
  /// - Parameters:
  ///   - key: The inputs of the height.
  ///   - content: The content from which the key was made.
  ///   - cause: The cause of a miss for which this cache knows no cause.
  /// - Returns: The height, or the cause of the miss.
  mutating func answer(
    for key: HeightKey, content: Content, orCause cause: RowHeightMiss
  ) -> LookUp {
    guard let slot = find(key, content) else {
      let known = missCause(key, content)
      let cause = known == .firstUse ? cause : known
      countMiss(cause)
      return .miss(cause)
    }
    countHit(slot)
    return .hit(slots[slot].height, HeightBinding(slot: slot, stamp: slots[slot].stamp))
  }

  /// The result of a look-up.
  enum LookUp {
    case hit(Double, HeightBinding)
    case miss(RowHeightMiss)
  }

  /// Returns why the entry behind a binding was removed.
  func lossCause(of binding: HeightBinding) -> RowHeightMiss {
    binding.stamp < invalidatedBelow ? .invalidated : .evicted
  }

  @usableFromInline
  func missCause(_ key: HeightKey, _ content: Content) -> RowHeightMiss {
    var isKnown = false
    var collides = false
    var next = heads[key.content] ?? -1
    while next >= 0 {
      let slot = slots[Int(next)]
      if slot.content == content { isKnown = true } else { collides = true }
      next = slot.next
    }
    if let cause = lost.cause(of: key.fingerprint), !collides { return cause }
    return isKnown ? .widthChanged : collides ? .collision : .firstUse
  }

  /// Advances the hand to an entry that was not used recently, and evicts it.
  private mutating func evictOne() {
    while true {
      hand = hand + 1 < slots.count ? hand + 1 : 0
      guard slots[hand].content != nil else { continue }
      guard slots[hand].isUsed else { break }
      slots[hand].isUsed = false
    }
    statistics.evictionCount += 1
    remove(hand, cause: .evicted)
  }

  private mutating func boundChain(of content: ContentKey) {
    var length = 0
    var oldest = -1
    var next = heads[content] ?? -1
    while next >= 0 {
      length += 1
      oldest = Int(next)
      next = slots[oldest].next
    }
    guard length >= Self.chainLimit else { return }
    statistics.evictionCount += 1
    remove(oldest, cause: .evicted)
  }

  private mutating func remove(_ slot: Int, cause: RowHeightMiss) {
    let entry = slots[slot]
    lost.remember(entry.key.fingerprint, cause)
    var before: Int?
    var next = heads[entry.key.content] ?? -1
    while next >= 0, Int(next) != slot {
      before = Int(next)
      next = slots[Int(next)].next
    }
    if let before {
      slots[before].next = entry.next
    } else {
      heads[entry.key.content] = entry.next >= 0 ? entry.next : nil
    }
    slots[slot].content = nil
    free.append(Int32(slot))
    count -= 1
    byteCount -= entry.byteCount
  }
}

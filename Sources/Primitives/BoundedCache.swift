/// A cache of bounded cost that evicts the least recently used entries, approximately.
///
/// Entries live in two generations, each with half of the cost limit. When an entry does not fit into the
/// young generation, the old one is evicted and the young one takes its place. A hit in the old
/// generation moves the entry to the young one. Thus a hit costs a look-up or two, no list is kept in
/// order of use, and an entry stays at least until entries of half the limit were used after it.
///
/// The unit of cost is the caller's: bytes, or 1 for each entry. A cache shared by threads stands behind a
/// lock; a cache whose keys may collide has a key that compares the content.
///
/// What moves no old entry is inlinable: painters look glyphs up by the thousand, and each layout is stored.
public struct BoundedCache<Key: Hashable, Value> {
  @usableFromInline struct Entry {
    @usableFromInline var value: Value
    @usableFromInline var cost: Int

    @inlinable init(value: Value, cost: Int) {
      self.value = value
      self.cost = cost
    }
  }

  @usableFromInline var young: [Key: Entry] = [:]
  @usableFromInline var old: [Key: Entry] = [:]
  @usableFromInline var youngCost = 0
  @usableFromInline var oldCost = 0
  @usableFromInline let generationLimit: Int
  #if GALLEY_INVARIANTS
    private var checks = InvariantChecks()
  #endif

  /// The number of values that ``value(for:cost:make:)`` had to make.
  public private(set) var missCount = 0

  /// Makes an empty cache whose entries have a total cost of at most `costLimit`.
  ///
  /// An entry that costs more than half of it is not kept.
  public init(costLimit: Int) { generationLimit = max(0, costLimit / 2) }

  /// The number of entries.
  public var count: Int { young.count + old.count }

  /// The cost of all entries, at most the cost limit.
  public var totalCost: Int { youngCost + oldCost }

  /// Returns the value of `key`; `nil` if the cache does not have it.
  ///
  /// - Complexity: O(1), amortized.
  @inlinable public mutating func value(for key: Key) -> Value? {
    if let entry = young[key] { return entry.value }
    return old.isEmpty ? nil : renewed(key)
  }

  /// Returns the value of `key`; if the cache does not have it, `make` makes it and the cache keeps
  /// it at `cost`.
  ///
  /// - Throws: The error of `make`; nothing is kept in that case.
  /// - Complexity: O(1), amortized, plus the time of `make`.
  @inlinable public mutating func value<Failure: Error>(
    for key: Key, cost: (Value) -> Int, make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let known = value(for: key) { return known }
    let value = try make()
    countMiss()
    insert(value, for: key, cost: cost(value))
    return value
  }

  /// Stores `value` for `key` and replaces an earlier value.
  ///
  /// A value that costs more than half of the limit is not stored.
  ///
  /// - Precondition: `cost` is not negative.
  /// - Complexity: O(1), amortized.
  @inlinable public mutating func insert(_ value: Value, for key: Key, cost: Int) {
    precondition(cost >= 0, "the cost of an entry is not negative")
    defer { endStep() }
    forget(key)
    guard cost <= generationLimit else { return }
    if youngCost > generationLimit - cost {
      swap(&old, &young)
      oldCost = youngCost
      // The new table is usually about as large as the old one, so its memory is reused.
      young.removeAll(keepingCapacity: true)
      youngCost = 0
    }
    young[key] = Entry(value: value, cost: cost)
    youngCost += cost
  }

  /// Evicts `key`, if the cache has it.
  public mutating func remove(_ key: Key) {
    forget(key)
    endStep()
  }

  @inlinable mutating func forget(_ key: Key) {
    if let entry = young.removeValue(forKey: key) { youngCost -= entry.cost }
    if let entry = old.removeValue(forKey: key) { oldCost -= entry.cost }
  }

  /// Evicts all entries and frees their memory.
  public mutating func evictAll() {
    young = [:]
    old = [:]
    youngCost = 0
    oldCost = 0
    endStep()
  }

  /// Checks the invariants in builds of `make invariants`.
  @usableFromInline mutating func endStep() {
    #if GALLEY_INVARIANTS
      if checks.isDue(count: count) { checkInvariants() }
    #endif
  }

  @usableFromInline mutating func countMiss() { missCount += 1 }

  /// Returns the value of a key in the old generation, and moves it to the young one.
  @usableFromInline mutating func renewed(_ key: Key) -> Value? {
    guard let entry = old[key] else { return nil }
    insert(entry.value, for: key, cost: entry.cost)
    return entry.value
  }

  /// Checks the invariants between two calls: costs add up, stay in bounds, and no key is in both
  /// generations.
  ///
  /// - Complexity: O(n).
  package func checkInvariants() {
    precondition(youngCost == young.values.reduce(0) { $0 + $1.cost }, "the young cost adds up")
    precondition(oldCost == old.values.reduce(0) { $0 + $1.cost }, "the old cost adds up")
    precondition(youngCost <= generationLimit && oldCost <= generationLimit, "costs stay in bounds")
    precondition(young.keys.allSatisfy { old[$0] == nil }, "a key is in one generation")
  }
}

extension BoundedCache: Sendable where Key: Sendable, Value: Sendable {}
extension BoundedCache.Entry: Sendable where Key: Sendable, Value: Sendable {}

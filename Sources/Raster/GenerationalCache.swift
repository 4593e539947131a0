/// A cache bounded by bytes that forgets what was not used lately.
///
/// Entries live in two halves. When the young half is full, the old one is forgotten and the young
/// one takes its place; a hit in the old half moves the entry to the young. So the bookkeeping of a
/// hit is one look-up, and nothing used within the last half is lost.
struct GenerationalCache<Key: Hashable, Value> {
  private var young: [Key: Value] = [:]
  private var old: [Key: Value] = [:]
  private var youngBytes = 0
  private let halfLimit: Int
  private let byteCount: (Value) -> Int

  /// How many entries had to be made.
  private(set) var missCount = 0

  init(byteLimit: Int, byteCount: @escaping (Value) -> Int) {
    self.halfLimit = byteLimit / 2
    self.byteCount = byteCount
  }

  /// The value of `key`, if it is there.
  mutating func known(_ key: Key) -> Value? {
    if let known = young[key] { return known }
    guard let known = old.removeValue(forKey: key) else { return nil }
    keep(known, for: key)
    return known
  }

  /// The value of `key`, made by `make` if it is not there.
  mutating func value<Failure: Error>(
    _ key: Key, make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    if let known = known(key) { return known }
    let value = try make()
    missCount += 1
    keep(value, for: key)
    return value
  }

  private mutating func keep(_ value: Value, for key: Key) {
    let bytes = byteCount(value)
    if youngBytes + bytes > halfLimit {
      old = young
      young = [:]
      youngBytes = 0
    }
    young[key] = value
    youngBytes += bytes
  }

  /// Forgets everything.
  mutating func evictAll() {
    young = [:]
    old = [:]
    youngBytes = 0
  }
}

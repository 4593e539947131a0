/// Remembers, for a while, why entries are no longer in a cache.
///
/// Bounded by two halves: when the young one is full, the old one is forgotten.
struct LostEntries: Sendable {
  private static let halfCount = 1 << 15
  private var young: [UInt64: RowHeightMiss] = [:]
  private var old: [UInt64: RowHeightMiss] = [:]

  mutating func remember(_ fingerprint: UInt64, _ cause: RowHeightMiss) {
    if young.count >= Self.halfCount {
      old = young
      young = [:]
    }
    young[fingerprint] = cause
  }

  func cause(of fingerprint: UInt64) -> RowHeightMiss? { young[fingerprint] ?? old[fingerprint] }
}

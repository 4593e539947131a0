/// Remembers for a limited time why entries were removed from a cache.
///
/// The memory has two halves. When the young half is full, it replaces the old half.
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

import GalleyHandles
import GalleyPrimitives

/// Keeps what was made from a content, for the next row of the same content; shared by workers.
///
/// Bounded by two halves of equal room: when the young one is full, the old one is evicted. A hit
/// compares the content too, since feeds are hostile and may hold contents of equal keys.
final class SharedCache<Content: Equatable & Sendable, Value: Sendable>: Sendable {
  private struct Entry {
    var content: Content
    var value: Value
    var byteCount: Int
  }

  private struct State {
    var young: [ContentKey: Entry] = [:]
    var old: [ContentKey: Entry] = [:]
    var youngByteCount = 0
  }

  private let halfByteLimit: Int
  private let state = Guarded(State())

  /// An empty cache that keeps at most about `byteLimit` bytes.
  init(byteLimit: Int) { halfByteLimit = max(1, byteLimit / 2) }

  /// What was kept for `content`; `nil` where nothing is.
  ///
  /// - Complexity: O(1), and a comparison of equal contents.
  func value(for key: ContentKey, content: Content) -> Value? {
    state.withLock { state in
      if let entry = state.young[key] { return entry.content == content ? entry.value : nil }
      guard let entry = state.old[key], entry.content == content else { return nil }
      insert(entry, for: key, into: &state)
      return entry.value
    }
  }

  /// Keeps `value`, which takes about `byteCount` bytes, unless it alone is too large.
  ///
  /// - Complexity: O(1), amortized.
  func insert(_ value: Value, for key: ContentKey, content: Content, byteCount: Int) {
    guard byteCount <= halfByteLimit else { return }
    state.withLock { state in
      insert(Entry(content: content, value: value, byteCount: byteCount), for: key, into: &state)
    }
  }

  private func insert(_ entry: Entry, for key: ContentKey, into state: inout State) {
    if state.youngByteCount + entry.byteCount > halfByteLimit {
      state.old = state.young
      state.young = [:]
      state.youngByteCount = 0
    }
    state.youngByteCount += entry.byteCount - (state.young[key]?.byteCount ?? 0)
    state.young[key] = entry
  }
}

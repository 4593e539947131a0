package import GalleyCells
import GalleyHandles
import GalleyPrimitives

/// Keeps what was made from a cell's content, for the next row of the same content; shared by workers.
///
/// A hit compares the content too: feeds are hostile and may hold contents of equal keys.
final class ContentCache<Value: Sendable>: Sendable {
  /// A content key and the content that it stands for.
  private struct Key: Hashable, Sendable {
    var contentKey: ContentKey
    var content: CellContent

    func hash(into hasher: inout Hasher) { contentKey.hash(into: &hasher) }
  }

  private let values: Monitor<BoundedCache<Key, Value>>

  /// An empty cache that keeps at most about `byteLimit` bytes.
  init(byteLimit: Int) { values = Monitor(BoundedCache(costLimit: byteLimit)) }

  /// The value that is kept for `content`; `nil` if there is none.
  ///
  /// - Complexity: O(1), amortized, and a comparison of equal contents.
  func value(for key: ContentKey, content: CellContent) -> Value? {
    values.withLock { $0.value(for: Key(contentKey: key, content: content)) }
  }

  /// Keeps `value`, which takes about `byteCount` bytes, unless it and the content take more than half of
  /// the limit.
  ///
  /// - Complexity: O(1), amortized.
  func insert(_ value: Value, for key: ContentKey, content: CellContent, byteCount: Int) {
    let cost = byteCount + content.utf8Count
    values.withLock { $0.insert(value, for: Key(contentKey: key, content: content), cost: cost) }
  }
}

extension CellContent {
  /// About how many bytes the texts take.
  package var utf8Count: Int {
    [title, body, author, time, language].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
  }
}

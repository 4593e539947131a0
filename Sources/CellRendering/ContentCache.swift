package import GalleyCells
import GalleyElements
import GalleyHandles
import GalleyPrimitives

/// Keeps values that were made from a cell's content, for later rows of the same content.
///
/// Workers share it. A hit also compares the content, because a hostile feed may have different contents
/// with equal keys.
final class ContentCache<Value: Sendable>: Sendable {
  /// A content key and its content.
  private struct Key: Hashable, Sendable {
    var contentKey: ContentKey
    var content: CellContent

    func hash(into hasher: inout Hasher) { contentKey.hash(into: &hasher) }
  }

  private let values: Monitor<BoundedCache<Key, Value>>

  /// Makes an empty cache of at most about `byteLimit` bytes.
  init(byteLimit: Int) { values = Monitor(BoundedCache(costLimit: byteLimit)) }

  /// Returns the value for `content`; `nil` if there is none.
  ///
  /// - Complexity: O(1), amortized, and a comparison with an equal content.
  func value(for key: ContentKey, content: CellContent) -> Value? {
    values.withLock { $0.value(for: Key(contentKey: key, content: content)) }
  }

  /// Keeps `value`, of about `byteCount` bytes, unless it takes more than half of the limit together with
  /// the content, whose bytes are counted if the caller has not done so.
  ///
  /// - Complexity: O(1), amortized.
  func insert(
    _ value: Value, for key: ContentKey, content: CellContent, byteCount: Int,
    contentByteCount: Int? = nil
  ) {
    let cost = byteCount + (contentByteCount ?? content.utf8Count)
    values.withLock { $0.insert(value, for: Key(contentKey: key, content: content), cost: cost) }
  }
}

extension CellContent {
  /// The approximate number of bytes of the texts, and of a tree's elements.
  package var utf8Count: Int {
    switch self {
    case .card(let card): card.utf8Count
    case .tree(let tree): tree.byteCount
    }
  }
}

extension CardContent {
  fileprivate var utf8Count: Int {
    func count(_ text: String?) -> Int { text?.utf8.count ?? 0 }
    return count(title) + count(body) + count(author) + count(time) + count(language)
  }
}

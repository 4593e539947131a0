package import GalleyFeedItems

/// A number for the texts of a feed's items, equal in each process and on each machine.
///
/// A comparison uses it to refuse benches of other feeds. It does not depend on layouts, which a change of
/// the program may change.
package struct FeedDigest: Hashable, Sendable {
  /// The state of an FNV-1a hash.
  private var state: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The digest of some items.
  ///
  /// - Complexity: O(bytes of their texts).
  package init(_ items: some Sequence<FeedItem>) {
    for item in items {
      let fields = [
        item.id, item.title, item.body, item.author, item.time, item.image, item.avatar,
        item.language,
      ]
      for field in fields {
        // No byte of UTF-8 has these values, so that fields cannot run together.
        add(field == nil ? 0xFE : 0xFF)
        for byte in (field ?? "").utf8 { add(byte) }
      }
    }
  }

  /// The digest of a text.
  package init(text: String) { for byte in text.utf8 { add(byte) } }

  private mutating func add(_ byte: UInt8) {
    state = (state ^ UInt64(byte)) &* 0x100_0000_01B3
  }

  /// 16 hexadecimal digits.
  package var words: String {
    let digits = String(state, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

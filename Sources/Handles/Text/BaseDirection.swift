internal import CPango

/// The reading direction of a paragraph.
package enum BaseDirection: Sendable {
  case leftToRight
  case rightToLeft

  /// The direction of the first strongly directional character; `nil` if there is none.
  ///
  /// - SeeAlso: UAX #9, P2 and P3.
  /// - Complexity: O(characters before it).
  package init?(of text: UnsafeBufferPointer<UInt8>) {
    for (index, byte) in text.enumerated() {
      // Letters of ASCII, and all of U+5000 to U+9FFF, are strong; other ASCII is not.
      if (0x41...0x5A).contains(byte & ~0x20) || (0xE5...0xE9).contains(byte) {
        self = .leftToRight
        return
      }
      if byte >= 0x80 {
        self.init(searching: UnsafeBufferPointer(rebasing: text[index...]))
        return
      }
    }
    return nil
  }

  /// Searches with Pango.
  private init?(searching text: UnsafeBufferPointer<UInt8>) {
    let direction = text.withMemoryRebound(to: CChar.self) { text in
      galley_find_base_direction(text.baseAddress, Int32(text.count))
    }
    switch direction {
    case PANGO_DIRECTION_LTR: self = .leftToRight
    case PANGO_DIRECTION_RTL: self = .rightToLeft
    default: return nil
    }
  }

  var pango: PangoDirection { self == .rightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR }
}

/// Appends the embedding level of each of the `count` characters of a paragraph, as FriBidi finds them.
///
/// - SeeAlso: UAX #9.
package func appendEmbeddingLevels(
  of text: UnsafeBufferPointer<UInt8>, count: Int, direction: BaseDirection,
  to levels: inout [UInt8]
) {
  text.withMemoryRebound(to: CChar.self) { chars in
    var base = direction.pango
    guard
      let found = pango_log2vis_get_embedding_levels(
        chars.baseAddress, Int32(chars.count), &base)
    else { return }
    defer { g_free(found) }
    levels.append(contentsOf: UnsafeBufferPointer(start: found, count: count))
  }
}

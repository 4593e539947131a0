internal import CPango
import Glibc

/// The reading direction of a paragraph.
package enum BaseDirection: Sendable {
  case leftToRight
  case rightToLeft

  /// The direction of the first strongly directional character; `nil` if there is none.
  ///
  /// Characters within isolates do not count, unless the direction is to be that of Pango, which has them count.
  ///
  /// - SeeAlso: UAX #9, P2 and P3.
  /// - Complexity: O(characters before it).
  package init?(of text: UnsafeBufferPointer<UInt8>, countsIsolates: Bool = false) {
    for (index, byte) in text.enumerated() {
      // Letters of ASCII, and all of U+5000 to U+9FFF, are strong; other ASCII is not.
      if (0x41...0x5A).contains(byte & ~0x20) || (0xE5...0xE9).contains(byte) {
        self = .leftToRight
        return
      }
      if byte >= 0x80 {
        let rest = UnsafeBufferPointer(rebasing: text[index...])
        if countsIsolates || !rest.hasIsolate {
          self.init(searching: rest)
        } else {
          self.init(outsideIsolates: rest)
        }
        return
      }
    }
    return nil
  }

  /// Searches outside of isolates; one that is not closed goes to the paragraph's end.
  private init?(outsideIsolates text: UnsafeBufferPointer<UInt8>) {
    var (depth, start, index) = (0, 0, 0)
    while index + 2 < text.count {
      // U+2066 to U+2068 begin an isolate, and U+2069 ends one.
      guard text[index] == 0xE2, text[index + 1] == 0x81, (0xA6...0xA9).contains(text[index + 2])
      else {
        index += 1
        continue
      }
      if text[index + 2] < 0xA9 {
        if depth == 0,
          let found = BaseDirection(searching: UnsafeBufferPointer(rebasing: text[start..<index]))
        {
          self = found
          return
        }
        depth += 1
      } else if depth > 0 {
        depth -= 1
        if depth == 0 { start = index + 3 }
      }
      index += 3
    }
    guard depth == 0 else { return nil }
    self.init(searching: UnsafeBufferPointer(rebasing: text[start...]))
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

extension UnsafeBufferPointer<UInt8> {
  /// Whether a text of UTF-8 has a character that begins an isolate, U+2066 to U+2068.
  ///
  /// - Complexity: O(text), of which most is `memchr`.
  fileprivate var hasIsolate: Bool {
    guard var next = baseAddress.map({ UnsafeRawPointer($0) }) else { return false }
    let end = next + count
    while let found = memchr(next, 0xE2, end - next).map({ UnsafeRawPointer($0) }), end - found > 2
    {
      if found.load(fromByteOffset: 1, as: UInt8.self) == 0x81,
        (0xA6...0xA8).contains(found.load(fromByteOffset: 2, as: UInt8.self))
      {
        return true
      }
      next = found + 1
    }
    return false
  }
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

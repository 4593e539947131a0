internal import CPango
import GalleyPrimitives

/// The starts and ends of words at a place between two scalars.
package struct WordFlags: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A word begins here.
  package static let start = WordFlags(rawValue: 1 << 0)
  /// A word ends here.
  package static let end = WordFlags(rawValue: 1 << 1)
}

extension FontMap {
  /// The starts and ends of words: one more entry than `text` has scalars.
  ///
  /// `text` is well-formed UTF-8 without NUL. A word is a stretch between two boundaries that has a letter or a
  /// number: "don't", "foo_bar" and "3.14" are one each. Thai and similar scripts are divided by a dictionary.
  ///
  /// - Complexity: O(text).
  /// - SeeAlso: UAX #29, §4.
  package func words(of text: UnsafeBufferPointer<UInt8>, language: String) -> [WordFlags] {
    let count = scalarCount(text) + 1
    let boundaries = text.withMemoryRebound(to: CChar.self) { chars in
      withUnsafeTemporaryAllocation(of: PangoLogAttr.self, capacity: count) { attributes in
        attributes.initialize(repeating: PangoLogAttr())
        pango_get_log_attrs(
          chars.baseAddress, Int32(chars.count), -1, self.language(language)?.handle,
          attributes.baseAddress, Int32(count))
        return attributes.map { attribute in
          Boundary(
            isRegular: attribute.is_word_boundary != 0,
            isOfDictionary: attribute.is_word_start != 0 || attribute.is_word_end != 0)
        }
      }
    }
    return Self.words(of: text, between: boundaries)
  }

  /// Whether a word may begin or end at a place.
  private struct Boundary {
    /// By the rules of UAX #29.
    var isRegular: Bool
    /// By a dictionary, in scripts without spaces.
    var isOfDictionary: Bool
  }

  /// The flags of the stretches between boundaries that have a letter or a number.
  private static func words(
    of text: UnsafeBufferPointer<UInt8>, between boundaries: [Boundary]
  ) -> [WordFlags] {
    var flags = [WordFlags](repeating: [], count: boundaries.count)
    var (start, isWord, byte, isComplex) = (0, false, 0, false)
    for place in boundaries.indices {
      let isEnd = place == boundaries.count - 1
      let isAfterComplex = isComplex
      isComplex =
        !isEnd
        && g_unichar_break_type(text.scalar(at: byte)) == G_UNICODE_BREAK_COMPLEX_CONTEXT
      // In scripts without spaces, the rules find a boundary everywhere, the dictionary between words.
      let isBoundary =
        isComplex && isAfterComplex
        ? boundaries[place].isOfDictionary : boundaries[place].isRegular
      if isBoundary || isEnd {
        if isWord {
          flags[start].insert(.start)
          flags[place].insert(.end)
        }
        (start, isWord) = (place, false)
      }
      if isEnd { break }
      isWord = isWord || g_unichar_isalnum(text.scalar(at: byte)) != 0
      byte += utf8Width(text[byte])
    }
    return flags
  }
}

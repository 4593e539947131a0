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
  /// `text` is well-formed UTF-8 without NUL. Thai and similar scripts are divided by a dictionary.
  ///
  /// - Complexity: O(text).
  /// - SeeAlso: UAX #29, §4.
  package func words(of text: UnsafeBufferPointer<UInt8>, language: String) -> [WordFlags] {
    let count = scalarCount(text) + 1
    return text.withMemoryRebound(to: CChar.self) { chars in
      withUnsafeTemporaryAllocation(of: PangoLogAttr.self, capacity: count) { attributes in
        attributes.initialize(repeating: PangoLogAttr())
        pango_get_log_attrs(
          chars.baseAddress, Int32(chars.count), -1, self.language(language)?.handle,
          attributes.baseAddress, Int32(count))
        return attributes.map { attribute in
          var flags: WordFlags = []
          if attribute.is_word_start != 0 { flags.insert(.start) }
          if attribute.is_word_end != 0 { flags.insert(.end) }
          return flags
        }
      }
    }
  }
}

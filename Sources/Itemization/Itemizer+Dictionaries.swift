import GalleyHandles
import GalleyPrimitives

extension Itemizer {
  /// The scripts without spaces between words.
  ///
  /// Pango knows no words of the last three, and breaks Thai by libthai, which has other words than browsers.
  private static let dictionaryScripts = [UnicodeScript.thai, .khmer, .lao, .myanmar].map(\.tag)

  /// Replaces the line breaks beside letters of these scripts by those between words, which ICU finds.
  ///
  /// - Complexity: O(items) for other text, else O(paragraph).
  func breakByDictionary(
    _ text: UnsafeBufferPointer<UInt8>, items: [TextItem], flags: inout [BreakFlags]
  ) {
    let scripts = Self.dictionaryScripts
    guard items.contains(where: { scripts.contains($0.script) }),
      let breaks = dictionary.offsets(in: text)
    else { return }
    var next = breaks.makeIterator()
    var place = next.next()
    for (number, item) in items.enumerated() {
      let isOwn = scripts.contains(item.script)
      let isAfterOwn = number > 0 && scripts.contains(items[number - 1].script)
      var byte = item.bytes.lowerBound
      for scalar in item.scalars {
        while let known = place, known < byte { place = next.next() }
        // Signs of ASCII between letters of these scripts keep their own rules.
        if byte > 0, text[byte] >= 0x80 || text[byte - 1] >= 0x80,
          isOwn || (isAfterOwn && byte == item.bytes.lowerBound)
        {
          if place == byte { flags[scalar].insert(.line) } else { flags[scalar].remove(.line) }
        }
        byte += utf8Width(text[byte])
      }
    }
  }
}

/// A worker's dictionaries, opened at the first text that needs them.
struct LazyDictionary {
  private var isOpened = false
  private var breaks: DictionaryBreaks?

  /// The offsets before which a line may start; `nil` without ICU's data.
  mutating func offsets(in text: UnsafeBufferPointer<UInt8>) -> [Int]? {
    if !isOpened {
      isOpened = true
      breaks = DictionaryBreaks()
    }
    return breaks?.offsets(in: text)
  }
}

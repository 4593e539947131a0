/// Decides the language of text by its letters: that of Han by the letters beside it, and Mongolian.
package struct DecidedLanguage: Sendable {
  private var kanaCount = 0
  private var hangulCount = 0
  private var hasMongolian = false

  /// A decision by no text yet.
  package init() {}

  /// `ja` for text with kana, `ko` for text with more Hangul than kana, else `nil`.
  package var tag: String? {
    if kanaCount > 0, kanaCount >= hangulCount { return "ja" }
    return hangulCount > 0 ? "ko" : nil
  }

  /// ``tag``, or `mn` for text with Mongolian letters, which are written in columns: a language with fonts and dates of
  /// its own is not decided by them.
  package var columnTag: String? { tag ?? (hasMongolian ? "mn" : nil) }

  /// Counts the kana and the syllables of Hangul of a text, in UTF-8.
  ///
  /// - Complexity: O(text), eight bytes of ASCII at a time.
  package mutating func read(_ text: UnsafeBufferPointer<UInt8>) {
    guard let base = text.baseAddress else { return }
    let bytes = UnsafeRawPointer(base)
    var place = 0
    while place < text.count {
      let lead = text[place]
      if lead < 0x80 {
        if place + 8 <= text.count,
          bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
        {
          place += 8
        } else {
          place += 1
        }
      } else if lead < 0xE0 {
        place += 2
      } else {
        if lead < 0xF0, place + 2 < text.count { count(lead, text[place + 1], text[place + 2]) }
        place += lead < 0xF0 ? 3 : 4
      }
    }
  }

  private mutating func count(_ lead: UInt8, _ second: UInt8, _ third: UInt8) {
    switch (lead, second) {
    // U+3040 to U+30FF, without the middle dot, which Chinese has too.
    case (0xE3, 0x81...0x83): if second != 0x83 || third != 0xBB { kanaCount += 1 }
    // U+1800 to U+18AF.
    case (0xE1, 0xA0...0xA2): if second < 0xA2 || third < 0xB0 { hasMongolian = true }
    case (0xEA, 0xB0...), (0xEB...0xEC, _), (0xED, ..<0x9F): hangulCount += 1
    default: break
    }
  }
}

extension AttributedText {
  /// The language that the letters of the text decide for its runs without a language; `nil` if they have one,
  /// or decide nothing.
  ///
  /// - Complexity: O(text).
  package var decidedLanguage: String? { decided?.tag }

  /// What the letters of the text decide; `nil` if all of its runs have a language.
  ///
  /// - Complexity: O(text).
  package var decided: DecidedLanguage? {
    // By index, since an element would be a copy of all attributes.
    guard runs.indices.contains(where: { runs[$0].attributes.language == nil }) else { return nil }
    var decided = DecidedLanguage()
    var string = string
    string.withUTF8 { decided.read($0) }
    return decided
  }
}

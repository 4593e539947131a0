import GalleyHandles
import Testing

@Suite("UnicodeScript", .timeLimit(.minutes(15)))
struct UnicodeScriptTests {
  @Test(
    "a named script has the tag of ISO 15924",
    arguments: [
      (.common, "Zyyy"), (.inherited, "Zinh"), (.arabic, "Arab"), (.armenian, "Armn"),
      (.bengali, "Beng"), (.cyrillic, "Cyrl"), (.devanagari, "Deva"), (.ethiopic, "Ethi"),
      (.georgian, "Geor"), (.greek, "Grek"), (.gujarati, "Gujr"), (.gurmukhi, "Guru"),
      (.han, "Hani"), (.hangul, "Hang"), (.hebrew, "Hebr"), (.hiragana, "Hira"),
      (.kannada, "Knda"), (.katakana, "Kana"), (.khmer, "Khmr"), (.lao, "Laoo"),
      (.latin, "Latn"), (.malayalam, "Mlym"), (.myanmar, "Mymr"), (.oriya, "Orya"),
      (.sinhala, "Sinh"), (.tamil, "Taml"), (.telugu, "Telu"), (.thai, "Thai"),
    ] as [(UnicodeScript, String)])
  func tags(script: UnicodeScript, tag: String) {
    #expect(script.tag == tag.utf8.reduce(0) { $0 << 8 | UInt32($1) })
  }

  @Test("general categories are those of Unicode")
  func categories() {
    // Characters of the oldest versions, of which only U+0295 has changed, in version 16.
    for value in UInt32(0x20)..<0x500 where value != 0x295 {
      guard let scalar = Unicode.Scalar(value), scalar.properties.age?.major == 1 else { continue }
      let expected = scalar.properties.generalCategory
      #expect(UnicodeProperties.category(of: value) == expected, "U+\(String(value, radix: 16))")
    }
  }
}

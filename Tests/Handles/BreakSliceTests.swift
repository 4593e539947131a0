import GalleyPrimitives
import GalleyRandomness
import Testing

@testable import GalleyHandles

@Suite("Slices of breaks", .timeLimit(.minutes(5)))
struct BreakSliceTests {
  /// Characters with rules that look further than the next one, among letters.
  private static let alphabets: [[Unicode.Scalar]] = [
    Array("ab.b/a1,2-%$(\")'?! \u{2014}".unicodeScalars),
    Array("ая.б?! \u{AB}\u{BB}\u{301}\u{308}1:,".unicodeScalars),
    Array(
      "a\u{1F1E6}\u{1F1E7}\u{1F468}\u{200D}\u{1F3FB}\u{FE0F} \u{2060}\u{200B}\u{A0}b".unicodeScalars
    ),
    Array("אבג\u{5BE}\"'.a\u{200F} 12".unicodeScalars),
    Array("日本「」、。ー a\u{3099}ｶ\u{FF0C}한글\u{1100}\u{1161}".unicodeScalars),
    Array("कि\u{94D}ष\u{200C}\u{200D}\u{902} .ก\u{E31}\u{E49}\u{E40}ក\u{17D2}".unicodeScalars),
    Array("\u{600}1\u{661},\u{662}.س\u{640}\u{64B} a\u{ad}b\u{2028}".unicodeScalars),
    Array(".\u{600}a\u{301}K\u{D4E}\u{111C2}b\u{200D}".unicodeScalars),
    Array("ａ．，ＡＢ「」１ーｱ".unicodeScalars),
  ]

  private func flags(_ text: [UInt8], count: Int, sliceLength: Int) -> [BreakFlags] {
    var flags: [BreakFlags] = []
    text.withUnsafeBufferPointer { text in
      appendPangoBreaks(
        of: text, bytes: 0..<text.count, scalars: 0..<count, items: [], wanted: 0..<count + 1,
        sliceLength: sliceLength, to: &flags)
    }
    return flags
  }

  @Test("the breaks of slices are those of the whole text", arguments: alphabets.indices)
  func random(alphabet: Int) {
    let alphabet = Self.alphabets[alphabet]
    var generator = SeededGenerator(seed: UInt64(alphabet.count))
    for _ in 0..<60 {
      // Long stretches of one character, too, in which no slice can end.
      var scalars: [Unicode.Scalar] = []
      while scalars.count < 2000 {
        let scalar = alphabet.randomElement(using: &generator) ?? "a"
        let length = Int.random(in: 0..<20, using: &generator)
        scalars += repeatElement(scalar, count: length == 0 ? 60 : length < 16 ? 1 : 2)
      }
      let text = Array(String(String.UnicodeScalarView(scalars)).utf8)
      let whole = flags(text, count: scalars.count, sliceLength: 1 << 20)
      for length in [1, 7, 100] {
        let sliced = flags(text, count: scalars.count, sliceLength: length)
        guard sliced != whole else { continue }
        let place =
          zip(sliced, whole).enumerated().first { $0.element.0 != $0.element.1 }?.offset ?? -1
        Issue.record(
          "slices of \(length), place \(place): \(scalars[max(0, place - 8)..<min(scalars.count, place + 8)])"
        )
        return
      }
    }
  }

  @Test("a text without a letter has equal breaks, and an empty one has one")
  func withoutLetters() {
    let text = Array(String(repeating: "1.1,1 ", count: 500).utf8)
    #expect(
      flags(text, count: text.count, sliceLength: 10)
        == flags(text, count: text.count, sliceLength: 1 << 20))
    #expect(flags([], count: 0, sliceLength: 10).count == 1)
  }
}

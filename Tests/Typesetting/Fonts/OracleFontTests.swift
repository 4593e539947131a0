import GalleyFonts
import GalleyLayout
import GalleyPangoOracle
import GalleyPrimitives
import GalleyText
import GalleyTypesetting
import TestSupport
import Testing

@Suite("Typesetter against PangoLayout, over other fonts", .timeLimit(.minutes(15)))
struct OracleFontTests {
  private static let languages = [
    "de", "tr", "ja", "ko", "zh-TW", "ar", "fa", "hi", "mr", "th", "km", "sr", "vi", "ur", "ka",
    "el",
  ]

  private static let fonts: [(font: Font, seed: UInt64)] = [
    (Font(family: "Noto Serif", size: 15), 31),
    (Font(family: "Noto Serif", size: 13, weight: 700), 32),
    (Font(family: "Noto Sans", size: 14, weight: 700), 33),
    (Font(family: "Noto Serif", size: 16, isItalic: true), 34),
    (Font(family: "Noto Sans Mono", size: 12), 35),
  ]

  @Test(
    "breaks paragraphs where PangoLayout does, with lines as wide and as high",
    arguments: fonts)
  func agrees(font: Font, seed: UInt64) throws {
    let library = try FontLibrary(.noto, rules: .pango)
    let typesetter = Typesetter(library)
    let oracle = PangoOracle(library)
    var mix = ScriptMix(seed: seed)
    var comparison = Comparison()
    var (widths, negative): ([String], Int) = ([], 0)
    let count = Effort.count(160, full: 4_000)
    for number in 0..<count {
      let language = Self.languages[number % Self.languages.count]
      let text = AttributedText(
        mix.paragraph(), attributes: TextAttributes(font: font, language: language))
      let width = [331.0, 250, 180][number % 3]
      let ours = try typesetter.layout(text, in: TextContainer(width: width))
      let theirs = oracle.measure(text, width: width)
      // PangoLayout adds a negative advance to a line's width instead of taking it away: decision 0029.
      guard !ours.glyphs.contains(where: { $0.advance.rawValue < 0 }) else {
        negative += 1
        continue
      }
      comparison.compare(ours, theirs, text: text.string, width: width)
      // Pango shapes Han of Korean as Chinese, in other widths; we take it from the Korean face.
      let isKoreanHan = language == "ko" && text.string.unicodeScalars.contains(where: isHan)
      guard !isKoreanHan, ours.lines.map(\.range.lowerBound) == theirs.lines.map(\.start) else {
        continue
      }
      for (line, other) in zip(ours.lines, theirs.lines)
      where abs(line.advance - Double(other.width) / 1024) > 1.0 / 512 {
        widths.append("\(language) \(text.string): \(line.advance) \(Double(other.width) / 1024)")
      }
    }
    comparison.expectAgreement(of: count)
    #expect(widths.isEmpty, "\(widths.count): \(widths.prefix(4))")
    #expect(negative * 4 < count, "\(negative) of \(count)")
  }

  private func isHan(_ scalar: Unicode.Scalar) -> Bool { (0x4E00...0x9FFF).contains(scalar.value) }
}

import Foundation
import GalleyPangoOracle
import GalleyPrimitives
import GalleyText
import Testing

@Suite("AttributedString", .timeLimit(.minutes(15)))
struct AttributedStringTests {
  @Test("keeps all attributes of an attributed text, both ways")
  func roundTrip() throws {
    for seed in UInt64(0)..<300 {
      var mix = AttributeMix(seed: seed)
      var text = mix.text()
      // Foundation's string has no style except those of its runs.
      text.paragraphStyle = ParagraphStyle()
      let plain = text.attributes(at: 0)
      let back = AttributedText(
        AttributedString(text), attributes: TextAttributes(font: plain.font))
      #expect(back.string == text.string, "seed \(seed)")
      if text.utf8Count > 0 { #expect(back.runs == text.runs, "seed \(seed)") }
    }
  }

  @Test("is read even with Foundation's attributes only")
  func foundation() throws {
    var string = AttributedString("plain bold link")
    let link = try #require(string.range(of: "link"))
    string[link].link = URL(string: "https://example.org/a")
    string[link].languageIdentifier = "de"
    string[link].kern = 2
    let text = AttributedText(string, attributes: TextAttributes(font: Font(size: 14)))
    #expect(text.attributes(at: 0) == TextAttributes(font: Font(size: 14)))
    let linked = text.attributes(at: 12)
    #expect(linked.highlight?.userInfo["url"] == "https://example.org/a")
    #expect(linked.language == "de" && linked.kern == 2)
  }
}

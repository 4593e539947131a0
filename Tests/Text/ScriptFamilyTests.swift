import GalleyHandles
import GalleyPrimitives
import Testing

@testable import GalleyText

@Suite("Families of scripts", .timeLimit(.minutes(15)))
struct ScriptFamilyTests {
  private func stretches(_ string: String) -> [String] {
    let text = AttributedText(string, attributes: TextAttributes(font: Font(size: 10)))
      .replacingFamilies { script, _ in script.name == "Latn" ? nil : script.name }
    return text.runs.map { run in
      let bytes = Array(text.string.utf8)[run.range]
      return "\(run.attributes.font.family): \(String(decoding: bytes, as: UTF8.self))"
    }
  }

  @Test("a sign belongs to the script before it, an opening bracket to the one behind it")
  func signs() {
    #expect(
      stretches("Ahoy, «مرحبا»! (one) שלום") == [
        "Noto Sans: Ahoy, ", "Arab: «مرحبا»! ", "Noto Sans: (one) ", "Hebr: שלום",
      ])
    #expect(stretches("1. مرحبا\n2. one") == ["Arab: 1. مرحبا\n", "Noto Sans: 2. one"])
    #expect(stretches("(1) 👋") == ["Noto Sans: (1) 👋"])
    #expect(stretches("") == ["Noto Sans: "])
    // A cluster has the script of its first letter.
    #expect(stretches("ක\u{200D}a\u{301}") == ["Sinh: ක\u{200D}", "Noto Sans: a\u{301}"])
  }

  @Test("attributes, and what they join, stay whole")
  func attributes() throws {
    var text = AttributedText("one שלום two", attributes: TextAttributes(font: Font(size: 10)))
    try text.update(in: 2..<text.utf8Count) { $0.border = TextBorder(fillColor: .black) }
    let other = text.replacingFamilies { script, _ in script.name == "Hebr" ? "H" : nil }
    #expect(other.string == text.string && other.runs.count == 4)
    #expect(
      other.runs.map(\.attributes.font.family) == ["Noto Sans", "Noto Sans", "H", "Noto Sans"])
    #expect(Set(other.runs.dropFirst().map(\.boxedAnchors)).count == 1)
    #expect(other.replacingFamilies { _, _ in "Noto Sans" } == text)
  }

  @Test("a tag is one of ISO 15924 with letters of its own")
  func tags() {
    for tag in ["Arab", "Latn", "Hani", "Hira", "Cher"] {
      #expect(UnicodeScript(tag: tag)?.name == tag)
    }
    for tag in ["", "arab", "Zyyy", "Zinh", "Zzzz", "Arabic", "A\0\0\0", "\0\0\0\0", "éé"] {
      #expect(UnicodeScript(tag: tag) == nil, "\(tag)")
    }
  }
}

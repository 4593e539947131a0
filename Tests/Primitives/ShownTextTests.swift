import GalleyPrimitives
import Testing

@Suite("Shown text", .timeLimit(.minutes(15)))
struct ShownTextTests {
  @Test(
    "stays on its line and without effect on a terminal",
    arguments: [
      ("plain, ünï, 漢字, 👩‍👩‍👧", "plain, ünï, 漢字, 👩‍👩‍👧"),
      ("\u{1B}[2J", "\\u{1B}[2J"), ("a\nb\r\tc", "a\\nb\\r\\tc"), ("\0\u{7F}", "\\u{0}\\u{7F}"),
      ("\u{85}\u{9B}2J", "\\u{85}\\u{9B}2J"), ("a\u{2028}\u{2029}", "a\\u{2028}\\u{2029}"),
      ("\u{202E}x\u{2066}\u{200F}\u{61C}", "\\u{202E}x\\u{2066}\\u{200F}\\u{61C}"), ("", ""),
    ])
  func escapes(text: String, shown: String) {
    #expect(text.shown() == shown)
    #expect(shown.shown() == shown, "what is shown is not escaped again")
  }

  @Test("beyond its limit loses its middle and tells its length", arguments: [1, 80, 81, 65_536])
  func shortens(count: Int) {
    let text = String(repeating: "ä", count: count - 1) + "z"
    let shown = text.shown()
    #expect(shown.hasSuffix(count > 80 ? "äz (\(2 * count - 1) bytes)" : "z"))
    #expect(count > 80 ? shown.count < 110 : shown == text)
  }
}

import GalleyPrimitives
import GalleyRandomness
import Testing

@testable import GalleyDocuments

/// Brackets that cmark-gfm would take for footnotes.
@Suite("Brackets that look like footnotes", .timeLimit(.minutes(5)))
struct FootnoteBracketTests {
  @Test("brackets that are no footnotes keep their text", arguments: ["", "\n\n[^x]: y"])
  func footnoteBrackets(definition: String) {
    func html(_ text: String) -> String {
      let html = MarkdownReader.html(text + definition + "\n")
      return String(html.prefix { $0 != "\n" || !html.hasPrefix("<p>A [^note") }).split(
        separator: "</p>"
      ).first.map { $0 + "</p>" } ?? ""
    }
    for hat in ["&#94;", "&#x5e;", "&#X005E;", "&#0094;", "&Hat;", "\\^"] {
      #expect(html("Read [\(hat) top of page] first.") == "<p>Read [^ top of page] first.</p>")
      #expect(html("See [\(hat)a] and.") == "<p>See [^a] and.</p>")
    }
    #expect(html("[^a *b* c] d") == "<p>[^a <em>b</em> c] d</p>")
    #expect(html("[^a [b](/c)] d") == "<p>[^a <a href=\"/c\">b</a>] d</p>")
    #expect(html("\\[^a b] \\\\[^a b]") == "<p>[^a b] \\[^a b]</p>")
    #expect(html("[^] a [^") == "<p>[^] a [^</p>")
    let text = "A [^note\nthat goes on] and more."
    #expect(MarkdownReader.html(text + definition).hasPrefix("<p>\(text)</p>"))
  }

  @Test("brackets in code, and links whose text begins with a sign of a footnote, stay")
  func codeBesideFootnotes() {
    let text = """
      x[^1] `[^ ]` ``a ` [\\^ b]`` [^ back](#top) [^ref text][r] [\\^](#cite) [^ ] and [^a,] [^<b](/x)

      ```sh
      grep -o '[^ ]*' [^\\[] ^[^<>[:space:]]+$
      ```

          [^*a b]

      [r]: /r

      [^1]: n

      """
    let html = MarkdownReader.html(text)
    for part in [
      "<code>[^ ]</code>", "<code>a ` [\\^ b]</code>", "<a href=\"#top\">^ back</a>",
      "<a href=\"/r\">^ref text</a>", "<a href=\"#cite\">^</a>", "[^ ] and [^a,]",
      "grep -o '[^ ]*' [^\\[] ^[^&lt;&gt;[:space:]]+$", "[^*a b]", "footnote-ref",
    ] {
      #expect(html.contains(bytes: part), "\(part) in \(html)")
    }
  }

  @Test("a footnote stays beside brackets that are none")
  func footnoteBesideOthers() {
    let text = "a[^x] [&#94;" + String(repeating: "b", count: 100_000) + "] c\n\n[^x]: y\n"
    let html = MarkdownReader.html(text)
    #expect(html.contains("footnote-ref") && html.contains("b] c</p>"))
    let many =
      String(repeating: "&#94;", count: 12_000) + "\n\nx [&#94;"
      + String(repeating: "a", count: 190_000) + "] y"
    #expect(MarkdownReader.html(many + "\n\n[^x]: z").contains("a] y</p>"))
  }

  @Test(
    "brackets keep their text where it only looks like code",
    arguments: [
      "1.  Item\n\n    See [^note\n    that goes on] and more.",
      "- a\n\n\tSee [^note\n\tthat goes on] and more.",
      "Text\n    See [^note\n    that goes on] and more.",
      "- ```\n  code\n  ```\n\nSee [^note\nthat goes on] and more.",
      "> ```\n> code\n\nSee [^note\nthat goes on] and more.",
      "- ```\n  code\n\nSee [^note\nthat goes on] and more.",
      "```\ncode\n``` no end\n```\n\nSee [^note\nthat goes on] and more.",
      "~~~\n```\n~~~\n\nSee [^note\nthat goes on] and more.",
      "\\` See [^note\nthat goes on] and more. \\`",
      "x \(String(repeating: "`", count: 81)) See [^note\nthat goes on] and more. "
        + String(repeating: "`", count: 81),
    ])
  func textLikeCode(text: String) {
    let whole = text + "\n\n[^x]: y\n"
    let lines = whole.split(separator: "\n", omittingEmptySubsequences: false)
    for end in ["\n", "\r\n", "\r"] {
      let html = MarkdownReader.html(lines.joined(separator: end))
      #expect(html.contains(bytes: "See [^note\nthat goes on] and more."), "\(html)")
    }
  }

  @Test(
    "code has no backslash before its brackets",
    arguments: [
      "`a\n[^*]`", "> ```\n> grep '[^*]'\n> ```", "- a\n  ```\n  [^*]\n  ```",
      "```\n```x\n[^*]\n```", "    [^*]", "a\n\n\t[^*]\n\n\t- [^*]", "1. ```\n   [^*]\n   ```",
      "``a ` [^*] ``", "~~~ `\n[^*]\n~~~",
    ])
  func code(text: String) {
    let html = MarkdownReader.html(text + "\n\n[^x]: y\n")
    #expect(html.contains(bytes: "[^*]") && !html.contains(bytes: "\\"), "\(html)")
  }

  @Test("random texts keep all their letters, beside a footnote or not")
  func randomTexts() {
    var random = SeededGenerator(seed: 45)
    let parts = [
      "[", "]", "^", "[^", "[^x]", "](/a)", "\n", "\n\n", "    ", "\t", "> ", "- ", "1. ", "`",
      "``",
      "```\n", "\\", "*", "_", "k", "j", "w", "&#94;", "&Hat;", "!", "|", " ", "~~~\n", "#", "(",
      "[k]",
    ]
    for _ in 0..<4000 {
      var text = ""
      for _ in 0..<(1 + random.below(24)) { text += parts[random.below(parts.count)] }
      func letters(_ definition: String) -> String {
        var isTag = false
        return MarkdownReader.html("q " + text + "\n\nz" + definition).filter { sign in
          if sign == "<" { isTag = true }
          defer { if sign == ">" { isTag = false } }
          return !isTag && "kjwz".contains(sign)
        }
      }
      #expect(letters("\n\n[^y]: 1\n") == letters(""), "\(text.debugDescription)")
    }
  }
}

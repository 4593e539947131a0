import GalleyMarkup
import GalleyPangoOracle
import GalleyPrimitives
import GalleyText
import TestSupport
import Testing

@Suite("Parsers", .timeLimit(.minutes(15)))
struct ParserTests {
  private let plain = TextAttributes(font: Font(size: 16))
  private let emoticons = EmoticonParser([
    ":)": .image(name: "smile"), ":))": .image(name: "laugh"), "[ok]": .image(name: "ok"),
    "": .blank,
  ])

  private func names(_ text: AttributedText) -> [String] {
    text.runs.flatMap { run -> [String] in
      guard case .image(let name)? = run.attributes.attachment?.content else { return [] }
      return [name]
    }
  }

  @Test("replaces the longest emoticon at each position, and keeps its word as plain text")
  func emoticon() throws {
    let text = try emoticons.parsed(AttributedText("hi :)) [ok]:) :( [o", attributes: plain))
    #expect(text.string == "hi \u{FFFC} \u{FFFC}\u{FFFC} :( [o")
    #expect(names(text) == ["laugh", "ok", "smile"])
    #expect(try text.plainText() == "hi :)) [ok]:) :( [o")
    #expect(try emoticons.parsed(text) == text)
  }

  @Test("moves the selection along with the selected text")
  func selection() throws {
    let string = "a :) b [ok] c"
    for lower in 0...13 {
      for upper in lower...13 {
        var text = AttributedText(string, attributes: plain)
        var selection = lower..<upper
        let selected = try text.plainText(in: selection)
        _ = try emoticons.parse(&text, selection: &selection)
        #expect(text.isBoundary(selection.lowerBound) && text.isBoundary(selection.upperBound))
        // A selection end inside a word moves to its picture; other selections keep their plain
        // text.
        let isCut = [3, 8, 9, 10].contains(lower) || [3, 8, 9, 10].contains(upper)
        if !isCut { #expect(try text.plainText(in: selection) == selected) }
      }
    }
    var text = AttributedText(string, attributes: plain)
    var beyond = 0..<99
    #expect(throws: TextParserError.selection(.rangeOutOfBounds(0..<99, utf8Count: 13))) {
      try emoticons.parse(&text, selection: &beyond)
    }
  }

  @Test("replaces no emoticon inside a grapheme cluster or inside a backed string")
  func untouched() throws {
    let text = AttributedText(":)\u{301}", attributes: plain)
    #expect(try emoticons.parsed(text) == text)
    var backed = AttributedText("x:)", attributes: plain)
    try backed.update(in: 1..<3) { $0.backedString = TextBackedString("kept") }
    #expect(try emoticons.parsed(backed) == backed)
  }

  @Test("converts Markdown to attributes")
  func markdown() throws {
    let markdown = """
      # Title

      Some *emphasis*, **strong**, ~~gone~~, `code` and [a link](https://example.org).

      > quoted

      1. one
      2. two
         - [x] done

      ```
      let x = 1
      ```

      | a | b |
      |---|---|
      | 1 | 2 |

      ---
      """
    let text = try MarkdownParser().parsed(markdown: markdown)
    #expect(
      text.string == """
        Title
        Some emphasis, strong, gone, code and a link.
        quoted
        1.\tone
        2.\ttwo
        ☑\tdone
        let x = 1
        a\tb
        1\t2
        \u{FFFC}
        """)
    func attributes(_ word: String) throws -> TextAttributes {
      let range = try #require(text.string.firstRange(of: word))
      return text.attributes(at: text.offset(of: range.lowerBound))
    }
    #expect(try attributes("Title").font == Font(size: 20, weight: 700))
    #expect(try attributes("emphasis").font.isItalic)
    #expect(try attributes("strong").font.weight == 700)
    #expect(try attributes("gone").strikethrough == TextDecoration())
    #expect(try attributes("code").backgroundBorder != nil)
    #expect(try attributes("a link").highlight?.userInfo["url"] == "https://example.org")
    #expect(try attributes("quoted").paragraphStyle?.headIndent == 20)
    #expect(try attributes("done").paragraphStyle?.headIndent == 40)
    #expect(try attributes("let x").blockBorder != nil)
    #expect(text.attributes(at: text.utf8Count - 1).attachment != nil)
  }

  @Test("applies a chain of parsers in order, all or none of them")
  func chain() throws {
    struct Refusal: TextParser {
      func parse(
        _ text: inout AttributedText, selection: inout Range<Int>
      ) throws(TextParserError) -> Bool {
        text = AttributedText("", attributes: text.attributes(at: 0))
        throw .outOfMemory
      }
    }
    let chain = TextParserChain([MarkdownParser(), emoticons])
    let source = AttributedText("**hi** :)", attributes: plain)
    let text = try chain.parsed(source)
    #expect(text.string == "hi \u{FFFC}" && names(text) == ["smile"])
    var kept = source
    var selection = 1..<2
    #expect(throws: TextParserError.outOfMemory) {
      try TextParserChain([emoticons, Refusal()]).parse(&kept, selection: &selection)
    }
    #expect(kept == source && selection == 1..<2)
  }

  @Test(
    "limits hostile Markdown in depth and time",
    arguments: [
      ">", "* ", "[", "![", "**a ", "*a_ ", "`", "<", "<!--", "[a](", "| a ", "~", "&", "\\", "1) ",
      "http://a", "- [ ] ", "[a]: b\n", "\u{FFFC}", "a**b", "_(", "]", "[^", "|-|\n", "www.",
    ])
  func hostile(_ piece: String) throws {
    let parser = MarkdownParser()
    let count = parser.byteLimit / piece.utf8.count
    for markdown in [
      String(repeating: piece, count: count), String(repeating: piece + "\n", count: count / 2),
    ] where markdown.utf8.count <= parser.byteLimit {
      var text = AttributedText("", attributes: plain)
      let time = try processorTime { text = try parser.parsed(markdown: markdown) }
      // Quadratic time would take seconds; this limit allows for a slow machine.
      #expect(time < .seconds(20))
      let indent = text.runs.compactMap { $0.attributes.paragraphStyle?.headIndent }.max() ?? 0
      #expect(indent <= 8 * 20 + 8)
    }
    let long = String(repeating: piece, count: count + 1)
    #expect(
      throws: TextParserError.textTooLong(utf8Count: long.utf8.count, limit: parser.byteLimit)
    ) { try parser.parsed(markdown: long) }
  }

  @Test("accepts any bytes as Markdown")
  func arbitrary() throws {
    for seed in UInt64(0)..<300 {
      var mix = AttributeMix(seed: seed)
      let pieces = [
        "*", "_", "`", "\n", "\n\n", "> ", "- ", "1. ", "[", "](", ")", "|", "---\n", "<b>", "# ",
        "~~",
        "a", "é", "😀", "\0", "\t", "    ", "&amp;", "\\", "```\n", "!",
      ]
      let markdown = (0..<mix.below(60)).map { _ in mix.pick(pieces) }.joined()
      let text = try MarkdownParser().parsed(markdown: markdown)
      #expect(!text.string.contains("\0"), "seed \(seed)")
      #expect(text.runs.last?.range.upperBound == text.utf8Count, "seed \(seed)")
    }
  }
}
